package result

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/screen"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/harness"
)

func digits(r *fixture, e *End, all string) {
	for _, one := range all {
		r.Now = r.Now.Add(100 * time.Millisecond)
		e.Press(screen.KeyPress{Rune: one})
	}
}

// TestDigitsTypedOnPaidStartTheNextSale, whole: also those of a hand that began before the
// end could be read, and never some that were typed long ago.
func TestDigitsTypedOnPaidStartTheNextSale(t *testing.T) {
	for name, c := range map[string]struct {
		wait   time.Duration
		first  string
		pause  time.Duration
		second string
		want   string
	}{
		"after it was read":            {wait: time.Second, second: "1", want: "begin 1"},
		"a point":                      {wait: time.Second, second: ".", want: "begin ."},
		"in Arabic":                    {wait: time.Second, second: "٧", want: "begin ٧"},
		"begun too early":              {wait: 300 * time.Millisecond, first: "12", pause: 300 * time.Millisecond, second: "5", want: "begin 125"},
		"of what was there before":     {first: "7", pause: 5 * time.Second, second: "5", want: "begin 5"},
		"all too early":                {first: "123"},
		"a letter is no amount":        {wait: time.Second, second: "x"},
		"a letter among the early":     {wait: 300 * time.Millisecond, first: "1x", pause: 400 * time.Millisecond, second: "5", want: "begin 5"},
		"nothing of a barcode is kept": {wait: 300 * time.Millisecond, first: "1", pause: time.Second, second: "2", want: "begin 2"},
	} {
		r := newFixture(t)
		e := New(r.Env, r.deps, harness.Sale(harness.Paid))
		r.Window(e)
		r.Pass(c.wait)
		digits(r, e, c.first)
		if len(r.Shell.Went) > 0 {
			t.Errorf("%s: left at once for %v", name, r.Shell.Went)
		}
		r.Pass(c.pause)
		digits(r, e, c.second)
		if got := strings.Join(r.Shell.Went, ", "); got != c.want {
			t.Errorf("%s: went %q, want %q", name, got, c.want)
		}
		if c.want != "" {
			r.Asked("acknowledge #12")
		}
	}
}

// TestDigitsBeginNothingWhereThePaymentIsTriedAgain: the sale is not over there.
func TestDigitsBeginNothingWhereThePaymentIsTriedAgain(t *testing.T) {
	r := newFixture(t)
	e := New(r.Env, r.deps, harness.Sale(harness.State(core.StateExpired)))
	r.Window(e)
	r.Pass(time.Second)
	digits(r, e, "12")
	r.Went()
}

// TestAnEnterThatComesTooEarlyIsSeen and decides nothing.
func TestAnEnterThatComesTooEarlyIsSeen(t *testing.T) {
	for _, v := range []journal.View{harness.Sale(harness.Paid), harness.Sale(harness.State(core.StateFailed))} {
		r := newFixture(t)
		e := New(r.Env, r.deps, v)
		r.Window(e)
		before := uitest.Words(e.Object())
		r.Now = r.Now.Add(300 * time.Millisecond)
		e.Press(harness.Name(fyne.KeyReturn))
		r.Went()
		harness.Mentions(t, e, "Read this first")
		r.Picture("early-enter-"+string(v.Status()), e)
		r.Pass(800 * time.Millisecond)
		if got := uitest.Words(e.Object()); got != before {
			t.Errorf("afterwards it says %q", got)
		}
		e.Press(harness.Name(fyne.KeyReturn))
		if len(r.Shell.Went) != 1 {
			t.Errorf("went %v", r.Shell.Went)
		}
	}
}

// TestTheEndOfAWrongAmountOffersItToNobody.
func TestTheEndOfAWrongAmountOffersItToNobody(t *testing.T) {
	for _, s := range []core.State{core.StateFailed, core.StateExpired} {
		r := newFixture(t)
		e := New(r.Env, r.deps, harness.Sale(harness.State(s), func(v *journal.View) {
			v.SetAside = &journal.Decision{At: harness.Noon, Reason: pay.ReasonWrongAmount}
		}))
		r.Window(e)
		if spec := e.primary.Spec(); spec.Amount != "" || spec.Label != "New payment" {
			t.Errorf("%s: offers %s %s", s, spec.Label, spec.Amount)
		}
	}
}
