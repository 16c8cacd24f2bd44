package settle

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/core/journal"
	"sanduq/ui/pay/wording"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// about is what is known of the sale that is looked at, and the text that
// asks the bank.
type about struct {
	env        screen.Env
	shop       func() journal.Settings
	title      *typeset.Text
	from       *typeset.Text
	amount     *typeset.Amount
	facts      [3][2]*typeset.Text
	head, text *typeset.Text
	paper      *graphic.Panel
	news       screen.Content
	body       *fyne.Container
	root       *graphic.Card
}

// aboutInset keeps the words from the bar that scrolls them.
const aboutInset float32 = 8

func newAbout(env screen.Env, shop func() journal.Settings) *about {
	a := &about{env: env, shop: shop}
	a.title = typeset.NewParagraph("", typeset.Lead)
	a.from = typeset.NewParagraph("", typeset.Caption)
	a.amount = typeset.NewAmount("0", "", theme.Instruction)
	a.amount.Align = typeset.Trailing
	a.head = typeset.NewText(env.Words.T("settle.text"), typeset.Label)
	a.text = typeset.NewParagraph("", typeset.Caption.Tint(theme.Text))
	a.paper = graphic.NewFrame(theme.Ground, theme.Line, theme.RadiusSmall)
	objects := []fyne.CanvasObject{a.title, a.from, a.amount, a.head, a.paper, a.text}
	for i := range a.facts {
		a.facts[i] = [2]*typeset.Text{typeset.NewText("", typeset.Body.Tint(theme.Muted)), typeset.NewParagraph("", typeset.Body)}
		objects = append(objects, a.facts[i][0], a.facts[i][1])
	}
	a.body = layout.New(func() fyne.Size { return fyne.NewSize(0, a.high()) }, a.place, objects...)
	inset := layout.New(func() fyne.Size { return fyne.NewSize(0, a.high()) }, func(p layout.Placer) {
		p.Put(a.body, aboutInset, 0, p.W-2*aboutInset, p.H)
	}, a.body)
	a.root = graphic.NewCardPadded(container.NewVScroll(inset), 20-aboutInset, theme.S4)
	return a
}

// paidFrom is the account of a sale, or how it is paid without one.
func paidFrom(env screen.Env, v journal.View) string {
	institution, masked := present.Account(v.Sale)
	from := strings.TrimSpace(institution + " " + masked)
	if from == "" {
		_, key := present.Route(v.Route)
		from = env.Words.T(key)
	}
	return from
}

func (a *about) set(v journal.View) {
	env := a.env
	a.title.SetText(title(env, v))
	a.from.SetText(paidFrom(env, v))
	a.amount.Set(v.Amount.Major(), env.CurrencyWord(v.Amount.Currency))
	rows := facts(env, v)
	said := []any{a.title.Text(), a.from.Text(), v.Amount, rows}
	for i := range a.facts {
		at, what, style := "", "", typeset.Body
		if i < len(rows) {
			at, what = rows[i].at, rows[i].text
		}
		if i == len(rows)-1 {
			style = typeset.Fact
		}
		a.facts[i][0].SetText(at)
		a.facts[i][1].SetSpans(typeset.Span{Text: what, Style: style})
	}
	settled := Why(v) == Not // the bank is asked nothing more
	a.head.Hidden, a.paper.Hidden, a.text.Hidden = settled, settled, settled
	ask := ""
	if !settled {
		ask = forTheBank(env, a.shop(), v)
	}
	a.text.SetText(ask)
	if a.news.Changed(append(said, settled, ask)...) {
		a.body.Refresh()
		a.root.Refresh()
	}
}

func (a *about) line() float32 { return typeset.Body.Size.Units() * 1.6 }

func (a *about) high() float32 {
	wide := a.body.Size().Width
	if wide <= 0 {
		wide = 360
	}
	high, _, _ := a.heading(wide)
	for _, f := range a.factsIn(wide) {
		high += f.high
	}
	return high + 2*theme.S3 + a.head.MinSize().Height + theme.S2 + a.text.HeightFor(wide-2*theme.S3) + 2*theme.S3
}

// heading is how high the head of the card is, and its title and who paid in it: the
// amount stands beside them, or below where the words are too large for both.
func (a *about) heading(wide float32) (high, title, from float32) {
	beside := wide
	if a.aside(wide) {
		beside -= a.amount.MinSize().Width + theme.S3
	}
	title, from = a.title.HeightFor(beside), a.from.HeightFor(beside)
	if high = title + from; !a.aside(wide) {
		high += a.amount.MinSize().Height
	}
	return high, title, from
}

// aside reports whether the amount has room beside the title.
func (a *about) aside(wide float32) bool {
	return a.title.Width()+theme.S3+a.amount.MinSize().Width <= wide
}

// factPlace is where a fact stands from its time on, and how high both are.
type factPlace struct{ x, y, high float32 }

// factsIn is where the facts stand in a width: whole beside their times, on more lines
// where they need them; below their times where large words have no room beside one.
func (a *about) factsIn(wide float32) (all [len(about{}.facts)]factPlace) {
	x, below := float32(0), false
	for _, one := range a.facts {
		x = max(x, one[0].MinSize().Width)
	}
	x += theme.S3
	for _, one := range a.facts {
		below = below || theme.Now().TextScale > 1.2 && one[1].Width() > wide-x
	}
	for i, one := range a.facts {
		all[i] = factPlace{x: x, high: a.line() + max(0, one[1].HeightFor(wide-x)-one[1].HeightFor(one[1].Width()+1))}
		if below && one[1].Text() != "" {
			all[i] = factPlace{y: a.line(), high: a.line() + one[1].HeightFor(wide) + theme.S1}
		}
	}
	return all
}

func (a *about) place(p layout.Placer) {
	room, m := p.W, a.amount.MinSize()
	y, t, f := a.heading(room)
	beside := room
	if a.aside(room) {
		beside -= m.Width + theme.S3
		p.Put(a.amount, room-m.Width, (t+f-m.Height)/2, m.Width, m.Height)
	} else {
		p.Put(a.amount, 0, t+f, min(m.Width, room), m.Height)
	}
	p.Put(a.title, 0, 0, beside, t)
	p.Put(a.from, 0, t, beside, f)
	y += theme.S3
	for i, at := range a.factsIn(room) {
		when, what := a.facts[i][0], a.facts[i][1]
		h := when.MinSize().Height
		lead := (a.line() - h) / 2
		p.Put(when, 0, y+lead, when.MinSize().Width, h)
		if at.y > 0 {
			lead = 0
		}
		p.Put(what, at.x, y+at.y+lead, room-at.x, what.HeightFor(room-at.x))
		y += at.high
	}
	y += theme.S3
	y += p.PutDown(a.head, 0, y, room) + theme.S2
	h := a.text.HeightFor(room - 2*theme.S3)
	p.Put(a.paper, 0, y, room, h+2*theme.S3)
	p.Put(a.text, theme.S3, y+theme.S3, room-2*theme.S3, h)
}

// title is what happened, and which sale it is.
func title(env screen.Env, v journal.View) string {
	w := env.Words
	switch Why(v) {
	case Not:
		return w.T("settle.title", "what", w.T(present.Past(v.Sale).Key), "number", present.Number(v.ID))
	case Late:
		return w.T("settle.title", "what", w.T("settle.late"), "number", present.Number(v.ID))
	case Owed:
		if with := v.OwedWith(); with != "" && with != v.ID {
			return w.T("settle.title.two", "what", w.T("settle.owed"), "number", present.Number(v.ID), "other", present.Number(with))
		}
		what := w.T("settle.owed")
		if v.MaybeTwice() {
			what = w.T("fact.maybeTwice")
		}
		return w.T("settle.title", "what", what, "number", present.Number(v.ID))
	}
	return w.T("settle.title", "what", w.T("state.unknown"), "number", present.Number(v.ID))
}

// summary is what is known of it in a few words.
func summary(env screen.Env, v journal.View) string {
	w := env.Words
	switch Why(v) {
	case Not:
		return settledTold(env, v)
	case Late:
		if v.SetAside == nil {
			return w.T("settle.late.ended")
		}
		return w.T("settle.late.told")
	case Owed:
		switch {
		case v.AfterCash():
			return w.T("settle.owed.cash")
		case v.MaybeTwice():
			return w.T("settle.owed.maybe")
		}
		return w.T("settle.owed.told")
	}
	if m := v.WithManager; m != nil {
		return w.T("settle.given", "time", wording.Clock(env, m.At))
	}
	at, word := wording.LastAnswer(v)
	switch n := wording.Asked(v); {
	case v.Session.Conflict != "":
		return w.T("unknown.conflict")
	case at.IsZero() && n > 0:
		return w.N("settle.noWord", n)
	case at.IsZero():
		return w.T("status.noAnswerYet")
	}
	return w.T("unknown.last", "answer", wording.GatewayWord(env, word))
}

// fact is something known, and when.
type fact struct{ at, text string }

// facts are the newest three facts, the bank's last answer among them.
func facts(env screen.Env, v journal.View) (rows []fact) {
	for _, f := range v.History {
		rows = append(rows, fact{wording.Seconds(env, f.At), wording.Fact(env, f)})
	}
	if at, word := wording.LastAnswer(v); Why(v) == Unknown && !at.IsZero() {
		rows = append(rows, fact{wording.Seconds(env, at), env.Words.T("unknown.last", "answer", wording.GatewayWord(env, word))})
	}
	return rows[max(0, len(rows)-3):]
}

// forTheBank asks how a payment ended, or how what is owed back is returned: what the
// bank needs to find it, and no more of an account than is on a receipt.
func forTheBank(env screen.Env, set journal.Settings, v journal.View) string {
	at := v.CreatedAt
	if env.Zone != nil {
		at = at.In(env.Zone)
	}
	institution, masked := present.Account(v.Sale)
	parts := slices.DeleteFunc([]string{cmp.Or(v.OrderID, v.ID.Paper()), v.Session.PaymentID, v.Session.TransactionID, env.Sum(v.Amount), env.Words.DateTime(at),
		institution, masked}, func(s string) bool { return s == "" })
	key := "settle.ask"
	if Why(v) == Owed {
		key = "settle.askBack"
	}
	return env.Words.T(key, "facts", strings.Join(parts, ", "), "shop", strings.TrimSuffix(set.Shop+", "+set.Till, ", "))
}

// age is how long ago a moment was, in the largest unit.
func age(env screen.Env, t time.Time) string {
	w := env.Words
	switch past := max(env.Now().Sub(t), 0); {
	case past < time.Hour:
		return w.T("age.minutes", "n", int(past/time.Minute))
	case past < 24*time.Hour:
		return w.T("age.hours", "n", int(past/time.Hour))
	default:
		return w.N("age.days", int(past/(24*time.Hour)))
	}
}

// settledTold is who settled it, and when.
func settledTold(env screen.Env, v journal.View) string {
	at, _ := v.ResolvedAt()
	w, time := env.Words, wording.Clock(env, at)
	switch {
	case at.Equal(v.LateAlertRead):
		return w.T("settle.done.read", "time", time)
	case v.Status() == journal.StatusResolved && v.ResolvedOutside.By != "":
		return w.T("settle.done.by", "name", v.ResolvedOutside.By, "time", time)
	case v.Status() == journal.StatusResolved:
		return w.T("settle.done.resolved", "time", time)
	}
	return w.T("settle.done.bank", "time", time)
}
