package owed

import (
	"context"
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
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/list"
	"sanduq/ui/toolkit/typeset"
)

// Screen is the ledger beside the entry that is picked. It implements
// screen.Screen.
type Screen struct {
	screen.Base
	env    screen.Env
	deps   Deps
	memory *Memory
	ledger ledger
	acts   screen.Acts
	shown  bool
	said   said

	frame *pages.Frame
	sums  *sums
	deck  *pages.Deck
	entry *entry
	note  *typeset.Text
	hint  *typeset.Text
	whole fyne.CanvasObject
	none  fyne.CanvasObject
}

var _ screen.Screen = (*Screen)(nil)

// listWide is the width of the list.
const listWide float32 = 496

// New is the screen over a memory, which it keeps up to date. Nothing is read
// before Shown.
func New(env screen.Env, d Deps, m *Memory) *Screen {
	w := env.Words
	s := &Screen{env: env, deps: d, memory: m, ledger: ledger{env: env, deps: d}, sums: newSums()}
	title := ""
	if d.Titled {
		title = w.T("owed.tab")
	}
	s.frame = pages.NewFrame(title)
	s.frame.Tabbed = !d.Titled
	if d.Titled && d.Back != nil {
		s.frame.Back = control.NewIconButton("back", d.Back)
	}
	s.deck = pages.NewDeck("", s.sums.root)
	s.entry = newEntry(env, d, m, &s.ledger, s)
	if pages.Large() {
		s.whole = container.NewVScroll(layout.Rows(theme.S4, s.deck.Root, s.entry.card))
	} else {
		s.whole = layout.New(nil, func(b layout.Placer) {
			wide := min(listWide, b.W*.45)
			b.Put(s.deck.Root, 0, 0, wide, b.H)
			b.Put(s.entry.card, wide+theme.S5(), 0, b.W-wide-theme.S5(), b.H)
		}, s.deck.Root, s.entry.card)
	}
	s.note = typeset.NewParagraph("", typeset.Lead).Aligned(typeset.Centre)
	s.hint = typeset.NewParagraph("", typeset.Body.Tint(theme.Muted)).Aligned(typeset.Centre)
	s.none = layout.New(nil, func(b layout.Placer) {
		wide := min(b.W, 640)
		h, n := s.note.HeightFor(wide), s.hint.HeightFor(wide)
		y := max(0, (b.H-h-n)/2-theme.Target)
		b.Put(s.note, (b.W-wide)/2, y, wide, h)
		b.Put(s.hint, (b.W-wide)/2, y+h+theme.S2, wide, n)
	}, s.note, s.hint)
	s.frame.Body = container.NewStack(s.whole, s.none)
	s.frame.Footer = []*control.Button{s.entry.seen}
	s.frame.Primary = s.entry.record
	s.frame.Build()
	s.Root = s.frame.Root
	s.paint()
	return s
}

// Shown reads the ledger.
func (s *Screen) Shown() {
	s.shown = true
	s.load()
}

// Hidden stops what waits.
func (s *Screen) Hidden() {
	s.shown = false
	s.memory.used = ""
	s.ledger.drop()
}

// Refresh takes note that something was opened or closed.
func (s *Screen) Refresh() { s.load() }

// load reads the ledger, what was picked in it, and the month.
func (s *Screen) load() {
	s.ledger.load(func() {
		s.seek()
		if _, ok := s.picked(); !ok {
			s.memory.chosen = 0
			if len(s.ledger.debts) > 0 {
				s.memory.chosen = s.ledger.debts[0].Number
			}
		}
		s.showNotice(s.said)
		s.paint()
		s.ask()
		if s.ledger.err == nil {
			s.ledger.month(s.paintMonth)
		}
	})
}

func (s *Screen) paintMonth() {
	s.sums.month.paint(s.env, s.ledger.returned)
	s.deck.Root.Refresh()
}

// seek picks the entry of the sale that the screen was opened for.
func (s *Screen) seek() {
	id := s.memory.sale
	i := slices.IndexFunc(s.ledger.debts, func(d journal.Debt) bool { return id != "" && (d.Sale == id || d.With == id) })
	if i >= 0 {
		s.memory.chosen, s.memory.sale = s.ledger.debts[i].Number, ""
	}
}

// Export takes the ledger along, for the button beside the tabs; nil where nothing is
// exported.
func (s *Screen) Export() func() {
	if s.deps.Export == nil {
		return nil
	}
	return func() { s.deps.Export(exporting.Request{Of: exporting.OfOwed, Choose: true}) }
}

// picked is the entry that is read.
func (s *Screen) picked() (journal.Debt, bool) {
	i := s.ledger.index(s.memory.chosen)
	if i < 0 {
		return journal.Debt{}, false
	}
	return s.ledger.debts[i], true
}

// pick reads another entry; what was typed for the one before is not for it.
func (s *Screen) pick(number uint64) {
	if number != s.memory.chosen {
		*s.memory = Memory{chosen: number}
		s.entry.clear()
		s.showNotice(said{}) // so is what was said of it
	}
	s.paint()
	s.ask()
}

// ask reads more of the picked entry.
func (s *Screen) ask() {
	d, ok := s.picked()
	s.ledger.pick(d, ok, s.entry.paint)
}

func (s *Screen) paint() {
	w := s.env.Words
	s.note.SetText("")
	s.hint.SetText("")
	switch {
	case s.ledger.err != nil:
		s.note.SetText(w.T("owed.unreadable"))
	case s.ledger.read && len(s.ledger.debts) == 0:
		s.note.SetText(w.T("owed.none"))
		s.hint.SetText(w.T("owed.none.text"))
	}
	if len(s.ledger.debts) > 0 && s.ledger.err == nil {
		s.whole.Show()
		s.none.Hide()
	} else {
		s.whole.Hide()
		s.none.Show()
	}
	s.paintList()
	s.entry.paint()
	s.Root.Refresh()
}

func (s *Screen) paintList() {
	w := s.env.Words
	var lines []*list.Line
	closed := false
	for _, d := range s.ledger.debts {
		if d.Open() == 0 && !closed {
			closed = true
			lines = append(lines, list.NewLine(list.LineSpec{Name: w.T("owed.closed"), Strong: true}, nil))
		}
		spec := list.LineSpec{Name: cause(s.env, d), Strong: d.Open() > 0, Below: s.below(d), Sum: s.major(d), Under: age(s.env, d), Selected: d.Number == s.memory.chosen}
		if d.Open() == 0 {
			spec.Under = w.Date(d.Since.In(s.env.Zone))
		}
		number := d.Number
		lines = append(lines, list.NewLine(spec, func() { s.pick(number) }))
	}
	s.sums.paint(s.env, s.deps.Currency, s.ledger.debts)
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
	i := s.ledger.index(s.memory.chosen)
	if down {
		i++
	} else {
		i--
	}
	if i < 0 || i >= len(s.ledger.debts) {
		return false
	}
	s.pick(s.ledger.debts[i].Number)
	return true
}

// act asks the till for something about an entry, once at a time. Whoever asks for
// something else meanwhile is told to wait.
func (s *Screen) act(d journal.Debt, ask func(context.Context) error, done func(error)) {
	busy := said{of: d, text: s.env.Words.T("day.busy"), failed: true}
	if s.acts.AskAbout(s.env, d.Number, ask, func(err error) {
		if s.said.text == busy.text {
			s.showNotice(said{})
		}
		s.env.Report(s.deps.Failed, err)
		done(err)
	}) {
		s.showNotice(busy)
	}
}

// see is for recorder.
func (s *Screen) see(line fyne.CanvasObject) {
	layout.See(s.whole, func(o fyne.CanvasObject) bool { return o == line })
}

// refresh is for recorder.
func (s *Screen) refresh() { s.frame.Root.Refresh() }

// refused says why nothing was recorded of an entry: here, or where the screen was
// left, whatever is shown instead.
func (s *Screen) refused(d journal.Debt, err error) {
	if !s.shown {
		s.env.Miss(cause(s.env, d), present.Refusal(s.env.Words, err, "error.day"))
		return
	}
	s.showNotice(said{of: d, text: present.Refusal(s.env.Words, err, "error.day"), failed: true})
}

// showNotice shows it, by the name of its entry unless that is the one that is read. It is said
// again where another is read without anybody having picked it.
func (s *Screen) showNotice(one said) {
	s.said = one
	text := one.text
	if text != "" && s.memory.chosen != one.of.Number {
		text = s.env.Words.T("said.about", "what", cause(s.env, one.of), "said", text)
	}
	s.frame.ShowResult(text, one.failed)
}
