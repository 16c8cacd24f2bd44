package cash

import (
	"strings"

	"fyne.io/fyne/v2"

	"sanduq/core/money"
	"sanduq/ui/amount"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
)

// quick are the keys that stand for a whole sum.
type quick []quickSum

// quickSum is a key and what it stands for.
type quickSum struct {
	minor int64
	key   *control.NoteKey
}

// newQuick are the exact sum and those that notes make.
func newQuick(env screen.Env, due money.Amount, hand func(minor int64)) (all quick) {
	w, currency := env.Words, due.Currency
	add := func(minor int64, notes string) {
		sum := money.Amount{Minor: minor, Currency: currency}.Major()
		if whole, rest, has := strings.Cut(sum, "."); has && strings.Trim(rest, "0") == "" {
			sum = whole
		}
		sum = strings.Replace(sum, ".", present.Point(w), 1)
		all = append(all, quickSum{minor, control.NewNoteKey(sum, notes, func() { hand(minor) })})
	}
	add(due.Minor, w.T("cash.exact"))
	for _, h := range quickNotes(due) {
		add(h.Minor, notes(env, currency, h))
	}
	return all
}

// notes are the notes of a sum: "one note", or "20 + 20 + 5".
func notes(env screen.Env, currency string, h handed) string {
	if len(h.Pieces) == 1 && h.Pieces[0].Number == 1 {
		return env.Words.T("cash.oneNote")
	}
	var parts []string
	for _, p := range h.Pieces {
		worth := money.Amount{Minor: p.Value, Currency: currency}.Major()
		if whole, rest, has := strings.Cut(worth, "."); has && strings.Trim(rest, "0") == "" {
			worth = whole
		}
		for range p.Number {
			parts = append(parts, worth)
		}
	}
	if len(parts) > 4 {
		return ""
	}
	return strings.Join(parts, " + ")
}

func (q quick) objects() (all []fyne.CanvasObject) {
	for _, one := range q {
		all = append(all, one.key)
	}
	return all
}

// choose marks the key of what was given.
func (q quick) choose(given amount.Entry) {
	for _, one := range q {
		one.key.SetChosen(!given.Empty() && one.minor == given.Amount().Minor)
	}
}

// disable is for when nothing more can be given.
func (q quick) disable() {
	for _, one := range q {
		one.key.Disable()
	}
}

// place sets the keys abreast; hidden takes them away.
func (q quick) place(b layout.Placer, x, y, wide float32, hidden bool) {
	n := float32(max(1, len(q)))
	each := (wide - theme.S2*(n-1)) / n
	for i, one := range q {
		if one.key.Hidden = hidden; !hidden {
			b.Put(one.key, x+float32(i)*(each+theme.S2), y, each, theme.PrimaryHigh)
		}
	}
}
