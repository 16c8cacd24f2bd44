package statement

import (
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	bank "sanduq/core/report/statement"
	"sanduq/ui/popover"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// columnsPage asks what the columns of a file are. It is asked once.
type columnsPage struct {
	opened *opened
	steps  steps

	title, note *typeset.Text
	roles       []*control.Chip // in the order of the roles
	order       *control.Chip   // of day and month
	decimal     *control.Chip
	asked       []*control.Chip // in the order of the questions
	more        *control.Chip   // offers the roles that have no column
	wanted      map[string]bool // roles that were asked for by it
	bank        *control.Field  // what a person calls the bank
	head        *fyne.Container
	table       *container.Scroll // of head, sideways
	page        *container.Scroll // of all above the table
	primary     *control.Button
	root        *fyne.Container
}

// role is what a column is for: its word, and where the mapping keeps it.
type role struct {
	key   string
	field func(*bank.Mapping) *string
}

var roles = []role{
	{"statement.date", func(m *bank.Mapping) *string { return &m.Date }},
	{"statement.time", func(m *bank.Mapping) *string { return &m.Time }},
	{"statement.amount", func(m *bank.Mapping) *string { return &m.Amount }},
	{"statement.credit", func(m *bank.Mapping) *string { return &m.Credit }},
	{"statement.debit", func(m *bank.Mapping) *string { return &m.Debit }},
	{"statement.sign", func(m *bank.Mapping) *string { return &m.Sign }},
	{"statement.number", func(m *bank.Mapping) *string { return &m.ID }},
	{"statement.currency", func(m *bank.Mapping) *string { return &m.Money }},
	{"statement.status", func(m *bank.Mapping) *string { return &m.Status }},
	{"statement.balance", func(m *bank.Mapping) *string { return &m.Balance }},
	{"statement.text", func(m *bank.Mapping) *string { return &m.Text }},
}

const previewRows = 8

func newColumnsPage(o *opened, s steps) *columnsPage {
	w := o.env.Words
	p := &columnsPage{opened: o, steps: s, wanted: map[string]bool{}, title: paragraph("", typeset.Lead.With(theme.Regular)), note: paragraph("", typeset.Body), head: layout.New(nil, func(layout.Placer) {})}
	objects := append([]fyne.CanvasObject{p.title, p.note}, p.newQuestions()...)
	for _, r := range roles {
		var chip *control.Chip
		chip = control.NewChip("", "", true, func() { p.pick(chip, r) })
		p.roles = append(p.roles, chip)
		objects = append(objects, chip)
	}
	p.order = control.NewChip("", "", false, p.turnOrder)
	p.decimal = control.NewChip("", "", false, p.turnDecimal)
	p.more = control.NewChip(w.T("statement.more"), "", true, p.offer)
	p.bank = control.NewField(control.FieldSpec{Placeholder: w.T("statement.bank"), Icon: "bank"})
	p.bank.OnSubmit = func(string) { p.press(screen.KeyPress{Name: fyne.KeyReturn}) }
	p.table = container.NewHScroll(p.head)
	content := layout.New(func() fyne.Size { return fyne.NewSize(100, p.flow(nil, p.page.Size().Width)) },
		func(b layout.Placer) { p.flow(&b, b.W) }, append(objects, p.more, p.order, p.decimal)...)
	p.page = container.NewVScroll(content)
	p.primary = control.NewPrimary(w.T("statement.match"), "Enter", s.match)
	p.root = layout.New(nil, p.place, p.page, p.table, p.bank, p.primary)
	return p
}

// show begins with what was guessed.
func (p *columnsPage) show() {
	clear(p.wanted)
	p.doubts()
	p.bank.SetText(p.opened.bank)
	p.paint()
}

// doubts says what a person should look at, and what is still to be chosen.
func (p *columnsPage) doubts() {
	w := p.opened.env.Words
	var all []string
	for _, d := range p.opened.doubts {
		if slices.ContainsFunc(questions, func(q question) bool { return q.doubt == d && q.answer(&p.opened.mapping) != "" }) {
			continue
		}
		all = append(all, w.T("statement.doubt."+string(d)))
	}
	p.note.SetSpans(typeset.Span{Text: strings.Join(all, " "), Style: typeset.Body.Tint(theme.Waiting)})
}

// showError tells why the columns do not fit.
func (p *columnsPage) showError(text string) {
	p.note.SetSpans(typeset.Span{Text: text, Style: typeset.Fact.Tint(theme.Failed)})
	p.root.Refresh()
}

// names are what the columns of the file can be called.
func (p *columnsPage) names() (all []string) {
	head := p.opened.file.Head(max(previewRows, p.opened.mapping.HeadRow))
	width := 0
	for _, row := range head {
		width = max(width, len(row))
	}
	var heads []string
	if n := p.opened.mapping.HeadRow; n > 0 && n <= len(head) {
		heads = head[n-1]
	}
	for i := range width {
		name := "#" + strconv.Itoa(i+1)
		if i < len(heads) && heads[i] != "" && !strings.HasPrefix(heads[i], "#") && slices.Index(heads, heads[i]) == i && !slices.Contains(heads[i+1:], heads[i]) {
			name = heads[i]
		}
		all = append(all, name)
	}
	return all
}

func (p *columnsPage) pick(chip *control.Chip, r role) {
	w, to := p.opened.env.Words, r.field(&p.opened.mapping)
	choose := func(name string) func() {
		return func() {
			*to = name
			p.opened.popover.Close()
			p.paint()
		}
	}
	list, at := []popover.Choice{{Label: w.T("statement.nothing"), Pick: choose("")}}, 0
	for i, name := range p.names() {
		if name == *to {
			at = i + 1
		}
		list = append(list, popover.Choice{Label: name, Pick: choose(name)})
	}
	p.opened.popover.Toggle(chip, popover.NewChoices(list, at, 1+len(list)/9))
}

// offer lists the roles that have no column, to give them one.
func (p *columnsPage) offer() {
	w := p.opened.env.Words
	var list []popover.Choice
	for i, r := range roles {
		if p.roles[i].Hidden {
			list = append(list, popover.Choice{Label: w.T(r.key), Pick: func() {
				p.opened.popover.Close()
				p.wanted[r.key] = true
				p.paint()
				p.pick(p.roles[i], r)
			}})
		}
	}
	p.opened.popover.Toggle(p.more, popover.NewChoices(list, -1, 1+len(list)/9))
}

// needs reports whether a role is always shown: a file without a date or without
// an amount cannot be read.
func needs(r role, m *bank.Mapping) bool {
	switch r.field(m) {
	case &m.Date, &m.Amount:
		return true
	case &m.Credit, &m.Debit:
		return m.Amount == ""
	}
	return false
}

// orders are those of day, month and year that a person may turn between, and the
// words for them.
var orders = map[string]string{bank.DayFirst: "statement.dayFirst", bank.MonthFirst: "statement.monthFirst", bank.YearFirst: "statement.yearFirst"}

func (p *columnsPage) turnOrder() {
	l := &p.opened.mapping.Layout
	all := p.opened.file.Orders(p.opened.mapping)
	if len(all) < 2 { // the dates leave no choice, or contradict each other
		all = []string{bank.DayFirst, bank.MonthFirst}
	}
	*l = all[(slices.Index(all, *l)+1)%len(all)]
	p.paint()
}

func (p *columnsPage) turnDecimal() {
	m := &p.opened.mapping
	m.Decimal = map[string]string{".": ",", ",": "."}[m.Decimal]
	p.paint()
}

func (p *columnsPage) paint() {
	w, m := p.opened.env.Words, &p.opened.mapping
	table := p.opened.file.Table()
	p.title.SetText(w.T(map[bool]string{true: "statement.columns", false: "statement.unsaid"}[table], "file", p.opened.name))
	hidden := 0
	for i, r := range roles {
		name := *r.field(m)
		p.roles[i].Hidden = !table || name == "" && !needs(r, m) && !p.wanted[r.key]
		if p.roles[i].Hidden {
			hidden++
		}
		p.roles[i].SetSelected(name != "")
		if name == "" {
			name = w.T("statement.nothing")
		}
		p.roles[i].SetLabel(w.T("statement.role", "role", w.T(r.key), "column", name))
	}
	p.more.Hidden = !table || hidden == 0
	dates := table || p.opened.file.Kind == bank.KindQIF // all others say themselves how they are written
	open := m.Layout != bank.YearFirst || slices.Contains(p.opened.doubts, bank.DoubtLayout)
	p.order.Hidden = !dates || orders[m.Layout] == "" || !open
	p.decimal.Hidden = !dates
	if !p.order.Hidden {
		p.order.SetLabel(w.T(orders[m.Layout]))
	}
	p.decimal.SetLabel(w.T("statement.decimal", "sample", map[string]string{",": "1.234,500", ".": "1,234.500"}[m.Decimal]))
	p.paintQuestions()
	p.primary.SetDisabled(table && (m.Date == "" || m.Amount == "" && m.Credit == "" && m.Debit == "") || p.open())
	p.preview()
	p.root.Refresh()
}

func (p *columnsPage) press(k screen.KeyPress) bool {
	if k.Name == fyne.KeyReturn || k.Name == fyne.KeyEnter {
		if !p.primary.Disabled() {
			p.steps.match()
		}
		return true
	}
	return false
}

const cellWide float32 = 150

// preview draws the first rows as they are in the file, long numbers masked.
func (p *columnsPage) preview() {
	var objects []fyne.CanvasObject
	rows := p.opened.file.Head(previewRows)
	var cells [][]*typeset.Text
	width := 0
	for i, row := range rows {
		style := typeset.Body.Tint(theme.Muted)
		if i+1 == p.opened.mapping.HeadRow {
			style = typeset.Fact
		}
		var line []*typeset.Text
		for _, c := range row {
			t := typeset.NewText(c, style).Cut()
			line = append(line, t)
			objects = append(objects, t)
		}
		cells = append(cells, line)
		width = max(width, len(row))
	}
	k := max(1, theme.Now().TextScale)
	high := typeset.Body.Size.Units() * 1.5
	p.head.Objects = objects
	p.head.Layout = layout.New(func() fyne.Size { return fyne.NewSize(cellWide*k*float32(width), high*float32(len(rows))) }, func(b layout.Placer) {
		for y, line := range cells {
			for x, t := range line {
				b.Put(t, cellWide*k*float32(x), high*float32(y), cellWide*k-theme.S3, high)
			}
		}
	}).Layout
	p.head.Refresh()
}

// flow places all above the table from the top down and gives its height; b may be nil.
func (p *columnsPage) flow(b *layout.Placer, width float32) (y float32) {
	put := func(o fyne.CanvasObject, high float32) {
		if b != nil {
			b.Put(o, 0, y, width, high)
		}
		y += high + theme.S3
	}
	put(p.title, p.title.HeightFor(width))
	y = wrap(b, width, y, p.asked)
	if p.note.Text() != "" {
		put(p.note, p.note.HeightFor(width))
	}
	y = wrap(b, width, y, append(slices.Clone(p.roles), p.more, p.order, p.decimal))
	return y
}

func (p *columnsPage) place(b layout.Placer) {
	high := p.primary.MinSize().Height
	name := b.W * .3
	b.Put(p.bank, 0, b.H-high, name, high)
	b.Put(p.primary, name+theme.S3, b.H-high, b.W-name-theme.S3, high)
	room := b.H - high - theme.S4
	words := min(p.flow(nil, b.W), room-p.head.MinSize().Height*2/previewRows) // a head and one row stay in sight
	b.Put(p.page, 0, 0, b.W, words)
	b.Put(p.table, 0, words, b.W, room-words)
}
