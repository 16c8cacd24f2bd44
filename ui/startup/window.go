package startup

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"

	"sanduq/ui/preferences"
	"sanduq/ui/present"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/words"
)

// Window is the one window of the application, from its first frame on. It
// belongs on the UI goroutine.
type Window struct {
	fyne.Window
	App   fyne.App
	Words *words.Catalogue
	Kept  *preferences.Store

	form form // that is shown; the zero one while the till has the window
}

// form is what the window shows in a phase that is not the till's.
type form struct {
	object fyne.CanvasObject
	page   func() *container.Scroll // that holds the fields; nil for none
	key    func(*fyne.KeyEvent)     // for keys that no field has a use for; nil for none
	first  fyne.Focusable           // where typing begins; nil for nowhere
	again  func() form              // it in the language of now; nil for a form that nobody comes back to
}

// The window's size at first, and the most that a form takes of it.
var (
	size     = fyne.NewSize(1366, 690)
	formSize = fyne.NewSize(formWide, formHigh)
)

const formWide, formHigh float32 = 780, 600

// NewWindow makes the window, which nobody sees before it is run, with the preferences
// of a data folder. lang and look are those of this start; blank ones are as they were
// chosen last.
func NewWindow(a fyne.App, w *words.Catalogue, from preferences.Holder, lang, look string) *Window {
	kept := preferences.Open(from)
	if chosen := kept.Get().Language; lang == "" && chosen != "" {
		_ = w.Use(chosen)
	}
	kept.Override(func(v *preferences.Values) {
		v.Look = v.Look.Named(look)
		if lang != "" {
			v.Language = w.Lang()
		}
	})
	theme.Apply(a, kept.Get().Look.In(w.RTL()))
	present.Speak(w)
	fonts := theme.Warm(a)
	win := &Window{Window: a.NewWindow("Sanduq"), App: a, Words: w, Kept: kept}
	win.SetPadded(false)
	fonts()
	win.SetMaster()
	return win
}

// Move goes on with the preferences of another data folder.
func (w *Window) Move(to preferences.Holder) {
	w.Kept.Move(to)
	if chosen := w.Kept.Get().Language; chosen != "" {
		_ = w.Words.Use(chosen)
	}
	w.restyle()
}

// show gives the window to a form.
func (w *Window) show(f form) {
	w.form = f
	c := w.Canvas()
	c.Unfocus()
	help := newTouch(w.Window, w.Words, w.Kept, f.page)
	c.SetOnTypedRune(nil)
	c.SetOnTypedKey(f.key)
	w.SetContent(help.under(middle(f.object)))
	if f.first != nil { // by the canvas: what has just been made does not know its own yet
		c.Focus(f.first)
	}
}

// showAgain gives the window back to a form that was there before, in the language of now.
func (w *Window) showAgain(f form) {
	if f.again != nil {
		f = f.again()
	}
	w.show(f)
}

// vacate takes the form out of the window, which something else fills now. What
// was typed into it goes with it.
func (w *Window) vacate() {
	w.form = form{}
	c := w.Canvas()
	control.WatchFields(c, nil)
	c.SetOnTypedKey(nil)
	if d, ok := c.(desktop.Canvas); ok {
		d.SetOnKeyDown(nil)
	}
}

// middle is a form in the middle of a window of any size.
func middle(o fyne.CanvasObject) fyne.CanvasObject {
	ground := graphic.NewPanel(theme.Ground)
	return layout.New(o.MinSize, func(b layout.Placer) {
		b.Put(ground, 0, 0, b.W, b.H)
		wide, high := min(b.W, formSize.Width), min(b.H, formSize.Height)
		b.Put(o, (b.W-wide)/2, (b.H-high)/2, wide, high)
	}, ground, o)
}

// after is a timer whose end is told through post.
func after(post func(func())) func(time.Duration, func()) {
	return func(d time.Duration, f func()) { time.AfterFunc(d, func() { post(f) }) }
}

// setLanguage changes the language, and keeps it.
func (w *Window) setLanguage(lang string) {
	_ = w.Words.Use(lang)
	w.Kept.Update(func(v *preferences.Values) { v.Language = lang })
	w.restyle()
}

// restyle makes what is drawn next as it is preferred.
func (w *Window) restyle() {
	present.Speak(w.Words)
	theme.Apply(w.App, w.Kept.Get().Look.In(w.Words.RTL()))
}
