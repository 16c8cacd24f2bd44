package ui

import (
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/ui/uitest"
	"sanduq/ui/widgets"
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
	r.shell.show(place{spot: spotAmount})
	r.win.Canvas().Focus(r.shell.sidebar.order[2])
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
		for name, root := range map[string]fyne.CanvasObject{"work": r.shell.work.root, "bar": r.shell.bar.root, "strip": r.shell.sidebar.root} {
			if within(root, f) {
				where = name
			}
		}
		if len(at) == 0 && !within(uitest.All[*widgets.Field](r.shell.work.root)[0], f) {
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
