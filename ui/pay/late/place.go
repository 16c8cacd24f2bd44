package late

import (
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/pay/wording"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

func iconSide() float32 { return min(144, theme.ResultIcon()*.72) }

// row is something known, and when.
type row struct {
	at   time.Time
	text string
}

// rows are when it was charged, what the till said then, and when the money came.
func (l *Late) rows() []row {
	v, w := l.view, l.env.Words
	charged := row{v.CreatedAt, w.T("fact.opened")}
	if v.Cashier != "" {
		charged.text = w.T("late.charged", "name", v.Cashier)
	}
	ended := row{v.UpdatedAt, w.T("late.ended")}
	for _, f := range slices.Backward(v.History) {
		if f.Code == journal.HistoryFailed || f.Code == journal.HistoryExpired {
			ended.at = f.At
			break
		}
	}
	switch {
	case v.SetAside != nil:
		ended = row{v.SetAside.At, w.T("late.aside", "reason", wording.Reason(l.env, v.SetAside.Reason))}
	case v.ResolvedOutside != nil:
		ended = row{v.ResolvedOutside.At, w.T("late.resolved", "reason", wording.Reason(l.env, v.ResolvedOutside.Reason))}
	}
	return []row{charged, ended, {v.SettledAt, l.came(ended.at)}}
}

// came is that the money came, and how long after the till had said that it would not:
// minutes within the first hour, then hours, then days.
func (l *Late) came(ended time.Time) string {
	w, late := l.env.Words, l.view.SettledAt.Sub(ended)
	switch {
	case late < time.Minute:
		return w.T("late.came")
	case late < time.Hour:
		return w.N("late.came.minutes", int(late/time.Minute))
	case late < 24*time.Hour:
		return w.N("late.came.hours", int(late/time.Hour))
	}
	return w.N("late.came.days", int(late/(24*time.Hour)))
}

func (l *Late) knownCard() fyne.CanvasObject {
	var all []fyne.CanvasObject
	for i, r := range l.rows() {
		style := typeset.Body.Tight(1.15)
		if i == 2 {
			style = style.With(theme.SemiBold)
		}
		at := typeset.NewText(wording.Clock(l.env, r.at), typeset.Body.Tint(theme.Muted))
		all = append(all, layout.Columns(theme.S3, at, layout.Grow(1, typeset.NewParagraph(r.text, style))))
	}
	return l.card("unknown.known", all)
}

func (l *Late) todoCard() fyne.CanvasObject {
	w := l.env.Words
	here := "late.todo.here"
	if l.env.Practice {
		here = "late.todo.here.practice"
	}
	var all []fyne.CanvasObject
	left := "late.todo.left"
	if owedAlready(l.view.Sale) {
		left = "late.todo.owed"
	}
	for _, r := range [][2]string{{"check", "late.todo.given"}, {"user", here}, {"return", left}} {
		text := typeset.NewParagraph("", typeset.Body)
		text.SetSpans(spansOf(w.T(r[1]))...)
		all = append(all, layout.Centred(theme.S3, graphic.NewIcon(r[0], 24, theme.Text), layout.Grow(1, text)))
	}
	return l.card("unknown.todo", all)
}

// spansOf is a sentence whose case, up to its colon, stands out: a cashier looks for the one that is theirs.
func spansOf(text string) []typeset.Span {
	body := typeset.Body.Tight(1.15)
	when, do, both := strings.Cut(text, ":")
	if !both {
		return []typeset.Span{{Text: text, Style: body}}
	}
	return []typeset.Span{{Text: when + ":", Style: body.With(theme.SemiBold)}, {Text: do, Style: body}}
}

func (l *Late) card(title string, rows []fyne.CanvasObject) fyne.CanvasObject {
	head := typeset.NewText(l.env.Words.T(title), typeset.Caption.With(theme.SemiBold))
	return graphic.NewCardPadded(layout.Rows(theme.S3, append([]fyne.CanvasObject{head}, rows...)...), 20, theme.S3)
}

// HeightFor is for screen.Fitted.
func (l *Late) HeightFor(width float32) float32 { return pay.Lay(l.lay).HeightFor(width, theme.Frame) }

// Actions is for screen.Acting.
func (l *Late) Actions() []fyne.CanvasObject { return l.beside().Objects() }

// beside are the buttons that stand before the primary.
func (l *Late) beside() (all pay.Actions) {
	for _, b := range []*control.Button{l.happened, l.owe} {
		if b != nil {
			all = append(all, b)
		}
	}
	return all
}

// lay sets the words above the cards and the buttons below them, with some room around the
// words, and returns how high all is.
func (l *Late) lay(p layout.Placer, slack float32) float32 {
	pad, icon, gap := theme.S5(), iconSide(), theme.S4
	x, y := 2*pad+icon, pad+slack/2
	wide := p.W - 2*pad - x
	a, n := l.amount.MinSize(), l.number.MinSize()
	side := max(a.Width, n.Width)
	top := y
	if stacked := pay.Enlarged() || wide-side-gap < l.word.WidthAt(theme.Instruction); stacked {
		p.Put(l.number, x, y+(a.Height-n.Height)/2, n.Width, n.Height)
		p.Put(l.amount, x+n.Width+pad, y, a.Width, a.Height)
		y += a.Height + theme.S2
	} else {
		p.Put(l.amount, p.W-2*pad-a.Width, y, a.Width, a.Height)
		p.Put(l.number, p.W-2*pad-n.Width, y+a.Height, n.Width, n.Height)
		wide -= side + gap
	}
	l.word.StepDown(theme.AmountM, wide)
	w := p.PutMin(l.word, x, y)
	y += w.Height + theme.S2
	pay.InLines(l.instr, 3, wide, theme.Fixed(34), theme.Title, theme.Lead, theme.Body)
	h := l.instr.HeightFor(wide)
	p.Put(l.instr, x, y, wide, h)
	y = max(y+h, top+icon)
	p.Put(l.icon, pad, top+(y-top-icon)/2, icon, icon)
	y += gap + slack - slack/2
	wide = p.W - 2*pad
	half := (wide - gap) / 2
	if pay.Terse() {
		half = wide
	}
	know, do := heightAt(l.known, half), heightAt(l.todo, half)
	if pay.Terse() { // below each other, so that their words keep to their lines
		p.Put(l.known, pad, y, wide, know)
		y += know + theme.S3
		p.Put(l.todo, pad, y, wide, do)
		y += do
	} else {
		p.Put(l.known, pad, y, half, max(know, do))
		p.Put(l.todo, pad+half+gap, y, half, max(know, do))
		y += max(know, do)
	}
	y += gap
	return l.buttons(p, y) + pad
}

// buttons sets them in one row, or those beside the primary in a row or lines of their own
// above it, and returns where they end.
func (l *Late) buttons(p layout.Placer, y float32) float32 {
	pad, gap := theme.S5(), theme.S4
	wide, from, beside := p.W-2*pad, pad, float32(0)
	for _, b := range l.beside() {
		beside += b.MinSize().Width + gap
	}
	row := beside+l.read.MinSize().Width <= wide
	for _, b := range l.beside() {
		switch w := b.MinSize().Width; {
		case row:
			p.Put(b, from, y, w, theme.PrimaryHigh)
			from += w + gap
		case beside-gap <= wide: // two share a row
			w += (wide - beside + gap) / float32(len(l.beside()))
			p.Put(b, from, y, w, theme.PrimaryHigh)
			from += w + gap
		default:
			p.Put(b, pad, y, wide, theme.PrimaryHigh)
			y += theme.PrimaryHigh + theme.S3
		}
	}
	if !row && from > pad {
		y, from = y+theme.PrimaryHigh+theme.S3, pad
	}
	p.Put(l.read, from, y, p.W-pad-from, theme.PrimaryHigh)
	return y + theme.PrimaryHigh
}

// heightAt is how high a card is at a width: its words wrap.
func heightAt(card fyne.CanvasObject, wide float32) float32 {
	card.Resize(fyne.NewSize(wide, card.Size().Height))
	return card.MinSize().Height
}
