package startup

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"

	"sanduq/ui/onscreenkeyboard"
	"sanduq/ui/preferences"
	"sanduq/ui/screen"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/words"
)

// touch puts the keyboard on the screen below what a window shows: a till
// without keys must be able to start too.
type touch struct {
	keyboard *onscreenkeyboard.Keyboard
	page     func() *container.Scroll // that holds the fields
	root     *fyne.Container
}

func newTouch(win fyne.Window, w *words.Catalogue, kept *preferences.Store, page func() *container.Scroll) *touch {
	t := &touch{page: page}
	t.keyboard = onscreenkeyboard.New(onscreenkeyboard.Options{Changed: t.place, Env: screen.Env{Preferences: kept, Words: w, Now: time.Now, Post: fyne.Do,
		After: func(d time.Duration, f func()) func() {
			timer := time.AfterFunc(d, func() { fyne.Do(f) })
			return func() { timer.Stop() }
		}}})
	t.keyboard.Attach(win.Canvas())
	if c, ok := win.Canvas().(desktop.Canvas); ok {
		c.SetOnKeyDown(func(*fyne.KeyEvent) { t.keyboard.KeyDown() })
	}
	return t
}

// under is content with the keyboard below it while it is open.
func (t *touch) under(content fyne.CanvasObject) fyne.CanvasObject {
	t.keyboard.Close()
	t.keyboard.Style()
	t.root = layout.New(content.MinSize, func(b layout.Placer) {
		board, _ := t.keyboard.Shown()
		bottom := b.H
		t.root.Objects = []fyne.CanvasObject{content}
		if board != nil {
			bottom -= board.MinSize().Height
			t.root.Objects = append(t.root.Objects, board)
			b.Put(board, 0, bottom, b.W, b.H-bottom)
		}
		b.Put(content, 0, 0, b.W, bottom)
	}, content)
	return t.root
}

func (t *touch) place() {
	t.root.Refresh()
	if _, field := t.keyboard.Shown(); field != nil {
		page := t.page()
		layout.Reveal(page, page.Content, field)
	}
}
