package list

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/themed"
)

// numbered is a list of lines, every tenth of which is a heading; some need two lines of words.
type numbered struct {
	n, made int
	pressed []int
	measure *Line
}

func (s *numbered) Len() int               { return s.n }
func (s *numbered) Kind(row int) int       { return min(row%10, 1) }
func (s *numbered) Choosable(row int) bool { return row%10 != 0 }

func (s *numbered) Make(kind int) fyne.CanvasObject {
	s.made++
	if kind == 0 {
		return NewLine(LineSpec{}, nil)
	}
	return NewLine(LineSpec{}, func() {})
}

func (s *numbered) spec(row int) LineSpec {
	return LineSpec{Name: strings.TrimSpace(strings.Repeat("word ", row%3*20) + "row " + strconv.Itoa(row)), Whole: true}
}

func (s *numbered) Show(row int, on fyne.CanvasObject, chosen bool) {
	l, spec := on.(*Line), s.spec(row)
	spec.Selected = chosen
	l.OnTapped = func() { s.pressed = append(s.pressed, row) }
	l.Set(spec)
}

func (s *numbered) Height(row int, width float32) float32 {
	if s.measure == nil {
		s.measure = NewLine(LineSpec{}, nil)
	}
	s.measure.Set(s.spec(row))
	return s.measure.HeightFor(width)
}

func shown(t *testing.T, n int) (*List, *numbered, fyne.Window) {
	t.Helper()
	themed.App(t, theme.Look{Still: true})
	s := &numbered{n: n}
	l := New(s)
	w := test.NewTempWindow(t, l.Object())
	w.SetPadded(false)
	w.Resize(fyne.NewSize(500, 400))
	return l, s, w
}

// seen are the rows of which something is in view, from the top.
func seen(l *List) (rows []string) {
	for _, o := range uitest.All[*Line](l.Object()) {
		if y := o.Position().Y - l.scroll.Offset.Y; y < l.scroll.Size().Height && y+o.Size().Height > 0 {
			name := o.Spec().Name
			rows = append(rows, name[strings.LastIndex(name, " ")+1:])
		}
	}
	return rows
}

// TestAListHasAsManyObjectsAsRowsAreSeen, however long it is and wherever it is scrolled to, and shows every row on the
// way.
func TestAListHasAsManyObjectsAsRowsAreSeen(t *testing.T) {
	l, s, _ := shown(t, 2000)
	met := map[string]bool{}
	last, end := float32(-1), ""
	for l.scroll.Offset.Y != last {
		last = l.scroll.Offset.Y
		for _, row := range seen(l) {
			met[row], end = true, row
		}
		if n := len(uitest.All[*Line](l.Object())); n > 12 {
			t.Fatalf("%d objects at %v", n, last)
		}
		l.Key(fyne.KeyPageDown)
	}
	if len(met) != 2000 || end != "1999" {
		t.Errorf("%d rows were seen, the last %s", len(met), end)
	}
	if s.made > 24 {
		t.Errorf("%d objects were made", s.made)
	}
	l.Key(fyne.KeyHome)
	if got := seen(l); got[0] != "0" {
		t.Errorf("at the top stands %v", got)
	}
}

// TestRowsStandWhereTheirHeightsSay, in each size of text and after another width.
func TestRowsStandWhereTheirHeightsSay(t *testing.T) {
	l, s, w := shown(t, 40)
	for _, look := range []theme.Look{{Still: true}, {Still: true, TextScale: 2}} {
		theme.Apply(fyne.CurrentApp(), look)
		for _, wide := range []float32{500, 300} {
			w.Resize(fyne.NewSize(wide, 400))
			l.Reload(0)
			l.Key(fyne.KeyEnd)
			whole, top := float32(0), map[string]float32{}
			for row := range s.n {
				top[strconv.Itoa(row)] = whole
				whole += s.Height(row, wide)
			}
			if got := l.scroll.Content.MinSize().Height; got != whole {
				t.Errorf("%+v, %v wide: %v high, want %v", look, wide, got, whole)
			}
			if got := l.scroll.Offset.Y; got != whole-400 {
				t.Errorf("the end is at %v, want %v", got, whole-400)
			}
			for _, o := range uitest.All[*Line](l.Object()) {
				name := o.Spec().Name
				row := name[strings.LastIndex(name, " ")+1:]
				n, _ := strconv.Atoi(row)
				if o.Position().Y != top[row] || o.Size() != fyne.NewSize(wide, s.Height(n, wide)) {
					t.Errorf("row %s stands at %v, %v large", row, o.Position(), o.Size())
				}
			}
		}
	}
}

// TestReloadTakesOverOtherRows and keeps what was measured of the rest.
func TestReloadTakesOverOtherRows(t *testing.T) {
	l, s, _ := shown(t, 3)
	s.n = 300
	l.Reload(3)
	l.Key(fyne.KeyEnd)
	if got := seen(l); got[len(got)-1] != "299" {
		t.Errorf("the last rows are %v", got)
	}
	s.n = 2
	l.Reload(0)
	if got := fmt.Sprint(seen(l)); got != "[0 1]" || l.scroll.Offset.Y != 0 {
		t.Errorf("%s at %v", got, l.scroll.Offset.Y)
	}
	uitest.All[*Line](l.Object())[1].Tapped(nil)
	if fmt.Sprint(s.pressed) != "[1]" {
		t.Errorf("pressed %v", s.pressed)
	}
}

// TestKeysChooseAndTheListFollows; a heading cannot be chosen.
func TestKeysChooseAndTheListFollows(t *testing.T) {
	l, _, _ := shown(t, 100)
	var told []int
	l.OnChoose = func(row int) { told = append(told, row) }
	for _, c := range []struct {
		key  fyne.KeyName
		want int
	}{{fyne.KeyDown, 1}, {fyne.KeyUp, 1}, {fyne.KeyDown, 2}, {fyne.KeyEnd, 99}, {fyne.KeyDown, 99}, {fyne.KeyHome, 1}} {
		if !l.Key(c.key) || l.Chosen() != c.want {
			t.Fatalf("%s chose %d, want %d", c.key, l.Chosen(), c.want)
		}
		in := false
		for _, o := range uitest.All[*Line](l.Object()) {
			name := o.Spec().Name
			row, _ := strconv.Atoi(name[strings.LastIndex(name, " ")+1:])
			if o.Spec().Selected != (row == c.want) {
				t.Errorf("%s: row %d is selected: %v", c.key, row, o.Spec().Selected)
			}
			y := o.Position().Y - l.scroll.Offset.Y
			in = in || row == c.want && y >= 0 && y+o.Size().Height <= 400.01
		}
		if !in {
			t.Errorf("%s: row %d is not seen whole", c.key, c.want)
		}
	}
	if fmt.Sprint(told) != "[1 2 99 1]" {
		t.Errorf("told of %v", told)
	}
	l.Choose(9)
	if l.Key(fyne.KeyDown); l.Chosen() != 11 {
		t.Errorf("after 9 comes %d", l.Chosen())
	}
	for range 3 {
		l.Key(fyne.KeyPageDown)
	}
	if at := l.Chosen(); at < 14 || at > 40 {
		t.Errorf("three pages on is %d", at)
	}
	if l.Key(fyne.KeyLeft) {
		t.Error("takes a key that it does not know")
	}
}

// TestTabWalksThroughTheWholeList: a row that gets the focus comes into sight, and so does the one after it; the row
// with the focus keeps it wherever the list is scrolled to.
func TestTabWalksThroughTheWholeList(t *testing.T) {
	l, s, w := shown(t, 60)
	met := 0
	for range 54 {
		w.Canvas().FocusNext()
		o, is := w.Canvas().Focused().(*Line)
		if !is {
			t.Fatalf("after %d rows the focus is on %T", met, w.Canvas().Focused())
		}
		met++
		if y := o.Position().Y - l.scroll.Offset.Y; y < 0 || y+o.Size().Height > 400.01 {
			t.Fatalf("row %q has the focus at %v", o.Spec().Name, y)
		}
	}
	row, _ := l.focused()
	if row != s.n-1 {
		t.Errorf("54 lines that can be pressed end at row %d", row)
	}
	l.Key(fyne.KeyHome)
	o := w.Canvas().Focused().(*Line)
	if at, _ := l.focused(); at != row || !strings.HasSuffix(o.Spec().Name, "row "+strconv.Itoa(row)) {
		t.Errorf("the focus went to row %d, %q", at, o.Spec().Name)
	}
}

// TestAPointerMovesNothingUnderItself: a line that a pointer presses gets the focus and stays where it is.
func TestAPointerMovesNothingUnderItself(t *testing.T) {
	l, _, w := shown(t, 60)
	l.scrollTo(70) // within the first line that can be pressed
	first := uitest.All[*Line](l.Object())[1]
	first.MouseIn(nil)
	w.Canvas().Focus(first)
	if l.scroll.Offset.Y != 70 {
		t.Errorf("the list went to %v", l.scroll.Offset.Y)
	}
}

// TestARowThatWasChosenBeforeTheListHasRoomIsSeen: a page chooses its first row before it
// is placed, and its question is about that row.
func TestARowThatWasChosenBeforeTheListHasRoomIsSeen(t *testing.T) {
	themed.App(t, theme.Look{Still: true})
	l := New(&numbered{n: 40})
	l.Object().Resize(fyne.NewSize(500, 0))
	l.Choose(0)
	w := test.NewTempWindow(t, l.Object())
	w.SetPadded(false)
	w.Resize(fyne.NewSize(500, 400))
	if l.scroll.Offset.Y != 0 {
		t.Errorf("the list begins at %v, its chosen row is out of view", l.scroll.Offset.Y)
	}
	if rows := seen(l); len(rows) == 0 || rows[0] != "0" {
		t.Errorf("it begins with %q", rows)
	}
}
