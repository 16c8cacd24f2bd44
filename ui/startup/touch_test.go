package startup

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/preferences"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/words"
)

// TestAPassphraseCanBeTouched presses both fields of the window that asks for
// a new passphrase, at its usual size and in large text: the line that is typed
// stays in sight above the keyboard.
func TestAPassphraseCanBeTouched(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, text := range []float32{1, 1.5} {
			app := uitest.OwnApp(t)
			w := words.MustLoad(lang)
			theme.Apply(app, theme.Look{Still: true, RTL: w.RTL(), TextScale: text})
			t.Cleanup(func() { theme.Use(theme.Look{}) })
			p := &Phrase{Words: w, Choose: true}
			win := test.NewTempWindow(t, canvas.NewRectangle(nil))
			win.SetPadded(false)
			help := newTouch(win, w, preferences.Open(nil), func() *container.Scroll { return p.page })
			win.SetContent(help.under(p.Content()))
			win.Resize(fyne.NewSize(formWide, formHigh))
			for _, f := range []*control.Field{p.first, p.again} {
				m := f.Focusable().(desktop.Mouseable)
				m.MouseDown(&desktop.MouseEvent{})
				m.MouseUp(&desktop.MouseEvent{})
				board, field := help.keyboard.Shown()
				if field != f {
					t.Fatalf("%s: the keyboard is not there for the field", lang)
				}
				place := fyne.CurrentApp().Driver().AbsolutePositionForObject
				from, to := f.Line()
				page := place(p.page).Y
				if y := place(f).Y; y+from < page || y+to > page+p.page.Size().Height || y+to > place(board).Y {
					t.Errorf("%s, %.0f%%: the line is at %.0f to %.0f, the page ends at %.0f", lang, text*100, y+from, y+to, page+p.page.Size().Height)
				}
			}
			for _, f := range overflow.Faults(win.Canvas()) {
				t.Errorf("%s, %.0f%%: %s", lang, text*100, f)
			}
			help.keyboard.Close()
			if board, _ := help.keyboard.Shown(); board != nil || len(help.root.Objects) != 1 {
				t.Errorf("%s: the keyboard stays", lang)
			}
		}
	}
}
