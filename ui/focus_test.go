package ui

import (
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/ui/keys"
	"sanduq/ui/shell/navigation"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/input"
	"sanduq/ui/uitest"
)

// crowd is eight sales in flight.
func crowd(r *harness, _ *Options) {
	for n := range 8 {
		r.till.sales = append(r.till.sales, sale(n+1))
	}
	r.till.next = 9
}

// TestALetterOnSaleGoesToTheReference, wherever the focus is, and what follows
// it goes there too.
func TestALetterOnSaleGoesToTheReference(t *testing.T) {
	r := newHarness(t, crowd)
	r.runes("12.5")
	r.runes("A")
	r.pass(time.Second)
	if r.win.Canvas().Focused() == nil {
		t.Fatal("a letter typed on Sale goes nowhere")
	}
	r.runesIn("17-b")
	r.picture("row-11")
	if d := r.shell.typed.draft; d.Reference != "A17-b" || d.Amount.Text() != "12.500" {
		t.Errorf("reference %q, amount %s", d.Reference, d.Amount.Text())
	}
	r.keys(fyne.KeyReturn, fyne.KeyReturn)
	r.says("How does the customer pay?")
	r.shell.show(navigation.Place{Location: navigation.Amount})
	r.win.Canvas().Focus(r.tiles()[2])
	r.win.Canvas().Focused().TypedRune('x')
	r.pass(time.Second)
	if d := r.shell.typed.draft; d.Reference != "A17-bx" {
		t.Errorf("from the sidebar: reference %q", d.Reference)
	}
}

// TestAScanWithLettersIsWhole: its first characters may look like an amount, and
// the focus does not move in the middle of it.
func TestAScanWithLettersIsWhole(t *testing.T) {
	for _, code := range []string{"AB12345678", "12AB345678", "12345678AB"} {
		r := newHarness(t)
		r.runes("7.5")
		r.now = r.now.Add(time.Second)
		for _, c := range code {
			r.now = r.now.Add(5 * time.Millisecond)
			r.win.Canvas().OnTypedRune()(c)
		}
		r.now = r.now.Add(5 * time.Millisecond)
		r.keys(fyne.KeyReturn)
		r.pass(time.Second)
		if d := r.shell.typed.draft; d.Reference != code || d.Amount.Text() != "7.500" {
			t.Errorf("%s: reference %q, amount %s", code, d.Reference, d.Amount.Text())
		}
	}
}

// timed lets what waits happen when its time has come, in its order.
type timed struct {
	r   *harness
	due []struct {
		at time.Time
		do func()
	}
}

func (w *timed) after(d time.Duration, do func()) func() {
	w.due = append(w.due, struct {
		at time.Time
		do func()
	}{w.r.now.Add(d), do})
	return func() {}
}

func (w *timed) wait(d time.Duration) {
	until := w.r.now.Add(d)
	for {
		next := -1
		for i, one := range w.due {
			if !one.at.After(until) && (next < 0 || one.at.Before(w.due[next].at)) {
				next = i
			}
		}
		if next < 0 {
			w.r.now = until
			return
		}
		one := w.due[next]
		w.due = slices.Delete(w.due, next, next+1)
		w.r.now = one.at
		one.do()
	}
}

// TestAScanThatStallsIsWhole: the window was slow to hear one of its characters, and the
// rest finds the same field as its first.
func TestAScanThatStallsIsWhole(t *testing.T) {
	waits := &timed{}
	r := newHarness(t, func(r *harness, _ *Options) { waits.r, r.env.After = r, waits.after })
	clock := input.TypedAt
	input.TypedAt = func() time.Time { return r.now }
	t.Cleanup(func() { input.TypedAt = clock })
	for _, code := range []string{"628100AB", "6A281007", "12AB345678"} {
		for at := 2; at < len(code); at++ {
			for _, sends := range []bool{true, false} {
				r.shell.typed.begin("LYD")
				r.shell.show(navigation.Place{Location: navigation.Amount})
				r.runes("7.5")
				waits.wait(time.Second)
				for i, c := range code {
					waits.wait(map[bool]time.Duration{true: keys.StallGap - time.Millisecond, false: 5 * time.Millisecond}[i == at])
					if f := r.win.Canvas().Focused(); f != nil {
						f.TypedRune(c)
						continue
					}
					r.win.Canvas().OnTypedRune()(c)
				}
				if waits.wait(5 * time.Millisecond); sends {
					r.keys(fyne.KeyReturn)
				}
				waits.wait(time.Second)
				if d := r.shell.typed.draft; d.Reference != code || d.Amount.Text() != "7.500" {
					t.Errorf("%s, stalled before its %q, Enter %v: reference %q, amount %s", code, code[at], sends, d.Reference, d.Amount.Text())
				}
			}
		}
	}
}

// TestWhatIsTakenBackIsALetter: a hand that types fast has not left the reference yet.
func TestWhatIsTakenBackIsALetter(t *testing.T) {
	r := newHarness(t)
	r.runes("12")
	for _, c := range "ab" {
		r.now = r.now.Add(60 * time.Millisecond)
		r.win.Canvas().OnTypedRune()(c)
	}
	r.keys(fyne.KeyBackspace)
	if d := r.shell.typed.draft; d.Reference != "a" || d.Amount.Text() != "12.000" {
		t.Errorf("reference %q, amount %s", d.Reference, d.Amount.Text())
	}
}

// TestTheOrderOfFocusIsTheOrderOfWork: first what is worked on, from its top,
// then the tools, then the sales.
func TestTheOrderOfFocusIsTheOrderOfWork(t *testing.T) {
	r := newHarness(t, crowd)
	c := r.win.Canvas().(interface{ FocusNext() })
	var at []string
	for range 60 {
		c.FocusNext()
		f := r.win.Canvas().Focused().(fyne.CanvasObject)
		where := "?"
		for name, root := range map[string]fyne.CanvasObject{"work": r.shell.work.Object(), "bar": r.shell.bar.Object(), "strip": r.shell.sidebar.Object()} {
			if within(root, f) {
				where = name
			}
		}
		if len(at) == 0 && !within(uitest.All[*control.Field](r.shell.work.Object())[0], f) {
			t.Errorf("the first Tab leads to a %T of %s, not to the reference", f, where)
		}
		if n := len(at); n == 0 || at[n-1] != where {
			at = append(at, where)
		}
		if len(at) == 4 {
			break
		}
	}
	if !slices.Equal(at, []string{"work", "bar", "strip", "work"}) {
		t.Errorf("Tab leads through %v", at)
	}
}

func within(root, one fyne.CanvasObject) (found bool) {
	uitest.Walk(root, func(o fyne.CanvasObject) { found = found || o == one })
	return found
}
