package cash

import (
	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/amount"
	"sanduq/ui/pay"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// largestChange is the size of the change where it has room.
const largestChange = 120

// sums is the card with what was given and the change.
type sums struct {
	env        screen.Env
	givenName  *typeset.Text
	given      *amount.Line
	round      *typeset.Text // what is to be paid, where it is not the amount
	rule       fyne.CanvasObject
	changeName *typeset.Text
	change     *typeset.Amount
	note       *typeset.Text
	advice     string  // stands in the note before anything is recorded
	denied     *string // what was given when it was refused; the reason stands in the place of the change then
	taken      bool
	box        *fyne.Container
	card       fyne.CanvasObject
}

func newSums(env screen.Env, due journal.CashDue, advice string) *sums {
	w, unit := env.Words, env.CurrencyWord(due.Due.Currency)
	s := &sums{env: env, advice: advice, givenName: typeset.NewText(w.T("cash.given"), typeset.Lead), given: amount.NewLine(unit, present.Point(w)),
		round: typeset.NewText(rounded(env, due), typeset.Body.Tint(theme.Muted)).Cut(), rule: graphic.NewDivider(),
		changeName: typeset.NewText(w.T("cash.change"), typeset.Lead), change: typeset.NewAmount("", "", theme.Fixed(largestChange)),
		note: typeset.NewParagraph(advice, typeset.Body.Tint(theme.Muted))}
	s.change.Align = typeset.Trailing
	s.box = layout.New(nil, s.place, s.givenName, s.given, s.round, s.rule, s.changeName, s.change, s.note)
	s.card = graphic.NewCard(s.box)
	return s
}

// rounded says what is to be paid where it is not the amount.
func rounded(env screen.Env, due journal.CashDue) string {
	by := due.Rounding
	if by == 0 {
		return ""
	}
	key := "cash.roundedUp"
	if by < 0 {
		key, by = "cash.roundedDown", -by
	}
	sum := func(minor int64) string {
		return present.Major(env.Words, money.Amount{Minor: minor, Currency: due.Due.Currency})
	}
	return env.Words.T(key, "due", sum(due.Due.Minor), "by", sum(by))
}

// show says what was given, and the change of it where it is enough.
func (s *sums) show(given amount.Entry, due money.Amount) {
	s.forgive(given.Text())
	s.given.Set(given.Text(), given.Untyped())
	s.change.Set("", "")
	if back, err := journal.ChangeOf(due, given.Amount()); err == nil {
		s.change.Set(money.Amount{Minor: back, Currency: due.Currency}.Major(), s.env.CurrencyWord(due.Currency))
	}
	s.box.Refresh()
}

// showNote writes the note.
func (s *sums) showNote(text string, ink theme.Colour) {
	s.note.SetText(text)
	s.note.SetColour(ink)
	s.box.Refresh()
}

// refuse says why nothing was written down of what was given.
func (s *sums) refuse(why, given string) {
	s.denied, s.note.Tells = &given, true
	s.showNote(why, theme.Failed)
}

// forgive takes away what was refused, once something else was given.
func (s *sums) forgive(given string) {
	if s.denied == nil || *s.denied == given && !s.taken {
		return
	}
	s.denied, s.note.Tells = nil, false
	s.note.SetText(s.advice)
	s.note.SetColour(theme.Muted)
}

// showRecorded shows what was recorded in the place of what was typed.
func (s *sums) showRecorded(given, said string) {
	s.taken = true
	s.forgive(given)
	s.showNote(said, theme.Text)
}

// spent reports whether what came of it has the room of the keys too, which do
// nothing more: so it is beside large words.
func (s *sums) spent() bool { return pay.Terse() && s.taken }

// place lays out what was given and the change.
func (s *sums) place(b layout.Placer) {
	n := s.givenName.MinSize()
	high := max(float32(64), theme.AmountM.Units())
	if pay.Terse() {
		high = max(n.Height, 56)
	}
	b.Put(s.givenName, 0, (high-n.Height)/2, n.Width, n.Height)
	b.Put(s.given, n.Width+theme.S4, 0, b.W-n.Width-theme.S4, high)
	y := high
	s.round.Hidden = s.round.Text() == ""
	if !s.round.Hidden {
		y += b.PutDown(s.round, 0, y, b.W)
	}
	y += theme.S2
	b.Put(s.rule, 0, y, b.W, theme.Border())
	y += theme.Border() + theme.S3
	note := s.note.HeightFor(b.W)
	refused := s.denied != nil
	s.change.Hidden, s.changeName.Hidden = refused, refused
	if refused { // nobody has change coming, and the reason must be in view however much scrolls
		s.note.Hidden = false
		b.Put(s.note, 0, y, b.W, note)
		return
	}
	m := s.changeName.MinSize()
	room := b.H - y - m.Height - theme.S2
	least := float32(64)
	if pay.Terse() {
		least = largestChange
	}
	s.note.Hidden = room-note < least && !s.taken && s.note.Text() == s.advice // a hint goes before it covers the change
	if !s.note.Hidden {
		room -= note + theme.S2
		b.Put(s.note, 0, b.H-note, b.W, note)
	}
	fit := func() { s.change.Largest = theme.Fixed(min(largestChange, max(40, room)/theme.Now().TextScale)) }
	if s.spent() { // the words and the sum side by side: below each other the sum would be small
		room += m.Height + theme.S2
		fit()
		b.Put(s.changeName, 0, y+(room-m.Height)/2, m.Width, m.Height)
		b.Put(s.change, m.Width+theme.S4, y, b.W-m.Width-theme.S4, room)
		return
	}
	fit()
	b.Put(s.changeName, 0, y, m.Width, m.Height)
	b.Put(s.change, 0, y+m.Height+theme.S1, b.W, max(40, room))
}
