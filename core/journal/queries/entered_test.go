package queries

import (
	"context"
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

// auditOf is an audit that holds a few rows.
type auditOf map[uint64]journal.AuditRow

func (a auditOf) Audit(_ context.Context, before uint64, _ int) ([]journal.AuditRow, error) {
	if row, there := a[before-1]; there {
		return []journal.AuditRow{row}, nil
	}
	return nil, nil
}

// TestAChainThatBreaksOffIsNotShorter: what stands before a row that is not there, or is
// another, would be open and could be entered twice.
func TestAChainThatBreaksOffIsNotShorter(t *testing.T) {
	run := journal.LeftOut{Receipts: journal.SeqRange{First: 2, Last: 9}, Entered: 7}
	row := func(seq, number, before uint64) journal.AuditRow {
		e := Entered{Number: number, Day: "20261120", Amount: money.Amount{Minor: 1, Currency: "LYD"}, Route: core.RouteQR}
		return journal.AuditRow{Seq: seq, Action: AuditEntered, Detail: e.Detail(before)}
	}
	whole := auditOf{7: row(7, 3, 4), 4: row(4, 2, 0)}
	if r, err := ReadRun(t.Context(), whole, run); err != nil || len(r.Documents) != 2 || r.Documents[0].Number != 2 {
		t.Fatalf("the whole chain: %+v, %v", r, err)
	}
	for what, rows := range map[string]auditOf{
		"a row that is not there": {7: row(7, 3, 4)},
		"a row of something else": {7: row(7, 3, 4), 4: {Seq: 4, Action: journal.AuditSettings}},
		"a number of another run": {7: row(7, 3, 4), 4: row(4, 10, 0)},
		"a row after it":          {7: row(7, 3, 8), 8: row(8, 2, 0)},
	} {
		if r, err := ReadRun(t.Context(), rows, run); journal.CodeOf(err) != journal.CodeStore {
			t.Errorf("%s: %+v, %v", what, r, err)
		}
	}
}
