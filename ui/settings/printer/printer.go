package printer

import (
	"context"
	"image"
	"slices"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/core/journal"
	"sanduq/core/printer"
	"sanduq/ui/preferences"
	"sanduq/ui/screen"
	"sanduq/ui/settings/page"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/form"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/list"
	"sanduq/ui/toolkit/typeset"
)

// Printers are the ways to paper. All but Practice and SetRoll may be slow. What
// is chosen is a preference.
type Printers interface {
	// Find lists the printers of this computer.
	Find(ctx context.Context) ([]printer.Found, error)
	// Status is how the printer at an address is; an error is a *journal.PaperError.
	Status(ctx context.Context, address string) (printer.State, error)
	// Practice is the address of the practice printer, which is taken where none
	// is chosen; blank where money moves.
	Practice() string
	// Preview draws the test page, and TestPage prints it; said is true when the
	// printer confirmed it.
	Preview(dots int, shop journal.Settings, at time.Time) (*image.Paletted, error)
	TestPage(ctx context.Context, to preferences.Printer, shop journal.Settings, at time.Time) (said bool, err error)
	// SetRoll lets the practice printer run out of paper and the like.
	SetRoll(s printer.State)
}

// place is the line of the address of a printer of the network.
const place = "address"

// Page chooses a printer and how it prints. A test page is its own proof, so they are
// tried at once, and kept when they are saved.
type Page struct {
	page.Base
	env      screen.Env
	host     page.Host
	printers Printers // nil where nothing can be printed
	found    []printer.Found
	looked   bool // found is known
	busy     bool // it is looked for
	states   map[string]string

	list    *fyne.Container
	rows    map[string]*list.DeviceRow // by address
	again   *control.Tool
	address *form.Form
	how     *form.Form
	test    *testPage
	root    fyne.CanvasObject
}

// New is the page. shop is what the test page says of the shop.
func New(env screen.Env, h page.Host, printers Printers, shop func() journal.Settings) *Page {
	p := &Page{env: env, host: h, printers: printers, states: map[string]string{}, rows: map[string]*list.DeviceRow{}, list: layout.Rows(0)}
	w := env.Words
	p.again = control.NewBarTool("refresh", "", false, p.listPrinters)
	p.again.Set("refresh", w.T("settings.printer.look"), theme.Primary)
	use := control.NewButton(control.ButtonSpec{Label: w.T("settings.printer.use"), Mid: true}, p.typed)
	p.address = form.New(w, form.Plain(), form.Hooks{Enter: func(*control.Field) { p.typed() }}, form.Field{Name: place, Kind: form.Latin, Hint: "settings.printer.address"})
	p.how = form.New(w, form.Plain(), form.Hooks{Changed: h.Changed}, p.choices()...)
	p.test = newTestPage(p, shop)
	head := layout.Centred(theme.S3, layout.Grow(1, typeset.NewText(w.T("settings.printer.found"), typeset.Label.With(theme.SemiBold)).Cut()), p.again)
	top := graphic.NewPanel(theme.Sunken)
	scroll := container.NewVScroll(p.list)
	entry, line := page.Explained(p.address.Line(place), use), graphic.NewDivider()
	inner := layout.New(nil, func(b layout.Placer) {
		high := theme.ChipHeight
		b.Put(top, 0, 0, b.W, high)
		b.Put(head, 20, 0, b.W-28, high)
		low := entry.MinSize().Height + 2*theme.S2
		b.Put(scroll, 0, high, b.W, b.H-high-low)
		b.Put(line, 0, b.H-low, b.W, theme.Border())
		b.Put(entry, theme.S3, b.H-low+theme.S2, b.W-2*theme.S3, low-2*theme.S2)
	}, top, head, scroll, line, entry)
	devices := graphic.NewCardPadded(inner, theme.Border(), theme.Border())
	how := layout.Rows(theme.S2, p.how.Rows()...)
	below := graphic.NewCardPadded(container.NewVScroll(layout.Padding(20, theme.S3, how)), theme.Border(), theme.Border())
	p.root = layout.New(nil, func(b layout.Placer) {
		low := min(how.MinSize().Height+2*theme.S3+2*theme.Border(), b.H*.55)
		b.Put(devices, 0, 0, b.W, b.H-low-theme.S4)
		b.Put(below, 0, b.H-low, b.W, low)
	}, devices, below)
	return p
}

// choices is how it prints.
func (p *Page) choices() []form.Field {
	w, store := p.env.Words, p.env.Preferences
	row := func(name string, of form.Options) form.Field {
		return form.Field{Kind: form.Choice, Label: "settings.printer." + name, Inline: true, Options: of}
	}
	return []form.Field{
		row("width", page.Preference(store, preferences.Widths(), func(dots int) string { return w.T("settings.printer.mm", "mm", millimetres(dots)) },
			func(v *preferences.Values) *int { return &v.Printer.Dots }, p.Paint)),
		row("cut", page.Preference(store, preferences.Cuts(), func(c printer.Cut) string { return w.T("settings.printer.cut." + string(c)) },
			func(v *preferences.Values) *printer.Cut { return &v.Printer.Cut }, p.Paint)),
		row("slips", page.Preference(store, preferences.Slips(), func(n int) string { return w.T("settings.printer.slips." + strconv.Itoa(n)) },
			func(v *preferences.Values) *int { return &v.Printer.Slips }, p.Paint)),
		row("drawer", page.Preference(store, preferences.Pins(), func(pin printer.Pin) string { return w.T("settings.printer.drawer." + strconv.Itoa(int(pin))) },
			func(v *preferences.Values) *printer.Pin { return &v.Printer.Drawer }, p.Paint)),
	}
}

func millimetres(dots int) int {
	if dots <= printer.Dots58 {
		return 58
	}
	return 80
}

// Object is for page.Page.
func (p *Page) Object() fyne.CanvasObject { return p.root }

// Aside is for page.Page.
func (p *Page) Aside() fyne.CanvasObject { return p.test.root }

func (p *Page) chosen() string { return p.env.Preferences.Get().Printer.Address }

// typed chooses a printer of the network.
func (p *Page) typed() {
	text := page.Typed(p.address.Text(place))
	if text == "" {
		return
	}
	address := printer.Address(printer.WayTCP, text)
	if _, err := printer.Open(address, printer.Limits{}); err != nil {
		said := p.env.Words.T("printer." + string(printer.CodeOf(err)))
		p.address.ShowAt(place, said)
		p.host.See(said)
		return
	}
	p.address.Line(place).SetText("")
	p.choose(address)
}

func (p *Page) choose(address string) {
	p.env.Preferences.Try(func(v *preferences.Values) { v.Printer.Address = address })
	p.host.Changed()
	p.test.showResult("", false)
	p.build()
	p.ask(p.effective(address))
	p.Paint()
}

// effective is the address that a choice means.
func (p *Page) effective(address string) string {
	if address == "" {
		return p.printers.Practice()
	}
	return address
}

// listPrinters lists the printers of this computer and asks each how it is.
func (p *Page) listPrinters() {
	if p.busy || p.printers == nil {
		return
	}
	p.busy = true
	p.again.Set("refresh", p.env.Words.T("settings.printer.looking"), theme.Muted)
	var found []printer.Found
	var err error
	page.Later(p.host, func() { found, err = p.printers.Find(p.env.Life) }, func() {
		p.busy, p.looked, p.found = false, true, found
		p.host.Failed(err)
		p.again.Set("refresh", p.env.Words.T("settings.printer.look"), theme.Primary)
		p.build()
		for _, one := range p.offered() {
			p.ask(p.effective(one.Address))
		}
		p.Paint()
	})
}

// offered is every printer that can be chosen: the practice one, or none; the one
// that is chosen by its address; and what was found.
func (p *Page) offered() []printer.Found {
	all := []printer.Found{{}}
	if at := p.chosen(); at != "" && !slices.ContainsFunc(p.found, func(f printer.Found) bool { return f.Address == at }) {
		way, name := parts(at)
		all = append(all, printer.Found{Address: at, Way: way, Name: name})
	}
	return append(all, p.found...)
}

// parts are the way and the name of an address.
func parts(address string) (way, name string) {
	way, _, _ = strings.Cut(address, ":")
	return way, printer.Name(address)
}

// build makes a row for each.
func (p *Page) build() {
	w := p.env.Words
	p.rows = map[string]*list.DeviceRow{}
	p.list.Objects = nil
	for i, one := range p.offered() {
		name, where := one.Name, ""
		switch {
		case one.Address == "" && p.effective("") != "":
			name, where = w.T("settings.printer.practice"), w.T("settings.printer.practice.text")
		case one.Address == "":
			name, where = w.T("settings.printer.none"), w.T("settings.printer.none.text")
		default:
			where = w.T("settings.printer.way." + one.Way)
			if one.Place != "" {
				where += ", " + one.Place
			}
		}
		row := list.NewDeviceRow(name, where, func() { p.choose(one.Address) })
		p.rows[one.Address] = row
		if i > 0 {
			p.list.Add(graphic.NewDivider())
		}
		p.list.Add(row)
	}
	if p.looked && len(p.found) == 0 {
		p.list.Add(graphic.NewDivider())
		p.list.Add(layout.Padding(20, theme.S3, typeset.NewParagraph(w.T("settings.printer.nobody"), typeset.Label.With(theme.Regular))))
	}
	p.list.Refresh()
}

// ask asks one printer how it is.
func (p *Page) ask(address string) {
	if address == "" || p.printers == nil {
		return
	}
	var state printer.State
	var err error
	p.states[address] = "asking"
	page.Later(p.host, func() { state, err = p.printers.Status(p.env.Life, address) }, func() {
		p.states[address] = string(state)
		if err != nil {
			p.host.Failed(err)
			p.states[address] = "lost"
		}
		p.Paint()
	})
}

// Paint is for page.Page.
func (p *Page) Paint() {
	if p.printers == nil {
		return
	}
	if len(p.rows) == 0 {
		p.build()
		p.listPrinters()
	}
	for address, row := range p.rows {
		row.SetSelected(address == p.chosen())
		if state := p.states[p.effective(address)]; state != "" {
			row.SetState(p.env.Words.T("printer.state."+state), !slices.Contains(fine, state))
		}
	}
	p.how.Paint()
	p.test.paint(p.env.Preferences.Get().Printer)
	p.root.Refresh()
}

// fine are the states that ask for nobody.
var fine = []string{"asking", string(printer.Ready), string(printer.Unknown), string(printer.PaperLow)}
