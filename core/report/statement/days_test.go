package statement_test

import (
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/core/report/statement"
)

// TestALineStandsOnItsDay in each format, also on one that has no midnight, since clocks go forward then.
func TestALineStandsOnItsDay(t *testing.T) {
	for _, zone := range []string{"America/Santiago", "America/Havana", "Atlantic/Azores", "Africa/Cairo"} {
		at, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		for day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC); day.Year() < 2027; day = day.AddDate(0, 0, 1) {
			short := day.Format("060102")
			for kind, text := range map[statement.Kind]string{
				statement.KindCSV:  "Date,Ref,Amount EUR,D/C\n" + day.Format(time.DateOnly) + ",BANK-0001,5.00,C\n",
				statement.KindMT:   ":20:1\r\n:25:1\r\n:28C:1\r\n:60F:C" + short + "EUR0,\r\n:61:" + short + "C5,00NMSCA\r\n",
				statement.KindBAI2: "01,A,B," + short + ",0900,1,80,1,2/\n02,A,B,1," + short + ",,EUR,2/\n03,12345678,EUR/\n16,195,500,Z,,\n",
				statement.KindOFX:  "<OFX><CURDEF>EUR<BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20" + short + "<TRNAMT>5.00<FITID>1</STMTTRN></OFX>",
			} {
				f, err := statement.Open(t.Context(), []byte(text), statement.Mapping{})
				if err != nil || f.Kind != kind {
					t.Fatal(kind, f, err)
				}
				m, _ := f.Guess()
				s, err := f.Read(t.Context(), m, at)
				if err != nil || len(s.Lines) != 1 || len(s.Broken) != 0 {
					t.Fatalf("%s: %+v, %v", kind, s, err)
				}
				if got, want := journal.DayOf(s.Lines[0].At), journal.DayOf(day); got != want {
					t.Errorf("%s in %s: %s stands on %s", kind, zone, want, got)
				}
			}
		}
	}
}
