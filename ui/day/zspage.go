package day

import (
	"context"
	"math"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/receipt"
	"sanduq/ui/day/figures"
	"sanduq/ui/pages"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/list"
	"sanduq/ui/toolkit/typeset"
)

// zsPage is the list of earlier Zs beside the paper of the one that is picked.
type zsPage struct {
	form
	sheet  *sheet
	deck   *pages.Deck
	all    []journal.Z           // newest first
	before []receipt.BeforeShift // of each of all
	more   bool                  // there are older ones
	at     int
	note   *typeset.Text
	later  *typeset.Text
	list   *fyne.Container
}

// zsEach is how many Zs are read at once.
const zsEach = 30

func newZsPage(s *Screen) *zsPage {
	p := &zsPage{form: newForm(s, "day.zs"), deck: pages.NewDeck("", nil)}
	p.sheet = newSheet(s, p)
	p.frame.Back = s.backTool()
	p.frame.Footer = p.sheet.zButtons(theme.PrimaryHigh)
	p.note = typeset.NewParagraph("", typeset.Lead.With(theme.Regular))
	p.later = typeset.NewParagraph("", typeset.Body)
	mail := p.sheet.mail.line
	p.list = layout.New(nil, func(b layout.Placer) {
		y := b.H
		for _, said := range []*typeset.Text{p.later, mail} {
			h := float32(0)
			if said.Text() != "" {
				h = said.HeightFor(b.W)
				y -= h + theme.S3
			}
			b.Put(said, 0, y+theme.S3, b.W, h)
		}
		b.Put(p.deck.Root, 0, 0, b.W, y)
	}, p.deck.Root, p.later, mail)
	paper := layout.New(nil, func(b layout.Placer) {
		b.Put(p.sheet.scroll, 0, 0, b.W, min(b.H, p.sheet.paper.HeightFor(b.W)))
	}, p.sheet.scroll)
	body := pages.Columns(theme.S5(), paperWide, p.list, paper)
	if pages.Large() {
		body = scrolled(layout.Rows(theme.S4, p.deck.Root, p.later, mail, p.sheet.whole()))
	}
	p.frame.Body = layout.New(nil, func(b layout.Placer) {
		b.Put(body, 0, 0, b.W, b.H)
		h := p.note.HeightFor(b.W)
		b.Put(p.note, 0, 0, b.W, h)
	}, body, p.note)
	p.deck.Root.Hide()
	p.sheet.scroll.Hide()
	p.frame.Build()
	for _, b := range p.frame.Footer {
		b.Hide()
	}
	return p
}

// ask reads older Zs than those that are there.
func (p *zsPage) ask() {
	s := p.screen
	before := uint64(0)
	if n := len(p.all); n > 0 {
		before = p.all[n-1].Seq
	}
	var some []journal.Z
	var off []receipt.BeforeShift
	s.reads(func(ctx context.Context) (err error) {
		some, err = s.deps.Records.Zs(ctx, before, zsEach)
		for _, z := range some {
			off = append(off, s.outsideShift(ctx, z))
		}
		return err
	}, func(err error) {
		if s.page != page(p) {
			return
		}
		if err != nil {
			p.frame.Wrong(s.env.Words.T("day.unreadable"))
			return
		}
		p.all, p.before, p.more = append(p.all, some...), append(p.before, off...), len(some) == zsEach
		p.paint()
	})
}

func (p *zsPage) paint() {
	env := p.screen.env
	w := env.Words
	none := len(p.all) == 0
	p.note.SetText("")
	if none {
		p.note.SetText(w.T("day.zs.none"))
		return
	}
	p.deck.Root.Show()
	p.sheet.scroll.Show()
	for _, b := range p.frame.Footer {
		b.Show()
	}
	var lines []*list.Line
	for i, z := range p.all {
		spec := list.LineSpec{Name: journal.ZNumber(z.Seq), Strong: true, Below: w.T("day.zs.row", "n", z.Shift, "name", present.Somebody(env.Words, z.By)), Selected: i == p.at, Under: w.Moment(z.At.In(env.Zone))}
		if sums, err := receipt.SumsOf(z); err == nil && len(sums) == 1 {
			spec.Sum = figures.Sum(env, sums[0].Minor-z.Returned(sums[0].Currency), sums[0].Currency)
		}
		lines = append(lines, list.NewLine(spec, func() { p.choose(i) }))
	}
	if p.more {
		lines = append(lines, list.NewLine(list.LineSpec{Name: w.T("day.zs.more"), Open: true}, p.ask))
	}
	p.deck.Set(lines...)
	p.show()
}

func (p *zsPage) choose(i int) {
	p.at = i
	for j, l := range p.deck.Lines {
		l.SetSelected(j == i)
	}
	if p.deck.Scroll != nil {
		layout.Reveal(p.deck.Scroll, p.deck.List, p.deck.Lines[i])
	}
	p.show()
}

// show puts the picked one on paper, and says what came later for its sales, and what
// came before it and stands nowhere.
func (p *zsPage) show() {
	z := p.all[p.at]
	p.sheet.set(z, &p.before[p.at])
	p.later.SetText(strings.TrimSpace(p.cameLater(z) + " " + outsideShift(p.screen.env, p.before[p.at])))
	p.list.Refresh()
	p.frame.Root.Refresh()
}

// cameLater says what came for the sales of a shift after its Z, by currency: it
// stands in later Zs, or in the open shift, and never changes this one. What no
// shift took is in none of them, and nothing is said of it.
func (p *zsPage) cameLater(z journal.Z) string {
	env := p.screen.env
	w := env.Words
	var sums []came
	var said []string
	for i := p.at - 1; i >= -1; i-- { // from the one after it to the open shift
		from, name := p.screen.view.X, w.T("day.x")
		if i >= 0 {
			from, name = p.all[i], journal.ZNumber(p.all[i].Seq)
		}
		late, err := from.Late()
		if err != nil {
			return w.T("day.later.unknown")
		}
		for _, l := range late {
			if l.Opened != z.Shift {
				continue
			}
			if l.Minor == 0 { // who may not see sums has the numbers of the open shift alone
				said = append(said, w.T("day.later.number", "n", l.Number, "z", name))
				continue
			}
			at := slices.IndexFunc(sums, func(c came) bool { return c.currency == l.Currency })
			if at < 0 {
				at, sums = len(sums), append(sums, came{currency: l.Currency})
			}
			c := &sums[at]
			if c.minor > math.MaxInt64-max(0, l.Minor) {
				return w.T("day.later.unknown")
			}
			c.number, c.minor = c.number+l.Number, c.minor+l.Minor
			c.in = append(c.in, name)
		}
	}
	var whole []string
	for _, c := range sums {
		whole = append(whole, w.T("day.later", "n", c.number, "sum", figures.Amount(env, c.minor, c.currency), "z", strings.Join(c.in, " + ")))
	}
	if said = append(whole, said...); len(said) == 0 {
		return w.T("day.later.none")
	}
	return strings.Join(said, " ")
}

// came is what later shifts took in one currency, and in which.
type came struct {
	currency      string
	number, minor int64
	in            []string
}

func (p *zsPage) press(k screen.KeyPress) bool {
	switch {
	case len(p.all) == 0:
		return false
	case k.Name == fyne.KeyUp && p.at > 0:
		p.choose(p.at - 1)
	case k.Name == fyne.KeyDown && p.at < len(p.all)-1:
		p.choose(p.at + 1)
	case k.Name == fyne.KeyDown && p.more:
		p.ask()
	case k.Name == fyne.KeyF9 && p.screen.deps.Paper.Print != nil:
		p.sheet.toPrinter()
	case k.Name == fyne.KeyF10 && p.screen.deps.Paper.Save != nil:
		p.sheet.toFile()
	case k.Name == fyne.KeyPageUp, k.Name == fyne.KeyPageDown:
		return p.sheet.press(k)
	default:
		return false
	}
	return true
}
