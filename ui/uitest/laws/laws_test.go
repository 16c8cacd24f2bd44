package laws

import (
	"image/color"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/dialog"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/uitest"
)

// shown is a window with two buttons beside each other, and over them whatever
// is given.
func shown(t *testing.T, second control.Kind, over ...fyne.CanvasObject) fyne.Window {
	uitest.NewApp(t)
	theme.Apply(fyne.CurrentApp(), theme.Look{Still: true})
	t.Cleanup(func() { theme.Use(theme.Look{}) })
	a := control.NewPrimary("Save", "Enter", nil)
	b := control.NewButton(control.ButtonSpec{Label: "Other", Kind: second}, nil)
	a.Resize(fyne.NewSize(200, 72))
	b.Resize(fyne.NewSize(200, 56))
	b.Move(fyne.NewPos(240, 0))
	w := test.NewTempWindow(t, container.NewWithoutLayout(append([]fyne.CanvasObject{a, b}, over...)...))
	w.Resize(fyne.NewSize(600, 300))
	return w
}

func TestEachLawFindsWhatBreaksIt(t *testing.T) {
	lid := canvas.NewRectangle(theme.Card.NRGBA())
	lid.Resize(fyne.NewSize(100, 100))
	lid.Move(fyne.NewPos(350, 10))
	for _, c := range []struct {
		name string
		make func() fyne.Window
		want string
	}{
		{"all is well", func() fyne.Window { return shown(t, control.Normal) }, ""},
		{"two primaries", func() fyne.Window { return shown(t, control.Filled) }, `one primary: 2 of them: control.Button "Save Enter", control.Button "Other"`},
		{"half covered", func() fyne.Window { return shown(t, control.Normal, lid) }, `no covered control: control.Button "Other"`},
		{"two rings", func() fyne.Window {
			slots := control.NewSlots(6)
			slots.Resize(fyne.NewSize(400, 88))
			slots.Move(fyne.NewPos(0, 120))
			w := shown(t, control.Normal, slots)
			w.Canvas().FocusNext()
			return w
		}, `one focus ring: 2 of them: control.Button "Save Enter", control.Slots`},
		{"a primary out of view", func() fyne.Window {
			w := shown(t, control.Normal)
			w.Resize(fyne.NewSize(600, 60))
			return w
		}, `in view: control.Button "Save Enter"`},
		{"slots of a code scrolled away", func() fyne.Window {
			slots := control.NewSlots(6)
			slots.Resize(fyne.NewSize(400, 88))
			scroll := container.NewVScroll(layout.Fixed(400, 88, slots))
			scroll.Resize(fyne.NewSize(400, 60))
			scroll.Move(fyne.NewPos(0, 120))
			return shown(t, control.Normal, scroll)
		}, `in view: control.Slots`},
		{"a problem out of view", func() fyne.Window {
			field := control.NewField(control.FieldSpec{Label: "Name"})
			field.SetProblem("This is needed.")
			field.Resize(field.MinSize())
			field.Move(fyne.NewPos(0, 220))
			return shown(t, control.Normal, field)
		}, `problem in view: "This is needed."`},
		{"words over an icon", func() fyne.Window {
			icon, words := graphic.NewIcon("cash", 72, theme.Primary), typeset.NewText("Cash", typeset.Title)
			icon.Resize(fyne.NewSize(72, 72))
			icon.Move(fyne.NewPos(0, 120))
			words.Resize(words.MinSize())
			words.Move(fyne.NewPos(20, 150))
			return shown(t, control.Normal, icon, words)
		}, `no words over icons: "Cash" of typeset.Text "Cash"`},
		{"words that hardly stand out", func() fyne.Window {
			ground, faint := canvas.NewRectangle(color.White), canvas.NewText("Faint", color.Gray{Y: 0xd0})
			ground.Resize(fyne.NewSize(300, 60))
			faint.Resize(faint.MinSize())
			for _, o := range []fyne.CanvasObject{ground, faint} {
				o.Move(fyne.NewPos(0, 120))
			}
			return shown(t, control.Normal, ground, faint)
		}, `contrast: "Faint" of the window stands out by 1.5`},
		{"a primary below a decision is not offered", func() fyne.Window {
			w := shown(t, control.Normal)
			yes := control.NewPrimary("Yes", "Enter", nil)
			dialog.ShowDecision(w.Canvas(), yes, 0, yes, nil)
			return w
		}, ""},
		{"what looks like the primary has not the keys", func() fyne.Window {
			w := shown(t, control.Normal)
			no := control.NewButton(control.ButtonSpec{Label: "No", Height: 64}, nil)
			dialog.ShowDecision(w.Canvas(), layout.Rows(theme.S4, no, control.NewPrimary("Yes", "Enter", nil)), 0, no, nil)
			return w
		}, `Enter: it presses control.Button "No", and control.Button "Yes Enter" looks so`},
		{"what is off looks as if it was on, in all colours", func() fyne.Window {
			return shown(t, control.Normal, unchanged())
		}, ""},
		{"the same where colours are few", func() fyne.Window {
			w := shown(t, control.Normal)
			theme.Apply(fyne.CurrentApp(), theme.Look{Still: true, Variant: theme.Contrast})
			all := w.Content().(*fyne.Container)
			all.Add(unchanged())
			all.Refresh()
			return w
		}, `off is seen: laws.plain "Record" is off`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := strings.Join(Broken(c.make().Canvas()), "\n")
			if !strings.HasPrefix(got, c.want) || c.want == "" && got != "" {
				t.Errorf("found %q, want %q", got, c.want)
			}
		})
	}
}

// plain is a button that looks the same whether it is off or not.
type plain struct{ *control.Button }

func (plain) Disabled() bool { return true }

// unchanged is such a button, below the others.
func unchanged() fyne.CanvasObject {
	b := plain{control.NewButton(control.ButtonSpec{Label: "Record"}, nil)}
	b.Resize(fyne.NewSize(200, 56))
	b.Move(fyne.NewPos(0, 120))
	test.WidgetRenderer(b).Layout(b.Size()) // it is another widget than the button that was resized
	return b
}
