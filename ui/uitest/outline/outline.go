// Package outline writes what a window shows as indented text, one line for each
// object, so that a change of a screen can be read in a review. It knows the
// toolkit's objects, the colours of ui/theme and slips; types are written without
// their package, so that moving a widget changes no file. It is used on the test's
// goroutine only.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package outline

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core/receipt"
)

var update = flag.Bool("update", false, "write the outlines of screens instead of comparing them")

// Check compares a window with testdata/<name>.txt: its content, what lies over
// it, and what has the focus. With -update it writes the file instead.
func Check(t testing.TB, name string, c fyne.Canvas) {
	t.Helper()
	compare(t, name, OfCanvas(c))
}

// CheckObject does the same for one object and what is below it.
func CheckObject(t testing.TB, name string, o fyne.CanvasObject) {
	t.Helper()
	compare(t, name, Of(o))
}

// Of returns the outline of an object: empty when it is hidden. Places are
// relative to the object above.
func Of(o fyne.CanvasObject) string {
	var w writer
	w.object(o)
	return w.String()
}

// OfCanvas returns the outline of a window's content and of its overlays.
func OfCanvas(c fyne.Canvas) string {
	w := writer{focused: c.Focused()}
	w.line("canvas", size(c.Size()))
	w.below(c.Content())
	for _, o := range c.Overlays().List() {
		w.line("overlay")
		w.below(o)
	}
	return w.String()
}

func compare(t testing.TB, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; -update writes it", err)
	}
	if d := diff(string(want), got); d != "" {
		t.Errorf("%s differs (- the file, + now); -update accepts the change:\n%s", path, d)
	}
}

// writer collects lines.
type writer struct {
	strings.Builder
	depth   int
	focused fyne.Focusable
}

// line writes the parts that are not empty.
func (w *writer) line(parts ...string) {
	w.WriteString(strings.Repeat("  ", w.depth))
	blank := ""
	for _, p := range parts {
		if p != "" {
			w.WriteString(blank + p)
			blank = " "
		}
	}
	w.WriteByte('\n')
}

// below writes objects one step further in.
func (w *writer) below(objects ...fyne.CanvasObject) {
	w.depth++
	for _, o := range objects {
		w.object(o)
	}
	w.depth--
}

func (w *writer) object(o fyne.CanvasObject) {
	if o == nil || !o.Visible() {
		return
	}
	var children []fyne.CanvasObject
	switch x := o.(type) {
	case *fyne.Container:
		children = x.Objects
		w.line("container", place(o))
	case fyne.Widget:
		children = test.WidgetRenderer(x).Objects()
		if o.Size().IsZero() && !anyVisible(children) {
			return // a part that has nothing to show now
		}
		w.line(kind(o), place(o), w.state(o))
	default:
		w.line(primitive(o)...)
	}
	w.below(children...)
	if paper, is := o.(interface{ Slip() receipt.Slip }); is {
		w.slip(paper.Slip())
	}
}

// slip writes the words of a slip: it is drawn as one picture.
func (w *writer) slip(s receipt.Slip) {
	w.depth++
	for _, part := range s.Parts {
		switch part := part.(type) {
		case receipt.Rows:
			for _, l := range part.Lines {
				w.line("row", quote(l.Label), quote(l.Value))
			}
		case receipt.Footer:
			w.line("foot", quote(part.Text))
		}
	}
	w.depth--
}

func anyVisible(all []fyne.CanvasObject) bool {
	for _, o := range all {
		if o.Visible() {
			return true
		}
	}
	return false
}
