package unknown

import (
	"context"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/keys"
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

// Unknown is what the till shows when nobody knows: what is known, and what to
// do about it. It never says that a sale is paid or not paid.
type Unknown struct {
	watch.Watch
	env          screen.Env
	deps         Deps
	icon         *graphic.StateIcon
	word, instr  *typeset.Text
	said         *typeset.Text // the bank's word beside the customer's
	amount       *typeset.Amount
	number       *typeset.Text
	known, todo  fyne.CanvasObject
	knownRows    [3][2]*typeset.Text
	todoRows     [3]*typeset.Text
	paid, manage *control.Button
	repeat       *control.Button // hidden but where a manager may repeat a code
	slip         *slip
	show         *pay.Show
	now          *control.Button
	cards        []*fyne.Container             // what is on the two cards
	cardHighs    []func(width float32) float32 // how high each is in a width
	sheet        *fyne.Container               // inside the frame
	root         fyne.CanvasObject
	news         screen.Content
}

// New shows a sale whose outcome nobody knows.
func New(env screen.Env, deps Deps, v journal.View) *Unknown {
	u := &Unknown{env: env, deps: deps}
	u.Watch = watch.New(env, deps.Till, deps.Shell, v, u.paint)
	w := env.Words
	u.icon = graphic.NewStateIcon(graphic.StateUnknown, iconSide(), env.Practice)
	u.word = typeset.NewText(w.T("unknown.word"), typeset.Title.Sized(theme.AmountM).With(theme.Bold).Tint(theme.Unknown).Tight(1.05))
	u.instr = typeset.NewParagraph(w.T("unknown.instruction"), typeset.Instruction.Sized(theme.Fixed(34)))
	u.said = typeset.NewParagraph("", typeset.Fact)
	u.amount = typeset.NewAmount(v.Amount.Major(), env.CurrencyWord(v.Amount.Currency), theme.AmountS)
	u.number = typeset.NewText(present.Number(v.ID), typeset.Title.Sized(theme.AmountS).Tight(1))
	u.paid = control.NewButton(control.ButtonSpec{Icon: "bell", Label: w.T("says.button"), Key: "F3", Height: theme.PrimaryHigh}, u.CustomerSays)
	u.manage = control.NewButton(control.ButtonSpec{Icon: "user", Label: w.T("manager.give"), Height: theme.PrimaryHigh}, func() { u.deps.Managers.Next(u.View) })
	u.repeat = control.NewButton(control.ButtonSpec{}, func() { u.askRepeat() })
	u.now = control.NewButton(control.ButtonSpec{Kind: control.Filled, Icon: "refresh", Label: w.T("check.now"), Key: "F5", Large: true}, u.Check)
	u.slip = newSlip(env, deps.Prints, u.printSlip)
	u.known, u.todo = u.knownCard(), u.todoCard()
	all := []fyne.CanvasObject{u.icon, u.word, u.instr, u.said, u.number, u.amount, u.known, u.todo, u.paid, u.manage, u.slip.button, u.repeat, u.now}
	if u.show = pay.NewShow(env, deps.Customer, v.ID); u.show.Button != nil && v.SetAside == nil {
		u.show.Brief = true
		all = append(all, u.show.Button)
	}
	u.sheet = layout.New(nil, u.place, all...)
	u.root = graphic.NewHatchFrame(graphic.UnknownHatching, theme.Frame, theme.HatchStripe, u.sheet)
	u.Update(v)
	return u
}

func iconSide() float32 { return min(144, theme.ResultIcon()*.72) }

// Sheet is what stands inside the frame, and the colour of its ground.
func (u *Unknown) Sheet() (fyne.CanvasObject, theme.Colour) { return u.sheet, theme.Ground }

// Object is for screen.Screen.
func (u *Unknown) Object() fyne.CanvasObject { return u.root }

// Update is for Screen.
func (u *Unknown) Update(v journal.View) {
	u.View = v
	spec := u.deps.Managers.Button(v)
	spec.Height = theme.PrimaryHigh
	u.manage.Set(spec)
	advice := "unknown.todo.2"
	if !wording.Silent(v) { // the network is there: what is missing is the bank's decision
		advice += ".answers"
	}
	u.todoRows[1].SetText(u.env.Words.T(advice))
	if m := v.WithManager; m != nil {
		why, when := wording.WithManager(u.env, m)
		u.todoRows[2].SetText(why + " · " + when)
	}
	u.paint()
}

func (u *Unknown) paint() {
	w := u.env.Words
	for i, row := range u.rows() {
		u.knownRows[i][0].SetText(row.at)
		u.knownRows[i][1].SetText(row.text)
	}
	said, style := "", typeset.Fact
	if u.Says {
		said = u.BankSays() + " " + w.T("says.believe")
	}
	if s := u.repeatRefused(); s != "" {
		said, style = s, style.Tint(theme.Failed)
	}
	if s := u.slip.said(); s != "" {
		said = strings.TrimSpace(said + " " + s)
	}
	u.instr.Tells = said == ""
	u.said.SetSpans(typeset.Span{Text: said, Style: style})
	u.paintRepeat()
	u.slip.paint()
	u.show.Paint()
	if u.news.Changed(u.rows(), said, u.slip.button.Spec(), u.repeat.Hidden, u.repeat.Spec(), u.manage.Spec(), u.todoRows[1].Text(), u.todoRows[2].Text(), u.View.SetAside != nil) {
		for _, rows := range u.cards { // their size may stay, and their words wrap again
			rows.Refresh()
		}
		u.sheet.Refresh()
		u.deps.Measure()
	}
}

func (u *Unknown) paintRepeat() {
	spec := control.ButtonSpec{Icon: "refresh", Label: u.env.Words.T("repeat.button")}
	busy := repeating(u.View)
	if busy {
		spec.Icon, spec.Label = "clock", u.env.Words.T("otp.sent")
	}
	u.repeat.Hidden = !mayRepeat(u.View)
	pay.SetButton(u.repeat, pay.Tight(spec), !busy)
}

// row is something known, and when.
type row struct{ at, text string }

// rows are the newest fact, the bank's last answer, and how often it was asked.
func (u *Unknown) rows() [3]row {
	v, w := u.View, u.env.Words
	var out [3]row
	out[0] = row{wording.Clock(u.env, v.CreatedAt), w.T("fact.opened")}
	if f, ok := progress(v.History); ok {
		out[0] = row{wording.Clock(u.env, f.At), wording.Fact(u.env, f)}
	}
	at, word := wording.LastAnswer(v)
	out[1] = row{wording.Clock(u.env, at), w.T("unknown.last", "answer", wording.GatewayWord(u.env, word))}
	if v.Session.Conflict != "" {
		out[1].text = w.T("unknown.conflict")
	}
	if at.IsZero() {
		out[1] = row{"—", w.T("status.noAnswerYet")}
	}
	out[2] = row{wording.Clock(u.env, later(at, later(v.Watch.Since, v.Live.PollingUntil))), u.asked(at)}
	return out
}

// progress is the newest fact about the payment itself: the other rows tell how
// asking went, and what people did with it is not news of the bank.
func progress(facts []journal.HistoryEvent) (journal.HistoryEvent, bool) {
	for _, f := range slices.Backward(facts) {
		switch f.Code {
		case journal.HistoryCapped, journal.HistoryDenied, journal.HistoryRestored, journal.HistoryUnrestorable,
			journal.HistorySetAside, journal.HistoryToManager, journal.HistoryReplaced:
			continue
		}
		return f, true
	}
	return journal.HistoryEvent{}, false
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

func (u *Unknown) asked(at time.Time) string {
	v, w := u.View, u.env.Words
	n := wording.Asked(v)
	switch {
	case v.Live.Checking:
		return w.T("says.asking")
	case v.Watch.Denied:
		return w.T("watch.denied")
	case n > 0 && !v.Watch.Next.IsZero():
		return w.N("unknown.asked", n, "time", wording.Clock(u.env, v.Watch.Next))
	case !v.Watch.Next.IsZero():
		return w.T("status.next", "time", wording.Clock(u.env, v.Watch.Next))
	}
	return w.T("watch.last", "time", wording.Clock(u.env, at))
}

// printSlip prints one, off the screen's path. More may be known of the sale by
// the time it is answered: then another screen has taken over.
func (u *Unknown) printSlip() {
	if u.slip.busy || u.slip.button.Hidden {
		return
	}
	u.slip.busy, u.slip.key = true, ""
	u.paint()
	id, by := u.View.ID, u.deps.Cashier()
	u.env.Go(func() {
		printed, err := u.deps.Till.PrintUnknown(u.env.Life, id, by)
		u.env.Post(func() {
			err := u.slip.outcome(printed, err)
			switch known := journal.CodeOf(err) == journal.CodeStep; {
			case err != nil && (u.Showing() || !known): // who has gone on sees what is known
				u.deps.Shell.Failed(err)
			case err != nil:
			case !u.Showing() && u.slip.why != "":
				u.env.Miss(present.Number(id), u.slip.said())
			}
			u.paint()
		})
	})
}

// Press takes F9 besides.
func (u *Unknown) Press(p screen.KeyPress) bool {
	if p.Name == fyne.KeyF9 && u.deps.Prints() {
		u.printSlip()
		return true
	}
	return u.Watch.Press(p)
}

// askRepeat asks for the code and for the manager who wishes it: by their PIN
// where people sign in, else by name. The till has no copy of the code: it is
// typed again, and the till sends it only if it is the same one.
func (u *Unknown) askRepeat() {
	v := u.View
	w := u.env.Words
	title, labels := w.T("repeat.title", "number", present.Number(v.ID)), []string{w.T("otp.label")}
	if !u.deps.Ask.Signs() {
		labels = append(labels, w.T("manager.name"))
	}
	fits := func(a []string) bool { return len(keys.Digits(a[0])) == pay.CodeDigits }
	u.deps.Ask.Ask("user", title, w.T("repeat.text"), w.T("repeat.do"), labels, fits, func(a []string) {
		otp := core.NewSecret(keys.Digits(a[0]))
		u.deps.Ask.Signed(title, w.T("repeat.sign"), a[1:], func(by string) {
			pay.Call(u.env, u.deps.Shell.Failed, func(ctx context.Context) error { return u.deps.Till.RepeatOTP(ctx, v.ID, otp, by) }, nil)
		})
	})
}

// repeatRefused is why the repetition was not taken; blank when it was, or when
// there was none. What the bank says against it proves nothing about the first
// time, so it is told as that and no more.
func (u *Unknown) repeatRefused() string {
	v := u.View
	if r := v.Refusal; r == nil || r.Operation != core.OpSubmitOTP || repeating(v) || !mayRepeat(v) {
		return ""
	}
	if code := v.Refusal.Code; !u.env.Words.Has("refusal." + code) { // the bank's own
		return u.env.Words.T("repeat.refused", "code", wording.OrDash(code))
	}
	return wording.Refusal(u.env, v)
}
