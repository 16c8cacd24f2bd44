package outline

import (
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
)

// recorder is a test that remembers that it failed.
type recorder struct {
	testing.TB
	failed bool
}

func (r *recorder) Helper()               {}
func (r *recorder) Errorf(string, ...any) { r.failed = true }

// sample is a card with a word, a button that is off, something hidden and a
// widget with nothing to show.
func sample() (*fyne.Container, *canvas.Text) {
	ground := canvas.NewRectangle(theme.Card.NRGBA())
	ground.StrokeColor, ground.StrokeWidth, ground.CornerRadius = color.NRGBA{R: 1, G: 2, B: 3, A: 4}, 1, 12
	ground.Resize(fyne.NewSize(200, 100.25))
	word := canvas.NewText("Paid\u200f", theme.Paid.NRGBA())
	word.Move(fyne.NewPos(-0.04, 8.06))
	word.Resize(fyne.NewSize(40, 20))
	off := widget.NewCheck("", nil)
	off.Disable()
	off.Resize(fyne.NewSize(30, 30))
	hidden := canvas.NewText("not there", theme.Text.NRGBA())
	hidden.Hide()
	return container.NewWithoutLayout(ground, word, container.NewWithoutLayout(off), hidden, widget.NewSeparator()), word
}

func TestOutlineTellsKindPlaceColourAndState(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New())
	o, word := sample()
	CheckObject(t, "sample", o)
	if *update {
		return
	}
	for name, change := range map[string]func(){
		"place":  func() { word.Move(fyne.NewPos(1, 8)) },
		"size":   func() { word.Resize(fyne.NewSize(41, 20)) },
		"words":  func() { word.Text = "Paid" },
		"colour": func() { word.Color = theme.Failed.NRGBA() },
		"hidden": func() { word.Hide() },
		"state":  func() { o.Objects[2].(*fyne.Container).Objects[0].(*widget.Check).Enable() },
		"order":  func() { o.Objects[0], o.Objects[1] = o.Objects[1], o.Objects[0] },
	} {
		o, word = sample()
		change()
		r := &recorder{TB: t}
		CheckObject(r, "sample", o)
		if !r.failed {
			t.Errorf("a change of %s is not seen", name)
		}
	}
}

func TestOutlineOfAWindowHasFocusAndOverlays(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New())
	entry := widget.NewCheck("", nil)
	w := test.NewWindow(entry)
	defer w.Close()
	w.Canvas().Focus(entry)
	Check(t, "focus", w.Canvas())
	w.Canvas().Overlays().Add(container.NewWithoutLayout(canvas.NewText("over", theme.Text.NRGBA())))
	Check(t, "overlay", w.Canvas())
}

func TestDiffShowsTheLinesThatDiffer(t *testing.T) {
	for _, c := range []struct{ want, got, diff string }{
		{"a\nb\nc\n", "a\nb\nc\n", ""},
		{"a\nb\nc\nd\n", "a\nB\nc\nd\ne\n", "    1  a\n    -  b\n    +  B\n    4  d\n    +  e\n"},
		{"a\nb\n", "b\n", "    -  a\n"},
		{"", "a\n", "    +  a\n"},
	} {
		if got := diff(c.want, c.got); got != c.diff {
			t.Errorf("%q and %q:\n%s", c.want, c.got, got)
		}
	}
}
