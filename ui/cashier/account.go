package cashier

import (
	"context"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/till"
	"sanduq/ui/keys"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

const numberPadWidth = 520

// Account is where the customer's bank and account number, or wallet provider
// and wallet ID, are entered. Nothing is sent before Send code, so leaving it
// costs nothing; a QR of the same sale stays payable meanwhile.
type Account struct {
	deps  Deps
	route core.Route
	view  till.View
	form  *form
	send  sending
	seen  time.Time // of the newest refusal that was shown
	shown bool

	head            *header
	one, two, wrong *widgets.Text
	list            *choices
	number          *numberField
	pad             *widgets.Keypad
	practice        *choices // nil outside practice
	open            *widgets.Button
	primary         *widgets.Button
	root            *fyne.Container

	searching  bool // what is typed goes to the search line
	practising bool // the practice numbers lie over the pad
	lost       bool // the institutions did not come
}

// NewAccount is the form for a route of a sale.
func NewAccount(deps Deps, v till.View, route core.Route) *Account {
	w := deps.Words
	a := &Account{deps: deps, route: route, view: v, form: deps.Forms.of(v.ID, route)}
	a.head = newHeader(deps, v, w.T(a.key("title")), a.back)
	a.one = widgets.NewText(w.T(a.institutionKey()), widgets.Label).Cut()
	a.two = widgets.NewText(w.T(a.key("number")), widgets.Label).Cut()
	a.wrong = widgets.NewParagraph("", widgets.Label.Tint(theme.Failed).With(theme.SemiBold))
	a.list = newChoices(true, w.T(a.key("noMatch")), a.pickInstitution)
	a.list.search.OnFocus = func(on bool) { a.searching = on; a.paint() }
	var end fyne.CanvasObject
	if numbers := deps.numbers(route); len(numbers) > 0 {
		a.open = widgets.NewButton(widgets.ButtonSpec{Label: w.T("practice.numbers"), Icon: "down", Height: theme.ChipHeight, PadX: theme.S3}, a.togglePractice)
		end = a.open
		a.practice = newChoices(false, "", a.pickPractice)
		a.practice.set(deps.practiceOptions(numbers), "")
		a.practice.root.Hide()
	}
	a.number = newNumberField(w.T(a.key("hint")), end, a.unfocus)
	a.pad = widgets.NewDigitPad(w.T("pad.clear"), theme.S2, a.pressed)
	a.primary = widgets.NewButton(widgets.ButtonSpec{Kind: widgets.Filled, Large: true}, a.submit)
	a.build()
	a.Update(v)
	return a
}

// key is the catalogue's key for this route.
func (a *Account) key(name string) string {
	if a.route == core.RouteWallet {
		return "wallet." + name
	}
	return "account." + name
}

func (a *Account) institutionKey() string {
	if a.route == core.RouteWallet {
		return "wallet.provider"
	}
	return "account.bank"
}

// Object is for screen.Screen.
func (a *Account) Object() fyne.CanvasObject { return a.root }

// Height is for screen.Tall.
func (a *Account) Height() float32 { return tall(.6) }

// Shown asks for the institutions; the till has them at hand after the first
// time.
func (a *Account) Shown() {
	a.shown = true
	a.fetch()
}

// Hidden is for screen.Screen.
func (a *Account) Hidden() { a.shown = false }

// Focus is for screen.Keyed.
func (a *Account) Focus(taken bool) { a.number.setAway(taken) }

// Press takes digits, Backspace, Delete, arrows, Enter and Esc.
func (a *Account) Press(p screen.KeyPress) bool {
	switch {
	case p.Scan != "": // taken sign by sign already
	case p.Rune != 0:
		a.rune(p.Rune)
	case p.Name == keys.Backspace:
		a.flash(widgets.PadBackspace)
	case p.Name == keys.Clear:
		a.flash(widgets.PadClear)
	case p.Name == fyne.KeyUp:
		a.step(-1)
	case p.Name == fyne.KeyDown:
		a.step(1)
	case p.Name == fyne.KeyReturn || p.Name == fyne.KeyEnter:
		a.submit()
	case p.Name == fyne.KeyEscape:
		a.back()
	default:
		return false
	}
	return true
}

// Paste puts a number that was copied in place of what was typed.
func (a *Account) Paste(text string) {
	if number := numberSigns(text, a.route); number != "" && !a.send.busy() {
		a.form.number = number
		a.edited()
	}
}

func (a *Account) rune(r rune) {
	if d, ok := digit(r); ok {
		a.flash(widgets.PadKey(d))
	} else if s, ok := numberSign(r, a.route); ok {
		a.pressed(widgets.PadKey(s))
	}
}

func (a *Account) flash(k widgets.PadKey) {
	a.pad.Flash(k)
	a.pressed(k)
}

func (a *Account) pressed(k widgets.PadKey) {
	if a.send.busy() {
		return
	}
	switch n := a.form.number; {
	case k == widgets.PadClear:
		a.form.number = ""
	case k == widgets.PadBackspace:
		a.form.number = n[:max(len(n)-1, 0)]
	case len(n) < longestNumber:
		a.form.number += string(k)
	}
	a.edited()
}

// edited takes away what was said of the number before.
func (a *Account) edited() {
	a.wrong.SetText("")
	a.paint()
}

func (a *Account) pickInstitution(code string) {
	if a.send.busy() {
		a.list.choose(a.form.institution.code)
		return
	}
	for _, o := range a.list.all {
		if o.code == code {
			a.form.institution = o
		}
	}
	a.unfocus()
	a.edited()
}

func (a *Account) step(by int) {
	if !a.send.busy() {
		a.list.step(by)
	}
}

// back leads to what the form lies over: the QR, the code, or the ways to pay.
// A code on its way is waited for.
func (a *Account) back() {
	switch {
	case a.send.busy():
	case a.searching:
		a.list.search.SetText("")
		a.unfocus()
	case a.practising:
		a.togglePractice()
	case a.view.Step == till.StepCreated:
		a.deps.Steps.Show(a.view.ID, KindChoose)
	default:
		a.deps.Steps.Show(a.view.ID, "")
	}
}

func (a *Account) ready() bool {
	return !a.send.busy() && a.form.institution.code != "" && len(a.form.number) >= leastNumber
}

// submit asks for a code, once however often it is pressed.
func (a *Account) submit() {
	if !a.ready() || !a.shown {
		return
	}
	if a.practising {
		a.togglePractice()
	}
	a.unfocus()
	a.wrong.SetText("")
	id, entry := a.view.ID, till.AccountEntry{Route: a.route, Account: core.NewSecret(a.form.number),
		InstitutionCode: a.form.institution.code, InstitutionName: a.form.institution.text}
	a.deps.begin(&a.send, func(ctx context.Context) error { return a.deps.Desk.Validate(ctx, id, entry) }, a.paint)
	a.paint()
}

// Update is for Screen.
func (a *Account) Update(v till.View) {
	a.view = v
	a.send.heard(v, core.OpValidateAccount, till.StepValidateIntent)
	if r := v.Refusal; r != nil && r.Operation == core.OpValidateAccount && r.At.After(a.seen) {
		a.seen = r.At
		a.send.end()
		a.wrong.SetText(a.deps.refusal(v))
	}
	a.paint()
}

func (a *Account) unfocus() {
	if c := fyne.CurrentApp().Driver().CanvasForObject(a.root); c != nil {
		c.Unfocus()
	}
}
