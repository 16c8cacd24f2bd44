// Package keys turns what Fyne reports of a keyboard into what a till means: digits, the named keys of the cash desk,
// and whole barcodes. It is pure logic with an injected clock, so that tests can say when each key came.
//
// Fyne reports one press twice: as a key by its name, then as the rune that it types. A press is counted once here:
// what types a rune is taken from the rune, all else from the name. Runes are right in every layout, where names are
// not: letters have no name under an Arabic layout, and the digits of a French one are typed with Shift.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package keys

import (
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/money"
)

// Kind says what an event means.
type Kind int

const (
	// None is an event that means nothing here, or one that waits: see Decoder.
	None Kind = iota
	// Digit is one decimal digit, in Rune as '0' to '9' whatever script it was typed in.
	Digit
	// Point is the decimal point: point, comma, or the Arabic decimal separator.
	Point
	// Text is any other rune that was typed, in Rune.
	Text
	// Command is a named key of the cash desk, in Name.
	Command
	// Scan is a whole barcode, in Code. Taken says how many of its characters had been reported as typed before it was
	// clear that no hand types so fast: take those back.
	Scan
)

// Event is one meaning.
type Event struct {
	Kind  Kind
	Rune  rune
	Name  fyne.KeyName
	Code  string
	Taken int
}

// The keys of the cash desk. Backspace takes a digit back, Delete clears, Esc goes back and never abandons a payment.
const (
	Enter     = fyne.KeyReturn
	Backspace = fyne.KeyBackspace
	Clear     = fyne.KeyDelete
	Back      = fyne.KeyEscape
	Help      = fyne.KeyF1
	NewSale   = fyne.KeyF2
	SaysPaid  = fyne.KeyF3
	Recent    = fyne.KeyF4
	Check     = fyne.KeyF5
	Customer  = fyne.KeyF6
	Day       = fyne.KeyF8
	SetAside  = fyne.KeyF7
	Full      = fyne.KeyF11
	Lock      = fyne.KeyF12
)

// A barcode scanner types ScanLength characters or more, less than ScanGap apart. StallGap is how much later one of
// them, or the Enter at their end, may be heard when the window was busy drawing: see Burst.
const (
	ScanLength = 6
	ScanGap    = 35 * time.Millisecond
	StallGap   = 400 * time.Millisecond
)

// HoldTime is how long an end ignores keys after it has come up.
const HoldTime = 700 * time.Millisecond

// Normal gives a key one name: the numeric pad's Enter is Enter.
func Normal(name fyne.KeyName) fyne.KeyName {
	if name == fyne.KeyEnter {
		return Enter
	}
	return name
}

// Digits keeps only the digits of a text, in Latin shape: for what is pasted, "123-456" or "١٢٣٤٥٦".
func Digits(s string) string {
	out := make([]rune, 0, len(s))
	for _, r := range s {
		if d, ok := money.Digit(r); ok {
			out = append(out, d)
		}
	}
	return string(out)
}

func isPoint(r rune) bool { return r == '.' || r == ',' || r == '٫' }
