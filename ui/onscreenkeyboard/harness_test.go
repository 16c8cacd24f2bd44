package onscreenkeyboard

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/preferences"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// harness is a window with two fields and the keyboard below them. Presses take the
// focus away as the program's driver does.
type harness struct {
	t             *testing.T
	k             *Keyboard
	first, second *control.Field
	win           fyne.Window
	root          *fyne.Container
	now           time.Time
	posted, due   []func()
	enters        int
}

func newHarness(t *testing.T, lang string, mode preferences.KeyboardMode, spec control.FieldSpec, look ...theme.Look) *harness {
	t.Helper()
	uitest.NewApp(t)
	w := words.MustLoad(lang)
	l := theme.Look{Still: true, RTL: w.RTL()}
	if len(look) > 0 {
		l = look[0]
		l.RTL = w.RTL()
	}
	theme.Apply(fyne.CurrentApp(), l)
	t.Cleanup(func() { theme.Use(theme.Look{}) })
	r := &harness{t: t, now: time.Date(2026, 11, 20, 14, 31, 0, 0, time.UTC)}
	r.first, r.second = control.NewField(spec), control.NewField(control.FieldSpec{})
	kept := preferences.Open(nil)
	if mode != "" {
		kept.Override(func(v *preferences.Values) { v.Keyboard = mode })
	}
	env := screen.Env{Preferences: kept, Words: w, Now: func() time.Time { return r.now },
		Post: func(f func()) { r.posted = append(r.posted, f) },
		After: func(_ time.Duration, f func()) func() {
			live := true
			r.due = append(r.due, func() {
				if live {
					f()
				}
			})
			return func() { live = false }
		}}
	r.k = New(Options{Env: env, Enter: func() { r.enters++ }, Changed: func() { r.root.Refresh() }})
	r.root = layout.New(nil, func(b layout.Placer) {
		r.root.Objects = []fyne.CanvasObject{r.first, r.second}
		b.Put(r.first, 0, 0, b.W, 80)
		b.Put(r.second, 0, 100, b.W, 80)
		if o, _ := r.k.Shown(); o != nil {
			r.root.Objects = append(r.root.Objects, o)
			h := o.MinSize().Height
			b.Put(o, 0, b.H-h, b.W, h)
		}
	})
	r.win = test.NewTempWindow(t, canvas.NewRectangle(nil))
	r.win.SetPadded(false)
	r.win.SetContent(r.root)
	r.k.Attach(r.win.Canvas())
	r.win.Resize(fyne.NewSize(1134, 640))
	r.root.Refresh()
	return r
}

// drain runs what was posted.
func (r *harness) drain() {
	for len(r.posted) > 0 {
		f := r.posted[0]
		r.posted = r.posted[1:]
		f()
	}
}

// pass lets what waits happen, once.
func (r *harness) pass(d time.Duration) {
	r.now = r.now.Add(d)
	all := r.due
	r.due = nil
	for _, f := range all {
		f()
	}
	r.drain()
}

// touch presses a field.
func (r *harness) touch(f *control.Field) {
	m, e := f.Focusable().(desktop.Mouseable), &desktop.MouseEvent{Button: desktop.MouseButtonPrimary}
	open := r.open()
	m.MouseDown(e)
	if r.open() != open {
		r.t.Error("the window moves while a finger is down")
	}
	m.MouseUp(e)
	r.drain()
}

func (r *harness) open() bool { o, _ := r.k.Shown(); return o != nil }

func (r *harness) down(at fyne.Position) {
	r.k.board.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}})
	r.win.Canvas().Unfocus()
	r.drain()
}

func (r *harness) up(at fyne.Position) {
	r.k.board.MouseUp(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}})
	r.win.Canvas().Unfocus()
	r.drain()
}

// middle is where a key is pressed.
func (k *key) middle() fyne.Position {
	return fyne.NewPos(k.place.x+k.place.w/2, k.place.y+k.place.h/2)
}

func (r *harness) tap(k *key) {
	r.t.Helper()
	if k == nil {
		r.t.Fatal("there is no such key")
	}
	r.now = r.now.Add(150 * time.Millisecond)
	r.down(k.middle())
	r.up(k.middle())
}

// letter is the key that types a text.
func (r *harness) letter(text string) *key {
	for _, k := range r.k.board.keys {
		if k.what == letter && k.types == text {
			return k
		}
	}
	return nil
}

func (r *harness) does(w what) *key {
	for _, k := range r.k.board.keys {
		if k.what == w {
			return k
		}
	}
	return nil
}

// longPress keeps a key down until it offers more.
func (r *harness) longPress(k *key) {
	r.down(k.middle())
	r.pass(holdTime)
}

func (r *harness) offered(text string) *key {
	for _, v := range r.k.board.offered {
		if v.types == text {
			return v
		}
	}
	return nil
}
