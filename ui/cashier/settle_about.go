package cashier

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/core/till"
	"sanduq/ui/present"
	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

// settleAbout is what is known of the sale that is looked at, and the text that
// asks the bank.
type settleAbout struct {
	deps       Deps
	title      *widgets.Text
	from       *widgets.Text
	amount     *widgets.Amount
	facts      [3][2]*widgets.Text
	head, text *widgets.Text
	paper      *widgets.Panel
	news       changed
	body       *fyne.Container
	root       *widgets.Card
}

// aboutInset keeps the words from the bar that scrolls them.
const aboutInset float32 = 8

func newSettleAbout(d Deps) *settleAbout {
	a := &settleAbout{deps: d}
	a.title = widgets.NewText("", widgets.Lead).Cut()
	a.from = widgets.NewText("", widgets.Caption).Cut()
	a.amount = widgets.NewAmount("0", "", theme.Instruction)
	a.amount.Align = widgets.Trailing
	a.head = widgets.NewText(d.Words.T("settle.text"), widgets.Label)
	a.text = widgets.NewParagraph("", widgets.Caption.Tint(theme.Text))
	a.paper = widgets.NewFrame(theme.Ground, theme.Line, theme.RadiusSmall)
	objects := []fyne.CanvasObject{a.title, a.from, a.amount, a.head, a.paper, a.text}
	for i := range a.facts {
		a.facts[i] = [2]*widgets.Text{widgets.NewText("", widgets.Body.Tint(theme.Muted)), widgets.NewText("", widgets.Body).Cut()}
		objects = append(objects, a.facts[i][0], a.facts[i][1])
	}
	a.body = widgets.NewMeasured(func() fyne.Size { return fyne.NewSize(0, a.high()) }, a.place, objects...)
	inset := widgets.NewMeasured(func() fyne.Size { return fyne.NewSize(0, a.high()) }, func(p widgets.Placer) {
		p.Put(a.body, aboutInset, 0, p.Size.Width-2*aboutInset, p.Size.Height)
	}, a.body)
	a.root = widgets.NewCardPadded(container.NewVScroll(inset), 20-aboutInset, theme.S4)
	return a
}

func (a *settleAbout) set(v till.View) {
	d, w := a.deps, a.deps.Words
	a.title.SetText(d.settleTitle(v))
	from := strings.TrimSpace(v.Institution + " " + v.Session.MaskedAccount)
	if from == "" {
		_, key := present.Route(v.Route)
		from = w.T(key)
	}
	a.from.SetText(from)
	a.amount.Set(v.Amount.Major(), d.currency(v.Amount))
	rows := d.settleFacts(v)
	said := []any{a.title.Text(), a.from.Text(), v.Amount, rows}
	for i := range a.facts {
		at, what, style := "", "", widgets.Body
		if i < len(rows) {
			at, what = rows[i].at, rows[i].text
		}
		if i == len(rows)-1 {
			style = widgets.Fact
		}
		a.facts[i][0].SetText(at)
		a.facts[i][1].SetSpans(widgets.Span{Text: what, Style: style})
	}
	settled := ToSettle(v) == ToSettleNot // the bank is asked nothing more
	a.head.Hidden, a.paper.Hidden, a.text.Hidden = settled, settled, settled
	ask := ""
	if !settled {
		ask = d.forTheBank(v)
	}
	a.text.SetText(ask)
	if a.news.says(append(said, settled, ask)...) {
		a.body.Refresh()
		a.root.Refresh()
	}
}

func (a *settleAbout) line() float32 { return widgets.Body.Size.Units() * 1.6 }

func (a *settleAbout) high() float32 {
	wide := a.body.Size().Width
	if wide <= 0 {
		wide = 360
	}
	return a.headHigh(wide) + 2*theme.S3 + 3*a.line() + a.head.MinSize().Height + theme.S2 + a.text.HeightFor(wide-2*theme.S3) + 2*theme.S3
}

// headHigh is the head of the card: the amount beside what happened, or below it
// where the words are too large for both.
func (a *settleAbout) headHigh(wide float32) float32 {
	high := a.title.MinSize().Height + a.from.MinSize().Height
	if a.title.Width()+theme.S3+a.amount.MinSize().Width > wide {
		high += a.amount.MinSize().Height
	}
	return high
}

func (a *settleAbout) place(p widgets.Placer) {
	t, f, m := a.title.MinSize().Height, a.from.MinSize().Height, a.amount.MinSize()
	room := p.Size.Width
	beside, y := room-m.Width-theme.S3, a.headHigh(room)
	if top := (t + f - m.Height) / 2; y == t+f {
		p.Put(a.amount, room-m.Width, top, m.Width, m.Height)
	} else {
		beside = room
		p.Put(a.amount, 0, t+f, min(m.Width, room), m.Height)
	}
	p.Put(a.title, 0, 0, beside, t)
	p.Put(a.from, 0, t, beside, f)
	y += theme.S3
	wide := float32(0)
	for _, one := range a.facts {
		wide = max(wide, one[0].MinSize().Width)
	}
	for _, one := range a.facts {
		h := one[1].MinSize().Height
		p.Put(one[0], 0, y+(a.line()-h)/2, wide, h)
		p.Put(one[1], wide+theme.S3, y+(a.line()-h)/2, room-wide-theme.S3, h)
		y += a.line()
	}
	y += theme.S3
	h := a.head.MinSize().Height
	p.Put(a.head, 0, y, room, h)
	y += h + theme.S2
	h = a.text.HeightFor(room - 2*theme.S3)
	p.Put(a.paper, 0, y, room, h+2*theme.S3)
	p.Put(a.text, theme.S3, y+theme.S3, room-2*theme.S3, h)
}

// settleTitle is what happened, and which sale it is.
func (d Deps) settleTitle(v till.View) string {
	w := d.Words
	switch ToSettle(v) {
	case ToSettleNot:
		return w.T("settle.title", "what", w.T(present.Past(v.Sale).Key), "number", present.Number(v.ID))
	case ToSettleLate:
		return w.T("settle.title", "what", w.T("settle.late"), "number", present.Number(v.ID))
	case ToSettleOwed:
		if with := v.OwedWith(); with != "" && with != v.ID {
			return w.T("settle.title.two", "what", w.T("settle.owed"), "number", present.Number(v.ID), "other", present.Number(with))
		}
		return w.T("settle.title", "what", w.T("settle.owed"), "number", present.Number(v.ID))
	}
	return w.T("settle.title", "what", w.T("state.unknown"), "number", present.Number(v.ID))
}

// settleTold is what is known of it in a few words.
func (d Deps) settleTold(v till.View) string {
	w := d.Words
	switch ToSettle(v) {
	case ToSettleNot:
		return d.settledTold(v)
	case ToSettleLate:
		return w.T("settle.late.told")
	case ToSettleOwed:
		if v.AfterCash() {
			return w.T("settle.owed.cash")
		}
		return w.T("settle.owed.told")
	}
	if m := v.WithManager; m != nil {
		return w.T("settle.given", "time", d.clock(m.At))
	}
	at, word := d.heard(v)
	switch n := v.Live.Asked + v.Watch.Tries; {
	case v.Session.Conflict != "":
		return w.T("unknown.conflict")
	case at.IsZero() && n > 0:
		return w.N("settle.noWord", n)
	case at.IsZero():
		return w.T("status.noAnswerYet")
	}
	return w.T("unknown.last", "answer", d.gatewayWord(word))
}

// settleFacts are the newest three facts, the bank's last answer among them.
func (d Deps) settleFacts(v till.View) (rows []knownRow) {
	for _, f := range v.History {
		rows = append(rows, knownRow{d.seconds(f.At), d.factText(f)})
	}
	if at, word := d.heard(v); ToSettle(v) == ToSettleUnknown && !at.IsZero() {
		rows = append(rows, knownRow{d.seconds(at), d.Words.T("unknown.last", "answer", d.gatewayWord(word))})
	}
	return rows[max(0, len(rows)-3):]
}

// forTheBank asks how a payment ended, or how what is owed back is returned: what the
// bank needs to find it, and no more of an account than is on a receipt.
func (d Deps) forTheBank(v till.View) string {
	set := d.Shop()
	at := v.CreatedAt
	if d.Zone != nil {
		at = at.In(d.Zone)
	}
	parts := slices.DeleteFunc([]string{cmp.Or(v.OrderID, v.ID.Paper()), v.Session.PaymentID, v.Session.TransactionID, d.Sum(v.Amount), d.Words.DateTime(at),
		v.Institution, v.Session.MaskedAccount}, func(s string) bool { return s == "" })
	key := "settle.ask"
	if ToSettle(v) == ToSettleOwed {
		key = "settle.askBack"
	}
	return d.Words.T(key, "facts", strings.Join(parts, ", "), "shop", strings.TrimSuffix(set.Shop+", "+set.Till, ", "))
}

// age is how long ago a moment was, in the largest unit.
func (d Deps) age(t time.Time) string {
	w := d.Words
	switch past := max(d.Now().Sub(t), 0); {
	case past < time.Hour:
		return w.T("age.minutes", "n", int(past/time.Minute))
	case past < 24*time.Hour:
		return w.T("age.hours", "n", int(past/time.Hour))
	default:
		return w.N("age.days", int(past/(24*time.Hour)))
	}
}
