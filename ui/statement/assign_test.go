package statement

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/report/reconcile"
	"sanduq/ui/screen"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/words"
)

// TestMoneyAtTheBankIsAssignedToASale by two keys: it is written down who said so, the sale
// is reconciled, and what lacks stays a difference.
func TestMoneyAtTheBankIsAssignedToASale(t *testing.T) {
	for _, lang := range []string{words.English, words.Arabic, words.French} {
		h, b := reconciling(t, lang, fyne.NewSize(1086, 560))
		page := h.screen.result
		at := slices.IndexFunc(page.rows, func(r reconcile.Row) bool { return r.Kind == reconcile.OnlyBank })
		missing := slices.IndexFunc(page.rows, func(r reconcile.Row) bool { return r.Kind == reconcile.OnlyTill })
		if at < 0 || missing < 0 {
			t.Fatalf("%s: rows %d and %d", lang, at, missing)
		}
		sale, key, before := page.rows[missing].Items[0].Entry, page.rows[at].Key, h.screen.opened.found.result.Sums
		page.showRow(at)
		h.digit('2')
		if h.screen.opened.popover.Body() == nil || len(b.statements[0].Answers) != 0 {
			t.Fatalf("%s: no sale is offered, or one is taken already", lang)
		}
		uitest.Picture(t, h.window, "statement-assign-"+lang)
		h.screen.Press(screen.KeyPress{Name: fyne.KeyDown})
		h.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
		if said := b.statements[0].Answers; len(said) != 1 || said[0].Row != key || said[0].Answer != reconcile.Belongs || said[0].Sale != sale.Sale || said[0].By != "Huda" {
			t.Fatalf("%s: %+v", lang, said)
		}
		sums := h.screen.opened.found.result.Sums
		if k := b.sales[sale.Sale]; k.Class != journal.ReconciledByPerson || !k.Reconciles() || sums.Open != before.Open-2 || sums.Difference() != before.Difference() {
			t.Errorf("%s: %+v, %+v", lang, k, sums)
		}
		if lang == words.English {
			h.says("Belongs to " + name(sale) + ", Huda")
		}
		for _, f := range laws.Faults(h.window.Canvas()) {
			t.Errorf("%s: %s", lang, f)
		}
		if strings.Contains(uitest.Words(h.window.Canvas().Content()), "⟨") {
			t.Errorf("%s: a word is missing", lang)
		}
	}
}
