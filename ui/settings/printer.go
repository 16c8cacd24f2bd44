package settings

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
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
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

// Machine is what the computer offers beside the till.
type Machine struct {
	// Login is nil where nothing can start at login.
	Login Login
	// Printers is nil where nothing can be printed.
	Printers Printers
}

// printerPage chooses a printer and how it prints. A test page is its own proof,
// so they are tried at once, and kept when they are saved.
type printerPage struct {
	screen *Screen
	found  []printer.Found
	looked bool // found is known
	busy   bool // it is looked for
	states map[string]string

	list    *fyne.Container
	rows    map[string]*list.DeviceRow // by address
	again   *control.Tool
	address *control.Field
	use     *control.Button
	choices []*preference
	test    *testPage
	root    fyne.CanvasObject
}

func newPrinterPage(s *Screen) *printerPage {
	p := &printerPage{screen: s, states: map[string]string{}, rows: map[string]*list.DeviceRow{}, list: layout.Rows(0)}
	w := s.deps.Words
	p.again = control.NewBarTool("refresh", "", false, p.look)
	p.again.Set("refresh", w.T("settings.printer.look"), theme.Primary)
	p.address = control.NewField(control.FieldSpec{Placeholder: w.T("settings.printer.address"), Input: control.InputLatin})
	p.use = control.NewButton(control.ButtonSpec{Label: w.T("settings.printer.use"), Mid: true}, p.typed)
	p.address.OnSubmit = func(string) { p.typed() }
	p.choices = []*preference{
		pick("settings.printer.width", preferences.Widths(), func(dots int) string { return w.T("settings.printer.mm", "mm", millimetres(dots)) },
			func(v *preferences.Values) *int { return &v.Printer.Dots }),
		pick("settings.printer.cut", preferences.Cuts(), func(c printer.Cut) string { return w.T("settings.printer.cut." + string(c)) },
			func(v *preferences.Values) *printer.Cut { return &v.Printer.Cut }),
		pick("settings.printer.slips", preferences.Slips(), func(n int) string { return w.T("settings.printer.slips." + strconv.Itoa(n)) },
			func(v *preferences.Values) *int { return &v.Printer.Slips }),
		pick("settings.printer.drawer", preferences.Pins(), func(pin printer.Pin) string { return w.T("settings.printer.drawer." + strconv.Itoa(int(pin))) },
			func(v *preferences.Values) *printer.Pin { return &v.Printer.Drawer }),
	}
	var how []fyne.CanvasObject
	for _, one := range p.choices {
		one.after = p.paint
		one.build(s.deps.Preferences, s.changed)
		how = append(how, layout.Centred(theme.S3, layout.Grow(1, typeset.NewText(w.T(one.key), typeset.Body).Cut()), one.segments))
	}
	p.test = newTestPage(s)
	head := layout.Centred(theme.S3, layout.Grow(1, typeset.NewText(w.T("settings.printer.found"), typeset.Label.With(theme.SemiBold)).Cut()), p.again)
	top := graphic.NewPanel(theme.Sunken)
	scroll := container.NewVScroll(p.list)
	entry, line := layout.Centred(theme.S3, layout.Grow(1, p.address), p.use), graphic.NewDivider()
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
	settings := layout.Rows(theme.S2, how...)
	below := graphic.NewCardPadded(container.NewVScroll(layout.Padding(20, theme.S3, settings)), theme.Border(), theme.Border())
	p.root = layout.New(nil, func(b layout.Placer) {
		low := min(settings.MinSize().Height+2*theme.S3+2*theme.Border(), b.H*.55)
		b.Put(devices, 0, 0, b.W, b.H-low-theme.S4)
		b.Put(below, 0, b.H-low, b.W, low)
	}, devices, below)
	return p
}

func millimetres(dots int) int {
	if dots <= printer.Dots58 {
		return 58
	}
	return 80
}

func (p *printerPage) object() fyne.CanvasObject { return p.root }

func (p *printerPage) aside() fyne.CanvasObject { return p.test.root }

func (p *printerPage) press(screen.KeyPress) bool { return false }

func (p *printerPage) chosen() string { return p.screen.deps.Preferences.Get().Printer.Address }

// typed chooses a printer of the network.
func (p *printerPage) typed() {
	text := strings.TrimSpace(p.address.Text())
	if text == "" {
		return
	}
	address := printer.Address(printer.WayTCP, text)
	if _, err := printer.Open(address, printer.Limits{}); err != nil {
		p.address.SetProblem(p.screen.deps.Words.T("printer." + string(printer.CodeOf(err))))
		p.screen.see(p.address.Problem())
		return
	}
	p.address.SetProblem("")
	p.address.SetText("")
	p.choose(address)
}

func (p *printerPage) choose(address string) {
	p.screen.deps.Preferences.Try(func(v *preferences.Values) { v.Printer.Address = address })
	p.screen.changed()
	p.test.say("", false)
	p.build()
	p.ask(p.effective(address))
	p.paint()
}

// effective is the address that a choice means.
func (p *printerPage) effective(address string) string {
	if address == "" {
		return p.screen.deps.Printers.Practice()
	}
	return address
}

// look lists the printers of this computer and asks each how it is.
func (p *printerPage) look() {
	d := p.screen.deps
	if p.busy || d.Printers == nil {
		return
	}
	p.busy = true
	p.again.Set("refresh", d.Words.T("settings.printer.looking"), theme.Muted)
	var found []printer.Found
	var err error
	p.screen.later(func() { found, err = d.Printers.Find(d.Life) }, func() {
		p.busy, p.looked, p.found = false, true, found
		d.failed(err)
		p.again.Set("refresh", d.Words.T("settings.printer.look"), theme.Primary)
		p.build()
		for _, one := range p.offered() {
			p.ask(p.effective(one.Address))
		}
		p.paint()
	})
}

// offered is every printer that can be chosen: the practice one, or none; the one
// that is chosen by its address; and what was found.
func (p *printerPage) offered() []printer.Found {
	all := []printer.Found{{}}
	if at := p.chosen(); at != "" && !slices.ContainsFunc(p.found, func(f printer.Found) bool { return f.Address == at }) {
		way, name := p.parts(at)
		all = append(all, printer.Found{Address: at, Way: way, Name: name})
	}
	return append(all, p.found...)
}

// parts are the way and the name of an address.
func (p *printerPage) parts(address string) (way, name string) {
	way, _, _ = strings.Cut(address, ":")
	return way, printer.Name(address)
}

// build makes a row for each.
func (p *printerPage) build() {
	w := p.screen.deps.Words
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
func (p *printerPage) ask(address string) {
	d := p.screen.deps
	if address == "" || d.Printers == nil {
		return
	}
	var state printer.State
	var err error
	p.states[address] = "asking"
	p.screen.later(func() { state, err = d.Printers.Status(d.Life, address) }, func() {
		p.states[address] = string(state)
		if err != nil {
			d.failed(err)
			p.states[address] = "lost"
		}
		p.paint()
	})
}

func (p *printerPage) paint() {
	d := p.screen.deps
	if d.Printers == nil {
		return
	}
	if len(p.rows) == 0 {
		p.build()
		p.look()
	}
	for address, row := range p.rows {
		row.SetSelected(address == p.chosen())
		if state := p.states[p.effective(address)]; state != "" {
			row.SetState(d.Words.T("printer.state."+state), !slices.Contains(fine, state))
		}
	}
	now := d.Preferences.Get()
	for _, one := range p.choices {
		one.segments.SetSelected(max(0, one.chosen(now)))
	}
	p.test.paint(now.Printer)
	p.root.Refresh()
}

// fine are the states that ask for nobody.
var fine = []string{"asking", string(printer.Ready), string(printer.Unknown), string(printer.PaperLow)}
