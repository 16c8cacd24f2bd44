package day

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/core/journal"
	"sanduq/ui/day/entry"
	"sanduq/ui/exporting"
	"sanduq/ui/keys"
	"sanduq/ui/pages"
	"sanduq/ui/permission"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// longOpen is after how long a shift that is open says so.
const longOpen = 24 * time.Hour

// dayPage is the shift that is open, or how to open one.
type dayPage struct {
	screen *Screen
	frame  *pages.Frame

	taken  *typeset.Text
	shift  *typeset.Text // which one it is
	sum    *typeset.Amount
	routes *pages.Deck
	drawer *pages.Deck
	after  *pages.Deck
	second *fyne.Container // drawer and after
	begins *beginning      // while nobody has opened the shift
	float  *entry.Amount   // its amount
	whole  fyne.CanvasObject
	begin  fyne.CanvasObject
	text   *typeset.Text // of begin
	note   *typeset.Text
	date   *control.Button
	hand   *control.Button
	ends   []*control.Button // at the end of the head, or of the row of tabs
	ahead  bool              // it says that the books stand on a day that has not come
	body   *fyne.Container
}

func newDayPage(s *Screen) *dayPage {
	w := s.env.Words
	p := &dayPage{screen: s, frame: pages.NewFrame(w.T("day.title"))}
	p.taken = typeset.NewText("", typeset.Body.Tint(theme.Muted)).Cut()
	p.sum = typeset.NewAmount("", "", theme.AmountM)
	p.shift = typeset.NewText("", typeset.Body.Tint(theme.Muted)).Cut()
	if p.frame.Tabbed = s.deps.Tabs; p.frame.Tabbed { // they name the page
		p.frame.Title.SetText("")
	}
	top := p.head()
	p.routes, p.drawer, p.after = pages.NewDeck("", top), pages.NewDeck(w.T("day.drawer"), nil), pages.NewDeck(w.T("day.lookAfter"), nil)
	p.second = layout.Rows(theme.S4, layout.Grow(1, p.drawer.Root), p.after.Root)
	p.whole = pages.Columns(theme.S5(), pages.Side(), p.routes.Root, p.second)
	p.begins = newBeginning(p)
	p.float, p.text = p.begins.float, p.begins.text
	p.begin = p.begins.object()
	if lay := p.frame.Said; lay != nil { // words are large: what is said stands beside the float, which an open shift does not show
		p.whole = p.saidAbove(p.whole, lay)
	}
	p.note = typeset.NewParagraph("", typeset.Lead.With(theme.Regular))
	p.body = container.NewStack(p.whole, p.begin, container.NewCenter(layout.Fixed(520, 120, p.note)))
	p.frame.Body = p.body
	p.frame.Caps = map[*control.Button]string{}
	button := func(icon, key, press string, do func()) {
		b := control.NewButton(control.ButtonSpec{Icon: icon, Label: w.T(key), Mid: true, Height: theme.PrimaryHigh, PadX: theme.S3}, do)
		p.frame.Footer = append(p.frame.Footer, b)
		p.frame.Caps[b] = press
	}
	button("cash-in", "day.cashIn", "F3", func() { p.move(journal.MovementIn) })
	button("cash-out", "day.cashOut", "F7", func() { p.move(journal.MovementOut) })
	button("receipt", "day.x", "F5", p.x)
	p.date = s.tool("clock", "day.date.open", func() { s.goTo(stepDate) })
	p.ends = []*control.Button{p.date, s.zsTool()}
	hand := func() { s.goTo(stepHand) }
	if s.deps.Tabs {
		button("user", "day.hand", "F10", hand)
		p.hand = p.frame.Footer[len(p.frame.Footer)-1]
	} else {
		p.hand = s.tool("user", "day.hand", hand)
		p.frame.Tools = append([]*control.Button{p.hand}, append(p.ends, s.tool("chart", "day.reports", s.deps.Ways.Reports))...)
	}
	p.frame.Primary = control.NewButton(control.ButtonSpec{Kind: control.Filled, Large: true, Key: "Enter"}, p.proceed)
	p.frame.Build()
	p.refresh()
	return p
}

// saidAbove sets what the page says above the shift that is open, where it is seen however far that was scrolled.
func (p *dayPage) saidAbove(whole fyne.CanvasObject, lay func()) fyne.CanvasObject {
	said := typeset.NewParagraph("", typeset.Fact)
	all := layout.New(nil, func(b layout.Placer) {
		high := float32(0)
		if said.Text() != "" {
			high = said.HeightFor(b.W)
		}
		b.Put(said, 0, 0, b.W, high)
		if high > 0 {
			high += theme.S3
		}
		b.Put(whole, 0, high, b.W, b.H-high)
	}, said, whole)
	p.frame.Said = func() {
		if now, ok := p.frame.Saying().(*typeset.Text); ok {
			said.SetText(now.Text())
		}
		lay()
		all.Refresh()
	}
	return all
}

// head is what was taken, which shift it is, at the end of that line or below, and the sum.
func (p *dayPage) head() fyne.CanvasObject {
	var wide float32
	below := func() bool { return p.taken.Width()+theme.S4+p.shift.Width() > wide-40 }
	heights := func() (line, sum, all float32) {
		if line = p.taken.MinSize().Height; !p.sum.Hidden {
			sum = p.sum.MinSize().Height
		}
		if all = line + sum; below() {
			all += line
		}
		return line, sum, all
	}
	return layout.New(func() fyne.Size {
		_, _, high := heights()
		return fyne.NewSize(200, high+2*theme.S3)
	}, func(b layout.Placer) {
		wide = b.W
		line, sum, high := heights()
		y, room := (b.H-high)/2, b.W-40
		switch w := p.shift.Width() + 1; {
		case below():
			b.Put(p.shift, 20, y+line, room, line)
		default:
			room -= w + theme.S4
			b.Put(p.shift, b.W-20-w, y, w, line)
		}
		b.Put(p.taken, 20, y, room, line)
		b.Put(p.sum, 20, y+high-sum, b.W-40, sum)
	}, p.taken, p.sum, p.shift)
}

func (p *dayPage) tools() []*control.Button { return p.ends }

func (p *dayPage) object() fyne.CanvasObject { return p.frame.Root }

func (p *dayPage) face() *pages.Frame { return p.frame }

func (p *dayPage) opening() {}

func (p *dayPage) ofDrawer() *pages.Frame { return p.frame }

func (p *dayPage) opened() bool { return p.screen.view.Shift.Opened != nil }

func (p *dayPage) refresh() {
	s := p.screen
	w, v := s.env.Words, s.view
	whole, begin := s.readable() && p.opened(), s.readable() && !p.opened()
	layout.SetVisible(whole, p.whole)
	layout.SetVisible(begin, p.begin)
	note := ""
	if s.err != nil {
		note = w.T("day.unreadable")
	}
	p.note.SetText(note)
	if text := s.beginText(); p.text.Text() != text {
		p.text.SetText(text)
		p.float.Lay()
	}
	for _, b := range p.frame.Footer {
		b.Hidden = !whole
	}
	p.hand.Hidden = !whole
	if ahead := s.readable() && v.Ahead != ""; p.date.Hidden == ahead {
		p.date.Hidden = !ahead
		s.turned()
	}
	switch {
	case whole:
		p.begins.clear() // there is no float to type any more
		p.fill()
	case begin && v.Shift.Number > 0:
		p.begins.paint()
	}
	switch ahead := s.readable() && v.Ahead != ""; {
	case ahead && s.memory.doubted == "":
		p.frame.Wrong(w.T("day.ahead", "day", exporting.Date(w, v.Ahead), "today", w.Date(s.env.Now().In(s.env.Zone))))
		p.ahead = true
	case !ahead && p.ahead:
		p.frame.ShowNotice("")
		p.ahead = false
	}
	p.paintPrimary()
	p.frame.Root.Refresh()
}

func (p *dayPage) paintPrimary() {
	s := p.screen
	w := s.env.Words
	spec := p.frame.Primary.Spec()
	spec.Icon, spec.Amount, spec.Currency = "", "", ""
	spec.Label = w.T("day.close")
	ready := true
	if s.readable() && !p.opened() {
		p.begins.label(&spec)
		ready = p.begins.ready()
	}
	if spec.Key = "Enter"; !ready { // Enter does nothing
		spec.Key = ""
	}
	p.frame.Primary.Set(spec)
	p.frame.Primary.SetDisabled(!ready)
	p.frame.Primary.Hidden = !s.readable()
}

// press takes keys.
func (p *dayPage) press(k screen.KeyPress) bool {
	switch {
	case p.frame.Primary.Hidden:
		return false
	case !p.opened():
		return p.begins.press(k)
	case enter(k):
		p.proceed()
	default:
		return p.way(k)
	}
	return true
}

// way is the keys of what stands beside the primary of an open shift.
func (p *dayPage) way(k screen.KeyPress) bool {
	ways := map[fyne.KeyName]func(){
		keys.SaysPaid: func() { p.move(journal.MovementIn) },
		keys.SetAside: func() { p.move(journal.MovementOut) },
		keys.Check:    p.x,
		fyne.KeyF10:   func() { p.screen.goTo(stepHand) },
	}
	do, is := ways[k.Name]
	if is && p.screen.rested() && p.screen.readable() {
		do()
	}
	return is
}

func (p *dayPage) kept() func() { return p.begins.kept() }

// proceed is the one step that moves on: it opens the shift, or begins to close it.
func (p *dayPage) proceed() {
	s := p.screen
	if !s.rested() || !s.readable() {
		return
	}
	if !p.opened() {
		p.begins.open()
		return
	}
	permission.Ask(s.env, s.deps.Person, journal.RightCount, s.count, p.frame.Wrong)
}

func (p *dayPage) move(kind journal.MovementKind) {
	right := journal.RightCashIn
	if kind == journal.MovementOut {
		right = journal.RightCashOut
	}
	permission.Ask(p.screen.env, p.screen.deps.Person, right, func() {
		p.screen.memory.kind = kind
		p.screen.goTo(stepMove)
	}, p.frame.Wrong)
}

func (p *dayPage) x() {
	permission.Ask(p.screen.env, p.screen.deps.Person, journal.RightSums, func() { p.screen.goTo(stepX) }, p.frame.Wrong)
}

// zsTool leads to the earlier Zs.
func (s *Screen) zsTool() *control.Button { return s.tool("list", "day.zs", s.zs) }

// zs shows the earlier Zs. Each look is one use of a right that was granted.
func (s *Screen) zs() {
	p := s.page
	permission.Ask(s.env, s.deps.Person, journal.RightSums, func() {
		s.act(s.deps.Till.LookAtSums, func(err error) {
			switch {
			case err != nil:
				s.refused(p, present.Refusal(s.env.Words, err, "error.day"))
			case s.on(p):
				s.goTo(stepZs)
			}
		})
	}, p.face().Wrong)
}

// beginText is what a person does before the shift is open, and what will belong to it.
func (s *Screen) beginText() string {
	w, said := s.env.Words, ""
	if n := s.view.Shift.Number; n > 0 {
		said = w.T("day.unopened", "n", n) + ". "
	}
	if said += w.T("day.unopened.text"); s.since {
		said += " " + w.T("day.unopened.since")
	}
	return strings.TrimSpace(said + " " + leftOut(s.env, s.leftHere()))
}
