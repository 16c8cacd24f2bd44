package receipts

import (
	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// known is what is known of a sale that has no receipt: its state in words, what that means for the money, and what
// happened last. It is a card, never paper, so that nobody takes it for a receipt.
type known struct {
	env    screen.Env
	card   *graphic.Card
	root   *fyne.Container
	icon   *graphic.StateIcon
	word   *typeset.Text
	amount *typeset.Amount
	means  *typeset.Text
	line   fyne.CanvasObject
	facts  *facts
}

// lastFacts is how many of the facts the card shows: the newest.
const lastFacts = 4

func newKnown(env screen.Env) *known {
	k := &known{env: env, icon: graphic.NewStateIcon(graphic.StateWaiting, 36, env.Practice),
		word: typeset.NewText("", typeset.Title).Cut(), amount: typeset.NewAmount("", "", theme.AmountS),
		means: typeset.NewParagraph("", typeset.Body), line: graphic.NewDivider(), facts: newFacts(env)}
	k.root = layout.New(k.min, k.place, k.icon, k.word, k.amount, k.means, k.line, k.facts.root)
	k.card = graphic.NewCardPadded(k.root, sidePad, theme.S4)
	return k
}

func (k *known) set(s journal.Sale) {
	look := present.Status(s.Status())
	k.icon.Set(look.State, k.env.Practice)
	k.word.SetSpans(typeset.Span{Text: k.env.Words.T(look.Key), Style: typeset.Title.Tint(look.State.Colour(k.env.Practice))})
	k.amount.Set(s.Amount.Major(), k.env.CurrencyWord(s.Amount.Currency))
	k.means.SetText(k.env.Words.T("receipts.means." + meaning(s.Status())))
	all := s.History
	if len(all) > lastFacts {
		all = all[len(all)-lastFacts:]
	}
	k.facts.set(s, all)
	k.card.Refresh()
	k.root.Refresh()
}

// meaning groups the statuses without a receipt by what they mean for the money.
func meaning(s journal.Status) string {
	switch s {
	case journal.StatusFailed:
		return "failed"
	case journal.StatusExpired:
		return "expired"
	case journal.StatusNotOpened:
		return "notOpened"
	case journal.StatusResolved:
		return "resolved"
	case journal.StatusCash:
		return "cash"
	case journal.StatusSetAside:
		return "aside"
	case journal.StatusOpening, journal.StatusChoosing, journal.StatusEntry, journal.StatusCode, journal.StatusWaiting:
		return "open"
	}
	return "unknown"
}

func (k *known) min() fyne.Size { return fyne.NewSize(200, 100) }

// heightFor is the height of the whole card at a width.
func (k *known) heightFor(width float32) float32 {
	return k.flow(width-2*sidePad, nil) + 2*theme.S4
}

func (k *known) place(b layout.Placer) { k.flow(b.W, b.Put) }

// flow stacks the parts from the top and returns their height; put may be nil, to measure.
func (k *known) flow(width float32, put func(o fyne.CanvasObject, x, y, w, h float32)) (y float32) {
	add := func(o fyne.CanvasObject, x, y, w, h float32) {
		if put != nil {
			put(o, x, y, w, h)
		}
	}
	const icon = 36
	k.word.StepDown(theme.Title, width-icon-theme.S3)
	h := max(icon, k.word.MinSize().Height)
	add(k.icon, 0, y+(h-icon)/2, icon, icon)
	add(k.word, icon+theme.S3, y+(h-k.word.MinSize().Height)/2, width-icon-theme.S3, k.word.MinSize().Height)
	y += h + theme.S2
	h = k.amount.MinSize().Height
	add(k.amount, 0, y, width, h)
	y += h + theme.S3
	h = k.means.HeightFor(width)
	add(k.means, 0, y, width, h)
	y += h + theme.S3
	add(k.line, 0, y, width, theme.Border())
	y += theme.Border() + theme.S1
	h = k.facts.height()
	add(k.facts.root, 0, y, width, h)
	return y + h
}
