package account

import (
	"unicode/utf8"

	"sanduq/core/money"
	"sanduq/ui/toolkit/control"
)

// typing is what a form holds before a character.
type typing struct {
	form   form
	sought string
	onList bool
	early  string
}

// standOn takes note of where the focus went. Where it is nowhere, what is
// typed still belongs to where it was last.
func (a *Account) standOn(list, on bool) {
	if on && a.onList != list {
		a.onList, a.missed = list, false
	}
	a.paint()
}

func (a *Account) toList() { a.to(true, a.list.stop) }

func (a *Account) toNumber() { a.to(false, a.number.stop) }

// to gives the focus, and what is typed from now on, to the list or the number.
func (a *Account) to(list bool, at *stop) {
	if a.onList != list {
		a.onList = list
	}
	if a.shown && !a.practice.on {
		at.focus()
	}
	a.paint()
}

func (a *Account) rune(r rune) {
	if a.send.Busy() {
		return
	}
	a.past.Push(typing{*a.form, a.list.sought(), a.onList, a.arrival.early})
	d, isDigit := money.Digit(r)
	switch {
	case a.arrival.loading && a.onList:
		a.arrival.early += string(r)
	case a.practice.on && isDigit:
		a.practice.list.nth(int(d - '0'))
	case a.onList && isDigit && a.chosenByDigit(d):
	case a.onList && isDigit && a.agreeing(): // no institution has it: it begins the number of the one used last
		a.agree()
		a.flash(control.PadKey(d))
	case a.onList && isDigit:
		if a.form.number == "" && a.list.sought() == "" && len(a.form.before) < mostBefore {
			a.form.before += string(d)
		}
		a.missed = true
		a.paint()
	case a.onList:
		a.seek(a.list.sought() + string(r))
	case isDigit:
		a.flash(control.PadKey(d))
	default:
		if s, ok := numberSign(r, a.route); ok {
			a.pressed(control.PadKey(s))
		}
	}
}

// mostBefore is how many digits of no institution are remembered.
const mostBefore = 4

// chosenByDigit chooses the institution that has a digit, and reports whether one
// has. Until somebody means that choice in another way as well, the digit may have
// been the first of a number.
func (a *Account) chosenByDigit(d rune) bool {
	first := a.form.number == "" && a.list.sought() == ""
	if !a.list.nth(int(d - '0')) {
		return false
	}
	if first {
		a.form.digit = d
	}
	a.paint()
	return true
}

// searchSign lets a digit choose while the search line has the keys.
func (a *Account) searchSign(r rune) (rune, bool) {
	if d, ok := money.Digit(r); ok {
		a.chosenByDigit(d)
		return 0, false
	}
	return r, true
}

// scanned takes a number that a scanner typed while the list had the focus: no
// digit of it was meant to choose. On the number it was taken sign by sign.
func (a *Account) scanned(code string, taken int) {
	if a.send.Busy() {
		return
	}
	before, ok := a.past.Back(taken)
	if !ok || !before.onList {
		a.form.digit = 0 // no digit of the number went astray
		return
	}
	*a.form, a.arrival.early = before.form, before.early
	a.list.choose(a.form.institution.code)
	a.seek(before.sought)
	a.Paste(code)
	a.toNumber()
}

// seek filters the list.
func (a *Account) seek(text string) {
	if !a.send.Busy() && text != a.list.search.Text() {
		a.list.search.SetText(text)
	}
}

// shortened is a text without its last sign.
func shortened(s string) string {
	_, n := utf8.DecodeLastRuneInString(s)
	return s[:len(s)-n]
}

// edited takes away what was said of the form before.
func (a *Account) edited() {
	a.labels.wrong.SetText("")
	a.missed = false
	a.paint()
}

// pickInstitution takes the bank or wallet; the number is next.
func (a *Account) pickInstitution(code string) {
	if a.send.Busy() {
		a.list.choose(a.form.institution.code)
		return
	}
	a.choose(code)
	a.seek("")
	a.list.reveal()
	a.toNumber()
}

func (a *Account) choose(code string) {
	for _, o := range a.list.all {
		if o.code == code {
			a.form.institution, a.form.digit = o, 0
		}
	}
	a.edited()
}

// step moves the choice. The number is next, and a further step moves on from
// there too: anyone who chose by arrows types no digit into the list.
func (a *Account) step(by int) {
	switch {
	case a.send.Busy():
	case a.practice.on:
		a.practice.list.step(by)
	case a.list.step(by):
		a.choose(a.list.chosen)
		a.toNumber()
	}
}
