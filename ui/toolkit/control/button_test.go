package control

import (
	"fmt"
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/themed"
)

func TestButtonMeasures(t *testing.T) {
	themed.App(t, theme.Look{})
	for name, x := range map[string]struct {
		b    *Button
		high float32
	}{
		"normal":  {NewButton(ButtonSpec{Label: "Paid cash"}, nil), 56},
		"primary": {NewPrimary("Charge", "Enter", nil), 72},
		"banner":  {NewButton(ButtonSpec{Kind: Outline, Label: "Try now", Height: 48}, nil), 48},
		"dialog":  {NewButton(ButtonSpec{Label: "Set aside", Mid: true, Height: 64}, nil), 64},
	} {
		if got := x.b.MinSize().Height; got != x.high {
			t.Errorf("%s: %v high, want %v", name, got, x.high)
		}
	}
}

func TestButtonDropsTheHintBeforeTheWords(t *testing.T) {
	themed.App(t, theme.Look{})
	b := NewButton(ButtonSpec{Label: "Customer says paid", Icon: "bell", Key: "F3"}, nil)
	b.Resize(fyne.NewSize(300, 56))
	if got := uitest.Lines(b); got != "Customer says paid|F3" {
		t.Errorf("with room: %q", got)
	}
	b.Resize(fyne.NewSize(240, 56))
	if got := uitest.Lines(b); got != "Customer says paid" {
		t.Errorf("with less: %q", got)
	}
	b.Resize(fyne.NewSize(150, 56))
	if got := uitest.Lines(b); got == "Customer says paid" || len(got) < 6 {
		t.Errorf("with little: %q", got)
	}
}

// TestALargeButtonKeepsItsHintBesideItsWords: where they have no room in the middle with
// the cap, they stand before it.
func TestALargeButtonKeepsItsHintBesideItsWords(t *testing.T) {
	for _, rtl := range []bool{false, true} {
		themed.App(t, theme.Look{RTL: rtl})
		b := NewButton(ButtonSpec{Kind: Filled, Large: true, Icon: "refresh", Label: "Check now", Key: "F5"}, nil)
		for _, wide := range []float32{400, 290} {
			b.Resize(fyne.NewSize(wide, 72))
			if got := uitest.Lines(b); got != "Check now|F5" {
				t.Errorf("%v wide, from the right %v: %q", wide, rtl, got)
			}
			_, total := b.content()
			label, key := b.parts.label, b.parts.key
			from, to := label.Position().X, key.Position().X+key.Size().Width
			if rtl {
				from, to = key.Position().X, label.Position().X+label.Size().Width
			}
			if from < b.pad() || to > wide-b.pad()+.5 || !rtl && from+b.parts.label.Size().Width > key.Position().X {
				t.Errorf("%v wide, from the right %v: %v of content from %v to %v", wide, rtl, total, from, to)
			}
		}
		b.Resize(fyne.NewSize(230, 72))
		if got := uitest.Lines(b); got != "Check now" {
			t.Errorf("where there is no room for it, from the right %v: %q", rtl, got)
		}
	}
}

func TestLargeTextHidesHints(t *testing.T) {
	themed.App(t, theme.Look{TextScale: 2})
	b := NewPrimary("Charge", "Enter", nil)
	b.Resize(fyne.NewSize(1000, 72))
	if got := uitest.Lines(b); got != "Charge" {
		t.Errorf("got %q", got)
	}
}

func TestButtonAmountIsAsLargeAsItsWords(t *testing.T) {
	themed.App(t, theme.Look{})
	b := NewButton(ButtonSpec{Kind: Filled, Large: true, Label: "Charge", Amount: "12.500", Currency: "LYD", Key: "Enter"}, nil)
	b.Resize(fyne.NewSize(1086, 72))
	if got := uitest.Lines(b); got != "Charge|12|.500|LYD|Enter" {
		t.Errorf("got %q", got)
	}
	for _, c := range uitest.All[*canvas.Text](b)[:4] {
		if c.TextSize != 28 || c.Color != theme.OnPrimary.NRGBA() {
			t.Errorf("%q: %v %v", c.Text, c.TextSize, c.Color)
		}
	}
	b.Set(ButtonSpec{Kind: Filled, Large: true, Label: "Charge", Key: "Enter"})
	if got := uitest.Lines(b); got != "Charge|Enter" {
		t.Errorf("without amount: %q", got)
	}
}

func TestButtonKindsAreToldApart(t *testing.T) {
	themed.App(t, theme.Look{})
	seen := map[string]Kind{}
	for _, k := range []Kind{Normal, Filled, Tonal, Quiet, Danger, Outline, Inverted} {
		b := NewButton(ButtonSpec{Kind: k, Label: "x", Ink: theme.OnPaid}, nil)
		b.Resize(fyne.NewSize(100, 56))
		test := b.parts
		if test == nil {
			_ = uitest.All[*canvas.Text](b)
			test = b.parts
		}
		key := ""
		for _, c := range []any{test.back.FillColor, test.back.StrokeColor, uitest.All[*canvas.Text](b)[0].Color} {
			key += fmt.Sprintf("%v;", c)
		}
		if other, ok := seen[key]; ok {
			t.Errorf("kinds %d and %d look the same", k, other)
		}
		seen[key] = k
	}
}

func TestFillGrowsFromTheLeadingSide(t *testing.T) {
	for _, rtl := range []bool{false, true} {
		themed.App(t, theme.Look{RTL: rtl})
		b := NewButton(ButtonSpec{Kind: Filled, Large: true, Label: "Sending"}, nil)
		b.Resize(fyne.NewSize(400, 72))
		_ = uitest.All[*canvas.Text](b)
		if b.parts.fill.Visible() {
			t.Error("filled before it began")
		}
		b.SetShare(.25)
		f := b.parts.fill
		want := float32(0)
		if rtl {
			want = 300
		}
		if !f.Visible() || f.Size().Width != 100 || f.Position().X != want {
			t.Errorf("rtl %v: %v at %v", rtl, f.Size(), f.Position())
		}
	}
}

// inks are the colours of all words in a button.
func inks(b *Button) map[color.Color]bool {
	all := map[color.Color]bool{}
	for _, text := range uitest.All[*canvas.Text](b) {
		all[text.Color] = true
	}
	return all
}

func TestAButtonDrawsEveryChange(t *testing.T) {
	themed.App(t, theme.Look{})
	b := NewButton(ButtonSpec{Kind: Filled, Large: true, Label: "Charge", Amount: "12.500", Currency: "LYD"}, nil)
	b.Resize(fyne.NewSize(1086, 72))
	only := func(when string, want theme.Colour) {
		t.Helper()
		if got := inks(b); len(got) != 1 || !got[want.NRGBA()] {
			t.Errorf("%s: inks %v, want %v", when, got, want.NRGBA())
		}
	}
	only("on", theme.OnPrimary)
	b.Disable()
	only("off", theme.Muted)
	b.Enable()
	only("on again", theme.OnPrimary)
	b.Set(ButtonSpec{Kind: Filled, Large: true, Label: "Charge", Amount: "12.600", Currency: "LYD"})
	if got := uitest.Lines(b); got != "Charge|12|.600|LYD" {
		t.Errorf("an amount as wide as the one before reads %q", got)
	}
	b.SetLabel("charge")
	if got := uitest.Lines(b); got != "charge|12|.600|LYD" {
		t.Errorf("reads %q", got)
	}
}

func TestWhatStandsTakesTheLookWithItsNextRefresh(t *testing.T) {
	a := themed.App(t, theme.Look{})
	w := typeset.NewText("Sale", typeset.Body)
	b := NewPrimary("Charge", "", nil)
	win := test.NewTempWindow(t, layout.Rows(0, w, b))
	win.Resize(fyne.NewSize(400, 200))
	theme.Apply(a, theme.Look{Variant: theme.Dark, TextScale: 2})
	w.Refresh()
	b.Refresh()
	c := uitest.All[*canvas.Text](w)[0]
	if c.Color != theme.Text.In(theme.Dark) || c.TextSize != 36 {
		t.Errorf("text is %v, %v", c.Color, c.TextSize)
	}
	if got := b.parts.back.FillColor; got != theme.Primary.In(theme.Dark) {
		t.Errorf("button is %v", got)
	}
}
