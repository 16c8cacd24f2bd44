package result

import (
	"fmt"
	"image"
	"image/color"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/theme"
	"sanduq/ui/uitest/harness"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/words"
)

// TestPaidSaysWhatBecameOfItsSlip: the number of the receipt as long as all is
// well, and a button in its place as soon as somebody may do something.
func TestPaidSaysWhatBecameOfItsSlip(t *testing.T) {
	for _, c := range []struct {
		print       journal.PrintState
		fault       string
		none        bool
		fact        string // blank where the button is
		name, label string // of the button
	}{
		{journal.PrintNone, "", true, "T-0412", "", ""},
		{journal.PrintNone, "", false, "", "Receipt", "Print"},
		{journal.PrintPending, "", false, "T-0412, printing", "", ""},
		{journal.PrintStarted, "", false, "T-0412, printing", "", ""},
		{journal.PrintDone, "", false, "T-0412, printed", "", ""},
		{journal.PrintDone, "no-paper", false, "T-0412, printed", "", ""},
		{journal.PrintHanded, "", false, "T-0412, with the printer", "", ""},
		{journal.PrintPending, "no-paper", false, "", "Not printed. Put paper in.", "Print again"},
		{journal.PrintPending, "unreachable", false, "", "Not printed. Is it switched on?", "Print again"},
		{journal.PrintMissed, "", false, "", "Not printed. Try again.", "Print again"},
		{journal.PrintMissed, "gone", false, "", "Not printed. See Settings.", "Print again"},
		{journal.PrintDoubtful, "stalled", false, "", "May be printed: check first.", "Print again"},
	} {
		r := newFixture(t)
		r.Env.Practice = false
		r.deps.Prints = harness.WithPrinter(!c.none)
		e := New(r.Env, r.deps, harness.Sale(harness.Paid, harness.SlipState(c.print, c.fault)))
		r.Window(e)
		fact, shown := e.facts[3][1].Text(), !e.paper.button.Hidden
		if shown != (c.fact == "") || e.facts[3][0].Hidden != shown || !shown && fact != c.fact ||
			shown && (e.paper.button.Name() != c.name || e.paper.button.Label() != c.label) {
			t.Errorf("%q, %q wrong: fact %q, button %v %q %q", c.print, c.fault, fact, shown, e.paper.button.Name(), e.paper.button.Label())
		}
		harness.Mentions(t, e, "PAID", "Hand over goods.")
	}
}

// TestPaperMovesNothing: a printer without paper takes nothing of what is said
// about money, and nothing moves when it comes to that.
func TestPaperMovesNothing(t *testing.T) {
	r := newFixture(t)
	r.Env.Practice = false
	r.deps.Prints = harness.WithPrinter(true)
	e := New(r.Env, r.deps, harness.Sale(harness.Paid, harness.SlipState(journal.PrintPending, "")))
	r.Window(e)
	places := func() (all []fyne.Position) {
		for _, o := range []fyne.CanvasObject{e.icon, e.word, e.amount, e.instr, e.number, e.rule, e.facts[0][0], e.facts[3][0], e.primary} {
			all = append(all, o.Position())
		}
		return all
	}
	before, fill := fmt.Sprint(places()), e.fill
	e.Update(harness.Sale(harness.Paid, harness.SlipState(journal.PrintPending, "no-paper")))
	if now := fmt.Sprint(places()); now != before || e.fill != fill || e.fill == nil {
		t.Errorf("moved:\n%s\n%s", before, now)
	}
}

func TestPrintAgain(t *testing.T) {
	for what, press := range map[string]func(*End){
		"tap": func(e *End) { e.paper.button.Tapped(nil) },
		"F9":  func(e *End) { e.Press(harness.Name(fyne.KeyF9)) },
	} {
		r := newFixture(t)
		r.deps.Prints = harness.WithPrinter(true)
		r.Till.Err = &journal.Error{Code: journal.CodePaper, Err: &journal.PaperError{Code: "no-paper"}}
		e := New(r.Env, r.deps, harness.Sale(harness.Paid, harness.SlipState(journal.PrintMissed, "no-paper")))
		r.Window(e)
		press(e) // it was meant for the screen before
		if len(r.Till.Asked) != 0 {
			t.Errorf("%s: deaf ends print: %v", what, r.Till.Asked)
		}
		r.Pass(time.Second)
		press(e)
		if fmt.Sprint(r.Till.Asked) != "[print #12 by Samira]" || len(r.Shell.Went) != 0 {
			t.Errorf("%s: asked %v, went %v", what, r.Till.Asked, r.Shell.Went)
		}
		if e.paper.button.Label() != "Print again" || e.paper.busy {
			t.Errorf("%s: afterwards %q", what, e.paper.button.Label())
		}
	}
}

// TestTheSlipOfPractice: it is in the corner once it came out, closer after a
// tap, and not there where money moves.
func TestTheSlipOfPractice(t *testing.T) {
	paper := image.NewPaletted(image.Rect(0, 0, 576, 900), color.Palette{color.White, color.Black})
	r := newFixture(t)
	var of journal.SaleID
	r.deps.Prints, r.deps.Slip = harness.WithPrinter(true), func(id journal.SaleID) image.Image { of = id; return paper }
	e := New(r.Env, r.deps, harness.Sale(harness.Paid, harness.SlipState(journal.PrintPending, "")))
	r.Window(e)
	if e.slip.Visible() {
		t.Error("a slip that did not come out is shown")
	}
	e.Update(harness.Sale(harness.Paid, harness.SlipState(journal.PrintDone, "")))
	small := e.slip.Size()
	if !e.slip.Visible() || small.Width < slipNarrow || small.Height < slipNarrow {
		t.Fatalf("visible %v, %v", e.slip.Visible(), small)
	}
	if end := e.slip.Position().X; end < e.word.Position().X+e.word.Width() {
		t.Errorf("it lies over the word: %v", end)
	}
	if of != e.view.ID {
		t.Errorf("shown is the slip of sale %q, this is %q", of, e.view.ID)
	}
	e.slip.Tapped(nil)
	if near := e.slip.Size(); near.Height <= small.Height {
		t.Errorf("held closer it is %v, before %v", near, small)
	}
}

func TestPaperFits(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, size := range overflow.Some(fyne.NewSize(1134, 610), fyne.NewSize(928, 560)) {
			for _, code := range []string{"no-paper", "cover-open", "unreachable", "fault", "gone", ""} {
				r := newFixture(t)
				if err := r.Env.Words.Use(lang); err != nil {
					t.Fatal(err)
				}
				r.Apply(theme.Look{Small: size.Width < 1000, RTL: lang == words.Arabic})
				r.Env.Practice = false
				r.deps.Prints = harness.WithPrinter(true)
				for _, state := range []journal.PrintState{journal.PrintMissed, journal.PrintDoubtful} {
					e := New(r.Env, r.deps, harness.Sale(harness.Paid, harness.SlipState(state, code)))
					w := r.Window(e)
					w.Resize(size)
					if faults := overflow.Faults(w.Canvas()); len(faults) > 0 {
						t.Errorf("%s %v %q: %s", lang, size, code, strings.Join(faults, "; "))
					}
				}
			}
		}
	}
}

// TestPaidWithoutPaperInEveryLook is for eyes.
func TestPaidWithoutPaperInEveryLook(t *testing.T) {
	for name, c := range map[string]struct {
		lang  string
		look  theme.Look
		state journal.PrintState
		size  fyne.Size
	}{
		"en": {words.English, theme.Look{}, journal.PrintMissed, fyne.NewSize(1134, 638)}, "ar": {words.Arabic, theme.Look{RTL: true}, journal.PrintMissed, fyne.NewSize(1134, 638)},
		"fr": {words.French, theme.Look{}, journal.PrintMissed, fyne.NewSize(1134, 638)}, "dark": {words.English, theme.Look{Variant: theme.Dark}, journal.PrintDoubtful, fyne.NewSize(1134, 638)},
		"small": {words.English, theme.Look{Small: true}, journal.PrintMissed, fyne.NewSize(928, 588)}, "demand": {words.English, theme.Look{}, journal.PrintNone, fyne.NewSize(1134, 638)},
		"printing": {words.English, theme.Look{}, journal.PrintStarted, fyne.NewSize(1134, 638)},
	} {
		r := newFixture(t)
		if err := r.Env.Words.Use(c.lang); err != nil {
			t.Fatal(err)
		}
		r.Apply(c.look)
		r.Env.Practice, r.Size = false, c.size
		r.deps.Prints = harness.WithPrinter(true)
		fault := "no-paper"
		if c.state == journal.PrintNone || c.state == journal.PrintStarted {
			fault = ""
		}
		e := New(r.Env, r.deps, harness.Sale(harness.Paid, harness.SlipState(c.state, fault)))
		r.Picture("paid-paper-"+name, e)
		if e.paper.button.Hidden != (c.state == journal.PrintStarted) {
			t.Errorf("%s: button hidden %v", name, e.paper.button.Hidden)
		}
	}
}
