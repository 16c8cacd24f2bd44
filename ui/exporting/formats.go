package exporting

import (
	"cmp"
	"encoding/json"
	"slices"

	"fyne.io/fyne/v2"

	"sanduq/core/report/export"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/words"
)

// Memory is what was chosen last.
type Memory struct {
	Form   Form   `json:"form,omitempty"`   // blank is Excel
	Folder string `json:"folder,omitempty"` // blank is the usual one
	// Separator and Decimal are of CSV for people; blank is a comma, and a point.
	Separator string `json:"separator,omitempty"`
	Decimal   string `json:"decimal,omitempty"`
	// Changed is told what was chosen when an export begins; nil tells nobody.
	Changed func(Memory) `json:"-"`
}

// ParseMemory reads what String wrote; anything else is nothing chosen.
func ParseMemory(kept string) (m Memory) {
	if json.Unmarshal([]byte(kept), &m) != nil || !slices.Contains(append(Forms(), ""), m.Form) {
		return Memory{}
	}
	return m
}

// String is the memory as JSON.
func (m Memory) String() string {
	out, err := json.Marshal(m)
	if err != nil {
		return ""
	}
	return string(out)
}

// Separators and Decimals are what CSV for people may be parted by.
var (
	Separators = []string{",", ";", "\t"}
	Decimals   = []string{".", ","}
)

// dialect is how CSV for people is written; what is not known is the usual.
func (m Memory) dialect() export.Dialect {
	d := export.Dialect{Separator: ',', Decimal: '.'}
	if slices.Contains(Separators, m.Separator) {
		d.Separator = m.Separator[0]
	}
	if slices.Contains(Decimals, m.Decimal) {
		d.Decimal = m.Decimal[0]
	}
	return d
}

// formats is what kind of file is written.
type formats struct {
	memory  *Memory
	csvs    []Form // of CSV
	books   []Form // of the accounting journal; none where it is not offered
	changed func() // is told of another form

	forms     []Form            // one of each button: CSV, Excel, PDF, the journal
	buttons   []*control.Button // in the order of forms
	kinds     []*control.Chip   // of CSV
	bookkinds []*control.Chip   // of the journal
	parted    []*control.Chip   // what parts the fields of CSV for people, then its decimals
}

// kinds of CSV, in the order of the chips; a statement held against the till has one
// alone.
func (r Request) kinds() []Form {
	if r.Match != nil {
		return nil
	}
	return chosen(func(k kind) bool { return k.csv() && k.form.Fits(r.Of) })
}

func newFormats(w *words.Catalogue, r Request, m *Memory, journals bool, changed func()) *formats {
	p := &formats{memory: m, csvs: r.kinds(), forms: chosen(func(k kind) bool { return k.label != "" }), changed: changed}
	if journals && r.journals() {
		p.books, p.forms = Journals(), append(p.forms, Hledger)
	}
	for _, f := range p.forms {
		p.buttons = append(p.buttons, control.NewButton(control.ButtonSpec{Label: cmp.Or(f.kind().label, w.T("export.journal")), Mid: true}, func() { p.pick(f) }))
	}
	chips := func(all []Form) (chips []*control.Chip) {
		for _, f := range all {
			chips = append(chips, control.NewChip(w.T("export.kind."+string(f)), "", false, func() { p.pick(f) }))
		}
		return chips
	}
	p.kinds, p.bookkinds = chips(p.csvs), chips(p.books)
	for i, key := range []string{"export.comma", "export.semicolon", "export.tab"} {
		p.parted = append(p.parted, control.NewChip(w.T(key), "", false, func() { m.Separator = Separators[i]; changed() }))
	}
	for i, sample := range []string{"1.250", "1,250"} {
		p.parted = append(p.parted, control.NewChip(sample, "", false, func() { m.Decimal = Decimals[i]; changed() }))
	}
	return p
}

func (p *formats) pick(f Form) {
	p.memory.Form = f
	p.changed()
}

// form is the one that was chosen last; CSV where that one does not hold what is asked
// for.
func (p *formats) form() Form {
	if f := p.memory.Form; f.tables() || slices.Contains(p.csvs, f) || slices.Contains(p.books, f) {
		return f
	}
	return CSV
}

// offered are the chips below the buttons.
func (p *formats) offered() []*control.Chip {
	switch f := p.form(); {
	case slices.Contains(p.books, f):
		return p.bookkinds
	case f.tables():
		return nil
	}
	return p.kinds
}

// dialects are the chips of what parts CSV for people; none for anything else.
func (p *formats) dialects() []*control.Chip {
	if p.form() != CSV {
		return nil
	}
	return p.parted
}

// row are the buttons of a format, or one below the other where words are large.
func (p *formats) row() fyne.CanvasObject {
	var all []fyne.CanvasObject
	for _, b := range p.buttons {
		all = append(all, layout.Grow(1, b))
	}
	return layout.Columns(theme.S2, all...)
}

// family is the form of the button that a form stands behind.
func (p *formats) family(f Form) Form {
	switch {
	case slices.Contains(p.books, f):
		return Hledger
	case f.tables():
		return f
	}
	return CSV
}

func (p *formats) paint(busy bool) {
	now := p.form()
	for i, b := range p.buttons {
		on := p.forms[i] == p.family(now)
		spec := b.Spec()
		spec.Chosen, spec.Icon = on, ""
		if on {
			spec.Icon = "check"
		}
		b.Set(spec)
		able(b, !busy || on)
	}
	mark := func(chips []*control.Chip, all []Form) {
		for i, chip := range chips {
			chip.SetSelected(all[i] == now)
			able(chip, !busy)
		}
	}
	d := p.memory.dialect()
	for i, chip := range p.parted {
		on := i < len(Separators) && Separators[i][0] == d.Separator || i >= len(Separators) && Decimals[i-len(Separators)][0] == d.Decimal
		chip.SetSelected(on)
		able(chip, !busy)
	}
	mark(p.kinds, p.csvs)
	mark(p.bookkinds, p.books)
}
