package receipts

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core/journal"
	"sanduq/ui/popover"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// offered are the rarer actions, as they stand behind the last of the buttons.
func (r *harness) offered() string {
	r.t.Helper()
	v := r.screen.view
	v.more.OnTapped()
	var all []string
	for _, b := range v.menu.Body().(*popover.Choices).Buttons() {
		all = append(all, b.Spec().Label)
	}
	r.key(fyne.KeyEscape)
	return strings.Join(all, ", ")
}

// TestAReceiptHasThreeActionsAndThreeRarerOnes: Enter prints, F10 saves, F3 tells; the others
// stand above their button, the first of them chosen.
func TestAReceiptHasThreeActionsAndThreeRarerOnes(t *testing.T) {
	for _, lang := range words.Languages() {
		theme.Use(theme.Look{Still: true, RTL: lang == words.Arabic})
		r := build(t, friday20(), lang).show()
		r.key(fyne.KeyReturn)
		v := r.screen.view
		keys := []string{v.primary.Spec().Key}
		for _, b := range v.buttons {
			keys = append(keys, b.Spec().Key)
		}
		if !slices.Equal(keys, []string{"Enter", "F3", "F10"}) {
			t.Errorf("%s: keys %v", lang, keys)
		}
		r.key(fyne.KeyF10, fyne.KeyReturn)
		v.more.OnTapped()
		if !v.more.Spec().Chosen || v.menu.Body() == nil {
			t.Fatalf("%s: nothing opened", lang)
		}
		at := func(o fyne.CanvasObject) fyne.Position {
			return fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
		}
		lines := v.menu.Body().(*popover.Choices).Buttons()
		last := lines[len(lines)-1]
		if at(last).Y+last.Size().Height >= at(v.more).Y {
			t.Errorf("%s: they cover the button that opened them", lang)
		}
		uitest.Picture(t, r.window, "receipt-more-"+lang)
		r.key(fyne.KeyDown, fyne.KeyReturn)
		if v.more.Spec().Chosen || v.menu.Body() != nil {
			t.Errorf("%s: they stay after one was picked", lang)
		}
		v.more.OnTapped()
		r.key(fyne.KeyReturn)
		v.more.OnTapped()
		r.key(fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn)
		if !slices.Equal(r.saved, []string{"T-0412.pdf", "T-0412.png"}) || !slices.Equal(r.printed, []journal.SaleID{number(12)}) ||
			r.copied != "8F2K-71QD-0446" || !slices.Equal(r.handed, []string{string(number(12)) + " 8F2K-71QD-0446"}) {
			t.Errorf("%s: saved %v, printed %v, copied %q, handed %v", lang, r.saved, r.printed, r.copied, r.handed)
		}
		r.key(fyne.KeyF3)
		if !r.screen.telling {
			t.Errorf("%s: F3 tells nothing", lang)
		}
	}
	theme.Use(theme.Look{})
}

// TestEscapeLeavesTheRarerActionsFirst, and gives the focus back to the button that had it; a
// tap beside them does the same.
func TestEscapeLeavesTheRarerActionsFirst(t *testing.T) {
	r := newHarness(t, friday20()).show()
	r.key(fyne.KeyReturn)
	v, c := r.screen.view, r.window.Canvas()
	for name, leave := range map[string]func(){
		"Esc": func() { r.key(fyne.KeyEscape) },
		"tap": func() { test.TapCanvas(c, fyne.NewPos(300, 200)) },
	} {
		c.Focus(v.more)
		r.key(fyne.KeyReturn)
		if c.Focused() != nil || v.menu.Body() == nil {
			t.Fatalf("%s: the focus is on %T", name, c.Focused())
		}
		leave()
		if v.menu.Body() != nil || !r.screen.Reading() || c.Focused() != fyne.Focusable(v.more) {
			t.Errorf("%s: reading %v, the focus is on %T", name, r.screen.Reading(), c.Focused())
		}
		c.Unfocus()
	}
	v.more.OnTapped()
	r.key(fyne.KeyEscape, fyne.KeyEscape)
	if r.screen.Reading() {
		t.Error("the second Esc stays")
	}
	r.key(fyne.KeyReturn)
	v.more.OnTapped()
	if r.screen.Open(r.history.sales[4]); v.menu.Body() != nil {
		t.Error("the actions of one receipt stand over another")
	}
}

// TestACustomerIsShownOnlyMoneyThatStays, where they have a view.
func TestACustomerIsShownOnlyMoneyThatStays(t *testing.T) {
	const all, none = "Save as a picture, Show it to the customer, Copy the transaction", "Save as a picture, Copy the transaction"
	for name, c := range map[string]struct {
		change func(*harness, *journal.Sale)
		want   string
	}{
		"paid":     {func(*harness, *journal.Sale) {}, all},
		"no view":  {func(r *harness, _ *journal.Sale) { r.alone = true }, none},
		"owed":     {func(r *harness, s *journal.Sale) { s.OwedSince = r.now }, none},
		"returned": {func(r *harness, s *journal.Sale) { s.OwedSince, s.OwedEnd = r.now, journal.DebtReturned }, none},
	} {
		r := newHarness(t, friday20())
		c.change(r, &r.history.sales[0])
		r.show()
		r.key(fyne.KeyReturn)
		if got := r.offered(); got != c.want {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestAReceiptThatCannotBeReadOffersNothing(t *testing.T) {
	h := friday20()
	delete(h.receipts, 412)
	r := newHarness(t, h).show()
	r.key(fyne.KeyReturn, fyne.KeyF10, fyne.KeyReturn)
	v := r.screen.view
	for _, b := range append(slices.Clone(v.buttons), v.more, v.primary) {
		if b.Visible() {
			t.Errorf("%q is offered", b.Spec().Label)
		}
	}
	if len(r.saved) > 0 || len(r.printed) > 0 {
		t.Errorf("saved %v, printed %v", r.saved, r.printed)
	}
}
