package queries

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/wire"
)

// TestARowHoldsTheDocument, whatever its reference and reason are made of.
func TestARowHoldsTheDocument(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		word := rapid.StringMatching(`[a-zA-Z0-9"\\;,% \p{Arabic}é-]{0,40}`)
		want := Entered{Number: rapid.Uint64Min(1).Draw(r, "number"), Shift: rapid.Uint64().Draw(r, "shift"), Seq: 7, At: time.Unix(1, 0), By: "Huda",
			Route: rapid.SampledFrom(append([]core.Route{journal.RouteCash}, wire.Routes()...)).Draw(r, "route")}
		if want.Withdrawn = rapid.Bool().Draw(r, "withdrawn"); want.Withdrawn {
			want.Reason = word.Draw(r, "reason")
			if !want.Cash() {
				want.Route = "" // its row names the kind of number alone
			}
		} else {
			want.Day, want.Reference = "20261120", word.Draw(r, "reference")
			want.Amount = money.Amount{Minor: rapid.Int64Min(1).Draw(r, "minor"), Currency: rapid.SampledFrom([]string{"LYD", "EUR", "JPY"}).Draw(r, "currency")}
		}
		before := rapid.Uint64().Draw(r, "before")
		row := journal.AuditRow{Seq: want.Seq, At: want.At, By: want.By, Action: want.Action(), Detail: want.Detail(before)}
		got, after, err := ParseEntered(row)
		if err != nil || got != want || after != before {
			r.Fatalf("%q is read as %+v after %d, %v; want %+v after %d", row.Detail, got, after, err, want, before)
		}
	})
	for _, detail := range []string{"", "T-1", "T-0001; 20261120; 12.500 LYD; qr; \"x\"", "X-0001; 20261120; twelve LYD; qr; \"x\"; shift 1; after 0", strings.Repeat("9", 40)} {
		if e, _, err := ParseEntered(journal.AuditRow{Action: AuditEntered, Detail: detail}); err == nil {
			t.Errorf("%q is read as %+v", detail, e)
		}
	}
}
