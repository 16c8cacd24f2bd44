package statement_test

import (
	"fmt"
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/core/report/statement"
)

// A sale of the last hour is of its day, also where the next day has no midnight, since clocks go forward then.
func TestASaleOfTheLastHourIsOfItsDay(t *testing.T) {
	for _, zone := range []string{"America/Santiago", "America/Havana", "Atlantic/Azores", "Africa/Cairo"} {
		in, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		for day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC); day.Year() < 2027; day = day.AddDate(0, 0, 1) {
			short := day.Format("060102")
			f, err := statement.Open(t.Context(), []byte(":20:1\r\n:25:1\r\n:28C:1\r\n:60F:C"+short+"LYD0,\r\n:61:"+short+"C5,000NMSC\r\n"), statement.Mapping{})
			if err != nil {
				t.Fatal(err)
			}
			s, err := f.Read(t.Context(), statement.Mapping{}, in)
			if err != nil || len(s.Lines) != 1 {
				t.Fatal(s, err)
			}
			late := time.Date(day.Year(), day.Month(), day.Day(), 23, 30, 0, 0, in)
			sold := statement.Entry{Sale: journal.NewSaleID(journal.DayOf(day), 1), Amount: lyd(5_000), At: late}
			if got, want := describe(statement.Match(s.Lines, []statement.Entry{sold}, statement.Options{Zone: in})), "assumed time row 1 sale 1 sure false\n"; got != want {
				t.Errorf("%s, %s:\n%s", zone, late, got)
			}
		}
	}
}

// Where clocks go back, the bank's clock shows an hour twice. In Cairo it is the last one before midnight.
func TestASaleOfAnHourThatComesTwiceIsFound(t *testing.T) {
	for zone, first := range map[string]time.Time{
		"Africa/Cairo": time.Date(2026, 10, 29, 20, 30, 0, 0, time.UTC), "Europe/Paris": time.Date(2026, 10, 25, 0, 30, 0, 0, time.UTC), "America/Santiago": time.Date(2026, 4, 5, 2, 30, 0, 0, time.UTC),
	} {
		in, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		text, want := "Date,Time,Reference,Amount,Currency\n", ""
		var sold []statement.Entry
		for n, at := range []time.Time{first.Add(-2 * time.Hour), first, first.Add(time.Hour), first.Add(2 * time.Hour)} {
			minor := int64(n+1) * 1_000
			text += at.In(in).Format("2006-01-02,15:04:05") + ",," + lyd(minor).Major() + ",LYD\n"
			sold = append(sold, statement.Entry{Sale: journal.NewSaleID(journal.DayOf(at.In(in)), n+1), Amount: lyd(minor), At: at.Add(-3 * time.Second)})
			want += fmt.Sprintf("assumed time row %d sale %d sure false\n", n+2, n+1)
		}
		f, err := statement.Open(t.Context(), []byte(text), statement.Mapping{})
		if err != nil {
			t.Fatal(err)
		}
		m, _ := f.Guess()
		m.Plain = statement.WayIn
		s, err := f.Read(t.Context(), m, in)
		if err != nil || len(s.Lines) != 4 {
			t.Fatal(s, err)
		}
		if got := describe(statement.Match(s.Lines, sold, statement.Options{Zone: in})); got != want {
			t.Errorf("%s:\n%swant\n%s", zone, got, want)
		}
	}
}
