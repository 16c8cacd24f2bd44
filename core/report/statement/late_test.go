package statement_test

import (
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/core/report/statement"
)

// TestDaysOfBanks: a payment of a Thursday is booked on the Tuesday after a long weekend; and of two equal sums the one
// on whose day the bank counts the money is meant, not the one nearer to the booking.
func TestDaysOfBanks(t *testing.T) {
	day := func(d int) time.Time { return time.Date(2026, 11, d, 0, 0, 0, 0, time.UTC) }
	booked := func(d, value int) statement.Line {
		l := statement.Line{Row: 1, Amount: lyd(5_000), At: day(d), Dated: true}
		if value > 0 {
			l.Value = day(value)
		}
		return l
	}
	sold := func(number, d int) statement.Entry {
		return statement.Entry{Sale: journal.NewSaleID(journal.DayOf(day(d)), number), Receipt: uint64(number), Amount: lyd(5_000), At: day(d).Add(10 * time.Hour)}
	}
	for name, c := range map[string]struct {
		line    statement.Line
		entries []statement.Entry
		want    string
	}{
		"after a weekend": {booked(24, 0), []statement.Entry{sold(1, 19)}, "assumed time row 1 sale 1 sure false\n"},
		"by value date":   {booked(20, 17), []statement.Entry{sold(1, 17), sold(2, 19)}, "assumed time row 1 sale 1 sure false\nonlyTill  row 0 sale 2 sure true\n"},
	} {
		if got := describe(statement.Match([]statement.Line{c.line}, c.entries, statement.Options{Zone: time.UTC})); got != c.want {
			t.Errorf("%s:\n%s", name, got)
		}
	}
}
