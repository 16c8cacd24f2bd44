package account

import (
	"context"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/keys"
	"sanduq/ui/pay"
	"sanduq/ui/pay/wording"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/typeset"
)

const numberPadWidth = 520

// Account is where the customer's bank and account number, or wallet provider
// and wallet ID, are entered. Nothing is sent before Send code, so leaving it
// costs nothing; a QR of the same sale stays payable meanwhile.
type Account struct {
	screen.Base
	env   screen.Env
	deps  Deps
	route core.Route
	view  journal.View
	form  *form
	send  pay.Sending
	seen  time.Time // of the newest refusal that was shown
	shown bool

	head     *pay.Header
	labels   labels
	list     *choices
	number   *numberField
	pad      *control.Keypad
	practice practice
	primary  *control.Button

	onList  bool // what is typed is meant for the list
	missed  bool // Enter was pressed while something was missing
	past    screen.Past[typing]
	arrival arrival
}

// labels say what is entered where, and what is wrong with it.
type labels struct {
	one, two *typeset.Text
	which    *typeset.Text // at the end of a label: what Enter has missed there
	wrong    *typeset.Text // why the account was refused
}

// practice is the list of practice numbers, which lies over the pad while it is open.
type practice struct {
	list *choices        // nil outside practice
	open *control.Button // shows the list, or takes it away
	on   bool
}

// arrival is how far the list of institutions is.
type arrival struct {
	loading bool   // they are on their way
	lost    bool   // they did not come
	early   string // what was typed meanwhile
}

// New is the form for a route of a sale.
func New(env screen.Env, deps Deps, v journal.View, route core.Route) *Account {
	w := env.Words
	a := &Account{env: env, deps: deps, route: route, view: v, form: deps.Forms.of(v.ID, route)}
	a.head = pay.NewHeader(env, deps.Customer, v, w.T(a.key("title")), a.back)
	a.head.Says = control.ButtonSpec{Icon: "set-aside", Label: w.T("aside.do"), Key: "F7", PadX: theme.S3}
	a.head.End = control.NewButton(a.head.Says, a.aside)
	a.labels.one = typeset.NewText(w.T(a.key("institution")), typeset.Label).Cut()
	a.labels.two = typeset.NewText(w.T(a.key("number")), typeset.Label).Cut()
	a.labels.wrong = typeset.NewParagraph("", typeset.Label.Tint(theme.Failed).With(theme.SemiBold))
	a.labels.which = typeset.NewText("", typeset.Label.Tint(theme.Primary).With(theme.SemiBold)).Cut()
	a.list = newChoices(true, w.T(a.key("noMatch")), a.pickInstitution)
	a.list.moved = func(on bool) { a.standOn(true, on) }
	a.list.sifted = a.paint
	a.list.search.Filter = a.searchSign
	var end fyne.CanvasObject
	if numbers := deps.Numbers(route); env.Practice && len(numbers) > 0 {
		a.practice.open = control.NewButton(control.ButtonSpec{Label: w.T("practice.numbers"), Icon: "down", Height: theme.ChipHeight, PadX: theme.S3}, a.togglePractice)
		end = a.practice.open
		a.practice.list = newChoices(false, "", a.pickPractice)
		a.practice.list.set(practiceOptions(env, numbers), "")
		a.practice.list.root.Hide()
	}
	a.number = newNumberField(w.T(a.key("hint")), end, a.toNumber)
	a.number.stop.changed = func() { a.standOn(false, a.number.stop.on) }
	a.pad = control.NewDigitPad(w.T("pad.clear"), theme.S2, a.pressed)
	a.primary = control.NewButton(control.ButtonSpec{Kind: control.Filled, Large: true}, a.submit)
	a.build()
	a.Update(v)
	return a
}

// key is the catalogue's key for this route.
func (a *Account) key(name string) string { return string(a.route) + "." + name }

// Height is for screen.Tall.
func (a *Account) Height() float32 {
	if !pay.Enlarged() {
		return 0
	}
	return 3*theme.S5() + a.head.High() + theme.S4 + a.labels.one.MinSize().Height + 6 + theme.Target + theme.S3 + pay.LowPad(theme.S2) + theme.PrimaryHigh
}

// Shown asks for the institutions; the till has them at hand after the first
// time.
func (a *Account) Shown() {
	a.shown = true
	a.fetch()
}

// Hidden is for screen.Screen.
func (a *Account) Hidden() {
	a.shown = false
	a.list.ring.Stop()
}

// Press takes digits, letters, Backspace, Delete, arrows, Enter, F7 and Esc. While
// the list has the focus, a digit chooses its row and letters filter it; else
// both belong to the number.
func (a *Account) Press(p screen.KeyPress) bool {
	switch {
	case p.Scan != "":
		a.scanned(p.Scan, p.Taken)
	case p.Rune != 0:
		a.rune(p.Rune)
	case p.Name == keys.Backspace && a.arrival.early != "":
		a.arrival.early = shortened(a.arrival.early)
	case p.Name == keys.Clear && a.arrival.early != "":
		a.arrival.early = ""
	case p.Name == keys.Backspace && a.onList:
		a.seek(shortened(a.list.sought()))
	case p.Name == keys.Clear && a.onList:
		a.seek("")
	case p.Name == keys.Backspace:
		a.flash(control.PadBackspace)
	case p.Name == keys.Clear:
		a.flash(control.PadClear)
	case p.Name == fyne.KeyUp:
		a.step(-1)
	case p.Name == fyne.KeyDown:
		a.step(1)
	case p.Name == fyne.KeyReturn || p.Name == fyne.KeyEnter:
		a.submit()
	case p.Name == fyne.KeyEscape:
		a.back()
	case p.Name == fyne.KeyF7:
		a.aside()
	default:
		return false
	}
	return true
}

// aside asks whether the payment is to be set aside; not while a code is on its way.
func (a *Account) aside() {
	if !a.send.Busy() && a.view.SetAside == nil {
		a.deps.Shell.SetAside(a.view, "")
	}
}

// Paste puts a number that was copied in place of what was typed.
func (a *Account) Paste(text string) {
	if number := numberSigns(text, a.route); number != "" && !a.send.Busy() {
		a.toNumber()
		a.form.number, a.form.digit = number, 0
		a.edited()
	}
}

func (a *Account) flash(k control.PadKey) {
	a.pad.Flash(k)
	a.pressed(k)
}

func (a *Account) pressed(k control.PadKey) {
	if a.send.Busy() {
		return
	}
	a.toNumber()
	switch n := a.form.number; {
	case k == control.PadClear:
		a.form.number = ""
	case k == control.PadBackspace:
		a.form.number = shortened(n)
	case len(n) < longestNumber:
		a.form.number += string(k)
	}
	a.edited()
}

// back leads to what the form lies over: the QR, the code, or the ways to pay.
// A code on its way is waited for.
func (a *Account) back() {
	switch {
	case a.send.Busy():
	case a.practice.on:
		a.togglePractice()
	case a.list.sought() != "":
		a.seek("")
		a.toList()
	case a.view.Step == journal.StepCreated:
		a.deps.Shell.Choose(a.view.ID)
	default:
		a.deps.Shell.Back(a.view.ID)
	}
}

// agreeing reports whether Enter agrees to the institution that is proposed, also
// beside a number that was pasted, scanned or tapped. It is not taken over in
// silence: a digit would then choose it one time and be the first of a number the
// next, and the code go to somebody else.
func (a *Account) agreeing() bool {
	asked := a.onList || a.form.number != ""
	return a.form.institution.code == "" && a.form.proposal.code != "" && asked && a.list.sought() == "" && !a.practice.on && !a.arrival.lost && !a.send.Busy()
}

// finding reports whether Enter takes the first that a search found.
func (a *Account) finding() bool {
	return a.onList && a.list.sought() != "" && len(a.list.shown) > 0 && !a.practice.on && !a.arrival.lost && !a.send.Busy()
}

// agree takes what is proposed, if nothing was chosen; the number is next.
func (a *Account) agree() {
	if a.form.institution.code == "" && a.form.proposal.code != "" {
		a.form.institution = a.form.proposal
		a.list.choose(a.form.institution.code)
	}
	a.toNumber()
}

func (a *Account) ready() bool {
	return !a.send.Busy() && a.form.institution.code != "" && len(a.form.number) >= leastNumber
}

// submit is Enter: a code is asked for, once however often it is pressed. With
// something missing it goes there and says so.
func (a *Account) submit() {
	switch {
	case a.send.Busy() || !a.shown || a.arrival.lost:
	case a.practice.on:
		a.practice.list.chooseCurrent()
	case a.arrival.loading && a.onList:
		a.arrival.early += agreed
	case a.finding():
		a.list.nth(1)
	case a.agreeing():
		a.agree()
	case !a.ready():
		a.missed = true
		if a.form.number == "" {
			a.form.digit = 0 // anyone who presses Enter before the number has seen the choice
		}
		if a.form.institution.code == "" {
			a.toList()
		} else {
			a.toNumber()
		}
	case a.short():
		a.askShort()
	default:
		a.ask()
	}
}

func (a *Account) ask() {
	draw.Focus(a.Root, nil)
	a.labels.wrong.SetText("")
	id, entry := a.view.ID, journal.AccountEntry{Route: a.route, Account: core.NewSecret(a.form.number),
		InstitutionCode: a.form.institution.code, InstitutionName: a.form.institution.text}
	a.send.Begin(a.env, a.deps.Shell.Failed, func(ctx context.Context) error { return a.deps.Till.Validate(ctx, id, entry) }, a.paint)
	a.paint()
}

// Update is for Screen.
func (a *Account) Update(v journal.View) {
	a.view = v
	a.send.Update(v, core.OpValidateAccount, journal.StepValidateIntent)
	if r := v.Refusal; r != nil && r.Operation == core.OpValidateAccount && !r.At.Equal(a.seen) {
		a.seen = r.At
		a.send.End()
		a.labels.wrong.SetText(wording.Refusal(a.env, v))
		a.toNumber()
	}
	a.paint()
}
