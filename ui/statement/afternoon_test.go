package statement

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/report/reconcile"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// TestTheAfternoonIsReadAfterTheMorningWasSigned: its lines are settled, no sale of the
// morning is asked about, and the whole day after them changes nothing.
func TestTheAfternoonIsReadAfterTheMorningWasSigned(t *testing.T) {
	sales := sold(60)
	h := build(t, words.English, theme.Look{}, fyne.NewSize(1134, 560), sales)
	b := &book{sales: map[journal.SaleID]journal.Reconciled{}}
	h.deps.Book, h.deps.Owe = b, nil
	h.screen.opened.deps = h.deps
	lines := strings.SplitAfter(strings.TrimSuffix(dayFile(sales), "\n"), "\n")
	rows := slices.DeleteFunc(lines[1:], func(l string) bool { return !strings.Contains(l, ",C,") })
	cut := len(rows) / 2
	asked := map[string]int{}
	for _, part := range []struct {
		name string
		rows []string
	}{{"morning", rows[:cut]}, {"afternoon", rows[cut:]}, {"day", rows}} {
		h.files[part.name+".csv"] = lines[0] + strings.Join(part.rows, "")
		before := b.written
		h.screen.open(part.name + ".csv")
		if h.screen.step == stepColumns {
			h.screen.columns.bank.SetText("Palm Bank")
			h.screen.match()
		}
		if h.screen.step != stepResult {
			t.Fatalf("%s: step %d, %v", part.name, h.screen.step, h.errs)
		}
		r := func() *reconcile.Result { return h.screen.opened.found.result }
		for _, row := range r().Rows {
			if row.Kind == reconcile.OnlyTill {
				asked[part.name]++
			}
		}
		for n := r().Sums.Open; n > 0; n-- {
			h.digit('1')
		}
		h.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
		st := b.statements[len(b.statements)-1]
		if st.Signed == nil || st.Settled == nil {
			t.Fatalf("%s: %d answers to go, %+v", part.name, r().Sums.Open, st)
		}
		if none := st.Settled.Bank == 0; none != (part.name == "day") {
			t.Errorf("%s settles %+v", part.name, st.Settled)
		}
		if part.name == "day" && b.written != before {
			t.Errorf("the day writes %d sales anew", b.written-before)
		}
	}
	if asked["afternoon"] >= asked["morning"] || asked["day"] > 1 {
		t.Errorf("sales that are only at the till: %v", asked)
	}
}
