package result

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
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/harness"
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
			"key": func(e *End) { e.Press(harness.Name(fyne.KeyF10)) },
			"tap": func(e *End) { e.beside[1].Tapped(nil) },
		} {
			r := newFixture(t)
			r.Env.Practice = practice
			r.deps.Prints, r.deps.Save = harness.WithPrinter(true), saved("Downloads/T-0412.pdf", nil)
			e := New(r.Env, r.deps, harness.Sale(harness.Paid, harness.SlipState(journal.PrintDone, "")))
			r.Window(e)
			harness.Mentions(t, e, "Print", "Save PDF", "New sale")
			press(e) // it was meant for the screen before
			if strings.Contains(uitest.Words(e.Object()), "Downloads") {
				t.Errorf("%s: deaf ends save", what)
			}
			r.Now = r.Now.Add(time.Second)
			press(e)
			harness.Mentions(t, e, "Saved", "Downloads/T-0412.pdf", word)
			e.Press(harness.Name(fyne.KeyF9))
			r.Asked("print #12 by Samira")
			r.Pass(savedTime)
			if text := uitest.Words(e.Object()); strings.Contains(text, "Downloads") || !strings.Contains(text, "T-0412, printed") {
				t.Errorf("%s: later it says %q", what, text)
			}
		}
	}
}

func TestAReceiptThatWasNotSavedSaysSo(t *testing.T) {
	r := newFixture(t)
	r.deps.Save = saved("", errors.New("no room"))
	e := New(r.Env, r.deps, harness.Sale(harness.Paid))
	r.Window(e)
	r.Now = r.Now.Add(time.Second)
	e.Press(harness.Name(fyne.KeyF10))
	harness.Mentions(t, e, "Not saved", "Check the disk")
	if len(r.Shell.Went) != 0 {
		t.Errorf("it led to %v", r.Shell.Went)
	}
}

// TestAReceiptThatWasNotSavedIsSaidElsewhere where the end is no longer shown.
func TestAReceiptThatWasNotSavedIsSaidElsewhere(t *testing.T) {
	r := newFixture(t)
	var missed []string
	r.Env.Missed = func(about, text string) { missed = append(missed, about+": "+text) }
	var answer func()
	r.Env.Go = func(f func()) { answer = f }
	r.deps.Save = saved("", errors.New("no room"))
	e := New(r.Env, r.deps, harness.Sale(harness.Paid))
	r.Window(e)
	r.Now = r.Now.Add(time.Second)
	e.Press(harness.Name(fyne.KeyF10))
	e.Hidden()
	answer()
	if got := strings.Join(missed, "; "); !strings.Contains(got, "T-0412: Not saved") {
		t.Errorf("it is said elsewhere: %q", got)
	}
}

// Only what is paid has a receipt: no other end offers one.
func TestOnlyPaidOffersItsReceipt(t *testing.T) {
	r := newFixture(t)
	calls := 0
	r.deps.Prints = harness.WithPrinter(true)
	r.deps.Save = func(context.Context, uint64) (string, error) { calls++; return "", nil }
	for _, v := range []journal.View{harness.Sale(harness.State(core.StateFailed)), harness.Sale(harness.State(core.StateExpired)), harness.Sale(func(v *journal.View) { v.Step = journal.StepNotSent })} {
		e := New(r.Env, r.deps, v)
		r.Window(e)
		r.Now = r.Now.Add(time.Second)
		if e.Press(harness.Name(fyne.KeyF10)) || e.Press(harness.Name(fyne.KeyF9)) || strings.Contains(uitest.Words(e.Object()), "Save PDF") || calls > 0 {
			t.Errorf("%s offers a receipt: %s", v.Status(), uitest.Words(e.Object()))
		}
	}
}

// TestTheKeysOfPaidFit: in every language and size, beside the primary.
func TestTheKeysOfPaidFit(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, size := range overflow.Some(fyne.NewSize(1134, 638), fyne.NewSize(928, 588)) {
			for _, text := range overflow.Some[float32](1, 1.5, 2) {
				r := newFixture(t)
				if err := r.Env.Words.Use(lang); err != nil {
					t.Fatal(err)
				}
				r.Apply(theme.Look{Small: size.Width < 1000, RTL: lang == words.Arabic, TextScale: text})
				r.Env.Practice, r.Size = false, size
				r.deps.Takes = func(journal.SaleID) bool { return true }
				r.deps.Prints, r.deps.Save = harness.WithPrinter(true), saved("x", nil)
				e := New(r.Env, r.deps, harness.Sale(harness.Paid, harness.SlipState(journal.PrintDone, "")))
				w := r.Window(e)
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
