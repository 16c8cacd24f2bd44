package ledger

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Ledger is rows under bands, as in a book, which scroll when there are many.
type Ledger struct {
	rows []ledgerLine
	root *fyne.Container
}

// ledgerLine is one row: a band, an event or a name with its value. put places
// it at a height in a width and returns how high it is; with no board it only
// measures.
type ledgerLine func(b *layout.Placer, y, width float32) float32

const (
	LedgerRow float32 = 36
	ledgerPad float32 = 20
	ledgerGap float32 = 12
)

func New() *Ledger {
	l := &Ledger{}
	l.root = layout.New(nil, func(b layout.Placer) { l.flow(&b, b.W) })
	return l
}

// Card is the ledger on a card that it scrolls in.
// Card is a ledger on a card of its own, in which it scrolls.
type Card struct {
	*Ledger
	Scroll *container.Scroll
	Root   *graphic.Card
}

// NewCard has no lines yet.
func NewCard() *Card {
	l := New()
	var s *container.Scroll
	s = container.NewVScroll(layout.New(func() fyne.Size { return fyne.NewSize(100, l.flow(nil, s.Size().Width)) },
		func(b layout.Placer) { b.Put(l.root, 0, 0, b.W, b.H) }, l.root))
	return &Card{l, s, graphic.NewCardPadded(s, theme.Border(), theme.Border())}
}

func (l *Ledger) Clear() { l.rows, l.root.Objects = nil, nil }

func (l *Ledger) flow(b *layout.Placer, width float32) (y float32) {
	for _, row := range l.rows {
		y += row(b, y, width)
	}
	return y
}

func (l *Ledger) add(row ledgerLine, objects ...fyne.CanvasObject) {
	l.rows = append(l.rows, row)
	l.root.Objects = append(l.root.Objects, objects...)
}

// Band is a heading; icon may be nil, and end blank.
func (l *Ledger) Band(name, end string, icon *graphic.StateIcon) {
	ground := graphic.NewPanel(theme.Sunken)
	head := typeset.NewParagraph(name, typeset.Caption.With(theme.SemiBold).Tint(theme.Muted))
	state := typeset.NewText(end, typeset.Caption.With(theme.SemiBold))
	objects := []fyne.CanvasObject{ground, head, state}
	if icon != nil {
		objects = append(objects, icon)
	}
	l.add(func(b *layout.Placer, y, width float32) float32 {
		e := state.MinSize()
		room := width - 2*ledgerPad
		if end != "" {
			room -= e.Width + ledgerGap
		}
		if icon != nil {
			room -= 20 + theme.S2
		}
		text := head.HeightFor(room)
		high := max(32, text+theme.S2)
		if b == nil {
			return high
		}
		b.Put(ground, 0, y, width, high)
		b.Put(head, ledgerPad, y+(high-text)/2, room, text)
		b.Put(state, width-ledgerPad-e.Width, y+(high-e.Height)/2, e.Width, e.Height)
		if icon != nil {
			b.Put(icon, width-ledgerPad-e.Width-theme.S2-20, y+(high-20)/2, 20, 20)
		}
		return high
	}, objects...)
}

// Event is when, whose word, and what.
func (l *Ledger) Event(at, who, what string, loud bool) {
	when, whose := typeset.NewText(at, typeset.Body.Tint(theme.Muted)), typeset.NewText(who, typeset.Caption.Tint(theme.Muted))
	style := typeset.Body
	if loud {
		style = typeset.Fact
	}
	text := typeset.NewParagraph(what, style.Tight(1.2))
	l.add(func(b *layout.Placer, y, width float32) float32 {
		first := when.MinSize().Width + ledgerGap
		second := max(whose.MinSize().Width, 44) + ledgerGap
		room := width - 2*ledgerPad - first - second
		high := max(LedgerRow*max(theme.Now().TextScale, 1), text.HeightFor(room)+theme.S2)
		if b == nil {
			return high
		}
		b.PutMiddle(when, ledgerPad, y+high/2)
		b.PutMiddle(whose, ledgerPad+first, y+high/2)
		b.Put(text, ledgerPad+first+second, y+(high-text.HeightFor(room))/2, room, text.HeightFor(room))
		return high
	}, when, whose, text)
}

// Line is a name and its value, below each other where they need it.
func (l *Ledger) Line(name, value string) {
	head, text := typeset.NewText(name, typeset.Body.Tint(theme.Muted)), typeset.NewText(value, typeset.Body.With(theme.Medium)).Cut()
	l.add(func(b *layout.Placer, y, width float32) float32 {
		h, v := head.MinSize(), text.MinSize()
		room := width - 2*ledgerPad
		text.StepDown(theme.Body, room)
		beside := h.Width+ledgerGap+text.Width() <= room
		high := max(32, h.Height+theme.S2)
		if !beside {
			high = h.Height + v.Height + theme.S2
		}
		if b == nil {
			return high
		}
		if beside {
			b.PutMiddle(head, ledgerPad, y+high/2)
			b.Put(text, width-ledgerPad-text.Width()-1, y+(high-v.Height)/2, text.Width()+1, v.Height)
			return high
		}
		b.PutMin(head, ledgerPad, y+theme.S1)
		b.Put(text, ledgerPad, y+theme.S1+h.Height, room, v.Height)
		return high
	}, head, text)
}
