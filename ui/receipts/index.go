package receipts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/core/journal"
	"sanduq/ui/popover"
	"sanduq/ui/receipts/emptystate"
	"sanduq/ui/receipts/filter"
	"sanduq/ui/receipts/pager"
	"sanduq/ui/receipts/source"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// index is the list of sales with its filters, totals and preview.
type index struct {
	env    screen.Env
	deps   Deps
	memory *Memory
	open   func(journal.Sale)
	tell   func(journal.Sale) // shows what happened with one
	seen   func(journal.Sale) // the selected sale, whenever it may have changed

	source  *source.Source
	filters *filters
	totals  *totals
	list    *list
	preview *preview
	empty   *emptystate.Card
	popover *popover.Popover
	reading *typeset.Text
	fault   *faultBar
	gone    *typeset.Text // that older sales are in sums alone; blank where all are kept
	card    *fyne.Container
	root    *fyne.Container

	entered    bool // a search was entered: where the days of the filter have no match, all days are searched
	before     int  // sales of the day before, for the hint of an empty day
	beforeDay  journal.Day
	beforeDone bool
}

// endReach is how many sales End reads at most in one go: the oldest of a long history are found by their day.
const endReach = 20 * pager.PageSize

func newIndex(env screen.Env, d Deps, m *Memory, open, seen func(journal.Sale)) *index {
	x := &index{env: env, deps: d, memory: m, open: open, seen: seen}
	x.source = source.New(env, d.History, d.Failed, x.changed)
	x.popover = popover.New()
	x.filters = newFilters(env, d, &m.Filter, x.popover, x.start)
	x.filters.entered = x.searched
	x.totals = newTotals(env, d)
	x.list = newList(env, d, x.source)
	x.preview = newPreview(env, d, x.openSelected)
	x.empty = emptystate.New()
	x.reading = typeset.NewText(env.Words.T("receipts.reading"), typeset.Body.Tint(theme.Muted)).Aligned(typeset.Centre)
	x.fault = newFaultBar(env, x.source.Restart)
	x.gone = typeset.NewParagraph("", typeset.Caption)
	m.fill.told = x.filled
	x.list.OnSelect, x.list.OnOpen = x.selected, x.openSelected
	frame := graphic.NewFrame(theme.Card, theme.Line, theme.Radius)
	clip := container.NewClip(x.list)
	clip.ExtendBaseWidget(clip) // else it is laid out only after it was first asked for its size
	corners := graphic.NewCorners(theme.Radius)
	x.card = layout.New(nil, func(b layout.Placer) {
		line, high := theme.Border(), x.totals.min().Height
		b.Put(frame, 0, 0, b.W, b.H)
		b.Put(x.totals.root, line, line, b.W-2*line, high)
		below := float32(0)
		if x.fault.root.Visible() {
			below = x.fault.again.MinSize().Height + 2*theme.S2
		}
		b.Put(x.fault.root, line, b.H-line-below, b.W-2*line, below)
		if x.gone.Text() != "" {
			wide := b.W - 2*sidePad
			h := x.gone.HeightFor(wide)
			below += h + 2*theme.S2
			b.Put(x.gone, sidePad, b.H-line-below+theme.S2, wide, h)
		}
		b.Put(clip, line, line+high, b.W-2*line, b.H-2*line-high-below)
		b.Put(corners, 0, 0, b.W, b.H)
		b.Put(x.reading, 0, (b.H+high-28)/2, b.W, 28)
	}, frame, x.totals.root, clip, x.fault.root, x.gone, corners, x.reading)
	x.root = layout.New(nil, x.place, x.filters.row, x.card, x.preview.root, x.empty.Root, x.popover.Layer())
	return x
}

// start reads what the filter selects, from the top.
func (x *index) start() { x.startOn("") }

// startOn is start with a sale to select when the newest page has it.
func (x *index) startOn(id journal.SaleID) {
	x.list.reset(id)
	x.beforeDone = false
	x.source.Start(x.filters.query())
	x.changed()
}

// setFilter begins with a filter, to which Esc goes back.
func (x *index) setFilter(f filter.Filter) {
	x.memory.Filter, x.memory.base, x.memory.Selected = f, f, ""
	x.filters.show()
}

// resume shows the list again: as it was, but for what happened meanwhile.
func (x *index) resume() {
	if q := x.filters.query(); !x.source.Read || x.source.Query != q {
		x.startOn(x.memory.Selected)
		return
	}
	x.source.Restart()
}

// searched looks in all days for what was entered, where the days of the filter
// have none of it.
func (x *index) searched() {
	x.entered = true
	x.widen()
}

// widen reports whether it asks again.
func (x *index) widen() bool {
	f := &x.memory.Filter
	if !x.entered || !x.source.Read {
		return false
	}
	x.entered = false
	if f.Search == "" || f.Range == filter.AllDays || x.filters.asksDays() || x.source.Broken() || x.source.List.Len() > 0 || x.source.List.More {
		return false
	}
	x.filters.pickRange(filter.AllDays)
	return true
}

// changed takes over what was read.
func (x *index) changed() {
	if x.widen() {
		return
	}
	switch {
	case x.deps.Shell != nil && !x.deps.Shell.Sums():
		x.totals.hide()
	case x.source.Query.Back.Zone != nil:
		x.totals.setOn(x.source.Totals, x.source.Back, x.source.Counted)
	default:
		x.totals.set(x.source.Totals, x.source.Back, x.source.Counted)
	}
	x.list.update()
	empty := x.source.Read && x.source.List.Len() == 0 && !x.source.List.More
	x.gone.SetText("")
	if x.source.Gone != "" {
		x.gone.SetText(x.env.Words.T("receipts.gone", "day", date(x.env, x.source.Gone)))
	}
	none := empty && x.source.Gone == "" // else there are sums to show
	if none {
		x.explain()
	}
	if empty {
		x.preview.clear()
	}
	x.reading.Hidden = x.source.Read
	x.fault.root.Hidden = !x.source.Broken()
	x.card.Refresh()
	x.card.Hidden, x.preview.root.Hidden, x.empty.Root.Hidden = none, empty, !none
	x.root.Refresh()
}

func (x *index) selected() {
	if s, ok := x.list.Selected(); ok {
		x.memory.Selected = s.ID
		x.preview.set(s)
		x.seen(s)
		return
	}
	x.preview.clear()
}

// openSelected shows the receipt; a sale without one is shown where it can be worked on.
func (x *index) openSelected() {
	s, ok := x.list.Selected()
	switch {
	case !ok:
	case x.deps.hasReceipt(s):
		x.open(s)
	case x.deps.Shell != nil:
		x.deps.Shell.OpenSale(s.ID)
	}
}

func (x *index) press(p screen.KeyPress) bool {
	if x.popover.Press(p) {
		return true
	}
	if p.Scan != "" {
		x.filters.setSearch(p.Scan)
		return true
	}
	if p.Rune != 0 {
		if p.Rune == ' ' {
			return false
		}
		x.filters.begin(p.Rune)
		return true
	}
	switch p.Name {
	case fyne.KeyUp:
		x.move(-1)
	case fyne.KeyDown:
		x.move(1)
	case fyne.KeyPageUp:
		x.move(-x.list.Page())
	case fyne.KeyPageDown:
		x.move(x.list.Page())
	case fyne.KeyHome:
		x.list.Go(0)
	case fyne.KeyEnd:
		x.list.Go(min(x.source.Expected()-1, x.source.List.Len()-1+endReach))
	case fyne.KeyReturn, fyne.KeyEnter:
		x.enter()
	case fyne.KeyF3:
		if s, ok := x.list.Selected(); ok && !x.deps.elsewhere() {
			x.tell(s)
		}
	case fyne.KeyBackspace:
		return x.backspace()
	case fyne.KeyEscape:
		return x.escape()
	default:
		return false
	}
	return true
}

func (x *index) move(by int) {
	draw.Focus(x.root, nil)
	x.list.Go(max(x.list.selected+by, 0))
}

func (x *index) enter() {
	if x.empty.Root.Visible() {
		if x.empty.Do != nil {
			x.empty.Do()
		}
		return
	}
	x.openSelected()
}

// backspace takes the last letter of a search that was typed over the list.
func (x *index) backspace() bool {
	r := []rune(x.filters.search.Text())
	if len(r) == 0 {
		return false
	}
	x.filters.search.SetText(string(r[:len(r)-1]))
	x.filters.search.Focus()
	return true
}

// escape takes away what narrows the list, the last thing first; it leaves the screen only when there is nothing.
func (x *index) escape() bool {
	draw.Focus(x.root, nil)
	switch f := &x.memory.Filter; {
	case x.filters.search.Text() != "":
		x.filters.setSearch("")
	case x.memory.base != (filter.Filter{}):
		if *f == x.memory.base {
			return false
		}
		*f = x.memory.base
		x.filters.apply()
	case f.Narrow():
		f.Status, f.Route, f.Place, f.Figure, f.Owed, f.Returned = "", "", "", filter.Figure{}, false, false
		x.filters.apply()
	default:
		return false
	}
	return true
}

func (x *index) place(b layout.Placer) {
	pad := theme.S5()
	chips := x.filters.heightFor(b.W - 2*pad)
	b.Put(x.filters.row, pad, pad, b.W-2*pad, chips)
	top := pad + chips + theme.S4
	high := b.H - top - pad
	side := previewWidth
	if theme.Now().Small {
		side = previewSmall
	}
	b.Put(x.card, pad, top, b.W-3*pad-side, high)
	b.Put(x.preview.root, b.W-pad-side, top, side, high)
	b.Put(x.empty.Root, pad, top, b.W-2*pad, high)
	b.Put(x.popover.Layer(), 0, 0, b.W, b.H)
}
