package shop

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/settings/page"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/form"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Page holds the names that stand on receipts, the currency, and the amounts that are
// usual.
type Page struct {
	page.Card
	env   screen.Env
	host  page.Host
	draft *Draft

	form    *form.Form
	chips   []*control.Chip // the present.Currencies() ones, then the other
	picker  *Picker         // nil unless open
	emptied string          // that another currency has emptied the amounts
	slip    *slip
	login   *login
	beside  fyne.CanvasObject // slip and login
}

// The places of the page that faults are about.
const (
	placeAbove = "askAbove"
	placeQuick = "quick"
)

// New is the page. staffed reports whether somebody signs in, who is the cashier then.
// at is nil where nothing can start at login; start is what was changed of it.
func New(env screen.Env, h page.Host, d *Draft, staffed func() bool, at Login, start *form.Draft[Start]) *Page {
	p := &Page{Card: page.NewCard(theme.S3), env: env, host: h, draft: d, slip: newSlip(env.Words)}
	w, set := env.Words, &d.Now
	for _, code := range present.Currencies() {
		p.chips = append(p.chips, control.NewChip(env.CurrencyWord(code), "", false, func() { p.pick(code) }))
	}
	p.chips = append(p.chips, control.NewChip(w.T("settings.currency.other"), "", true, p.open))
	p.form = form.New(w, form.Plain(), form.Hooks{Changed: p.changed, Faded: p.Paint},
		form.Field{Name: "shop", Label: "settings.shop", Value: form.At(&set.Shop), Wrong: needed},
		form.Field{Name: "place", Label: "settings.place", Hint: "settings.place.hint", Value: form.At(&set.Place), Beside: true},
		form.Field{Name: "till", Label: "settings.tillName", Value: form.At(&set.Till), Wrong: needed},
		form.Field{Name: "cashier", Label: "settings.cashier", Value: form.At(&set.Cashier), Beside: true, Offered: func() bool { return !staffed() }},
		form.Field{Kind: form.Objects, Draw: p.currency},
		form.Field{Name: placeAbove, Label: "settings.askAbove", Hint: "settings.askAbove.hint", Value: form.At(&set.AskAbove), Wrong: func(string) string {
			if _, ok := set.Usual(); !ok && set.AskAbove != "" {
				return "settings.askAbove.wrong"
			}
			return ""
		}},
		form.Field{Name: placeQuick, Label: "settings.quick", Hint: "settings.quick.hint", Args: []any{"n", journal.MostQuick}, Value: form.At(&set.Quick), Beside: true, Wrong: func(text string) string {
			if _, err := journal.ParseQuick(text, set.Currency); err != nil {
				return "settings.quick.wrong"
			}
			return ""
		}},
		form.Field{Kind: form.Choice, Label: "settings.repeat", Options: form.Switch(w, &set.Repeat)},
		form.Field{Kind: form.Said})
	p.login = newLogin(env, h, at, start, func() { p.beside.Refresh() })
	p.beside = p.slip.root
	if at != nil {
		below := page.Scrolling(p.login.content)
		p.beside = layout.New(nil, func(b layout.Placer) {
			low := min(p.login.high(b.W), b.H*.6)
			b.Put(p.slip.root, 0, 0, b.W, b.H-low-theme.S4)
			b.Put(below, 0, b.H-low, b.W, low)
		}, p.slip.root, below)
		p.login.paint()
	}
	p.Paint()
	return p
}

func needed(text string) string {
	if strings.TrimSpace(text) == "" {
		return "settings.needed"
	}
	return ""
}

// Aside is for page.Page: the slip, and the start at login below it.
func (p *Page) Aside() fyne.CanvasObject { return p.beside }

// Press is for page.Page.
func (p *Page) Press(k screen.KeyPress) bool {
	if p.picker == nil {
		return false
	}
	if k.Name == fyne.KeyEscape {
		p.picker = nil
		p.Paint()
		return true
	}
	return p.picker.Press(k)
}

// Read is for page.Page.
func (p *Page) Read() { p.login.read() }

// Turned is for page.Page: it asks how it stands with the start at login.
func (p *Page) Turned(here bool) {
	if here {
		p.login.read()
	}
}

// Left is for page.Page.
func (p *Page) Left() { p.login.asking = false }

// ShowAt is for page.Page.
func (p *Page) ShowAt(place, sentence string) {
	switch {
	case sentence == "":
		p.form.Clear()
	case place == placeLogin:
		p.login.refuse(sentence)
	default:
		p.form.ShowAt(place, sentence)
	}
	p.Paint()
}

// Check returns what is wrong with the names and the amounts.
func (p *Page) Check() []page.Fault { return page.Faults(p, p.form) }

// Login is what is saved of the start at login; nil where there is none.
func (p *Page) Login() page.Part { return p.login.part(p) }

func (p *Page) changed() {
	p.slip.paint(p.draft.Now)
	p.host.Changed()
}

func (p *Page) pick(code string) {
	p.picker = nil
	p.empty(p.draft.Now.Currency, code)
	p.draft.Now.Currency = code
	p.changed()
	p.Paint()
}

// empty takes the amounts away that were set in the currency before: they would mean
// something else in another.
func (p *Page) empty(before, now string) {
	if p.form.ShowAt(placeAbove, ""); before == now {
		return
	}
	w, set := p.env.Words, &p.draft.Now
	var said []string
	word := p.env.CurrencyWord(before)
	if set.Quick != "" {
		said = append(said, w.T("settings.quick.emptied", "currency", word))
	}
	if set.AskAbove != "" {
		said = append(said, w.T("settings.askAbove.emptied", "amount", set.AskAbove+"\u00a0"+word))
	}
	if set.Coin != 0 {
		coin := present.Major(w, money.Amount{Minor: set.Coin, Currency: before})
		said = append(said, w.T("settings.day.coin.emptied", "amount", coin+"\u00a0"+word))
	}
	if len(said) > 0 {
		set.Quick, set.AskAbove, set.Coin = "", "", 0
		p.form.ShowAt(placeQuick, "")
		p.emptied = strings.Join(said, " ")
	}
}

// open lists every other currency that amounts can be counted in.
func (p *Page) open() {
	others := slices.DeleteFunc(money.Known(), func(code string) bool { return slices.Contains(present.Currencies(), code) })
	p.picker = NewPicker(p.env.Words, others, p.pick)
	p.Paint()
}

// currency is the choice of it, and what another one has emptied.
func (p *Page) currency() []fyne.CanvasObject {
	now, row := p.draft.Now.Currency, make([]fyne.CanvasObject, len(p.chips))
	other := p.chips[len(p.chips)-1]
	other.SetLabel(p.env.Words.T("settings.currency.other"))
	other.SetSelected(!slices.Contains(present.Currencies(), now))
	if other.Selected() {
		other.SetLabel(p.env.CurrencyWord(now))
	}
	for i, c := range p.chips {
		if row[i] = c; i < len(present.Currencies()) {
			c.SetSelected(present.Currencies()[i] == now)
		}
	}
	all := []fyne.CanvasObject{typeset.NewText(p.env.Words.T("settings.currency"), typeset.Label), layout.Flow(theme.S2, row...)}
	if p.emptied != "" {
		all = append(all, page.Plain(p.emptied))
	}
	return all
}

// Paint is for page.Page.
func (p *Page) Paint() {
	if p.picker != nil {
		p.Show(p.picker.root)
		return
	}
	if !p.draft.Edited() { // it stays while new ones are typed: nothing moves below the hand
		p.emptied = ""
	}
	p.form.Paint()
	p.slip.paint(p.draft.Now)
	p.Show(p.form.Rows()...)
}
