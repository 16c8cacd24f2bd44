package laws

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/widgets"
)

// shown is a window with two buttons beside each other, and over them whatever
// is given.
func shown(t *testing.T, second widgets.Kind, over ...fyne.CanvasObject) fyne.Window {
	uitest.NewApp(t)
	theme.Apply(fyne.CurrentApp(), theme.Look{Still: true})
	t.Cleanup(func() { theme.Use(theme.Look{}) })
	a := widgets.NewPrimary("Save", "Enter", nil)
	b := widgets.NewButton(widgets.ButtonSpec{Label: "Other", Kind: second}, nil)
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
		{"all is well", func() fyne.Window { return shown(t, widgets.Normal) }, ""},
		{"two primaries", func() fyne.Window { return shown(t, widgets.Filled) }, `one primary: 2 of them: widgets.Button "Save", widgets.Button "Other"`},
		{"half covered", func() fyne.Window { return shown(t, widgets.Normal, lid) }, `no covered control: widgets.Button "Other"`},
		{"two rings", func() fyne.Window {
			slots := widgets.NewSlots(6)
			slots.Resize(fyne.NewSize(400, 88))
			slots.Move(fyne.NewPos(0, 120))
			w := shown(t, widgets.Normal, slots)
			w.Canvas().FocusNext()
			return w
		}, `one focus ring: 2 of them: widgets.Button "Save", widgets.Slots`},
		{"a primary out of view", func() fyne.Window {
			w := shown(t, widgets.Normal)
			w.Resize(fyne.NewSize(600, 60))
			return w
		}, `in view: widgets.Button "Save"`},
		{"slots of a code scrolled away", func() fyne.Window {
			slots := widgets.NewSlots(6)
			slots.Resize(fyne.NewSize(400, 88))
			scroll := container.NewVScroll(widgets.Fixed(400, 88, slots))
			scroll.Resize(fyne.NewSize(400, 60))
			scroll.Move(fyne.NewPos(0, 120))
			return shown(t, widgets.Normal, scroll)
		}, `in view: widgets.Slots`},
		{"a problem out of view", func() fyne.Window {
			field := widgets.NewField(widgets.FieldSpec{Label: "Name"})
			field.SetProblem("This is needed.")
			field.Resize(field.MinSize())
			field.Move(fyne.NewPos(0, 220))
			return shown(t, widgets.Normal, field)
		}, `problem in view: "This is needed."`},
		{"words over an icon", func() fyne.Window {
			icon, words := widgets.NewIcon("cash", 72, theme.Primary), widgets.NewText("Cash", widgets.Title)
			icon.Resize(fyne.NewSize(72, 72))
			icon.Move(fyne.NewPos(0, 120))
			words.Resize(words.MinSize())
			words.Move(fyne.NewPos(20, 150))
			return shown(t, widgets.Normal, icon, words)
		}, `no words over icons: "Cash" of widgets.Text "Cash"`},
		{"a primary below a decision is not offered", func() fyne.Window {
			w := shown(t, widgets.Normal)
			yes := widgets.NewPrimary("Yes", "Enter", nil)
			widgets.ShowDecision(w.Canvas(), yes, 0, yes, nil)
			return w
		}, ""},
		{"what looks like the primary has not the keys", func() fyne.Window {
			w := shown(t, widgets.Normal)
			no := widgets.NewButton(widgets.ButtonSpec{Label: "No", Height: 64}, nil)
			widgets.ShowDecision(w.Canvas(), widgets.Rows(theme.S4, no, widgets.NewPrimary("Yes", "Enter", nil)), 0, no, nil)
			return w
		}, `Enter: it presses widgets.Button "No", and widgets.Button "Yes Enter" looks so`},
		{"what is off looks as if it was on, in all colours", func() fyne.Window {
			return shown(t, widgets.Normal, unchanged())
		}, ""},
		{"the same where colours are few", func() fyne.Window {
			w := shown(t, widgets.Normal, unchanged())
			theme.Apply(fyne.CurrentApp(), theme.Look{Still: true, Variant: theme.Contrast})
			w.Content().Refresh()
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
type plain struct{ *widgets.Button }

func (plain) Disabled() bool { return true }

// unchanged is such a button, below the others.
func unchanged() fyne.CanvasObject {
	b := plain{widgets.NewButton(widgets.ButtonSpec{Label: "Record"}, nil)}
	b.Resize(fyne.NewSize(200, 56))
	b.Move(fyne.NewPos(0, 120))
	return b
}
