package export_test

import (
	"strings"
	"testing"

	"sanduq/core/journal"
	"sanduq/core/journal/queries"
	"sanduq/core/receipt"
	"sanduq/core/report/export"
)

// TestWhatCameWithoutShiftsStandsBesideItsZ in columns of its own, one row for each
// currency of it, and in the words of the screen above all; what nobody could read is
// blank there and said above, as are the numbers that a restore left out.
func TestWhatCameWithoutShiftsStandsBesideItsZ(t *testing.T) {
	zs := someZs(t, 4)
	before := export.BeforeZs{3: {OutsideShift: queries.OutsideShift{Sums: []journal.Line{{Currency: "LYD", Tally: journal.Tally{Number: 3, Minor: 26_250}}, {Currency: "USD", Tally: journal.Tally{Number: 1, Minor: 1_000}}},
		Receipts: journal.SeqRange{First: 3, Last: 4}, Cash: journal.SeqRange{First: 3, Last: 3}}}, 4: receipt.BeforeShift{Unread: true}}
	left := before[3]
	left.LeftOut = []journal.LeftOut{{Cause: journal.FreezeRestored, Shift: 3, Day: "20261120", Receipts: journal.SeqRange{First: 5, Last: 104}}}
	before[3] = left
	n := 0
	for _, z := range zs {
		n += export.ZRows(z, before)
	}
	data, result := write(t, job(export.Plain, nil, export.Zs(each(zs), n, before, nil)))
	rows := records(t, data)
	if len(rows) != n+1 || result.Rows != n {
		t.Fatalf("%d rows, %d said", len(rows)-1, n)
	}
	got := map[string]string{}
	for i := range rows[1:] {
		key := field(t, rows, i+1, "z") + " " + field(t, rows, i+1, "currency")
		got[key] = strings.Join([]string{field(t, rows, i+1, "unshiftedNumber"), field(t, rows, i+1, "unshifted"), field(t, rows, i+1, "unshiftedOf")}, "|")
	}
	for key, want := range map[string]string{"Z-0003 LYD": "3|26.250|T-0003–T-0004 C-0003", "Z-0003 USD": "1|10.00|T-0003–T-0004 C-0003", "Z-0002 LYD": "0|0.000|", "Z-0004 LYD": "||"} {
		if got[key] != want {
			t.Errorf("%s: %q, want %q", key, got[key], want)
		}
	}
	if sums := added(t, rows, "unshifted"); sums["LYD"] != 26_250 || sums["USD"] != 1_000 {
		t.Errorf("sums %v", sums)
	}
	if sums := added(t, rows, "taken"); sums["USD"] != 0 {
		t.Errorf("it was counted among what a Z took: %v", sums)
	}
	for _, lang := range []string{"en", "ar", "fr"} {
		w := speech(t, lang)
		j := job(export.CSV, w, export.Zs(each(zs), n, before, w))
		j.About.Notes = before.Facts(w)
		text, _ := write(t, j)
		if !strings.Contains(string(text), "T-0005–T-0104") {
			t.Errorf("%s: the numbers that were left out are not said above", lang)
		}
		for seq, one := range before {
			for _, sentence := range one.Sentences(w) {
				if !strings.Contains(string(text), sentence) || !strings.Contains(string(text), journal.ZNumber(seq)) {
					t.Errorf("%s: %q is not said above", lang, sentence)
				}
			}
		}
	}
}
