package cash

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/harness"
	"sanduq/ui/uitest/outline"
)

// TestCashInsteadOfASaleSetsItAside, and not before it is taken. Going back records nothing.
func TestCashInsteadOfASaleSetsItAside(t *testing.T) {
	r := newFixture(t)
	cashDraft(r)
	c := NewInstead(r.Env, r.deps, harness.Sale())
	w := r.Window(c)
	outline.Check(t, "screen-cash-instead", w.Canvas())
	uitest.Picture(t, w, "cash-instead")
	if said := uitest.Words(w.Canvas().Content()); !strings.Contains(said, "sets #12 aside") || !strings.Contains(said, "12.500") {
		t.Error(said)
	}
	harness.Keys(c, "20")
	c.Press(harness.Name(fyne.KeyEscape))
	r.Asked()
	r.Went("sale #12")
	c.Press(harness.Name(fyne.KeyReturn))
	r.Asked("cash 12.500 given 20000")
	if d := r.Till.Draft; d.Replaces != "20261120-000012" || d.Reason != journal.AsidePaidCash || d.Route != journal.RouteCash {
		t.Errorf("it is linked as %+v", d)
	}
}

// TestCashForWhatIsPaidIsRefusedInWords: the bank's money was faster.
func TestCashForWhatIsPaidIsRefusedInWords(t *testing.T) {
	r := newFixture(t)
	cashDraft(r)
	r.Till.Err = &journal.Error{Code: journal.CodeStep}
	c := NewInstead(r.Env, r.deps, harness.Sale())
	w := r.Window(c)
	harness.Keys(c, "20")
	c.Press(harness.Name(fyne.KeyReturn))
	if said := uitest.Words(w.Canvas().Content()); !strings.Contains(said, "the order of #12 is paid") || !strings.Contains(said, "Take no cash") || c.taken != nil {
		t.Error(said)
	}
}
