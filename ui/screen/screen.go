// Package screen states what the shell and the screens in it owe each other,
// so that each screen can live in a package of its own beside its test and
// none of them knows the shell.
package screen

import (
	"context"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/money"
	"sanduq/ui/preferences"
	"sanduq/ui/present"
	"sanduq/ui/words"
)

// KeyPress is one key press after decoding, counted once: either a named key
// (Name set: Enter, Escape, Backspace, Delete, F1 …, arrows) or a character
// (Rune set; a digit of any script arrives as '0' to '9'). Scan is set instead
// of both when a barcode scanner typed a whole burst; the newest Taken
// characters of it were offered one by one before it was clear that no hand
// types so fast, and the part that used them takes them back.
type KeyPress struct {
	Name  fyne.KeyName
	Rune  rune
	Scan  string
	Taken int
}

// Screen fills the work area. All methods are called on the UI goroutine.
type Screen interface {
	// Object is what is shown; the same object at each call.
	Object() fyne.CanvasObject
	// Press offers a key press; true when it was used.
	Press(p KeyPress) bool
	// Shown and Hidden are called when the screen enters and leaves the work
	// area. After Hidden it starts nothing and shows nothing more.
	Shown()
	Hidden()
}

// Base is embedded in a screen that is one object, and does nothing when it enters or leaves.
type Base struct{ Root *fyne.Container }

// Object is for Screen.
func (b *Base) Object() fyne.CanvasObject { return b.Root }

// Shown is for Screen.
func (*Base) Shown() {}

// Hidden is for Screen.
func (*Base) Hidden() {}

// Paster is a screen that can use pasted text.
type Paster interface {
	// Paste takes the whole text of the clipboard; it uses what fits.
	Paste(text string)
}

// Dropper is a screen that can use a file.
type Dropper interface {
	// Dropped takes the path of a file that was dropped into the window.
	Dropped(path string)
}

// Tall is a screen that needs more height when its words are larger. The shell
// lets it scroll then.
type Tall interface {
	// Height is the least height for the current text scale.
	Height() float32
}

// Fitted is a Tall screen whose height follows from its width too.
type Fitted interface {
	// HeightFor is the least height at a width; 0 where it fits any room.
	HeightFor(width float32) float32
}

// Acting is a screen with more to do than its primary. Where it scrolls, that
// stays in view with the primary.
type Acting interface {
	// Actions are what stands between the words and the row of the primary.
	Actions() []fyne.CanvasObject
}

// Keyed is a screen that shows where keys go while nothing has the focus.
type Keyed interface {
	// Focus tells that something took the focus, or let it go.
	Focus(taken bool)
}

// Env is what every screen gets from the shell.
type Env struct {
	// Life ends with the window: slow work ends with it, and is told to nobody.
	Life  context.Context
	Words *words.Catalogue
	// CustomerWords speak the shop's language where the person at the till has one
	// of their own; nil is Words. See ForCustomers.
	CustomerWords *words.Catalogue
	Preferences   *preferences.Store
	Practice      bool // the sandbox: no money moves, and every end says so
	// Post runs f on the UI goroutine: queued in the program, at once in
	// tests. It never blocks for f.
	Post func(f func())
	// Go runs slow work off the UI goroutine: a goroutine in the program, at
	// once in tests.
	Go func(f func())
	// After runs f on the UI goroutine when d has passed; cancel stops it.
	After func(d time.Duration, f func()) (cancel func())
	Now   func() time.Time
	Zone  *time.Location // the shop's; every time shown is in it
	Copy  func(text string)
	// Missed tells of an act of which the answer found its page left, whatever is
	// shown by now: about names it, and said is what it came to. It is told until
	// somebody has understood. Nil tells nobody; see Miss.
	Missed func(about, said string)
}

// Miss calls Missed where there is one, while the window lives.
func (e Env) Miss(about, said string) {
	if e.Missed != nil && e.Life.Err() == nil {
		e.Missed(about, said)
	}
}

// Report hands an error to a screen's log, while the window lives. Without an error or
// a log it does nothing.
func (e Env) Report(log func(error), err error) {
	if err != nil && log != nil && e.Life.Err() == nil {
		log(err)
	}
}

// ForCustomers is the language of what customers see and take with them: the
// shop's, no matter who is at the till.
func (e Env) ForCustomers() *words.Catalogue {
	if e.CustomerWords != nil {
		return e.CustomerWords
	}
	return e.Words
}

// Sum is an amount with its currency as a value of a sentence of the
// catalogue.
func (e Env) Sum(a money.Amount) string {
	return present.Major(e.Words, a) + " " + e.CurrencyWord(a.Currency)
}

// CurrencyWord is the word beside an amount in the current language: "LYD" or
// "د.ل"; the code itself where the catalogue has no word.
func (e Env) CurrencyWord(code string) string {
	if key := "currency." + code; e.Words.Has(key) {
		return e.Words.T(key)
	}
	return code
}
