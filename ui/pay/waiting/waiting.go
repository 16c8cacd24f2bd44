package waiting

import (
	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/pay/watch"
	"sanduq/ui/pay/wording"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

const largeRing = 200 // the side of the ring

// Waiting is the wait for the bank after the customer confirmed, and the
// quieter wait for a sale that was set aside.
type Waiting struct {
	watch.Watch
	env          screen.Env
	deps         Deps
	amount       *typeset.Amount
	ring         *graphic.Ring
	icon         *graphic.Icon // instead of the ring when set aside
	lead, detail *typeset.Text
	steps        [3]step // the third tells of the manager
	card         fyne.CanvasObject
	paid, manage *control.Button
	aside        *control.Button // a new payment instead, once the sale is set aside
	show         *pay.Show
	now          *control.Button
	root         fyne.CanvasObject
	news         screen.Content
}

type step struct {
	icon       *graphic.Icon
	text, note *typeset.Text
}

func newStep() step {
	return step{graphic.NewIcon("check", 24, theme.Text), typeset.NewText("", typeset.Body).Cut(),
		typeset.NewText("", typeset.Body.Tint(theme.Muted))}
}

// New shows a sale that the bank is to settle.
func New(env screen.Env, deps Deps, v journal.View) *Waiting {
	s := &Waiting{env: env, deps: deps, ring: graphic.NewRing(largeRing, 18), icon: graphic.NewIcon("set-aside", 144, theme.Expired),
		amount: typeset.NewAmount(v.Amount.Major(), env.CurrencyWord(v.Amount.Currency), theme.AmountL),
		lead:   typeset.NewParagraph("", typeset.Instruction), detail: typeset.NewParagraph("", typeset.Body),
		steps: [3]step{newStep(), newStep(), newStep()}}
	s.Watch = watch.New(env, deps.Till, deps.Shell, v, s.paint)
	s.Watch.Ring = s.ring
	w := env.Words
	s.paid = control.NewButton(control.ButtonSpec{Icon: "bell", Label: w.T("says.button"), Key: "F3"}, s.CustomerSays)
	s.aside = control.NewButton(control.ButtonSpec{Icon: "set-aside", Label: w.T("aside.do"), Key: "F7"}, s.Watch.Aside)
	s.manage = control.NewButton(s.deps.Managers.Button(s.View), func() { s.deps.Managers.Next(s.View) })
	s.now = control.NewTonal(w.T("check.now"), "refresh", "F5", s.Check)
	s.card = s.stepCard()
	all := []fyne.CanvasObject{s.ring, s.icon, s.amount, s.lead, s.detail, s.card, s.paid, s.aside, s.manage, s.now}
	if s.show = pay.NewShow(env, deps.Customer, v.ID); s.show.Button != nil && v.SetAside == nil {
		all = append(all, s.show.Button)
	}
	s.root = layout.New(nil, s.place, all...)
	s.Update(v)
	return s
}

// Object is for screen.Screen.
func (s *Waiting) Object() fyne.CanvasObject { return s.root }

// Press leaves out F7 for a sale that is set aside already.
func (s *Waiting) Press(p screen.KeyPress) bool { return s.Watch.Press(p) }

// Update is for Screen.
func (s *Waiting) Update(v journal.View) {
	s.View = v
	away := v.SetAside != nil
	s.ring.Hidden, s.icon.Hidden = away, !away
	s.manage.Set(s.deps.Managers.Button(s.View))
	if away {
		spec := control.ButtonSpec{Icon: "plus", Label: s.env.Words.T("aside.new")}
		if v.ReplacedBy != "" {
			spec.Label = s.env.Words.T("aside.replaced", "number", present.Number(v.ReplacedBy))
		}
		s.aside.OnTapped, s.aside.Hidden = s.another, !s.deps.Replacing || v.ReplacedBy == "" && !pay.AsksAgain(v.SetAside.Reason)
		pay.SetButton(s.aside, spec, v.ReplacedBy == "")
	}
	s.paint()
}

// another opens a new payment in place of a sale that is set aside already.
func (s *Waiting) another() {
	v := s.View
	if v.SetAside == nil || v.ReplacedBy != "" || !pay.AsksAgain(v.SetAside.Reason) {
		return
	}
	s.deps.Ask.Permitted(v, func(manager string) { s.deps.Shell.Replace(v, v.SetAside.Reason, manager) })
}

func (s *Waiting) paint() {
	w, v := s.env.Words, s.View
	answer, share := s.Waited()
	s.ring.SetShare(share)
	s.lead.SetSpans(s.sentence())
	detail, style := answer+" "+wording.Asking(s.env, v), typeset.Body.Tint(theme.Muted)
	switch silence := wording.Silence(s.env, v); {
	case s.Says:
		detail, style = s.BankSays()+"\n"+w.T("says.believe"), typeset.Fact
	case silence != "":
		detail, style = silence, typeset.Fact.Tint(theme.Unknown)
	}
	s.detail.SetSpans(typeset.Span{Text: detail, Style: style})
	s.paintSteps()
	s.show.Paint()
	if s.news.Changed(s.sentence(), detail, style, s.words(), v.SetAside != nil, v.WithManager != nil, s.manage.Spec(), s.aside.Spec(), s.aside.Hidden) {
		s.root.Refresh()
		s.deps.Measure()
	}
}

// words is what the steps say.
func (s *Waiting) words() (all []string) {
	for _, x := range s.steps {
		all = append(all, x.text.Text(), x.note.Text())
	}
	return all
}

func (s *Waiting) sentence() typeset.Span {
	w, v := s.env.Words, s.View
	switch {
	case v.SetAside != nil:
		return typeset.Span{Text: w.T("asideScreen.lead"), Style: typeset.Instruction.Tint(theme.Expired)}
	case v.Session.OTPUnresolved || v.Step == journal.StepOTPIntent:
		return typeset.Span{Text: w.T("waiting.unresolved"), Style: typeset.Instruction.Tint(theme.Unknown)}
	case v.Session.State == core.StateAuthorized:
		return typeset.Span{Text: w.T("waiting.authorized"), Style: typeset.Instruction.Tint(theme.Waiting)}
	case v.Session.State == core.StateQRGenerated || v.Session.State == core.StatePending:
		return typeset.Span{Text: w.T("qr.lead"), Style: typeset.Instruction.Tint(theme.Waiting)}
	}
	return typeset.Span{Text: w.T("waiting.lead"), Style: typeset.Instruction.Tint(theme.Waiting)}
}

func (s *Waiting) paintSteps() {
	w, v := s.env.Words, s.View
	first, second, third := s.steps[0], s.steps[1], s.steps[2]
	for _, o := range []fyne.CanvasObject{third.icon, third.text, third.note} {
		o.Hide()
		if v.WithManager != nil {
			o.Show()
		}
	}
	if v.WithManager != nil {
		why, when := wording.WithManager(s.env, v.WithManager)
		third.icon.Set("user", theme.Text)
		third.text.SetText(why)
		third.note.SetText(when)
	}
	if m := v.SetAside; m != nil {
		first.icon.Set("set-aside", theme.Text)
		first.text.SetText(w.T("asideScreen.reason", "reason", wording.Reason(s.env, m.Reason)))
		first.note.SetText(wording.Clock(s.env, m.At))
		second.icon.Set("ring", theme.Expired)
		second.text.SetSpans(typeset.Span{Text: w.T("asideScreen.watching"), Style: typeset.Fact})
		second.note.SetText(wording.NextCheck(s.env, v))
		return
	}
	if v.Session.OTPUnresolved || v.Step == journal.StepOTPIntent {
		first.icon.Set("question", theme.Unknown)
		first.text.SetText(w.T("step.codeUnknown"))
		first.note.SetText(wording.Seconds(s.env, v.Session.UpdatedAt))
		second.icon.Set("ring", theme.Waiting)
		second.text.SetSpans(typeset.Span{Text: w.T("step.asking"), Style: typeset.Fact.Tint(theme.Waiting)})
		second.note.SetText(w.T("step.once"))
		return
	}
	first.icon.Set("check", theme.Text)
	key := "step.confirmed"
	if v.Session.Route.Coded() {
		key = "step.code"
	}
	first.text.SetText(w.T(key))
	first.note.SetText(wording.Seconds(s.env, v.Session.UpdatedAt))
	second.icon.Set("ring", theme.Waiting)
	second.text.SetSpans(typeset.Span{Text: w.T("step.settling"), Style: typeset.Fact.Tint(theme.Waiting)})
	second.note.SetText(w.T("step.usual"))
}

// rows is how many of the steps are told.
func (s *Waiting) rows() float32 {
	if s.View.WithManager != nil {
		return 3
	}
	return 2
}

func (s *Waiting) stepCard() fyne.CanvasObject {
	rules := [2]fyne.CanvasObject{graphic.NewDivider(), graphic.NewDivider()}
	all := []fyne.CanvasObject{rules[0], rules[1]}
	for _, x := range s.steps {
		all = append(all, x.icon, x.text, x.note)
	}
	high := func() fyne.Size { return fyne.NewSize(0, s.rows()*(theme.RowHeight+1)-1) }
	return graphic.NewCardPadded(layout.New(high, func(p layout.Placer) {
		n, icon := s.rows(), theme.IconSide(24)
		row := (p.H - (n-1)*theme.Border()) / n
		for i, x := range s.steps {
			top := float32(i) * (row + theme.Border())
			middle := top + row/2
			p.Put(x.icon, 0, middle-icon/2, icon, icon)
			n, room := x.note.MinSize(), p.W-icon-2*theme.S3
			x.note.Hidden = x.icon.Hidden
			if n.Width+x.text.Width() > room {
				x.note.Hidden, n = true, fyne.Size{} // the note goes before a word of the step
			}
			x.text.StepDown(theme.Body, room-n.Width)
			h := x.text.MinSize().Height
			p.Put(x.note, p.W-n.Width, middle-n.Height/2, n.Width, n.Height)
			p.Put(x.text, icon+theme.S3, middle-h/2, room-n.Width, h)
			if i > 0 {
				p.Put(rules[i-1], 0, top-theme.Border(), p.W, theme.Border())
			}
		}
		rules[1].Hide()
		if n == 3 {
			rules[1].Show()
		}
	}, all...), theme.S5(), 4)
}

// asideWide is how wide the column of buttons is: 300, more for larger words,
// but never half of the room.
func (s *Waiting) asideWide(room float32, buttons []*control.Button) float32 {
	wide := float32(300)
	for _, b := range buttons {
		wide = max(wide, b.MinSize().Width)
	}
	return min(wide, max(300, .48*room))
}

func (s *Waiting) place(p layout.Placer) {
	if pay.Enlarged() {
		pay.Lay(s.layEnlarged).Fill(p)
		return
	}
	pad := theme.S5()
	bottom := p.H - pad - theme.PrimaryHigh
	p.Put(s.now, pad, bottom, p.W-2*pad, theme.PrimaryHigh)
	buttons := []*control.Button{s.paid, s.aside, s.manage}
	if s.aside.Hidden {
		buttons = []*control.Button{s.paid, s.manage}
	}
	n := float32(len(buttons))
	row := max(s.card.MinSize().Height, n*theme.Target+(n-1)*theme.S2)
	top := bottom - pad - row
	asideWide := s.asideWide(p.W, buttons)
	p.Put(s.card, pad, top, p.W-3*pad-asideWide, row)
	x, each := p.W-pad-asideWide, (row-(n-1)*theme.S2)/n
	for i, b := range buttons {
		y := top + float32(i)*(each+theme.S2)
		if b == s.aside && s.View.SetAside == nil {
			s.show.Beside(p, b, x, y, asideWide, each)
			continue
		}
		p.Put(b, x, y, asideWide, each)
	}

	left := 2 * pad
	text := left + largeRing + 40
	wide := p.W - pad - text
	a, l, d := s.amount.MinSize().Height, s.lead.HeightFor(wide), s.detail.HeightFor(wide)
	middle := pad + (top-2*pad)/2
	y := middle - (a+l+d+2*theme.S4)/2
	p.Put(s.ring, left, middle-largeRing/2, largeRing, largeRing)
	p.Put(s.icon, left+(largeRing-144)/2, middle-72, 144, 144)
	p.Put(s.amount, text, y, wide, a)
	p.Put(s.lead, text, y+a+theme.S4, wide, l)
	p.Put(s.detail, text, y+a+l+2*theme.S4, wide, d)
}
