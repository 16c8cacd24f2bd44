package receipts

import (
	"cmp"
	"maps"
	"slices"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

const (
	totalsHeight float32 = 72
	moreHeight   float32 = 26 // of each further currency
)

// totals are the figures of a filter: paid large; what of it was given back and what stays, cash, still open and not
// paid at the end, where there is any. Different currencies are never added up; each has a line of its own.
type totals struct {
	env    screen.Env
	deps   Deps
	groups [6]*figure

	all     []journal.Total // what is shown
	counted bool
	drawn   bool

	line fyne.CanvasObject
	root *fyne.Container
}

// figure is one group: how many, and how much in each currency.
type figure struct {
	group journal.Group
	title *typeset.Text
	icon  *graphic.StateIcon // of the groups at the end
	sums  []*typeset.Amount
}

func newTotals(env screen.Env, d Deps) *totals {
	t := &totals{env: env, deps: d, line: graphic.NewDivider()}
	t.groups[0] = &figure{group: journal.GroupPaid, title: caption()}
	t.groups[1] = &figure{group: groupReturned, title: caption(), icon: graphic.NewStateIcon(graphic.StateReturned, 20, env.Practice)}
	t.groups[2] = &figure{group: groupStays, title: caption(), icon: graphic.NewStateIcon(graphic.StatePaid, 20, env.Practice)}
	t.groups[3] = &figure{group: journal.GroupCash, title: caption(), icon: graphic.NewStateIcon(graphic.StateCash, 20, env.Practice)}
	t.groups[4] = &figure{group: journal.GroupOpen, title: caption(), icon: graphic.NewStateIcon(graphic.StateWaiting, 20, env.Practice)}
	t.groups[5] = &figure{group: journal.GroupNotPaid, title: caption(), icon: graphic.NewStateIcon(graphic.StateFailed, 20, env.Practice)}
	t.root = layout.New(t.min, t.place)
	t.set(nil, nil, false)
	return t
}

func caption() *typeset.Text { return typeset.NewText("", typeset.Caption.Tight(1.3)) }

// The groups of what was given back, and of what stays of what was paid and of cash, as an export
// has it: where anything was.
const (
	groupReturned journal.Group = "returned"
	groupStays    journal.Group = "stays"
)

// stays are the figures of both.
func stays(all []journal.Total, back []journal.Line) (more []journal.Total) {
	if len(back) == 0 {
		return nil
	}
	for _, l := range back {
		more = append(more, journal.Total{Group: groupReturned, Currency: l.Currency, Count: int(l.Number), Minor: l.Minor})
	}
	rest := map[string]journal.Total{}
	for _, x := range all {
		if x.Group == journal.GroupPaid || x.Group == journal.GroupCash {
			sum := rest[x.Currency]
			rest[x.Currency] = journal.Total{Group: groupStays, Currency: x.Currency, Count: sum.Count + x.Count, Minor: sum.Minor + x.Minor}
		}
	}
	for _, l := range back {
		if sum, taken := rest[l.Currency]; taken {
			sum.Minor -= l.Minor
			rest[l.Currency] = sum
		}
	}
	return append(more, slices.SortedFunc(maps.Values(rest), func(a, b journal.Total) int { return cmp.Compare(a.Currency, b.Currency) })...)
}

// set shows what the store counted, and what of it was given back; before it did, no
// figure is shown at all.
func (t *totals) set(all []journal.Total, back []journal.Line, counted bool) {
	t.show(append(slices.Clip(all), stays(all, back)...), counted)
}

// setOn is set for what was given back on some days alone: what stays is not known then,
// since more may have been given back on others.
func (t *totals) setOn(all []journal.Total, back []journal.Line, counted bool) {
	more := slices.DeleteFunc(stays(all, back), func(x journal.Total) bool { return x.Group == groupStays })
	t.show(append(slices.Clip(all), more...), counted)
}

func (t *totals) show(all []journal.Total, counted bool) {
	if t.drawn && t.counted == counted && slices.Equal(t.all, all) {
		return
	}
	t.drawn, t.counted, t.all = true, counted, slices.Clone(all)
	many := manyCurrencies(all)
	objects := []fyne.CanvasObject{t.line}
	for i, f := range t.groups {
		mine := of(all, f.group, t.deps.Currency)
		n := 0
		for _, x := range mine {
			n += x.Count
		}
		f.title.SetText(t.title(f.group, n))
		f.sums = f.sums[:0]
		for k, x := range mine {
			f.sums = append(f.sums, t.sum(f, x, i == 0 && k == 0, many || i == 0))
		}
		if !counted || i > 0 && n == 0 {
			continue
		}
		objects = append(objects, f.title)
		if f.icon != nil {
			objects = append(objects, f.icon)
		}
		objects = append(objects, layout.Objects(f.sums)...)
	}
	t.root.Objects = objects
	t.root.Refresh()
}

// hide says that totals are not for who is at the till.
func (t *totals) hide() {
	t.set(nil, nil, false)
	t.groups[0].title.SetText(t.env.Words.T("receipts.sums.hidden"))
	t.root.Objects = []fyne.CanvasObject{t.line, t.groups[0].title}
	t.root.Refresh()
}

func (t *totals) title(g journal.Group, n int) string {
	switch g {
	case journal.GroupPaid:
		return t.deps.asHeard(t.env, t.env.Words.N("receipts.paid", n))
	case groupReturned:
		return t.env.Words.T("receipts.returned", "n", n)
	case groupStays:
		return t.env.Words.T("report.column.stays")
	case journal.GroupCash:
		return t.env.Words.T("receipts.cash", "n", n)
	case journal.GroupOpen:
		return t.env.Words.T("receipts.open", "n", n)
	}
	return t.env.Words.T("receipts.notPaid", "n", n)
}

func (t *totals) sum(f *figure, x journal.Total, large, unit bool) *typeset.Amount {
	currency := ""
	if unit {
		currency = t.env.CurrencyWord(x.Currency)
	}
	number := money.Amount{Minor: x.Minor, Currency: x.Currency}.Major()
	if large {
		return typeset.NewAmount(number, currency, theme.Fixed(32))
	}
	a := typeset.NewAmount(number, currency, theme.Body)
	a.Plain = true
	switch f.group {
	case journal.GroupOpen:
		a.Colour = graphic.StateWaiting.Colour(false)
	case journal.GroupNotPaid:
		a.Colour = graphic.StateFailed.Colour(false)
	}
	return a
}

// of is what belongs to a group, the shop's own currency first. A group without sales has a sum of nothing.
func of(all []journal.Total, g journal.Group, own string) []journal.Total {
	var out []journal.Total
	for _, x := range all {
		if x.Group == g && x.Count > 0 {
			out = append(out, x)
		}
	}
	if len(out) == 0 {
		return []journal.Total{{Group: g, Currency: own}}
	}
	slices.SortFunc(out, func(a, b journal.Total) int {
		if (a.Currency == own) != (b.Currency == own) {
			if a.Currency == own {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.Currency, b.Currency)
	})
	return out
}

// manyCurrencies reports whether amounts need their currency beside them to be told apart.
func manyCurrencies(all []journal.Total) bool {
	for _, x := range all {
		if x.Count > 0 && x.Currency != all[0].Currency {
			return true
		}
	}
	return false
}

func (t *totals) min() fyne.Size {
	lines := 1
	for _, f := range t.groups {
		lines = max(lines, len(f.sums))
	}
	k := max(theme.Now().TextScale, 1)
	return fyne.NewSize(200, (totalsHeight+moreHeight*float32(lines-1))*k)
}

func (t *totals) place(b layout.Placer) {
	k := max(theme.Now().TextScale, 1)
	b.Put(t.line, 0, b.H-theme.Border(), b.W, theme.Border())
	end := b.W - sidePad
	for i := len(t.groups) - 1; i > 0; i-- {
		f := t.groups[i]
		if !t.shows(f) {
			continue
		}
		wide := f.width()
		f.hide(!t.fits(i, b.W))
		if f.title.Hidden {
			continue
		}
		x := end - wide
		b.PutMiddle(f.title, x, 26*k)
		for n, a := range f.sums {
			middle := (46 + moreHeight*float32(n)) * k
			h := max(28, a.MinSize().Height)
			b.Put(a, x+besideFigure(), middle-h/2, wide-besideFigure(), h)
			if n == 0 {
				b.PutMiddle(f.icon, x, middle)
			}
		}
		end = x - theme.S5()
	}
	paid := t.groups[0]
	paid.title.StepDown(theme.Caption, end-sidePad)
	paid.title.Hidden = paid.title.Width() > end-sidePad // a caption goes before a figure
	b.PutMiddle(paid.title, sidePad, 18*k)
	for n, a := range paid.sums {
		middle := (47 + moreHeight*float32(n)) * k
		h := max(40, a.MinSize().Height)
		b.Put(a, sidePad, middle-h/2, end-sidePad, h)
	}
}

// besideFigure is what the icon before a sum takes.
func besideFigure() float32 { return theme.IconSide(20) + 6 }

// width is what a group takes at the end.
func (f *figure) width() float32 {
	wide := f.title.MinSize().Width
	for _, a := range f.sums {
		wide = max(wide, a.MinSize().Width+besideFigure())
	}
	return wide
}

func (f *figure) hide(on bool) {
	f.title.Hidden, f.icon.Hidden = on, on
	for _, a := range f.sums {
		a.Hidden = on
	}
}

// fits reports whether a group leaves what was paid most of its size, together
// with those before it. Large figures push the last group out first: what was
// paid must not be the smallest of them.
func (t *totals) fits(group int, wide float32) bool {
	room := wide - 2*sidePad
	for _, f := range t.groups[1 : group+1] {
		if t.shows(f) {
			room -= f.width() + theme.S5()
		}
	}
	return room >= .8*t.groups[0].sums[0].MinSize().Width
}

func (t *totals) shows(f *figure) bool {
	return slices.Contains(t.root.Objects, fyne.CanvasObject(f.title))
}
