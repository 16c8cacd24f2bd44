package ui

import (
	"runtime"
	"strconv"

	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	uicontrol "sanduq/ui/toolkit/control"
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

// helpCard is the list of keys.
type helpCard struct{ *Shell }

// help lays the list of keys over the window; Esc, F1 or its button takes it
// away.
func (s *Shell) help() { helpCard{s}.show() }

func (s helpCard) show() {
	w := s.env.Words
	closing := uicontrol.NewButton(uicontrol.ButtonSpec{Kind: uicontrol.Filled, Label: w.T("help.close"), Key: "Esc", Mid: true, Height: 64}, s.closeDecision)
	columns := []fyne.CanvasObject{s.column("help.typing", s.typingKeys()), s.column("help.functions", s.functionKeys())}
	body := layout.Columns(theme.S7, layout.Grow(1, columns[0]), layout.Grow(1, columns[1]))
	if theme.Now().TextScale > 1.2 {
		body = layout.Rows(theme.S5(), columns...)
	}
	space := func(h float32) fyne.CanvasObject { return layout.Fixed(0, h, graphic.NewPanel(theme.Transparent)) }
	content := layout.Rows(0,
		layout.Centred(theme.S4, graphic.NewIcon("help", 36, theme.Text), layout.Grow(1, typeset.NewParagraph(w.T("help.title"), typeset.Title))),
		space(theme.S4), body, space(theme.S5()), s.foot(closing))
	s.decideWide(helpWide, content, closing, s.closeDecision)
	if s.decision.card != nil {
		s.decision.card.OnKey = func(e *fyne.KeyEvent) {
			if e.Name == fyne.KeyF1 {
				s.closeDecision()
			}
		}
	}
}

// column is one group: its name, then a line for each key. The caps share a
// column, so that the eye runs down the sentences.
func (s helpCard) column(title string, all []helpKey) fyne.CanvasObject {
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

// control is the name of the key that goes with a digit or letter.
func control() string {
	if runtime.GOOS == "darwin" {
		return "Cmd"
	}
	return "Ctrl"
}

func (s helpCard) typingKeys() []helpKey {
	all := []helpKey{{[]string{"0 – 9", "."}, "help.digits"}, {[]string{"A – Z"}, "help.letters"}, {[]string{"1", "2", "3"}, "help.ways"}, {[]string{"Enter"}, "help.enter"},
		{[]string{"Backspace"}, "help.backspace"}, {[]string{"Delete"}, "help.delete"}, {[]string{"Esc"}, "help.esc"},
		{[]string{"Tab"}, "help.tab"}, {[]string{control(), "V"}, "help.paste"}, {[]string{control(), "1 – 9"}, "help.sales"}, {[]string{control(), "0"}, "help.clear"},
		{[]string{s.env.Words.T("help.scanner")}, "help.scan"}}
	set := s.opt.Till.Settings()
	if n := len(set.QuickAmounts()); n > 0 {
		all = append(all, helpKey{[]string{"Alt", "1 – " + strconv.Itoa(n)}, "help.quick"})
	}
	if set.Repeat {
		all = append(all, helpKey{[]string{"Alt", "0"}, "help.again"})
	}
	return all
}

// functionKeys leaves out keys without a function on this till.
func (s helpCard) functionKeys() []helpKey {
	var all []helpKey
	day, _ := s.sidebar.reportsKey()
	says := "says.button"
	if s.opt.Receipts != nil {
		says = "help.says"
	}
	for _, one := range []struct {
		key, does string
		is        bool
	}{
		{"F1", "help.help", true}, {"F2", "nav.sale", true}, {"F3", says, true}, {"F4", "nav.receipts", s.opt.Receipts != nil},
		{"F5", "check.now", true}, {"F6", "nav.customer", s.customer != nil}, {"F7", "aside.do", true},
		{"F8", day, s.opt.Reports != nil}, {"F9", "help.print", s.opt.Offer.Printer != nil}, {"F10", "help.save", s.opt.Offer.Save != nil},
		{"F11", "help.full", s.opt.FullScreen != nil}, {"F12", "bar.lock", s.session.Signs()},
	} {
		if one.is {
			all = append(all, helpKey{[]string{one.key}, one.does})
		}
	}
	return all
}
