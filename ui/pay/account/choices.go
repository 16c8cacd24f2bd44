package account

import (
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/ui/present"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// option is what one row of a list stands for. Its number is the digit that
// chooses it wherever its row stands, 0 for none.
type option struct {
	code, text, note string
	number           int
}

// numberedOptions gives the first nine their numbers.
func numberedOptions(all []option) []option {
	for i := range min(len(all), numbered) {
		all[i].number = i + 1
	}
	return all
}

// choices is a list on a card: a line to search in, and rows 56 high. While it
// has the focus, nine of the rows are chosen by their number: each its own, and
// of what a search found the first nine. Instead of rows it can say why there
// are none, with one thing to do about it.
type choices struct {
	picked  func(code string)
	all     []option
	chosen  string
	nothing string        // said when the search finds none
	focused bool          // it, or its line, has the focus
	moved   func(on bool) // the focus came or went; may be nil
	sifted  func()        // something else is searched for; may be nil

	frame  fyne.CanvasObject
	stop   *stop          // where the focus stands
	search *control.Field // nil without one
	rule   fyne.CanvasObject
	rows   []*choice
	shown  []option
	column *fyne.Container
	scroll *container.Scroll
	ring   *graphic.Ring
	why    *typeset.Text
	do     *control.Button
	root   *fyne.Container
}

// newChoices is an empty list; search may be false.
func newChoices(search bool, nothing string, picked func(code string)) *choices {
	c := &choices{picked: picked, nothing: nothing, frame: graphic.NewFrame(theme.Card, theme.Line, theme.Radius), rule: graphic.NewDivider(),
		ring: graphic.NewRing(52, 6), why: typeset.NewParagraph("", typeset.Body.Tint(theme.Muted)).Aligned(typeset.Centre),
		do: control.NewButton(control.ButtonSpec{Icon: "refresh", Mid: true}, nil)}
	c.ring.SetShare(.25)
	c.ring.Hide()
	c.do.Hide()
	c.column = layout.New(c.columnSize, c.placeRows)
	c.scroll = container.NewVScroll(c.column)
	c.stop = newStop(c.refocus)
	all := []fyne.CanvasObject{c.frame, c.stop, c.scroll, c.ring, c.why, c.do, c.rule}
	if search {
		c.search = control.NewField(control.FieldSpec{Icon: "search", Bare: true})
		c.search.OnFocus = func(bool) { c.refocus() }
		c.search.OnChanged = func(string) { c.filter() }
		all = append(all, c.search)
	} else {
		c.rule.Hide()
	}
	c.root = layout.New(nil, c.place, all...)
	return c
}

// set shows options; placeholder stands in the empty search line.
func (c *choices) set(all []option, placeholder string) {
	c.all = all
	c.ring.Stop()
	c.ring.Hide()
	c.do.Hide()
	if c.search != nil {
		c.search.SetSpec(control.FieldSpec{Icon: "search", Bare: true, Placeholder: placeholder})
	}
	c.filter()
}

// wait says that the list is on its way.
func (c *choices) wait(words string) {
	c.showMessage(words, "", nil)
	c.ring.Show()
	c.ring.Rotate()
	c.root.Refresh()
}

// showMessage says why there is no list; label names what can be done, blank nothing.
func (c *choices) showMessage(words, label string, do func()) {
	c.all = nil
	c.filter()
	c.ring.Stop()
	c.ring.Hide()
	c.why.SetText(words)
	c.do.OnTapped = do
	c.do.Hidden = label == ""
	c.do.SetLabel(label)
	c.root.Refresh()
}

// choose marks an option without telling.
func (c *choices) choose(code string) {
	c.chosen = code
	for i, r := range c.rows {
		r.choose(c.shown[i].code == code)
	}
}

// filter shows the options that hold what is searched for.
func (c *choices) filter() {
	wanted := present.Sought(c.sought())
	c.rows, c.shown, c.column.Objects = nil, nil, nil
	for _, o := range c.all {
		if wanted != "" {
			if !strings.Contains(present.Sought(o.text+" "+o.code), wanted) {
				continue
			}
			if o.number = len(c.rows) + 1; o.number > numbered {
				o.number = 0
			}
		}
		key := ""
		if o.number > 0 {
			key = strconv.Itoa(o.number)
		}
		row := newChoice(o.text, o.note, key, func() { c.pick(o.code) })
		row.number(c.focused)
		row.chosen = o.code == c.chosen && wanted == "" || wanted != "" && o.number == 1 // which Enter takes
		c.rows, c.shown = append(c.rows, row), append(c.shown, o)
		c.column.Objects = append(c.column.Objects, row)
	}
	if c.sifted != nil {
		c.sifted()
	}
	c.why.SetText("")
	if len(c.all) > 0 && len(c.shown) == 0 {
		c.why.SetText(c.nothing)
	}
	c.scroll.ScrollToTop()
	c.column.Refresh()
	c.root.Refresh()
}

func (c *choices) pick(code string) {
	c.choose(code)
	c.picked(code)
}

// numbered is how many rows a digit can choose.
const numbered = 9

// nth picks the row of a number, from 1, and reports whether there is one.
func (c *choices) nth(n int) bool {
	at := slices.IndexFunc(c.shown, func(o option) bool { return o.number == n })
	if n < 1 || at < 0 {
		return false
	}
	c.pick(c.shown[at].code)
	return true
}

// sought is what is searched for.
func (c *choices) sought() string {
	if c.search == nil {
		return ""
	}
	return strings.TrimSpace(c.search.Text())
}

// refocus shows where the focus is: around the list, whether it or its line has
// it, and the numbers while it counts for them.
func (c *choices) refocus() {
	typing := c.search != nil && c.search.Focused()
	if on := c.stop.on || typing; on != c.focused {
		c.focused = on
		for _, r := range c.rows {
			r.number(on)
		}
	}
	c.stop.setVisible(c.focused)
	if c.moved != nil {
		c.moved(c.focused)
	}
}

// step moves the choice by a number of rows, without picking it, and keeps it
// in view. It reports whether there is one now.
func (c *choices) step(by int) bool {
	if len(c.shown) == 0 {
		return false
	}
	at := c.chosenAt()
	if at < 0 && by < 0 {
		return false
	}
	at = min(max(at+by, 0), len(c.shown)-1)
	c.choose(c.shown[at].code)
	c.reveal()
	return true
}

// chooseCurrent picks the row that step went to.
func (c *choices) chooseCurrent() {
	if c.chosenAt() >= 0 {
		c.pick(c.chosen)
	}
}

// chosenAt is the row that is chosen; -1 for none in sight of the search.
func (c *choices) chosenAt() int {
	return slices.IndexFunc(c.shown, func(o option) bool { return o.code == c.chosen })
}

// reveal scrolls to the row that is chosen.
func (c *choices) reveal() {
	at := c.chosenAt()
	if at < 0 {
		return
	}
	top, view := float32(0), c.scroll.Size().Height
	for _, r := range c.rows[:at] {
		top += r.heightFor(c.scroll.Size().Width)
	}
	high := c.rows[at].heightFor(c.scroll.Size().Width)
	switch y := c.scroll.Offset.Y; {
	case top < y:
		c.scroll.ScrollToOffset(fyne.NewPos(0, top))
	case top+high > y+view:
		c.scroll.ScrollToOffset(fyne.NewPos(0, top+high-view))
	}
}

func (c *choices) columnSize() fyne.Size {
	high := float32(0)
	for _, r := range c.rows {
		high += r.heightFor(c.scroll.Size().Width)
	}
	return fyne.NewSize(0, high)
}

func (c *choices) placeRows(p layout.Placer) {
	y := float32(0)
	for _, r := range c.rows {
		h := r.heightFor(p.W)
		p.Put(r, 0, y, p.W, h)
		y += h
	}
}

func (c *choices) place(p layout.Placer) {
	b := theme.Border()
	w, h := p.W, p.H
	p.Put(c.frame, 0, 0, w, h)
	p.Put(c.stop, 0, 0, w, h)
	top := theme.S1
	if c.search != nil {
		high := max(theme.Target, c.search.MinSize().Height)
		p.Put(c.search, 0, 0, w, high)
		p.Put(c.rule, b, high, w-2*b, b)
		top = high + b
	}
	p.Put(c.scroll, b, top, w-2*b, h-top-theme.S1)
	pad := theme.S5()
	text := c.why.HeightFor(w - 2*pad)
	d := c.do.MinSize()
	whole := text
	if c.ring.Visible() {
		whole += 52 + theme.S4
	}
	if c.do.Visible() {
		whole += d.Height + theme.S4
	}
	y := top + (h-top-whole)/2
	if c.ring.Visible() {
		p.Put(c.ring, (w-52)/2, y, 52, 52)
		y += 52 + theme.S4
	}
	p.Put(c.why, pad, y, w-2*pad, text)
	p.Put(c.do, (w-d.Width)/2, y+text+theme.S4, d.Width, d.Height)
}
