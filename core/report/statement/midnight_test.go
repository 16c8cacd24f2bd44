package statement_test

import (
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
