package cashier

import (
	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/money"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// CustomerPhone is the customer's side of a practice payment.
type CustomerPhone interface {
	// Payment is what the customer's bank shows for an order; false when it
	// knows none.
	Payment(orderID string) (PhonePayment, bool)
	Approve(orderID string) error
	Decline(orderID string) error
	Expire(orderID string) error
	Behaviour() Behaviour
	SetBehaviour(b Behaviour)
	// Drills lists what else can be practised; Drill starts one of them, for
	// the payment of an order where it is about a payment.
	Drills() []Drill
	Drill(orderID string, d Drill) error
	// Watch calls changed, on any goroutine, whenever what Payment returns may
	// have changed, until cancel.
	Watch(changed func()) (cancel func())
}

// PhonePayment is a payment as the customer's bank shows it.
type PhonePayment struct {
	Payee   string
	Amount  money.Amount
	Account string // masked; blank when the bank names none
	// Code is the one-time code that the bank sent to the phone last, while it
	// may still be used; empty when there is none.
	Code  core.Secret
	State PhoneState
}

// PhoneState is what the customer did.
type PhoneState string

// The states of a payment on the customer's phone.
const (
	PhoneWaiting  PhoneState = "waiting"
	PhoneApproved PhoneState = "approved"
	PhoneDeclined PhoneState = "declined"
	PhoneExpired  PhoneState = "expired"
)

// Behaviour is how the practice bank treats the till's questions.
type Behaviour string

// The behaviours.
const (
	BankAnswers Behaviour = "answers"
	BankSlow    Behaviour = "slow"
	BankSilent  Behaviour = "silent"
)

var behaviours = []Behaviour{BankAnswers, BankSlow, BankSilent}

// Phone is the panel that shows the customer's phone in practice, so that one
// person can play both sides. It belongs to no sale: SetOrder tells it which.
type Phone struct {
	env    screen.Env
	phone  CustomerPhone
	order  string
	aside  bool // the till has set its sale aside
	cancel func()
	busy   bool

	title, bank, pay, payee, from, idle, how, note *typeset.Text
	otp                                            *typeset.Text
	amount                                         *typeset.Amount
	icon                                           *graphic.Icon
	mark                                           *graphic.StateIcon
	cross                                          *control.Tool
	approve, decline, expire                       *control.Button
	bankIs                                         *control.Segmented
	drills                                         drills
	back, edge, set, speaker                       fyne.CanvasObject
	root                                           *fyne.Container
	news                                           screen.Content
}

// NewPhone is the panel; closed folds it away.
func NewPhone(env screen.Env, phone CustomerPhone, closed func()) *Phone {
	w := env.Words
	p := &Phone{env: env, phone: phone}
	centre := func(s typeset.Style) *typeset.Text { return typeset.NewParagraph("", s).Aligned(typeset.Centre) }
	p.title = typeset.NewText(w.T("phone.title"), typeset.Fact).Cut()
	p.bank, p.pay = centre(typeset.Caption), centre(typeset.Body.Tint(theme.Muted))
	p.payee, p.from, p.idle = centre(typeset.Lead), centre(typeset.Caption), centre(typeset.Body.Tint(theme.Muted))
	p.otp = centre(typeset.Instruction.Sized(phoneAmount()))
	p.note = centre(typeset.Caption)
	p.how = typeset.NewText(w.T("phone.how"), typeset.Caption).Cut()
	p.pay.SetText(w.T("phone.pay"))
	p.idle.SetText(w.T("phone.idle"))
	p.amount = typeset.NewAmount("", "", phoneAmount())
	p.amount.Align = typeset.Centre
	p.icon, p.mark = graphic.NewIcon("phone", 24, theme.Text), graphic.NewStateIcon(graphic.StatePaid, 64, true)
	p.cross = control.NewBareIconButton("close", 20, theme.Muted, closed)
	p.approve = control.NewButton(control.ButtonSpec{Kind: control.Filled, Label: w.T("phone.approve"), Mid: true}, func() { p.act(phone.Approve) })
	p.decline = control.NewButton(control.ButtonSpec{Label: w.T("phone.decline"), Mid: true}, func() { p.act(phone.Decline) })
	p.expire = control.NewButton(control.ButtonSpec{Kind: control.Quiet, Label: w.T("phone.expire"), Mid: true, Height: 44}, func() { p.act(phone.Expire) })
	p.bankIs = control.NewSegmented([]string{w.T("phone.answers"), w.T("phone.slow"), w.T("phone.silent")}, p.behaviour(), p.behave)
	p.back, p.edge = graphic.NewPanel(theme.Card), graphic.NewPanel(theme.Line)
	frame := graphic.NewFrame(theme.Ground, theme.Text, 28)
	frame.Stroke = 2
	p.set, p.speaker = frame, graphic.NewFrame(theme.Edge, theme.Transparent, 2)
	p.newDrills()
	p.root = layout.New(layout.Least(fyne.NewSize(theme.PhoneWidth, 0)), p.place, append([]fyne.CanvasObject{p.back, p.edge, p.icon, p.title, p.cross, p.set, p.speaker,
		p.bank, p.idle, p.mark, p.pay, p.otp, p.payee, p.amount, p.from, p.note, p.approve, p.decline, p.expire, p.how, p.bankIs}, p.drills.objects()...)...)
	p.root.Layout = handset{p.root.Layout}
	p.paint()
	return p
}

// phoneAmount is 44 in every size of text: the phone does not grow.
func phoneAmount() theme.Size { return theme.Fixed(44 / max(1, theme.Now().TextScale)) }

// handset is the layout of what belongs to the customer: its buttons are theirs.
type handset struct{ around fyne.Layout }

// MinSize is for fyne.Layout.
func (h handset) MinSize(all []fyne.CanvasObject) fyne.Size { return h.around.MinSize(all) }

// Layout is for fyne.Layout.
func (h handset) Layout(all []fyne.CanvasObject, size fyne.Size) { h.around.Layout(all, size) }

// Device marks it for those who look for the cashier's buttons.
func (handset) Device() {}

// Object is the panel itself.
func (p *Phone) Object() fyne.CanvasObject { return p.root }

// Open begins to follow the practice bank; Close ends it.
func (p *Phone) Open() {
	if p.cancel == nil {
		p.cancel = p.phone.Watch(func() { p.env.Post(p.paint) })
	}
	p.paint()
}

// Close is the end of Open.
func (p *Phone) Close() {
	if p.cancel != nil {
		p.cancel()
		p.cancel = nil
	}
}

// SetOrder says which order's payment the customer looks at, blank for none, and
// whether the till has set its sale aside: a customer who approved would believe that
// all is well.
func (p *Phone) SetOrder(orderID string, aside bool) {
	p.aside = aside
	if p.order != orderID {
		p.order = orderID
		p.drills.shown = false
		p.say("", nil)
	}
	p.paint()
}

func (p *Phone) act(do func(string) error) {
	if p.busy || p.order == "" {
		return
	}
	p.busy = true
	order := p.order
	p.env.Go(func() {
		err := do(order)
		p.env.Post(func() {
			p.busy = false
			p.say("", err)
			p.paint()
		})
	})
}

func (p *Phone) behaviour() int {
	for i, b := range behaviours {
		if b == p.phone.Behaviour() {
			return i
		}
	}
	return 0
}

func (p *Phone) behave(i int) {
	b := behaviours[i]
	p.env.Go(func() { p.phone.SetBehaviour(b) })
}

func (p *Phone) paint() {
	pay, ok := p.phone.Payment(p.order)
	ok = ok && p.order != "" && !p.drills.shown
	code := ""
	if ok && pay.State == PhoneWaiting {
		code = pay.Code.Reveal()
	}
	if !p.news.Changed(ok, pay.State, code, pay.Payee, pay.Amount, pay.Account, p.aside, p.behaviour(), p.note.Text(), p.drills.shown) {
		return
	}
	open := ok && pay.State == PhoneWaiting && code == ""
	for _, o := range []fyne.CanvasObject{p.pay, p.payee, p.amount, p.from} {
		o.(interface{ Show() }).Show()
		if !ok {
			o.Hide()
		}
	}
	for _, b := range []*control.Button{p.approve, p.decline, p.expire} {
		b.Hidden = !open
		b.Refresh()
	}
	p.bank.SetText(p.env.Words.T("phone.bank"))
	label := "phone.drills"
	if p.drills.shown {
		label = "phone.drills.back"
		p.bank.SetText(p.env.Words.T("phone.drills"))
	}
	p.drills.paint(p.env.Words.T(label))
	p.note.Hidden = p.drills.shown
	p.idle.Hidden, p.mark.Hidden = ok || p.drills.shown, !ok || open || code != ""
	p.otp.Hidden = code == ""
	p.otp.SetText(code)
	if ok {
		p.payee.SetText(pay.Payee)
		p.amount.Set(pay.Amount.Major(), p.env.CurrencyWord(pay.Amount.Currency))
		p.from.SetText("")
		if pay.Account != "" {
			p.from.SetText(p.env.Words.T("phone.from", "account", pay.Account))
		}
		p.pay.SetText(p.env.Words.T("phone." + p.said(pay.State)))
		if code != "" {
			p.pay.SetText(p.env.Words.T("phone.code"))
			p.from.SetText(p.env.Words.T("phone.tell"))
		}
		if p.aside && pay.State == PhoneApproved {
			p.from.SetText(p.env.Words.T("phone.aside"))
		}
		p.mark.Set(phoneMark(pay.State), true)
	}
	p.bankIs.SetSelected(p.behaviour())
	p.root.Refresh()
}

func (p *Phone) said(s PhoneState) string {
	if s == PhoneWaiting {
		return "pay"
	}
	return string(s)
}

func phoneMark(s PhoneState) graphic.State {
	switch s {
	case PhoneDeclined:
		return graphic.StateFailed
	case PhoneExpired:
		return graphic.StateExpired
	}
	return graphic.StatePaid
}
