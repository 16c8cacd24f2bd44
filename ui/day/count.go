package day

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/day/entry"
	"sanduq/ui/day/figures"
	"sanduq/ui/pages"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// wideCount is the width of a pad of digits beside large words.
const wideCount float32 = 288

// countPage counts the drawer by notes and coins, or by its sum where those of the
// currency are not known. Nothing on it says what should be there.
type countPage struct {
	form
	currency string
	values   []int64
	rows     []*entry.CountRow
	at       int
	sum      *typeset.Amount
	entry    *entry.Amount // instead of rows
	scroll   *container.Scroll
	list     *fyne.Container
}

func newCountPage(s *Screen) *countPage {
	w := s.env.Words
	p := &countPage{form: newForm(s, "day.count"), currency: s.deps.Till.Settings().Currency}
	if s.view.Shift.Opened != nil {
		p.currency = s.view.Shift.Opened.Currency
	}
	p.values = journal.Denominations(p.currency)
	p.frame.Back = s.backTool()
	p.frame.End.SetText(w.T("day.shift", "n", s.view.Shift.Number))
	p.frame.Under.SetText(w.T("day.step", "n", 1))
	p.frame.Primary = control.NewPrimary(w.T("day.done"), "Enter", p.done)
	if len(p.values) == 0 {
		p.entry = entry.NewAmount(s.env, w.T("day.counted"), p.currency, p.unsay)
		p.frame.Body = p.entry.Beside(p.frame, typeset.NewParagraph(w.T("day.counted.hint"), typeset.Body.Tint(theme.Muted)))
	} else {
		p.frame.Body = p.pieces()
	}
	p.frame.Build()
	p.paint()
	return p
}

// pieces is the list of notes and coins beside the pad.
func (p *countPage) pieces() fyne.CanvasObject {
	w := p.screen.env.Words
	var objects []fyne.CanvasObject
	for i := range p.values {
		row := entry.NewCountRow(entry.CountSpec{}, func() { p.choose(i) })
		p.rows = append(p.rows, row)
		objects = append(objects, row)
	}
	high := func() (all float32) {
		for _, r := range p.rows {
			all += r.MinSize().Height
		}
		return all
	}
	p.list = layout.New(func() fyne.Size { return fyne.NewSize(320, high()) }, func(b layout.Placer) {
		each := max(b.H, high()) / float32(len(p.rows))
		for i, r := range p.rows {
			b.Put(r, 0, float32(i)*each, b.W, each)
		}
	}, objects...)
	p.sum = typeset.NewAmount("", "", theme.AmountM)
	p.sum.Align = typeset.Trailing
	name := typeset.NewText(w.T("day.counted"), typeset.Body.Tint(theme.Muted))
	box := layout.New(func() fyne.Size { return fyne.NewSize(200, p.sum.MinSize().Height) }, func(b layout.Placer) {
		n := name.MinSize()
		b.Put(name, 0, (b.H-n.Height)/2, n.Width, n.Height)
		b.Put(p.sum, n.Width+theme.S3, 0, b.W-n.Width-theme.S3, b.H)
	}, name, p.sum)
	pad := control.NewDigitPad(w.T("pad.clear"), theme.S2, p.key)
	counted := graphic.NewCardPadded(box, theme.S5(), theme.S2)
	if pages.Large() {
		p.scroll = container.NewVScroll(p.list)
		rest := layout.Rows(theme.S2, layout.Grow(1, graphic.NewCardPadded(p.scroll, theme.Border(), theme.Border())), p.frame.Saying())
		p.frame.Said = func() {
			rest.Refresh()
			p.reveal()
		}
		p.sum.Largest = pages.LargeSum(theme.AmountM)
		return entry.BesidePad(counted, rest, pad, wideCount)
	}
	keys := layout.Fixed(0, 4*theme.Target+3*theme.S2, pad)
	p.scroll = container.NewVScroll(p.list)
	card := graphic.NewCardPadded(p.scroll, theme.Border(), theme.Border())
	second := layout.Rows(theme.S3, counted, layout.Grow(1, keys))
	wide := float32(484)
	if theme.Now().Small {
		wide = 404
	}
	return pages.Columns(theme.S5(), wide, card, second)
}

func (p *countPage) ofDrawer() *pages.Frame { return p.frame }

func (p *countPage) typed(i int) string { return p.screen.memory.counted[p.values[i]] }

func (p *countPage) choose(i int) {
	p.at = i
	p.paint()
	p.reveal()
}

// reveal scrolls to the row that is typed into.
func (p *countPage) reveal() {
	if p.scroll != nil {
		layout.Reveal(p.scroll, p.scroll.Content, p.rows[p.at])
	}
}

func (p *countPage) key(k control.PadKey) {
	value := p.values[p.at]
	text := p.typed(p.at)
	switch k {
	case control.PadBackspace:
		if text != "" {
			text = text[:len(text)-1]
		}
	case control.PadClear:
		text = ""
	default:
		if next := text + string(k); countable(next) {
			text = next
		}
	}
	p.screen.memory.counted[value] = text
	p.unsay()
	p.paint()
}

// unsay takes away what was said of the count, once something else stands there.
func (p *countPage) unsay() {
	if p.frame.Root != nil {
		p.frame.ShowNotice("")
	}
}

// nothing reports whether nobody has typed anything. That is no count: a drawer with
// nothing in it is counted by a nought.
func (p *countPage) nothing() bool {
	if p.entry != nil {
		return p.entry.Empty()
	}
	for i := range p.values {
		if p.typed(i) != "" {
			return false
		}
	}
	return true
}

// countable reports whether a text is a number of pieces that a drawer can hold.
func countable(text string) bool {
	_, err := journal.ReadPieces(text)
	return err == nil
}

// count is what was typed.
func (p *countPage) count() (journal.DrawerCount, error) {
	if p.entry != nil {
		return journal.DrawerCount{Currency: p.currency, Minor: p.entry.Value().Minor}, nil
	}
	var pieces []journal.Pieces
	for i, value := range p.values {
		n, err := journal.ReadPieces(p.typed(i))
		if err != nil {
			return journal.DrawerCount{}, err
		}
		pieces = append(pieces, journal.Pieces{Value: value, Number: n})
	}
	return journal.CountDrawer(p.currency, pieces)
}

func (p *countPage) paint() {
	if p.entry != nil {
		return
	}
	env := p.screen.env
	done := p.frame.Primary.Spec()
	if done.Key = ""; p.last() { // above it, Enter goes a row down
		done.Key = "Enter"
	}
	p.frame.Primary.Set(done)
	for i, value := range p.values {
		n, _ := journal.ReadPieces(p.typed(i))
		spec := entry.CountSpec{Value: figures.Short(env, value, p.currency), Typed: p.typed(i), Chosen: i == p.at, Last: i == len(p.values)-1}
		if n > 0 {
			spec.Sum = figures.Sum(env, value*n, p.currency)
		}
		p.rows[i].Set(spec)
	}
	if count, err := p.count(); err == nil {
		p.sum.Set(money.Amount{Minor: count.Minor, Currency: p.currency}.Major(), env.CurrencyWord(p.currency))
	}
}

func (p *countPage) press(k screen.KeyPress) bool {
	switch {
	case p.entry != nil && p.entry.Press(k):
	case enter(k):
		p.enter()
	case p.entry != nil:
		return false
	case k.Rune >= '0' && k.Rune <= '9':
		p.key(control.PadKey(string(k.Rune)))
	case k.Name == fyne.KeyBackspace:
		p.key(control.PadBackspace)
	case k.Name == fyne.KeyDelete:
		p.key(control.PadClear)
	case k.Name == fyne.KeyUp && p.at > 0:
		p.choose(p.at - 1)
	case k.Name == fyne.KeyDown && p.at < len(p.rows)-1:
		p.choose(p.at + 1)
	case k.Rune != 0:
		p.frame.Wrong(p.screen.env.Words.T("day.pieces.wrong"))
		p.reveal() // the words took room
	default:
		return false
	}
	return true
}

func (p *countPage) kept() func() {
	if p.entry != nil {
		return p.entry.Kept()
	}
	value, before := p.values[p.at], p.typed(p.at)
	return func() {
		p.screen.memory.counted[value] = before
		p.paint()
	}
}

// last reports whether no row is left to go down to.
func (p *countPage) last() bool { return p.entry != nil || p.at == len(p.rows)-1 }

// enter goes a row down, and after the last one the count is done.
func (p *countPage) enter() {
	if !p.last() {
		p.choose(p.at + 1)
		return
	}
	p.done()
}

// done makes the count durable; what should be there is known only then.
func (p *countPage) done() {
	s := p.screen
	if !s.rested() {
		return
	}
	if p.nothing() {
		if p.entry == nil {
			p.choose(0)
		}
		p.frame.Wrong(s.env.Words.T("day.count.nothing"))
		return
	}
	count, err := p.count()
	if err != nil {
		p.frame.Wrong(s.env.Words.T("day.pieces.wrong"))
		return
	}
	var sum journal.DrawerSum
	var first *journal.ShiftCount
	shift := s.view.Shift.Number
	s.act(func(ctx context.Context) (err error) {
		if sum, err = s.deps.Till.CountDrawer(ctx, s.deps.Person.By(), count); err == nil {
			first = s.firstCount(ctx, shift, sum)
		}
		return err
	}, func(err error) {
		if err != nil {
			s.refused(p, present.Refusal(s.env.Words, err, "error.day"))
			return
		}
		s.memory.sum, s.memory.first, s.memory.reason = &sum, first, "" // what was said of another difference says nothing of this one
		if s.on(p) {
			s.goTo(stepDifference)
		}
	})
}
