package form

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/themed"
	"sanduq/ui/words"
)

// shown puts a form into a window.
func shown(t *testing.T, hooks Hooks, fields ...Field) (*Form, fyne.Window) {
	t.Helper()
	f := New(words.MustLoad(words.English), Plain(), hooks, fields...)
	w := test.NewTempWindow(t, layout.Rows(theme.S3, f.Rows()...))
	w.Resize(fyne.NewSize(600, 400))
	return f, w
}

// blank says that a text is needed.
func blank(text string) string {
	if text == "" {
		return "settings.needed"
	}
	return ""
}

// TestEachFieldHasItsOwnFault: all at once, the first is returned, one that is not on
// offer has none, and typing takes away that of its own line.
func TestEachFieldHasItsOwnFault(t *testing.T) {
	themed.App(t, theme.Look{})
	var shop, till, hidden string
	changed, faded := 0, 0
	f, _ := shown(t, Hooks{Changed: func() { changed++ }, Faded: func() { faded++ }},
		Field{Name: "shop", Label: "settings.shop", Value: At(&shop), Wrong: blank},
		Field{Name: "till", Label: "settings.tillName", Value: At(&till), Wrong: blank, Beside: true},
		Field{Name: "hidden", Value: At(&hidden), Wrong: blank, Offered: func() bool { return false }},
		Field{Kind: Said})
	if first := f.Check(); first != f.Line("shop") {
		t.Error("the first is another")
	}
	for name, wrong := range map[string]bool{"shop": true, "till": true, "hidden": false} {
		if got := f.Line(name).Problem(); (got != "") != wrong {
			t.Errorf("%s: %q", name, got)
		}
	}
	f.Line("till").SetText("2")
	if f.Line("till").Problem() != "" || f.Line("shop").Problem() == "" || till != "2" || changed != 1 || faded != 1 {
		t.Errorf("after typing %q, %q, changed %d, faded %d", f.Line("till").Problem(), f.Line("shop").Problem(), changed, faded)
	}
	f.Line("shop").SetText("Al Noor")
	if f.Check() != nil {
		t.Error("something is wrong that is not")
	}
}

// TestASecondLineMustSayTheSame, and typing in either takes the fault away.
func TestASecondLineMustSayTheSame(t *testing.T) {
	themed.App(t, theme.Look{})
	for _, typed := range []string{"pin", "again"} {
		f, _ := shown(t, Hooks{}, Field{Name: "pin", Kind: Digits}, Field{Name: "again", Kind: Digits, Same: "pin", Differs: "settings.users.differ"}, Field{Name: "name"})
		f.Line("pin").SetText("2580")
		if f.Check() != f.Line("again") || !strings.Contains(f.Line("again").Problem(), "differ") {
			t.Fatalf("%q", f.Line("again").Problem())
		}
		f.Line("name").SetText("Huda")
		if f.Line("again").Problem() == "" {
			t.Error("another line takes it away")
		}
		if f.Line(typed).SetText("25"); f.Line("again").Problem() != "" {
			t.Errorf("%s: the fault stays", typed)
		}
		f.Empty()
		if f.Text("pin")+f.Text("again") != "" || f.Text("name") != "Huda" {
			t.Error("what is secret stays, or the rest went")
		}
	}
}

// TestASentenceStandsWhereItBelongs: below its line, in the row that has its name, or
// in the first row for them; and what is of no line goes with the next change.
func TestASentenceStandsWhereItBelongs(t *testing.T) {
	themed.App(t, theme.Look{})
	f, _ := shown(t, Hooks{}, Field{Name: "name"}, Field{Kind: Said}, Field{Name: "role", Kind: Said})
	read := func() string { return fmt.Sprint(uitest.Words(f.Rows()...), "|", f.Line("name").Problem()) }
	for place, want := range map[string]string{"name": "No |No", "role": "No|", "elsewhere": "No|", "": "No|"} {
		f.Clear()
		f.ShowAt(place, "No")
		if got := read(); strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(want, " ", "") {
			t.Errorf("%q: %q, want %q", place, got, want)
		}
	}
	f.Clear()
	f.ShowAt("role", "No")
	if f.ShowAt("", "Never"); len(f.Rows()) != 3 {
		t.Errorf("%d rows", len(f.Rows()))
	}
	if f.Line("name").SetText("Huda"); len(f.Rows()) != 1 {
		t.Errorf("%d rows after typing", len(f.Rows()))
	}
}

// TestRowsStandAsTheTableSays: beside each other, in place while they are not on
// offer, or not at all.
func TestRowsStandAsTheTableSays(t *testing.T) {
	themed.App(t, theme.Look{})
	on, cash, role := false, false, "b"
	f, w := shown(t, Hooks{}, Field{Name: "one"}, Field{Name: "two", Beside: true},
		Field{Kind: Choice, Label: "settings.day.cash", Options: Switch(words.MustLoad(words.English), &cash), Keep: true, Offered: func() bool { return on }},
		Field{Kind: Choice, Options: OneOf([]string{"a", "b"}, strings.ToUpper, &role)},
		Field{Kind: Note, Label: "settings.env.text", Offered: func() bool { return on }},
		Field{Kind: Objects, Draw: func() []fyne.CanvasObject { return nil }})
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject
	one, two := at(f.Line("one")), at(f.Line("two"))
	if one.Y != two.Y || one.X == two.X {
		t.Errorf("at %v and %v", one, two)
	}
	before := len(f.Rows())
	choices := uitest.All[*control.Segmented](w.Content())
	if len(choices) != 1 || choices[0].Selected() != 1 {
		t.Fatalf("%d choices are drawn", len(choices))
	}
	if choices[0].OnSelected(0); role != "a" {
		t.Errorf("chosen %q", role)
	}
	if on = true; len(f.Rows()) != before+1 {
		t.Errorf("%d rows, then %d", before, len(f.Rows()))
	}
}

// TestADraftKeepsWhatIsChangedWhileItIsSaved, each field for itself.
func TestADraftKeepsWhatIsChangedWhileItIsSaved(t *testing.T) {
	type names struct{ Shop, Till string }
	var d Draft[names]
	d.Start(names{"Al Noor", "1"})
	if d.Edited() {
		t.Error("nothing was changed")
	}
	d.Now.Shop = " Bakery "
	begun := d.Save()
	d.Now.Till = "2"
	d.Saved(names{"Bakery", "1"})
	if begun != (names{" Bakery ", "1"}) || d.Now != (names{"Bakery", "2"}) || d.Kept != (names{"Bakery", "1"}) || !d.Edited() {
		t.Errorf("%+v after %+v", d, begun)
	}
	d.Save()
	d.Failed()
	if d.Now.Till != "2" || !d.Edited() {
		t.Errorf("after a save that failed %+v", d)
	}
}

// TestADraftFollowsWhatIsKeptElsewhere but for what a person changed, also back to
// what it was while that is saved.
func TestADraftFollowsWhatIsKeptElsewhere(t *testing.T) {
	var d Draft[bool]
	d.Update(true)
	if !d.Now || d.Edited() {
		t.Errorf("%+v", d)
	}
	d.Now = false
	if d.Update(true); d.Now || !d.Edited() {
		t.Errorf("changed, then read again: %+v", d)
	}
	value := d.Save()
	d.Now = true // it shall stay as it was
	if d.Update(false); !d.Now {
		t.Error("what was taken back is gone by a reading")
	}
	d.Saved(value)
	if !d.Now || d.Kept || !d.Edited() {
		t.Errorf("taken back while it was saved: %+v", d)
	}
}

// TestWhatIsTypedIsHeard: Enter, the focus, and a filter; a text that is shown again is
// no change.
func TestWhatIsTypedIsHeard(t *testing.T) {
	themed.App(t, theme.Look{})
	var heard []string
	note := func(what string) func(*control.Field) {
		return func(in *control.Field) { heard = append(heard, what+" "+in.Text()) }
	}
	word := ""
	f, _ := shown(t, Hooks{Enter: note("enter"), Focused: note("focus"), Changed: func() { heard = append(heard, "changed") }},
		Field{Name: "word", Value: At(&word), Filter: func(r rune) (rune, bool) { return r, r != 'x' }})
	line := f.Line("word")
	line.Focus()
	for _, r := range "xa" {
		line.Focusable().TypedRune(r)
	}
	line.Focusable().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	f.Paint()
	if want := []string{"focus ", "changed", "enter a"}; !slices.Equal(heard, want) || word != "a" {
		t.Errorf("heard %q, word %q", heard, word)
	}
	word = "b"
	if f.Paint(); line.Text() != "b" || len(heard) != 3 {
		t.Errorf("shows %q, heard %q", line.Text(), heard)
	}
}
