package reports

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"

	"sanduq/core/money"
	"sanduq/core/report"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// taken is the card of what came in: the sum, how it changed, the chart, and a
// line in words for who does not see the bars.
type taken struct {
	env      screen.Env
	deps     Deps
	report   report.Report
	said     spoken
	standing string // how far it is settled with the bank; blank for nothing known

	title, change, more *typeset.Text
	back                *typeset.Text // what the sum is made of, where it is more than the bank's; blank else
	sum                 *typeset.Amount
	chart               *chart
	best                *typeset.Text
	keys                [2]*legend
	frame               *graphic.Panel
	root                *fyne.Container
}

func newTaken(env screen.Env, d Deps, open func(bar)) *taken {
	t := &taken{env: env, deps: d, title: typeset.NewText("", typeset.Caption.Tight(1.3)).Cut(), change: typeset.NewText("", typeset.Fact), more: typeset.NewText("", typeset.Caption.Tight(1.3)).Cut(),
		sum: typeset.NewAmount("", "", theme.AmountS), best: typeset.NewText("", typeset.Caption).Cut(), back: typeset.NewText("", typeset.Fact).Cut(), frame: graphic.NewFrame(theme.Card, theme.Line, theme.Radius)}
	t.chart = newChart(open, t.describe)
	t.keys = [2]*legend{newLegend(theme.Primary), newLegend(theme.Ghost)}
	t.root = layout.New(nil, t.place, t.frame, t.title, t.sum, t.change, t.more, t.back, t.chart, t.keys[0].root, t.keys[1].root, t.best)
	return t
}

// set shows a report: of the bank alone, and with cash.
func (t *taken) set(bank, r report.Report, out report.Result, by By, said spoken) {
	w := t.env.Words
	t.report, t.said = r, said
	t.title.SetText(t.deps.asHeard(t.env, w.N("reports.taken", int(r.Taken.Now.Number))))
	t.sum.Set(money.Amount{Minor: report.Stays(r.Taken.Now, r.Returned.Figure), Currency: r.Currency}.Major(), present.Currency(w, r.Currency))
	t.back.SetText(t.parts(bank, out))
	compared := out.Compared != (report.Period{})
	t.change.SetText("")
	t.more.SetText("")
	if compared {
		t.change.SetText(change(r.Taken, t.env))
		t.more.SetText(t.difference(r, said))
	}
	if by == ByHour {
		t.chart.set(hours(r, out.Query, w), compared)
	} else {
		t.chart.set(days(r, out, w), compared)
	}
	t.keys[0].set(said.now)
	t.keys[1].set(said.before)
	t.keys[1].root.Hidden = !compared
	t.describe()
}

// change is "+9.1 %", or blank where there is nothing to compare with, or so
// little that per cents say nothing.
func change(p report.Pair, env screen.Env) string {
	const most = 9999
	tenths, ok := p.Change()
	if !ok || tenths > most {
		return ""
	}
	sign := "+"
	if tenths < 0 {
		sign, tenths = "−", -tenths
	}
	return env.Words.T("reports.change", "change", fmt.Sprintf("%s%d%s%d %%", sign, tenths/10, present.Point(env.Words), tenths%10))
}

// difference is "1 536.250 more than the week before".
func (t *taken) difference(r report.Report, said spoken) string {
	w := t.env.Words
	by, ok := r.Taken.Difference()
	text := w.T("reports.same", "before", said.before)
	switch {
	case !ok:
		return ""
	case by > 0:
		text = w.T("reports.more", "sum", present.Sum(w, by, r.Currency), "before", said.before)
	case by < 0:
		text = w.T("reports.less", "sum", present.Sum(w, -by, r.Currency), "before", said.before)
	}
	if r.Returned.Figure != (report.Figure{}) { // of the period before it is not known
		text = w.T("reports.gross", "text", text)
	}
	return text
}

// parts is "= Bank 225.592 + Cash 42.700 − Returned 60.000"; blank where the sum is the
// bank's alone.
func (t *taken) parts(r report.Report, out report.Result) string {
	w, cash, back := t.env.Words, r.Cash.Taken.Now, r.Returned.Figure
	var all []string
	if cash.Number > 0 || back.Number > 0 {
		all = append(all, w.T("reports.part.bank", "sum", present.Sum(w, r.Taken.Now.Minor, r.Currency)))
	}
	if cash.Number > 0 {
		all = append(all, w.T("reports.part.cash", "sum", present.Sum(w, cash.Minor, r.Currency)))
	}
	switch {
	case !out.Returns:
		all = append(all, w.T("reports.returned.untold"))
	case back.Number > 0:
		all = append(all, w.T("reports.part.returned", "sum", present.Sum(w, back.Minor, r.Currency)))
	}
	return strings.Join(all, " ")
}

// describe tells in words what is marked, or else what was best.
func (t *taken) describe() {
	text := t.line()
	if t.standing != "" && t.chart.shown() < 0 {
		text = strings.TrimSpace(text + " " + t.standing)
	}
	t.best.SetText(text)
	t.root.Refresh()
}

func (t *taken) line() string {
	w, r := t.env.Words, t.report
	if i := t.chart.shown(); i >= 0 {
		b := t.chart.bars[i]
		if b.back != (report.Figure{}) { // a line has no room for all
			return w.T("reports.bar.returned", "name", b.name, "sum", present.Sum(w, b.Now.Minor, r.Currency), "returned", present.Sum(w, b.back.Minor, r.Currency),
				"stays", present.Sum(w, report.Stays(b.Now, b.back), r.Currency))
		}
		text := w.T("reports.bar", "name", b.name, "n", int(b.Now.Number), "sum", present.Sum(w, b.Now.Minor, r.Currency))
		if t.chart.compared {
			text += " " + w.T("reports.bar.before", "sum", present.Sum(w, b.Before.Minor, r.Currency))
		}
		return text
	}
	top := -1
	for i, b := range t.chart.bars {
		if b.Now.Number > 0 && (top < 0 || b.Now.Minor > t.chart.bars[top].Now.Minor) {
			top = i
		}
	}
	if top < 0 {
		return ""
	}
	b := t.chart.bars[top]
	return w.T("reports.best", "name", b.name, "sum", present.Sum(w, b.Now.Minor, r.Currency))
}

func (t *taken) place(b layout.Placer) {
	b.Put(t.frame, 0, 0, b.W, b.H)
	k := max(1, theme.Now().TextScale)
	x, wide, y := cardSide, b.W-2*cardSide, cardTop
	y += b.PutDown(t.title, x, y, wide)
	line := t.best.MinSize().Height
	high := 44 * k
	room := wide
	sum := min(t.sum.MinSize().Width, room)
	narrow := sum+theme.S4+t.more.Width() > room
	b.Put(t.sum, x, y, sum, high)
	if narrow {
		y += high
		b.Put(t.change, x, y, wide, line)
		var beside float32
		if t.change.Text() != "" { // what grew out of nothing has no per cent
			beside = t.change.MinSize().Width + theme.S2
		}
		b.Put(t.more, x+beside, y, max(0, wide-beside), line)
		y += line
	} else {
		at := x + sum + theme.S4
		b.Put(t.change, at, y+high-2*line-1, room-sum-theme.S4, t.change.MinSize().Height)
		b.Put(t.more, at, y+high-line+1, room-sum-theme.S4, t.more.MinSize().Height)
		y += high
	}
	b.Put(t.back, x, y, wide, t.backRoom())
	y += t.backRoom()
	y += 10
	foot := b.H - cardTop - t.placeLegend(b, wide)
	b.Put(t.chart, x, y, wide, foot-y-theme.S1)
}

// backRoom is what the line of what was returned takes; nothing where there is none.
func (t *taken) backRoom() float32 {
	if t.back.Text() == "" {
		return 0
	}
	return t.back.MinSize().Height
}

// placeLegend puts what the colours mean and the line in words at the foot, in
// two lines where one is too narrow, and returns their height.
func (t *taken) placeLegend(b layout.Placer, wide float32) float32 {
	line := t.best.MinSize().Height
	x := cardSide
	used := t.keys[0].width()
	if t.keys[1].root.Visible() {
		used += theme.S4 + t.keys[1].width()
	}
	lines := float32(1)
	if used+theme.S4+t.best.Width() > wide {
		lines = 2
	}
	y := b.H - cardTop - lines*line
	for _, k := range t.keys {
		if k.root.Visible() {
			b.Put(k.root, x, y, min(k.width(), wide), line)
			x += k.width() + theme.S4
		}
	}
	if lines == 2 {
		b.Put(t.best, cardSide, y+line, wide, line)
		return lines * line
	}
	w := min(t.best.Width()+1, wide)
	b.Put(t.best, cardSide+wide-w, y, w, line)
	return line
}

// legend is a colour and what it means.
type legend struct {
	dot  *graphic.Panel
	text *typeset.Text
	root *fyne.Container
}

func newLegend(c theme.Colour) *legend {
	l := &legend{dot: graphic.NewFrame(c, theme.Transparent, barRound), text: typeset.NewText("", typeset.Caption).Cut()}
	l.root = layout.New(func() fyne.Size { return fyne.NewSize(l.width(), 12) }, func(b layout.Placer) {
		b.Put(l.dot, 0, (b.H-12)/2, 12, 12)
		h := l.text.MinSize().Height
		b.Put(l.text, 18, (b.H-h)/2, b.W-18, h)
	}, l.dot, l.text)
	return l
}

func (l *legend) set(text string) { l.text.SetText(text) }
func (l *legend) width() float32  { return 18 + l.text.Width() + 1 }
