package settings

import (
	"slices"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// shopPage holds the names that stand on receipts, and the currency.
type shopPage struct {
	screen *Screen

	shop, place, till, cashier *control.Field
	above                      *control.Field // the most that is usual
	quick                      *quickRow
	label                      *typeset.Text
	chips                      []*control.Chip // the present.Currencies() ones, then the other
	picker                     *Picker         // nil unless open
	wrong                      *typeset.Text
	content                    *fyne.Container
	root                       fyne.CanvasObject
	slip                       *slip
	login                      *loginRow
	beside                     *fyne.Container // slip and login
}

func newShopPage(s *Screen) *shopPage {
	p := &shopPage{screen: s, slip: newSlip(s.deps), login: newLoginRow(s)}
	w := s.deps.Words
	field := func(label, hint string, part func(*journal.Settings) *string) *control.Field {
		f := control.NewField(control.FieldSpec{Label: label, Placeholder: hint})
		f.SetText(*part(&s.draft().shop))
		f.OnChanged = func(text string) {
			if d := s.draft(); d != nil && *part(&d.shop) != text {
				*part(&d.shop) = text
				f.SetProblem("")
				p.slip.paint(d.shop)
				s.changed()
			}
		}
		return f
	}
	p.shop = field(w.T("settings.shop"), "", func(t *journal.Settings) *string { return &t.Shop })
	p.place = field(w.T("settings.place"), w.T("settings.place.hint"), func(t *journal.Settings) *string { return &t.Place })
	p.till = field(w.T("settings.tillName"), "", func(t *journal.Settings) *string { return &t.Till })
	p.cashier = field(w.T("settings.cashier"), "", func(t *journal.Settings) *string { return &t.Cashier })
	p.above = field(w.T("settings.askAbove"), w.T("settings.askAbove.hint"), func(t *journal.Settings) *string { return &t.AskAbove })
	p.quick = newQuickRow(s)
	p.label = typeset.NewText(w.T("settings.currency"), typeset.Label)
	for _, code := range present.Currencies() {
		p.chips = append(p.chips, control.NewChip(s.deps.CurrencyWord(code), "", false, func() { p.pick(code) }))
	}
	p.chips = append(p.chips, control.NewChip(w.T("settings.currency.other"), "", true, p.open))
	p.wrong = typeset.NewParagraph("", typeset.Label.Tint(theme.Failed))
	below := card(p.login.content)
	p.beside = layout.New(nil, func(b layout.Placer) {
		low := min(p.login.high(b.W), b.H*.6)
		b.Put(p.slip.root, 0, 0, b.W, b.H-low-theme.S4)
		b.Put(below, 0, b.H-low, b.W, low)
	}, p.slip.root, below)
	p.content = layout.Rows(theme.S3)
	p.root = card(p.content)
	p.paint()
	return p
}

func (p *shopPage) object() fyne.CanvasObject { return p.root }

// aside is the slip, and below it what is changed without saving.
func (p *shopPage) aside() fyne.CanvasObject {
	if p.screen.deps.Login == nil {
		return p.slip.root
	}
	return p.beside
}

func (p *shopPage) press(k screen.KeyPress) bool {
	if p.picker == nil {
		return false
	}
	if k.Name == fyne.KeyEscape {
		p.picker = nil
		p.paint()
		return true
	}
	return p.picker.Press(k)
}

func (p *shopPage) pick(code string) {
	p.picker = nil
	p.quick.empty(p.screen.draft().shop.Currency, code)
	p.above.SetProblem("")
	p.screen.draft().shop.Currency = code
	p.screen.changed()
	p.paint()
}

// open lists every other currency that amounts can be counted in.
func (p *shopPage) open() {
	others := slices.DeleteFunc(money.Known(), func(code string) bool { return slices.Contains(present.Currencies(), code) })
	p.picker = NewPicker(p.screen.deps.Words, others, p.pick)
	p.paint()
}

func (p *shopPage) say(place, sentence string) {
	p.shop.SetProblem("")
	p.till.SetProblem("")
	p.above.SetProblem("")
	p.quick.field.SetProblem("")
	p.wrong.SetText("")
	switch place {
	case placeShop:
		p.shop.SetProblem(sentence)
	case placeTill:
		p.till.SetProblem(sentence)
	case placeAbove:
		p.above.SetProblem(sentence)
	case placeQuick:
		p.quick.field.SetProblem(sentence)
	default:
		p.wrong.SetText(sentence)
	}
	p.paint()
}

func (p *shopPage) paint() {
	d := p.screen.draft()
	if d == nil {
		return
	}
	if p.picker != nil {
		p.content.Objects = []fyne.CanvasObject{p.picker.root}
		p.content.Refresh()
		p.root.Refresh()
		return
	}
	for _, one := range []struct {
		f *control.Field
		s string
	}{{p.shop, d.shop.Shop}, {p.place, d.shop.Place}, {p.till, d.shop.Till}, {p.cashier, d.shop.Cashier}, {p.above, d.shop.AskAbove}} {
		fill(one.f, one.s)
	}
	p.quick.paint(d.shop)
	other := p.chips[len(present.Currencies())]
	other.SetLabel(p.screen.deps.Words.T("settings.currency.other"))
	other.SetSelected(!slices.Contains(present.Currencies(), d.shop.Currency))
	if other.Selected() {
		other.SetLabel(p.screen.deps.CurrencyWord(d.shop.Currency))
	}
	row := make([]fyne.CanvasObject, 0, len(p.chips))
	for i, c := range p.chips {
		if i < len(present.Currencies()) {
			c.SetSelected(present.Currencies()[i] == d.shop.Currency)
		}
		row = append(row, c)
	}
	who := []fyne.CanvasObject{layout.Grow(1, p.till)}
	if s := p.screen.deps.Staff; s == nil || len(s.Users()) == 0 { // else it is who signed in
		who = append(who, layout.Grow(1, p.cashier))
	}
	all := []fyne.CanvasObject{
		layout.Columns(theme.S4, layout.Grow(1, p.shop), layout.Grow(1, p.place)),
		layout.Columns(theme.S4, who...),
		p.label, layout.Flow(theme.S2, row...),
	}
	all = append(all, p.quick.rows(p.above)...)
	if p.wrong.Text() != "" {
		all = append(all, p.wrong)
	}
	p.content.Objects = all
	p.content.Refresh()
	p.slip.paint(d.shop)
	p.root.Refresh()
}
