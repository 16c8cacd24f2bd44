// Package help is the list of keys that is laid over the window. It knows what this till
// has, no part of the window. It belongs on the UI goroutine.
package help

import (
	"context"
	"strconv"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/keys"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/shell/decision"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// helpWide is the width of the list of keys: two columns.
const helpWide float32 = 960

// helpKey is a key, or several that mean the same, and the catalogue's key of
// what it does.
type helpKey struct {
	caps []string
	does string
}

// Functions are those of a till that not every till has.
type Functions struct {
	Receipts, Reports, Customer, Printer, Save, FullScreen, Lock bool
}

// Deps is what the list asks.
type Deps struct {
	Shop func() journal.Settings
	// Functions are asked each time: people may begin to sign in.
	Functions func() Functions
	// SaveCard saves the counter card and tells where; nil where there is none.
	// It is called off the UI goroutine.
	SaveCard func(ctx context.Context) (place string, err error)
	// Failed is told why the card was not saved.
	Failed func(error)
}

// Help lays the list of keys over the window.
type Help struct {
	env       screen.Env
	deps      Deps
	decisions *decision.Decisions
}

// New lays cards of decisions.
func New(env screen.Env, d Deps, decisions *decision.Decisions) *Help {
	return &Help{env, d, decisions}
}

// Show lays the list over the window; Esc, F1 or its button takes it away.
func (s *Help) Show() {
	w, done := s.env.Words, s.decisions.Close
	closing := control.NewButton(control.ButtonSpec{Kind: control.Filled, Label: w.T("help.close"), Key: "Esc", Mid: true, Height: 64}, done)
	columns := []fyne.CanvasObject{s.column("help.typing", s.typingKeys()), s.column("help.functions", s.functionKeys())}
	body := layout.Columns(theme.S7, layout.Grow(1, columns[0]), layout.Grow(1, columns[1]))
	if theme.Now().TextScale > 1.2 {
		body = layout.Rows(theme.S5(), columns...)
	}
	space := func(h float32) fyne.CanvasObject { return layout.Fixed(0, h, graphic.NewPanel(theme.Transparent)) }
	content := layout.Rows(0,
		layout.Centred(theme.S4, graphic.NewIcon("help", 36, theme.Text), layout.Grow(1, typeset.NewParagraph(w.T("help.title"), typeset.Title))),
		space(theme.S4), body, space(theme.S5()), s.footer(closing))
	s.decisions.Lay(decision.Card{Wide: helpWide, Content: content, First: closing, Safe: done, Key: func(e *fyne.KeyEvent) {
		if e.Name == fyne.KeyF1 {
			done()
		}
	}})
}

// column is one group: its name, then a line for each key. The caps share a
// column, so that the eye runs down the sentences.
func (s *Help) column(title string, all []helpKey) fyne.CanvasObject {
	w := s.env.Words
	caps := make([]fyne.CanvasObject, len(all))
	room := float32(0)
	for i, one := range all {
		var row []fyne.CanvasObject
		for _, c := range one.caps {
			row = append(row, typeset.NewKeyCap(c, theme.Text))
		}
		caps[i] = layout.Centred(theme.S1, row...)
		room = max(room, caps[i].MinSize().Width)
	}
	rows := []fyne.CanvasObject{typeset.NewText(w.T(title), typeset.Caption.With(theme.SemiBold))}
	for i, one := range all {
		text := typeset.NewParagraph(w.T(one.does), typeset.Body.Tight(1.2))
		rows = append(rows, graphic.NewDivider(), helpRow(caps[i], text, room))
	}
	return layout.Rows(0, rows...)
}

// helpRow is 40 high at least, 34 on a small screen, and higher where its
// sentence needs two lines.
func helpRow(caps fyne.CanvasObject, text *typeset.Text, room float32) fyne.CanvasObject {
	least := float32(40)
	if theme.Now().Small {
		least = 34
	}
	high := func() fyne.Size { return fyne.NewSize(room+160, max(least, text.MinSize().Height+theme.S2)) }
	return layout.New(high, func(p layout.Placer) {
		m, middle := caps.MinSize(), p.H/2
		p.Put(caps, 0, middle-m.Height/2, m.Width, m.Height)
		x := room + theme.S4
		h := text.HeightFor(p.W - x)
		p.Put(text, x, middle-h/2, p.W-x, h)
	}, caps, text)
}

func (s *Help) typingKeys() []helpKey {
	set, ways := s.deps.Shop(), []string{"1", "2", "3"}
	if set.Cash {
		ways = append(ways, "4")
	}
	all := []helpKey{{[]string{"0 – 9", present.Point(s.env.Words)}, "help.digits"}, {[]string{"A – Z"}, "help.letters"}, {ways, "help.ways"}, {[]string{"Enter"}, "help.enter"},
		{[]string{"Backspace"}, "help.backspace"}, {[]string{"Delete"}, "help.delete"}, {[]string{"Esc"}, "help.esc"},
		{[]string{"Tab"}, "help.tab"}, {[]string{keys.Control(), "V"}, "help.paste"}, {[]string{keys.Control(), "1 – 9"}, "help.sales"}, {[]string{keys.Control(), "0"}, "help.clear"}, {[]string{keys.Control(), ","}, "settings.title"},
		{[]string{s.env.Words.T("help.scanner")}, "help.scan"}}
	if n := len(set.QuickAmounts()); n > 0 {
		all = append(all, helpKey{[]string{"Alt", "1 – " + strconv.Itoa(n)}, "help.quick"})
	}
	if set.Repeat {
		all = append(all, helpKey{[]string{"Alt", "0"}, "help.again"})
	}
	return all
}

// functionKeys leaves out keys without a function on this till.
func (s *Help) functionKeys() []helpKey {
	var all []helpKey
	is := s.deps.Functions()
	day, _ := present.Reports(s.deps.Shop().Shifts)
	says := "says.button"
	if is.Receipts {
		says = "help.says"
	}
	for _, one := range []struct {
		key, does string
		there     bool
	}{
		{"F1", "help.help", true}, {"F2", "nav.sale", true}, {"F3", says, true}, {"F4", "nav.receipts", is.Receipts},
		{"F5", "check.now", true}, {"F6", "nav.customer", is.Customer}, {"F7", "aside.do", true},
		{"F8", day, is.Reports}, {"F9", "help.print", is.Printer}, {"F10", "help.save", is.Save},
		{"F11", "help.full", is.FullScreen}, {"F12", "bar.lock", is.Lock},
	} {
		if one.there {
			all = append(all, helpKey{[]string{one.key}, one.does})
		}
	}
	if is.Reports && s.deps.Shop().Shifts {
		all = append(all, helpKey{[]string{"F3", "F7"}, "help.cash"}, helpKey{[]string{"F5", "F10"}, "help.shift"})
	}
	return all
}
