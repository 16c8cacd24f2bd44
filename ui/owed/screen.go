package owed

import (
	"context"
	"maps"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/exporting"
	"sanduq/ui/pages"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

// Screen is the ledger beside the entry that is picked. It implements
// screen.Screen.
type Screen struct {
	env    screen.Env
	deps   Deps
	memory *Memory
	debts  []journal.Debt // open ones first, each part newest first
	read   bool
	err    error

	rows       []journal.DebtRow // of the picked one
	attempts   []journal.Sale
	generation int
	asked      int
	acts       screen.Acts
	shown      bool
	returned   []returned         // this month, by currency, the shop's own first; nil while it is not shown
	known      map[uint64]closing // what was read for it, by entry
	said       said

	frame *pages.Frame
	sum   *widgets.Amount
	count *widgets.Text
	// others is what is owed in other currencies than the shop's own.
	others *widgets.Text
	month  *monthView
	deck   *pages.Deck
	entry  *entry
	note   *widgets.Text
	hint   *widgets.Text
	whole  fyne.CanvasObject
	none   fyne.CanvasObject
	root   *fyne.Container
}

var _ screen.Screen = (*Screen)(nil)

// listWide is the width of the list.
const listWide float32 = 496

// New is the screen over a memory, which it keeps up to date. Nothing is read
// before Shown.
func New(env screen.Env, d Deps, m *Memory) *Screen {
	w := env.Words
	s := &Screen{env: env, deps: d, memory: m}
	title := ""
	if d.Titled {
		title = w.T("owed.tab")
	}
	s.frame = pages.NewFrame(title)
	s.frame.Tabbed = !d.Titled
	if d.Titled && d.Back != nil {
		s.frame.Back = widgets.NewIconButton("back", d.Back)
	}
	s.count, s.sum, s.month = widgets.NewText("", widgets.Caption).Cut(), widgets.NewAmount("", "", theme.Fixed(36)), newMonthView()
	s.others = widgets.NewText("", widgets.Caption).Cut()
	below := func() float32 {
		if s.others.Text() == "" {
			return 0
		}
		return s.others.MinSize().Height
	}
	top := screen.Lay(func() fyne.Size {
		return fyne.NewSize(200, max(s.count.MinSize().Height+s.sum.MinSize().Height+below()+theme.S3, s.month.size().Height+2*theme.S2))
	}, func(b screen.Board) {
		const edge = 20
		h, a := s.count.MinSize().Height, s.sum.MinSize().Height
		y, wide := (b.H-h-a-below())/2, b.W-2*edge
		if s.month.size().Height > 0 {
			wide = s.month.place(b, edge) - edge - theme.S4
		}
		b.Put(s.count, edge, y, wide, h)
		b.Put(s.sum, edge, y+h, wide, a)
		b.Put(s.others, edge, y+h+a, wide, below())
	}, append([]fyne.CanvasObject{s.count, s.sum, s.others}, s.month.objects()...)...)
	s.deck = pages.NewDeck("", top)
	s.entry = newEntry(s)
	if pages.Large() {
		s.whole = container.NewVScroll(widgets.Rows(theme.S4, s.deck.Root, s.entry.card))
	} else {
		s.whole = screen.Lay(nil, func(b screen.Board) {
			wide := min(listWide, b.W*.45)
			b.Put(s.deck.Root, 0, 0, wide, b.H)
			b.Put(s.entry.card, wide+theme.S5(), 0, b.W-wide-theme.S5(), b.H)
		}, s.deck.Root, s.entry.card)
	}
	s.note = widgets.NewParagraph("", widgets.Lead).Aligned(widgets.Centre)
	s.hint = widgets.NewParagraph("", widgets.Body.Tint(theme.Muted)).Aligned(widgets.Centre)
	s.none = screen.Lay(nil, func(b screen.Board) {
		wide := min(b.W, 640)
		h, n := s.note.HeightFor(wide), s.hint.HeightFor(wide)
		y := max(0, (b.H-h-n)/2-theme.Target)
		b.Put(s.note, (b.W-wide)/2, y, wide, h)
		b.Put(s.hint, (b.W-wide)/2, y+h+theme.S2, wide, n)
	}, s.note, s.hint)
	s.frame.Body = container.NewStack(s.whole, s.none)
	s.frame.Foot = []*widgets.Button{s.entry.seen}
	s.frame.Primary = s.entry.record
	s.frame.Build()
	s.root = s.frame.Root
	s.paint()
	return s
}

// Object is for screen.Screen.
func (s *Screen) Object() fyne.CanvasObject { return s.root }

// Shown reads the ledger.
func (s *Screen) Shown() {
	s.shown = true
	s.load()
}

// Hidden stops what waits.
func (s *Screen) Hidden() {
	s.shown = false
	s.generation++
	s.asked++
}

// Refresh takes note that something was opened or closed.
func (s *Screen) Refresh() { s.load() }

// closedShown is how many entries are shown of which nothing is owed any more.
const closedShown = 50

// load reads what is still owed, and the newest of what no longer is.
func (s *Screen) load() {
	s.generation++
	generation := s.generation
	s.env.Go(func() {
		open, err := s.all(journal.DebtQuery{Open: true})
		var rest []journal.Debt
		if err == nil {
			rest, err = s.deps.Till.Debts(s.env.Life, journal.DebtQuery{Limit: closedShown})
		}
		s.env.Post(func() {
			if generation != s.generation {
				return
			}
			s.failed(err)
			s.err, s.read = err, true
			if err == nil {
				rest = slices.DeleteFunc(rest, func(d journal.Debt) bool { return d.Open() > 0 })
				s.debts = append(open, rest...)
			}
			s.seek()
			if _, ok := s.picked(); !ok {
				s.memory.chosen = 0
				if len(s.debts) > 0 {
					s.memory.chosen = s.debts[0].Number
				}
			}
			s.say(s.said)
			s.paint()
			s.ask()
			if err == nil {
				s.loadMonth()
			}
		})
	})
}

// seek picks the entry of the sale that the screen was opened for.
func (s *Screen) seek() {
	id := s.memory.sale
	i := slices.IndexFunc(s.debts, func(d journal.Debt) bool { return id != "" && (d.Sale == id || d.With == id) })
	if i >= 0 {
		s.memory.chosen, s.memory.sale = s.debts[i].Number, ""
	}
}

// all reads every page of what is asked for.
func (s *Screen) all(q journal.DebtQuery) (all []journal.Debt, err error) {
	const each, most = 100, 10_000
	for q.Limit = each; len(all) < most; {
		some, err := s.deps.Till.Debts(s.env.Life, q)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
		if len(some) < each {
			break
		}
		q.Before = some[len(some)-1].Number
	}
	return all, nil
}

// Export takes the ledger along, for the button beside the tabs; nil where nothing is
// exported.
func (s *Screen) Export() func() {
	if s.deps.Export == nil {
		return nil
	}
	return func() { s.deps.Export(exporting.Request{Of: exporting.OfOwed, Choose: true}) }
}

func (s *Screen) failed(err error) {
	if err != nil && s.deps.Failed != nil && s.env.Life.Err() == nil {
		s.deps.Failed(err)
	}
}

// picked is the entry that is read.
func (s *Screen) picked() (journal.Debt, bool) {
	i := slices.IndexFunc(s.debts, func(d journal.Debt) bool { return d.Number == s.memory.chosen })
	if i < 0 {
		return journal.Debt{}, false
	}
	return s.debts[i], true
}

// pick reads another entry; what was typed for the one before is not for it.
func (s *Screen) pick(number uint64) {
	if number != s.memory.chosen {
		*s.memory = Memory{chosen: number}
		s.entry.clear()
		s.say(said{}) // so is what was said of it
	}
	s.paint()
	s.ask()
}

// ask reads the rows of the picked entry, and the sales that it is about.
func (s *Screen) ask() {
	s.asked++
	asked := s.asked
	d, ok := s.picked()
	s.rows, s.attempts = nil, nil
	if !ok {
		return
	}
	s.env.Go(func() {
		rows, err := s.deps.Till.DebtRows(s.env.Life, d.Number)
		attempts, err2 := s.deps.Till.Attempts(s.env.Life, d.Sale)
		s.env.Post(func() {
			if asked != s.asked {
				return
			}
			s.failed(err)
			s.failed(err2)
			s.rows, s.attempts = rows, attempts
			s.entry.paint()
		})
	})
}

func (s *Screen) paint() {
	w := s.env.Words
	s.note.SetText("")
	s.hint.SetText("")
	switch {
	case s.err != nil:
		s.note.SetText(w.T("owed.unreadable"))
	case s.read && len(s.debts) == 0:
		s.note.SetText(w.T("owed.none"))
		s.hint.SetText(w.T("owed.none.text"))
	}
	if len(s.debts) > 0 && s.err == nil {
		s.whole.Show()
		s.none.Hide()
	} else {
		s.whole.Hide()
		s.none.Show()
	}
	s.paintList()
	s.entry.paint()
	s.root.Refresh()
}

func (s *Screen) paintList() {
	w := s.env.Words
	type sum struct{ n, minor int64 }
	open := map[string]sum{}
	var lines []*widgets.Line
	closed := false
	for _, d := range s.debts {
		if d.Open() > 0 {
			one := open[d.Amount.Currency]
			open[d.Amount.Currency] = sum{one.n + 1, one.minor + d.Open()}
		} else if !closed {
			closed = true
			lines = append(lines, widgets.NewLine(widgets.LineSpec{Name: w.T("owed.closed"), Strong: true}, nil))
		}
		spec := widgets.LineSpec{Name: cause(s.env, d), Strong: d.Open() > 0, Below: s.below(d), Sum: s.major(d), Under: age(s.env, d), Selected: d.Number == s.memory.chosen}
		if d.Open() == 0 {
			spec.Under = w.Date(d.Since.In(s.env.Zone))
		}
		number := d.Number
		lines = append(lines, widgets.NewLine(spec, func() { s.pick(number) }))
	}
	own := open[s.deps.Currency]
	delete(open, s.deps.Currency)
	var others []string
	for _, currency := range slices.Sorted(maps.Keys(open)) {
		one := open[currency]
		others = append(others, w.T("owed.month.other", "sum", s.env.Sum(money.Amount{Minor: one.minor, Currency: currency}), "n", one.n))
	}
	s.count.SetText(w.T("owed.sum", "n", own.n))
	s.others.SetText(strings.Join(others, " · "))
	show(s.others, len(others) > 0)
	s.sum.Set(money.Amount{Minor: own.minor, Currency: s.deps.Currency}.Major(), s.env.CurrencyWord(s.deps.Currency))
	s.deck.Set(lines...)
}

// major is what is owed of an entry, or was.
func (s *Screen) major(d journal.Debt) string {
	minor := d.Open()
	if minor == 0 {
		minor = d.Amount.Minor
	}
	a := money.Amount{Minor: minor, Currency: d.Amount.Currency}
	if a.Currency != s.deps.Currency {
		return s.env.Sum(a)
	}
	return present.Major(s.env.Words, a)
}

// below is what stands under the name of an entry: its references, and who took
// note.
func (s *Screen) below(d journal.Debt) string {
	parts := slices.Clone(d.References)
	if with := with(s.env, d); with != "" {
		parts = append(parts, with)
	}
	if d.Noted != nil && d.Noted.By != "" {
		parts = append(parts, s.env.Words.T("owed.noted", "name", d.Noted.By))
	}
	return strings.Join(parts, " · ")
}

// Press is for screen.Screen.
func (s *Screen) Press(p screen.KeyPress) bool {
	switch {
	case p.Name == fyne.KeyEscape && s.deps.Back != nil:
		s.deps.Back()
	case p.Name == fyne.KeyReturn || p.Name == fyne.KeyEnter:
		s.entry.enter()
	case p.Name == fyne.KeyUp, p.Name == fyne.KeyDown:
		return s.step(p.Name == fyne.KeyDown)
	case p.Rune != 0:
		return s.entry.typed(p.Rune)
	default:
		return false
	}
	return true
}

func (s *Screen) step(down bool) bool {
	i := slices.IndexFunc(s.debts, func(d journal.Debt) bool { return d.Number == s.memory.chosen })
	if down {
		i++
	} else {
		i--
	}
	if i < 0 || i >= len(s.debts) {
		return false
	}
	s.pick(s.debts[i].Number)
	return true
}

// act asks the till for something, once at a time.
func (s *Screen) act(ask func(context.Context) error, done func(error)) {
	s.acts.Ask(s.env, ask, func(err error) {
		s.failed(err)
		done(err)
	})
}
