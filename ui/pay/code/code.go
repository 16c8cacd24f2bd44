package code

import (
	"context"
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/pause"
	"sanduq/core/wire"
	"sanduq/ui/keys"
	"sanduq/ui/pay"
	"sanduq/ui/screen"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/typeset"
)

const (
	// fill is how long a complete code waits before it sends itself.
	fill = time.Second
	// resendAfter is how long after a code another one can be asked for.
	resendAfter = 30 * time.Second
)

// Code is where the customer's one-time code is entered. It sends itself a
// second after its last digit. The code lives in this screen alone: it is
// cleared when it is sent and when the screen is left.
type Code struct {
	screen.Base
	env    screen.Env
	deps   Deps
	view   journal.View
	digits []byte
	send   pay.Sending // of the code
	again  pay.Sending // of asking for another one
	seen   time.Time
	sent   time.Time // when the newest code was sent
	next   demand    // what the last refusal calls for
	shown  bool

	fill struct { // digits that appear one after the other
		end       screen.Timer
		animation *fyne.Animation
	}
	news screen.Content // what moves the others

	head                *pay.Header
	who                 *whose
	label, wrong, phone *typeset.Text
	slots               *control.Slots
	tries               *tries
	resend, missing     *control.Button
	pad                 *control.Keypad
	primary             *control.Button
}

// New asks for the code of a sale whose account was validated.
func New(env screen.Env, deps Deps, v journal.View) *Code {
	c := &Code{env: env, deps: deps, view: v}
	deps.Sent(v)
	if r := v.Refusal; r != nil && r.Operation != core.OpSubmitOTP {
		c.seen = r.At // said where it was asked for; why a code was refused is said here, also when the pad was gone meanwhile
	}
	c.sent = v.Session.UpdatedAt
	for _, f := range v.History {
		if f.Code == journal.HistoryCodeSent {
			c.sent = f.At
		}
	}
	c.build()
	c.Update(v)
	return c
}

// Height is for screen.Tall.
func (c *Code) Height() float32 {
	if !pay.Enlarged() {
		return 0
	}
	return c.enlargedHeight()
}

// Shown is for screen.Screen.
func (c *Code) Shown() {
	c.shown = true
	c.paint()
}

// Focus is for screen.Keyed.
func (c *Code) Focus(taken bool) { c.slots.SetAway(taken) }

// Hidden forgets what was typed.
func (c *Code) Hidden() {
	c.shown = false
	c.clear()
	c.tellCustomer()
	c.phone.SetText("")
	c.slots.SetDigits("")
}

// Press takes digits, Backspace, Delete, Enter, F7, and Esc, which leads back
// to the account.
func (c *Code) Press(p screen.KeyPress) bool {
	switch {
	case p.Scan != "":
		c.scanned(p.Scan)
	case p.Rune != 0:
		if d, ok := money.Digit(p.Rune); ok {
			c.flash(control.PadKey(d))
		}
	case p.Name == keys.Backspace:
		c.flash(control.PadBackspace)
	case p.Name == keys.Clear:
		c.flash(control.PadClear)
	case p.Name == fyne.KeyReturn || p.Name == fyne.KeyEnter:
		c.proceed()
	case p.Name == fyne.KeyF7:
		c.didNotCome()
	case p.Name == fyne.KeyEscape:
		c.correct()
	default:
		return false
	}
	return true
}

// Paste takes a code that was copied, "123-456": six digits, no more and no
// fewer.
func (c *Code) Paste(text string) {
	if d := keys.Digits(text); len(d) == pay.CodeDigits && !c.busy() {
		c.clear()
		for _, r := range d {
			c.pressed(control.PadKey(r))
		}
	}
}

// scanned takes back what a barcode typed before it can send itself. Six digits
// may as well be a hand that was faster than the machine.
func (c *Code) scanned(code string) {
	if len(code) != pay.CodeDigits && !c.busy() {
		c.clear()
		c.paint()
	}
}

func (c *Code) busy() bool { return c.send.Busy() || c.again.Busy() }

func (c *Code) flash(k control.PadKey) {
	c.pad.Flash(k)
	c.pressed(k)
}

// pressed is one key of the pad or the keyboard. Whatever is typed stops a
// code that was about to send itself; the sixth digit starts that second.
func (c *Code) pressed(k control.PadKey) {
	if c.busy() {
		return
	}
	switch n := len(c.digits); {
	case k == control.PadClear:
		c.clear()
	case k == control.PadBackspace:
		c.stop()
		if n > 0 {
			c.digits[n-1] = 0
			c.digits = c.digits[:n-1]
		}
	case n < pay.CodeDigits:
		c.digits = append(c.digits, k[0])
		c.wrong.SetText("")
		c.slots.SetWrong(false)
		if n+1 == pay.CodeDigits {
			c.start()
		}
	}
	c.paint()
}

// start lets the primary fill for a second, then sends.
func (c *Code) start() {
	c.stop()
	c.fill.end.Start(c.env, fill, c.submit)
	c.animate()
}

func (c *Code) stop() {
	c.fill.end.Stop()
	if c.fill.animation != nil {
		c.fill.animation.Stop()
		c.fill.animation = nil
	}
	c.primary.SetShare(0)
}

// clear forgets what was typed.
func (c *Code) clear() {
	c.stop()
	clear(c.digits[:cap(c.digits)])
	c.digits = c.digits[:0]
}

// submit hands the code over, once.
func (c *Code) submit() {
	if len(c.digits) != pay.CodeDigits || c.busy() || !c.shown {
		return
	}
	otp := core.NewSecret(string(c.digits))
	c.clear()
	c.wrong.SetText("")
	id := c.view.ID
	c.send.Begin(c.env, c.deps.Shell.Failed, func(ctx context.Context) error { return c.deps.Till.SubmitOTP(ctx, id, otp, false) }, c.paint)
	c.paint()
}

// askAgain asks for another code for the same account.
func (c *Code) askAgain() {
	if c.busy() || c.wait() > 0 {
		return
	}
	c.clear()
	c.wrong.SetText("")
	id := c.view.ID
	c.again.Begin(c.env, c.deps.Shell.Failed, func(ctx context.Context) error { return c.deps.Till.SendCodeAgain(ctx, id) }, c.paint)
	c.paint()
}

// wait is how long until another code can be asked for.
func (c *Code) wait() time.Duration {
	if c.next == demandCode {
		return 0
	}
	return pause.Left(c.sent.Add(resendAfter), c.env.Now(), resendAfter)
}

// didNotCome offers to set the sale aside for that reason. A complete code
// waits meanwhile.
func (c *Code) didNotCome() {
	if c.busy() {
		return
	}
	c.stop()
	c.deps.Shell.SetAside(c.view, pay.ReasonNoCode)
}

// correct leads back to the form; the bank or wallet chosen there stays.
func (c *Code) correct() {
	if c.busy() {
		return
	}
	c.deps.Shell.Form(c.view.ID, c.route())
}

// Update is for Screen.
func (c *Code) Update(v journal.View) {
	asking := c.again.Begun
	c.view = v
	c.send.Update(v, core.OpSubmitOTP, journal.StepOTPIntent)
	c.again.Update(v, core.OpValidateAccount, journal.StepValidateIntent)
	if asking && !c.again.Busy() && v.Refusal == nil {
		c.sent, c.next = c.env.Now(), demandNothing
	}
	if r := v.Refusal; r != nil && !r.At.Equal(c.seen) && (r.Operation == core.OpSubmitOTP || r.Operation == core.OpValidateAccount) {
		c.seen = r.At
		c.refused(v)
	}
	c.paint()
}

// refused says why a code was not taken, and clears it.
func (c *Code) refused(v journal.View) {
	c.send.End()
	c.again.End()
	c.clear()
	c.next = demandOf(v.Refusal.Code)
	c.wrong.SetSpans(said(c.env, v)...)
	c.slots.SetWrong(v.Refusal.Operation == core.OpSubmitOTP)
}

// proceed is the primary: what the last refusal calls for, until a digit is
// typed; then the code.
func (c *Code) proceed() {
	switch c.demanded() {
	case demandCode:
		c.askAgain()
	case demandAccount:
		c.correct()
	default:
		c.submit()
	}
}

func (c *Code) demanded() demand {
	if len(c.digits) > 0 || c.busy() || !c.shown {
		return demandNothing
	}
	return c.next
}

// route is the one whose code is typed; the first with codes when the money comes by
// the QR meanwhile.
func (c *Code) route() core.Route {
	all := append([]core.Route{c.view.Session.Route}, wire.Routes()...)
	return all[slices.IndexFunc(all, core.Route.Coded)]
}
