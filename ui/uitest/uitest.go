// Package uitest is what a test sees of a window: the objects that are drawn,
// the words on them, and a picture for a person. It judges nothing; overflow
// does.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package uitest

import (
	"errors"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
)

var shared fyne.App

// NewApp is the application of a test. All tests of a binary share it, one after the other: another would have Fyne
// read all fonts again, which takes longer than most tests. It has the theme that it was given last, and what one test
// puts into its preferences, the next one finds there: OwnApp is for those.
func NewApp(t testing.TB) fyne.App {
	t.Helper()
	if shared == nil {
		shared = test.NewApp()
	}
	fyne.SetCurrentApp(shared)
	before := len(shared.Driver().AllWindows())
	t.Cleanup(func() {
		for all := shared.Driver().AllWindows(); len(all) > before; all = shared.Driver().AllWindows() {
			last := all[len(all)-1]
			last.SetOnClosed(nil)
			last.Close()
		}
	})
	return awake(shared)
}

// OwnApp is an application for one test alone, without anything in its preferences.
func OwnApp(t testing.TB) fyne.App {
	t.Helper()
	return awake(test.NewTempApp(t))
}

// Preferences is a place for preferences with nothing in it, beside the application that the tests share.
func Preferences() fyne.Preferences {
	now := fyne.CurrentApp()
	defer fyne.SetCurrentApp(now)
	return test.NewApp().Preferences()
}

// awake moves the toolkit's clock. The toolkit forgets how a widget is drawn a
// minute after its clock last moved, and its clock moves when a picture is taken:
// without one before anything is built, the first picture of a long run of tests
// would forget, and not lay out again, what was built just now. The window stays:
// the toolkit takes the newest one for that of whatever is in none yet.
func awake(app fyne.App) fyne.App {
	app.NewWindow("").Canvas().Capture()
	return app
}

// Walk visits every object that is drawn, in drawing order. Nil is nothing.
func Walk(o fyne.CanvasObject, visit func(fyne.CanvasObject)) {
	if o == nil || !o.Visible() {
		return
	}
	visit(o)
	switch x := o.(type) {
	case *fyne.Container:
		for _, c := range x.Objects {
			Walk(c, visit)
		}
	case fyne.Widget:
		for _, c := range test.WidgetRenderer(x).Objects() {
			Walk(c, visit)
		}
	}
}

// Words is every word that is drawn, in drawing order, with a blank between two
// texts.
func Words(objects ...fyne.CanvasObject) string {
	var all []string
	for _, o := range objects {
		Walk(o, func(o fyne.CanvasObject) {
			if t, ok := o.(*canvas.Text); ok && t.Text != "" {
				all = append(all, t.Text)
			}
		})
	}
	return strings.Join(all, " ")
}

// Lines is every text that is drawn, in drawing order, with a bar between two, without the marks of a direction.
func Lines(o fyne.CanvasObject) string {
	var all []string
	for _, t := range All[*canvas.Text](o) {
		all = append(all, strings.Trim(t.Text, "\u200f"))
	}
	return strings.Join(all, "|")
}

// All is everything of type T that is drawn, in drawing order.
func All[T fyne.CanvasObject](objects ...fyne.CanvasObject) (all []T) {
	for _, o := range objects {
		Walk(o, func(o fyne.CanvasObject) {
			if x, is := o.(T); is {
				all = append(all, x)
			}
		})
	}
	return all
}

// Picture keeps what a window looks like, for eyes, when SANDUQ_PICTURES names a
// folder.
func Picture(t testing.TB, w fyne.Window, name string) {
	t.Helper()
	dir := os.Getenv("SANDUQ_PICTURES")
	if dir == "" {
		return
	}
	f, err := os.Create(filepath.Join(dir, name+".png"))
	if err == nil {
		err = errors.Join(png.Encode(f, w.Canvas().Capture()), f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}
