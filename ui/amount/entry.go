// Package amount is a sum of money while it is typed: the keys it takes, and the line
// that shows it. It knows no sale and no till. A Line belongs on the UI goroutine; an
// Entry is a value.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package amount

import (
	"strings"

	"sanduq/core/money"
	"sanduq/ui/toolkit/control"
)

// maxWhole is how many digits an amount may have before the point.
const maxWhole = 9

// Entry is an amount while it is being typed. What it shows is always the
// amount that would be charged: decimals not typed yet are noughts. The zero
// Entry refuses everything; NewEntry makes a usable one.
type Entry struct {
	currency string
	digits   int // after the point, by the currency
	known    bool
	whole    string
	point    bool
	fraction string
	taken    bool // taken over from another sale, or kept: the first digit replaces it
}

// NewEntry is an empty entry in a currency. It refuses to be typed into when
// nobody knows how many decimals the currency has.
func NewEntry(currency string) Entry {
	digits, err := money.FractionDigits(currency)
	return Entry{currency: currency, digits: digits, known: err == nil}
}

// EntryOf is an entry that holds an amount taken over from elsewhere. The first
// digit or point replaces it, Backspace edits it.
func EntryOf(a money.Amount) Entry {
	e := NewEntry(a.Currency)
	if a.Minor <= 0 || !e.known {
		return e
	}
	whole, fraction, _ := strings.Cut(a.Major(), ".")
	e.whole = whole
	if fraction = strings.TrimRight(fraction, "0"); fraction != "" {
		e.point, e.fraction = true, fraction
	}
	e.taken = true
	return e
}

// Type takes a digit or a decimal separator of any script. False means that it
// was refused and nothing changed: too many digits, a second point, a letter.
func (e *Entry) Type(r rune) bool {
	if !e.known {
		return false
	}
	if _, is := money.Digit(r); e.taken && (is || e.digits > 0 && IsPoint(r)) {
		e.Clear()
	}
	if IsPoint(r) {
		if e.point || e.digits == 0 {
			return false
		}
		e.point = true
		return true
	}
	d, ok := money.Digit(r)
	if !ok {
		return false
	}
	if e.point {
		if len(e.fraction) >= e.digits {
			return false
		}
		e.fraction += string(d)
		return true
	}
	if e.whole == "0" {
		e.whole = ""
	}
	if len(e.whole) >= maxWhole {
		return false
	}
	e.whole += string(d)
	return true
}

// Key takes a key of a pad.
func (e *Entry) Key(k control.PadKey) {
	switch k {
	case control.PadBackspace:
		e.Backspace()
	case control.PadClear:
		e.Clear()
	case control.PadThousand:
		e.Thousand()
	default:
		for _, r := range k {
			e.Type(r)
		}
	}
}

// Thousand takes "000", whole or not at all. Noughts alone are no amount to begin with.
func (e *Entry) Thousand() {
	if e.taken || !e.point && strings.Trim(e.whole, "0") == "" {
		return
	}
	before := *e
	for range 3 {
		if !e.Type('0') {
			*e = before
			return
		}
	}
}

// Backspace takes the newest sign away.
func (e *Entry) Backspace() {
	e.taken = false
	switch {
	case e.fraction != "":
		e.fraction = e.fraction[:len(e.fraction)-1]
	case e.point:
		e.point = false
	case e.whole != "":
		e.whole = e.whole[:len(e.whole)-1]
	}
}

// Clear takes everything away.
func (e *Entry) Clear() { e.whole, e.point, e.fraction, e.taken = "", false, "", false }

// MarkDraft lets the next digit or point replace what was typed: nobody looked at it meanwhile.
// An empty entry stays as it is.
func (e *Entry) MarkDraft() { e.taken = !e.Empty() }

// Taken reports whether the next digit replaces the amount.
func (e Entry) Taken() bool { return e.taken }

// Empty reports whether nothing was typed.
func (e Entry) Empty() bool { return e.whole == "" && !e.point }

// Amount is what would be charged.
func (e Entry) Amount() money.Amount {
	var minor int64
	for _, r := range e.whole + e.fraction + strings.Repeat("0", e.digits-len(e.fraction)) {
		minor = minor*10 + int64(r-'0')
	}
	return money.Amount{Minor: minor, Currency: e.currency}
}

// Text is the whole amount with all its decimals, as "12.500".
func (e Entry) Text() string { return e.Amount().Major() }

// Untyped is how many of Text's last signs were not typed, to be shown
// fainter.
func (e Entry) Untyped() int {
	switch {
	case e.digits == 0:
		return 0
	case e.Empty():
		return len(e.Text())
	case !e.point:
		return e.digits + 1
	}
	return e.digits - len(e.fraction)
}

// IsPoint reports whether a sign parts the decimals off in any script.
func IsPoint(r rune) bool { return r == '.' || r == ',' || r == '\u066b' }
