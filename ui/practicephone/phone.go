// Package practicephone is the customer's phone in practice, beside the till, so that one person can
// play both sides. It knows the practice bank as an interface, and no screen of a sale.
//
// Everything here belongs on the UI goroutine; what asks the bank runs through
// screen.Env.Go.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package practicephone

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

// Customer is the customer's side of a practice payment.
type Customer interface {
	// Payment is what the customer's bank shows for an order; false when it
	// knows none.
	Payment(orderID string) (Payment, bool)
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

// Payment is a payment as the customer's bank shows it.
type Payment struct {
	Payee   string
	Amount  money.Amount
	Account string // masked; blank when the bank names none
	// Code is the one-time code that the bank sent to the phone last, while it
	// may still be used; empty when there is none.
	Code  core.Secret
	State State
}

// State is what the customer did.
type State string

// The states of a payment on the customer's phone.
const (
	Waiting  State = "waiting"
	Approved State = "approved"
	Declined State = "declined"
	Expired  State = "expired"
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
	phone  Customer
	order  string
	aside  bool // the till has set its sale aside
	cancel func()
	busy   bool

	around around
	shows  shows
	drills drills
	root   *fyne.Container
	news   screen.Content
}

// around is the panel around the phone: its head, the phone's body, and how the bank
// behaves.
type around struct {
	back, edge, set, speaker fyne.CanvasObject
	icon                     *graphic.Icon
	title, how               *typeset.Text
	cross                    *control.Tool
	bankIs                   *control.Segmented
}

// shows is what stands on the phone: what the customer is to pay and can do about it, or
// that there is nothing.
type shows struct {
	bank, pay, payee, from, idle, note *typeset.Text
	otp                                *typeset.Text // the one-time code
	amount                             *typeset.Amount
	mark                               *graphic.StateIcon // of what became of it
	approve, decline, expire           *control.Button
}

// New is the panel; closed folds it away.
func New(env screen.Env, phone Customer, closed func()) *Phone {
	w := env.Words
	p := &Phone{env: env, phone: phone}
	centre := func(s typeset.Style) *typeset.Text { return typeset.NewParagraph("", s).Aligned(typeset.Centre) }
	p.around.title = typeset.NewText(w.T("phone.title"), typeset.Fact).Cut()
	p.shows.bank, p.shows.pay = centre(typeset.Caption), centre(typeset.Body.Tint(theme.Muted))
	p.shows.payee, p.shows.from, p.shows.idle = centre(typeset.Lead), centre(typeset.Caption), centre(typeset.Body.Tint(theme.Muted))
	p.shows.otp = centre(typeset.Instruction.Sized(phoneAmount()))
	p.shows.note = centre(typeset.Caption)
	p.around.how = typeset.NewText(w.T("phone.how"), typeset.Caption).Cut()
	p.shows.pay.SetText(w.T("phone.pay"))
	p.shows.idle.SetText(w.T("phone.idle"))
	p.shows.amount = typeset.NewAmount("", "", phoneAmount())
	p.shows.amount.Align = typeset.Centre
	p.around.icon, p.shows.mark = graphic.NewIcon("phone", 24, theme.Text), graphic.NewStateIcon(graphic.StatePaid, 64, true)
	p.around.cross = control.NewBareIconButton("close", 20, theme.Muted, closed)
	p.shows.approve = control.NewButton(control.ButtonSpec{Kind: control.Filled, Label: w.T("phone.approve"), Mid: true}, func() { p.act(phone.Approve) })
	p.shows.decline = control.NewButton(control.ButtonSpec{Label: w.T("phone.decline"), Mid: true}, func() { p.act(phone.Decline) })
	p.shows.expire = control.NewButton(control.ButtonSpec{Kind: control.Quiet, Label: w.T("phone.expire"), Mid: true, Height: 44}, func() { p.act(phone.Expire) })
	p.around.bankIs = control.NewSegmented([]string{w.T("phone.answers"), w.T("phone.slow"), w.T("phone.silent")}, p.behaviour(), p.behave)
	p.around.back, p.around.edge = graphic.NewPanel(theme.Card), graphic.NewPanel(theme.Line)
	frame := graphic.NewFrame(theme.Ground, theme.Text, 28)
	frame.Stroke = 2
	p.around.set, p.around.speaker = frame, graphic.NewFrame(theme.Edge, theme.Transparent, 2)
	p.newDrills()
	p.root = layout.New(layout.Least(fyne.NewSize(theme.PhoneWidth, 0)), p.place, append([]fyne.CanvasObject{p.around.back, p.around.edge, p.around.icon, p.around.title, p.around.cross, p.around.set, p.around.speaker,
		p.shows.bank, p.shows.idle, p.shows.mark, p.shows.pay, p.shows.otp, p.shows.payee, p.shows.amount, p.shows.from, p.shows.note, p.shows.approve, p.shows.decline, p.shows.expire, p.around.how, p.around.bankIs}, p.drills.objects()...)...)
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
		p.showMessage("", nil)
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
			p.showMessage("", err)
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
	if ok && pay.State == Waiting {
		code = pay.Code.Reveal()
	}
	if !p.news.Changed(ok, pay.State, code, pay.Payee, pay.Amount, pay.Account, p.aside, p.behaviour(), p.shows.note.Text(), p.drills.shown) {
		return
	}
	open := ok && pay.State == Waiting && code == ""
	for _, o := range []fyne.CanvasObject{p.shows.pay, p.shows.payee, p.shows.amount, p.shows.from} {
		o.(interface{ Show() }).Show()
		if !ok {
			o.Hide()
		}
	}
	for _, b := range []*control.Button{p.shows.approve, p.shows.decline, p.shows.expire} {
		b.Hidden = !open
		b.Refresh()
	}
	p.shows.bank.SetText(p.env.Words.T("phone.bank"))
	label := "phone.drills"
	if p.drills.shown {
		label = "phone.drills.back"
		p.shows.bank.SetText(p.env.Words.T("phone.drills"))
	}
	p.drills.paint(p.env.Words.T(label))
	p.shows.note.Hidden = p.drills.shown
	p.shows.idle.Hidden, p.shows.mark.Hidden = ok || p.drills.shown, !ok || open || code != ""
	p.shows.otp.Hidden = code == ""
	p.shows.otp.SetText(code)
	if ok {
		p.shows.payee.SetText(pay.Payee)
		p.shows.amount.Set(pay.Amount.Major(), p.env.CurrencyWord(pay.Amount.Currency))
		p.shows.from.SetText("")
		if pay.Account != "" {
			p.shows.from.SetText(p.env.Words.T("phone.from", "account", pay.Account))
		}
		p.shows.pay.SetText(p.env.Words.T("phone." + p.said(pay.State)))
		if code != "" {
			p.shows.pay.SetText(p.env.Words.T("phone.code"))
			p.shows.from.SetText(p.env.Words.T("phone.tell"))
		}
		if p.aside && pay.State == Approved {
			p.shows.from.SetText(p.env.Words.T("phone.aside"))
		}
		p.shows.mark.Set(phoneMark(pay.State), true)
	}
	p.around.bankIs.SetSelected(p.behaviour())
	p.root.Refresh()
}

func (p *Phone) said(s State) string {
	if s == Waiting {
		return "pay"
	}
	return string(s)
}

func phoneMark(s State) graphic.State {
	switch s {
	case Declined:
		return graphic.StateFailed
	case Expired:
		return graphic.StateExpired
	}
	return graphic.StatePaid
}
