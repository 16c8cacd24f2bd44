package shop

import (
	"cmp"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"sanduq/core/seller"
	"sanduq/ui/screen"
	"sanduq/ui/settings/page"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/form"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Seller is the page of what slips name of who sells. A country gives its numbers their
// names there and says what it expects; nothing is ever refused for what is blank.
type Seller struct {
	page.Table
	env     screen.Env
	host    page.Host
	draft   *Draft
	country string          // for which the form was made
	chips   []*control.Chip // the countries
	kinds   []*control.Chip // of documents
	slip    *slip
}

// NewSeller is the page.
func NewSeller(env screen.Env, h page.Host, d *Draft) *Seller {
	p := &Seller{Table: page.Table{Card: page.NewCard(theme.S3)}, env: env, host: h, draft: d, slip: newSlip(env.Words)}
	for _, code := range seller.Countries() {
		p.chips = append(p.chips, control.NewChip(env.Words.T(countryKey(code)), "", false, func() { p.pick(code) }))
	}
	for _, d := range seller.Documents() {
		p.kinds = append(p.kinds, control.NewChip(env.Words.T("seller.document."+cmp.Or(string(d), "none")), "", false, func() {
			p.draft.Now.Seller.Document = d
			p.changed()
		}))
	}
	p.Paint()
	return p
}

func countryKey(code string) string { return "seller.country." + code }

// fields is the table.
func (p *Seller) fields() []form.Field {
	from := &p.draft.Now.Seller
	all := []form.Field{
		{Kind: form.Objects, Draw: p.countries},
		{Kind: form.Objects, Draw: p.missing},
		{Label: from.Key(seller.Name), Value: form.At(&from.Name)},
		{Label: from.Key(seller.Tax), Value: form.At(&from.Tax)},
		{Label: from.Key(seller.Register), Value: form.At(&from.Register), Beside: true},
		{Label: from.Key(seller.Address), Value: form.At(&from.Address[0])},
	}
	for i := range from.Address[1:] {
		all = append(all, form.Field{Label: "seller.address.more", Value: form.At(&from.Address[i+1]), Beside: i == 1})
	}
	return append(all, form.Field{Kind: form.Objects, Draw: p.documents},
		form.Field{Label: "seller.foot", Value: form.At(&from.Footer)}, form.Field{Kind: form.Said})
}

// countries are those whose expectations are known. The one that is chosen, tapped once
// more, is none.
func (p *Seller) countries() []fyne.CanvasObject {
	return p.row("seller.country", p.chips, slices.Index(seller.Countries(), p.draft.Now.Seller.Country))
}

// documents are what a receipt may call itself, and what it is not by that.
func (p *Seller) documents() []fyne.CanvasObject {
	row := p.row("seller.document", p.kinds, slices.Index(seller.Documents(), p.draft.Now.Seller.Document))
	return append(row, page.Plain(p.env.Words.T("seller.document.text")))
}

// row is a choice of many words, in as many lines as they need.
func (p *Seller) row(key string, chips []*control.Chip, chosen int) []fyne.CanvasObject {
	row := make([]fyne.CanvasObject, len(chips))
	for i, c := range chips {
		c.SetSelected(i == chosen)
		row[i] = c
	}
	return []fyne.CanvasObject{typeset.NewText(p.env.Words.T(key), typeset.Label), layout.Flow(theme.S2, row...)}
}

func (p *Seller) pick(code string) {
	if at := &p.draft.Now.Seller.Country; *at == code {
		*at = ""
	} else {
		*at = code
	}
	p.changed()
}

// missing reminds of what the country expects and is blank, or has another form there.
func (p *Seller) missing() (all []fyne.CanvasObject) {
	w, set := p.env.Words, p.draft.Now.Seller
	required, usual := set.Missing()
	for i, fields := range [][]seller.Field{required, usual} {
		var names []string
		for _, f := range fields {
			names = append(names, w.T(set.Key(f)))
		}
		if len(names) > 0 {
			all = append(all, page.Plain(w.T([]string{"seller.required", "seller.usual"}[i], "country", w.T(countryKey(set.Country)), "fields", strings.Join(names, " · "))))
		}
	}
	for _, odd := range set.Odds() {
		all = append(all, page.Plain(w.T("seller.odd", "country", w.T(countryKey(set.Country)), "field", w.T(set.Key(odd.Field)), "example", odd.Sample)))
	}
	return all
}

func (p *Seller) changed() {
	p.host.Changed()
	p.Paint()
}

// Aside is for page.Page.
func (p *Seller) Aside() fyne.CanvasObject { return p.slip.root }

// Paint is for page.Page.
func (p *Seller) Paint() {
	if now := p.draft.Now.Seller.Country; p.Form == nil || now != p.country {
		p.country = now
		p.Form = form.New(p.env.Words, form.Plain(), form.Hooks{Changed: p.changed}, p.fields()...)
	}
	p.slip.paint(p.draft.Now)
	p.Table.Paint()
}
