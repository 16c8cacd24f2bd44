package onscreenkeyboard

import (
	"time"

	"fyne.io/fyne/v2"

	"sanduq/ui/preferences"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
)

const (
	leaveTime = 300 * time.Millisecond // a press on something else is over by then
	lockTime  = 400 * time.Millisecond // between the two taps that hold Shift
)

// Options is what a Keyboard is made of.
type Options struct {
	Env screen.Env
	// Enter is told of each press of Enter before the field has it.
	Enter func()
	// Changed tells that the keyboard came, went, or is of another height, or
	// that the field is another one: see Keyboard.Shown.
	Changed func()
}

// Keyboard is the keyboard of one window.
type Keyboard struct {
	opt    Options
	env    screen.Env
	canvas fyne.Canvas
	mode   preferences.KeyboardMode
	hand   hand

	board  *board
	field  *control.Field // has the focus; nil for none
	held   *control.Field // keeps it while a key is pressed
	served *control.Field // the page is for it
	open   bool
	arabic bool // what was chosen, for fields that take any letters
	page   page
	shift  shifted
	tapped time.Time // Shift, last
}

// New is a keyboard that nobody sees yet.
func New(o Options) *Keyboard {
	k := &Keyboard{opt: o, env: o.Env, mode: o.Env.Preferences.Get().Keyboard, arabic: o.Env.Words.RTL()}
	k.board = newBoard(o.Env.After)
	k.board.high = k.keyHigh
	k.board.began, k.board.acts, k.board.ended = k.began, k.acts, k.ended
	return k
}

// Attach begins to follow the fields of a window.
func (k *Keyboard) Attach(c fyne.Canvas) {
	k.canvas = c
	control.WatchFields(c, k.news)
}

// SetMode changes when it opens.
func (k *Keyboard) SetMode(m preferences.KeyboardMode) {
	k.mode = m
	if m == preferences.KeyboardNever {
		k.Close()
	}
}

// KeyDown tells of a key of a keyboard that is plugged in.
func (k *Keyboard) KeyDown() {
	k.hand.down(k.env.Now())
	if k.mode != preferences.KeyboardAlways && k.hand.typed {
		k.Close()
	}
}

// Shown is what to show at the foot of the window, and the field that must stay
// in sight; both nil while the keyboard is closed.
func (k *Keyboard) Shown() (fyne.CanvasObject, *control.Field) {
	if !k.open {
		return nil, nil
	}
	return k.board, k.field
}

// Close takes the keyboard away; the field keeps the focus.
func (k *Keyboard) Close() {
	if k.open {
		k.open = false
		k.board.withdraw()
		k.board.release()
		k.notify()
	}
}

// Style takes over another language or look.
func (k *Keyboard) Style() {
	k.arabic = k.env.Words.RTL()
	if k.open {
		k.begin()
	}
}

func (k *Keyboard) notify() {
	if k.opt.Changed != nil {
		k.opt.Changed()
	}
}

// news is what the fields of the window say.
func (k *Keyboard) news(f *control.Field, n control.FieldNews) {
	switch n {
	case control.FieldTouched:
		k.field = f
	case control.FieldEntered, control.FieldPressed:
		k.field = f
		byHand := n == control.FieldPressed && k.mode != preferences.KeyboardNever && !k.hand.known(k.env.Now())
		switch {
		case k.open && k.served != f:
			k.begin()
			k.notify()
		case k.mode == preferences.KeyboardAlways || byHand:
			k.show()
		}
	case control.FieldLeft:
		if k.field != f {
			return
		}
		k.field = nil
		k.env.After(leaveTime, func() {
			if k.field == nil {
				k.Close()
			}
		})
	}
}

func (k *Keyboard) show() {
	if !k.open {
		k.open = true
		k.begin()
		k.notify()
	}
}

// begin shows the page for the field.
func (k *Keyboard) begin() {
	k.shift = plain
	k.served = k.field
	k.page = k.letters()
	if k.field != nil {
		switch k.field.Spec().Input {
		case control.InputDigits:
			k.page = digits
		case control.InputLatin:
			k.page = k.roman()
		}
	}
	k.paint()
}

func (k *Keyboard) letters() page {
	if k.arabic {
		return arabic
	}
	return k.roman()
}

// roman is the Latin page of the language.
func (k *Keyboard) roman() page { return romans[k.env.Words.Lang()] }

func (k *Keyboard) paint() {
	w := k.env.Words
	d := dressing{shift: k.shift, words: map[what]string{done: w.T("keyboard.done"), enter: w.T("keyboard.enter"), space: w.T("keyboard.space"),
		language: "عربي", turn: "&?!"}}
	if k.page == arabic || k.page == signs && k.arabic {
		d.words[language] = "ABC"
	}
	if k.page == signs {
		d.words[turn] = map[bool]string{true: "أبج", false: "abc"}[k.arabic]
	}
	k.board.set(k.page, d)
}

// keyHigh is 56 or more; less only in a window that is lower than the till's
// least, so that the field still has room above.
func (k *Keyboard) keyHigh() float32 {
	if k.canvas == nil {
		return theme.Target
	}
	window := k.canvas.Size().Height
	share := func(of float32) float32 { return (of*window - 2*edge - 4*gap) / 5 }
	return min(max(share(.42), min(theme.Target, max(share(.55), 40))), 72)
}

// began holds the focus: Fyne takes it from a field as soon as anything else is
// pressed.
func (k *Keyboard) began() {
	if k.field != nil {
		k.held = k.field
		k.held.HoldFocus(true)
		k.env.Post(k.giveBack)
	}
}

func (k *Keyboard) giveBack() {
	if k.held != nil && k.canvas != nil && k.canvas.Focused() != k.held.Focusable() {
		k.canvas.Focus(k.held.Focusable())
	}
}

// ended does what was pressed, after Fyne has taken the focus for the last
// time.
func (k *Keyboard) ended(c *keycap) {
	k.env.Post(func() {
		k.giveBack()
		if k.held != nil {
			k.held.HoldFocus(false)
			k.held = nil
		}
		if c != nil {
			k.acts(*c)
		}
	})
}

// acts does what a key is for.
func (k *Keyboard) acts(c keycap) {
	switch c.what {
	case shift:
		k.turnShift()
		return
	case language:
		k.arabic = k.page != arabic && (k.page != signs || !k.arabic)
		k.page = k.letters()
	case turn:
		if k.page != signs {
			k.page = signs
		} else {
			k.page = k.letters()
		}
	case done:
		k.Close()
		if k.canvas != nil && k.field != nil {
			k.canvas.Unfocus()
		}
		return
	default:
		k.types(c)
		if k.shift != once {
			return
		}
	}
	k.shift = plain
	k.paint()
}

// types gives a key to the field.
func (k *Keyboard) types(c keycap) {
	if k.field == nil {
		return
	}
	to := k.field.Focusable()
	switch c.what {
	case back:
		to.TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
	case enter:
		if k.opt.Enter != nil {
			k.opt.Enter()
		}
		to.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	default:
		for _, r := range c.types {
			to.TypedRune(r)
		}
	}
}

// turnShift: one tap is for the next letter, two hold it.
func (k *Keyboard) turnShift() {
	now := k.env.Now()
	switch {
	case k.shift == plain:
		k.shift = once
	case k.shift == once && now.Sub(k.tapped) < lockTime:
		k.shift = locked
	default:
		k.shift = plain
	}
	k.tapped = now
	k.paint()
}
