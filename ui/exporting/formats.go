package exporting

import (
	"slices"

	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/words"
)

// Memory is what was chosen last.
type Memory struct {
	Form   Form   // blank is Excel
	Folder string // blank is the usual one
}

// formats is what kind of file is written.
type formats struct {
	memory  *Memory
	all     []Form // of CSV
	changed func() // paints what it stands on

	forms []*control.Button
	kinds []*control.Chip // of CSV
}

// kinds of CSV, in the order of the chips; a statement held against the till has one
// alone.
func (r Request) kinds() []Form {
	if r.Match != nil {
		return nil
	}
	return slices.DeleteFunc([]Form{CSV, Plain, Odoo, OCA}, func(f Form) bool { return !f.Fits(r.Of) })
}

func newFormats(w *words.Catalogue, r Request, m *Memory, changed func()) *formats {
	p := &formats{memory: m, all: r.kinds(), changed: changed}
	for i, f := range []Form{CSV, XLSX, PDF} {
		label := []string{"CSV", "Excel", "PDF"}[i]
		p.forms = append(p.forms, control.NewButton(control.ButtonSpec{Label: label, Mid: true}, func() { p.pick(f) }))
	}
	for _, f := range p.all {
		p.kinds = append(p.kinds, control.NewChip(w.T("export.kind."+string(f)), "", false, func() { p.pick(f) }))
	}
	return p
}

func (p *formats) pick(f Form) {
	p.memory.Form = f
	p.changed()
}

// form is the one that was chosen last; CSV where that one holds sales alone.
func (p *formats) form() Form {
	if f := p.memory.Form; f == XLSX || f == PDF || slices.Contains(p.all, f) {
		return f
	}
	return CSV
}

func (p *formats) csv() bool { return slices.Contains(p.all, p.form()) }

// buttons are the three of a format, or one below the other where words are large.
func (p *formats) buttons() fyne.CanvasObject {
	var all []fyne.CanvasObject
	for _, b := range p.forms {
		all = append(all, layout.Grow(1, b))
	}
	return layout.Columns(theme.S2, all...)
}

func (p *formats) paint(busy bool) {
	for i, b := range p.forms {
		f := []Form{CSV, XLSX, PDF}[i]
		on := f == p.form() || f == CSV && p.csv()
		spec := b.Spec()
		spec.Chosen, spec.Icon = on, ""
		if on {
			spec.Icon = "check"
		}
		b.Set(spec)
		able(b, !busy || on)
	}
	for i, chip := range p.kinds {
		chip.SetSelected(p.all[i] == p.form())
		able(chip, !busy)
	}
}
