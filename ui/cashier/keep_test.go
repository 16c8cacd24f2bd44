package cashier

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/theme"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/words"
)

// saved is a place for files, or none.
func saved(place string, err error) func(context.Context, uint64) (string, error) {
	return func(context.Context, uint64) (string, error) { return place, err }
}

// TestAReceiptIsOneKeyAway: F9 prints and F10 saves a paid sale, by key and by
// tap, in practice too; what became of the file is said for a while.
func TestAReceiptIsOneKeyAway(t *testing.T) {
	for practice, word := range map[bool]string{false: "PAID", true: "PRACTICE"} {
		for what, press := range map[string]func(e *End){
			"key": func(e *End) { e.Press(name(fyne.KeyF10)) },
			"tap": func(e *End) { e.beside[1].Tapped(nil) },
		} {
			r := newHarness(t)
			r.deps.Practice = practice
			r.deps.Offer.Printer, r.deps.Offer.Save = withPrinter(true), saved("Downloads/T-0412.pdf", nil)
			e := NewEnd(r.deps, sale(paid, slipState(journal.PrintDone, "")))
			r.window(e)
			mentions(t, e, "Print", "Save PDF", "New sale")
			press(e) // it was meant for the screen before
			if strings.Contains(read(e.Object()), "Downloads") {
				t.Errorf("%s: deaf ends save", what)
			}
			r.now = r.now.Add(time.Second)
			press(e)
			mentions(t, e, "Saved", "Downloads/T-0412.pdf", word)
			e.Press(name(fyne.KeyF9))
			r.asked("print #12 by Samira")
			r.pass(savedTime)
			if text := read(e.Object()); strings.Contains(text, "Downloads") || !strings.Contains(text, "T-0412, printed") {
				t.Errorf("%s: later it says %q", what, text)
			}
		}
	}
}

func TestAReceiptThatWasNotSavedSaysSo(t *testing.T) {
	r := newHarness(t)
	r.deps.Offer.Save = saved("", errors.New("no room"))
	e := NewEnd(r.deps, sale(paid))
	r.window(e)
	r.now = r.now.Add(time.Second)
	e.Press(name(fyne.KeyF10))
	mentions(t, e, "Not saved", "Check the disk")
	if len(r.steps.went) != 0 {
		t.Errorf("it led to %v", r.steps.went)
	}
}

// Only what is paid has a receipt: no other end offers one.
func TestOnlyPaidOffersItsReceipt(t *testing.T) {
	r := newHarness(t)
	calls := 0
	r.deps.Offer.Printer = withPrinter(true)
	r.deps.Offer.Save = func(context.Context, uint64) (string, error) { calls++; return "", nil }
	for _, v := range []journal.View{sale(state(core.StateFailed)), sale(state(core.StateExpired)), sale(func(v *journal.View) { v.Step = journal.StepNotSent })} {
		e := NewEnd(r.deps, v)
		r.window(e)
		r.now = r.now.Add(time.Second)
		if e.Press(name(fyne.KeyF10)) || e.Press(name(fyne.KeyF9)) || strings.Contains(read(e.Object()), "Save PDF") || calls > 0 {
			t.Errorf("%s offers a receipt: %s", v.Status(), read(e.Object()))
		}
	}
}

// TestTheKeysOfPaidFit: in every language and size, beside the primary.
func TestTheKeysOfPaidFit(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, size := range overflow.Some(fyne.NewSize(1134, 638), fyne.NewSize(928, 588)) {
			for _, text := range overflow.Some[float32](1, 1.5, 2) {
				r := newHarness(t)
				if err := r.deps.Words.Use(lang); err != nil {
					t.Fatal(err)
				}
				r.apply(theme.Look{Small: size.Width < 1000, RTL: lang == words.Arabic, TextScale: text})
				r.deps.Practice, r.size = false, size
				r.deps.Customer = &fakeCustomer{sees: sale().ID, takes: true}
				r.deps.Offer.Printer, r.deps.Offer.Save = withPrinter(true), saved("x", nil)
				e := NewEnd(r.deps, sale(paid, slipState(journal.PrintDone, "")))
				w := r.window(e)
				if h := e.HeightFor(size.Width); h > size.Height {
					w.Resize(fyne.NewSize(size.Width, h))
				}
				for _, f := range overflow.Faults(w.Canvas()) {
					t.Errorf("%s %v %.1f: %s", lang, size, text, f)
				}
			}
		}
	}
}
