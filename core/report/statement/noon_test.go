package statement_test

import (
	"fmt"
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/core/report/statement"
)

// Many banks write noon for each movement, by a clock of their own: it is no time of day in any zone.
func TestNoonIsNoTimeInAnyZone(t *testing.T) {
	for _, zone := range []string{"Africa/Tripoli", "Africa/Tunis", "America/Santiago", "Pacific/Auckland", "UTC"} {
		in, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		for _, clock := range []string{"120000[0:GMT]", "120000.000[-5:EST]", "120000[+2:EET]", "000000[0:GMT]", "120000", ""} {
			text, want := "<OFX><STMTRS><CURDEF>LYD<BANKTRANLIST>", ""
			var sold []statement.Entry
			for n := 1; n <= 3; n++ {
				text += fmt.Sprintf("<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>202611%02d%s<TRNAMT>%d.000<FITID>BANK-000%d</STMTTRN>", 2+n, clock, n, n)
				at := time.Date(2026, 11, 2+n, 9, 15, 0, 0, in)
				sold = append(sold, statement.Entry{Sale: journal.NewSaleID(journal.DayOf(at), n), Amount: lyd(int64(n) * 1_000), At: at})
				want += fmt.Sprintf("assumed time row %d sale %d sure false\n", n, n)
			}
			f, err := statement.Open(t.Context(), []byte(text+"</BANKTRANLIST></STMTRS></OFX>"), statement.Mapping{})
			if err != nil {
				t.Fatal(err)
			}
			s, err := f.Read(t.Context(), statement.Mapping{}, in)
			if err != nil || len(s.Lines) != 3 {
				t.Fatal(s, err)
			}
			if got := describe(statement.Match(s.Lines, sold, statement.Options{Zone: in})); got != want {
				t.Errorf("%s, %q:\n%swant\n%s", zone, clock, got, want)
			}
		}
	}
}
