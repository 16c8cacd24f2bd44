package control

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/themed"
)

func TestEachKeyOfAPadSaysItself(t *testing.T) {
	themed.App(t, theme.Look{})
	for name, make := range map[string]func(func(PadKey)) *Keypad{
		"sale": func(f func(PadKey)) *Keypad { return NewSalePad("Clear", f) },
		"code": func(f func(PadKey)) *Keypad { return NewDigitPad("Clear", 8, f) },
	} {
		var got []PadKey
		p := make(func(k PadKey) { got = append(got, k) })
		p.Resize(fyne.NewSize(484, 466))
		_ = uitest.All[*canvas.Text](p)
		var want []PadKey
		for _, c := range p.cells {
			test.Tap(c.button)
			want = append(want, c.key)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) || len(got) < 12 {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

func TestAPadIsNeverMirrored(t *testing.T) {
	places := func(rtl bool) string {
		themed.App(t, theme.Look{RTL: rtl})
		p := NewSalePad("Clear", nil)
		p.Resize(fyne.NewSize(484, 466))
		_ = uitest.All[*canvas.Text](p)
		s := ""
		for _, c := range p.cells {
			s += fmt.Sprint(c.key, c.button.Position(), c.button.Size())
		}
		return s
	}
	if places(false) != places(true) {
		t.Error("keys change places with the language")
	}
}

func TestSalePadMeasures(t *testing.T) {
	themed.App(t, theme.Look{})
	p := NewSalePad("Clear", nil)
	if w := p.MinSize().Width; w != 484 {
		t.Errorf("%v wide", w)
	}
	p.Resize(fyne.NewSize(484, 466))
	_ = uitest.All[*canvas.Text](p)
	for _, c := range p.cells {
		s := c.button.Size()
		want := fyne.NewSize(112, 107.5)
		if c.rowsTall == 2 {
			want.Height = 227
		}
		if s != want {
			t.Errorf("%s: %v, want %v", c.key, s, want)
		}
	}
}

func TestAKeyThatIsOffIsDeaf(t *testing.T) {
	themed.App(t, theme.Look{})
	n := 0
	p := NewSalePad("Clear", func(PadKey) { n++ })
	p.each(PadPoint, func(b *padButton) { b.SetDisabled(true) })
	for _, c := range p.cells {
		if c.key == PadPoint {
			test.Tap(c.button)
		}
	}
	p.SetAllEnabled(false)
	for _, c := range p.cells {
		test.Tap(c.button)
	}
	if n != 0 {
		t.Errorf("%d presses", n)
	}
}
