package receipts

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"sanduq/core/journal"
	"sanduq/ui/receipts/pager"
	"sanduq/ui/receipts/source"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/graphic"
	uilist "sanduq/ui/toolkit/list"
)

const (
	barRoom    float32 = 20 // at the trailing edge, where the scroll bar can be grabbed
	barWidth   float32 = 6
	leastThumb float32 = 40
	twice              = 400 * time.Millisecond // between the taps of a double tap
	barTime            = 1500 * time.Millisecond
)

// list shows the rows of a source that are in view, and only those. It scrolls by wheel, by dragging (a finger on a
// touch screen drags), by its bar and by following the selection. Positions are float64: in float32 the rows of a long
// history would no longer stand on whole units.
type list struct {
	widget.BaseWidget
	env    screen.Env
	deps   Deps
	source *source.Source

	// OnSelect is called when another sale is selected, when none is, and when the selected one may have changed;
	// OnOpen for a double tap.
	OnSelect func()
	OnOpen   func()

	offset   float64
	selected int            // row
	id       journal.SaleID // of the selected row; blank while it is being read
	chosen   bool           // by a person, further down than the newest
	goal     int            // row to go to once it is read; -1 for none
	hovered  int
	last     time.Time // of the newest tap
	onBar    bool
	dragging bool
	barShown screen.Timer // after it the bar goes away

	window *uilist.Window
	rows   map[fyne.CanvasObject]*row // that the window has made
	heads  map[fyne.CanvasObject]*heading
	view   map[int]pager.Entry // what the rows of the window show
	thumb  *graphic.Panel
}

func newList(env screen.Env, d Deps, s *source.Source) *list {
	l := &list{env: env, deps: d, source: s, goal: -1, hovered: -1}
	l.thumb = graphic.NewFrame(theme.Ghost, theme.Transparent, barWidth/2)
	l.ExtendBaseWidget(l)
	l.forget()
	return l
}

func sizes() pager.Heights {
	k := max(theme.Now().TextScale, 1)
	return pager.Heights{
		Row:     float64(max(theme.RowHeight, theme.Body.Units()*1.35+theme.S4)),
		Heading: float64(32 * k),
	}
}

// Selected is the sale that is selected; false when there is none, or its row is being read.
func (l *list) Selected() (journal.Sale, bool) {
	s, ok := l.source.List.At(l.selected)
	return s, ok && s.ID == l.id
}

// reset goes back to the top, for another filter; a sale that was selected before is looked for in the newest page.
func (l *list) reset(id journal.SaleID) {
	l.offset, l.selected, l.id, l.goal, l.hovered, l.chosen = 0, 0, id, -1, -1, false
}

// update takes over what the source has read. What is in view stays where it is when rows appear above it; at the very
// top, the newest rows come into view.
func (l *list) update() {
	h, p := sizes(), &l.source.List
	if l.follows() && p.Len() > 0 {
		l.id = ""
	}
	if row, ok := p.Index(l.id); ok {
		l.moveBy(h, row)
	} else if p.Len() > 0 {
		if l.selected = min(l.selected, p.Len()-1); l.follows() {
			l.selected = 0
		}
		if s, ok := p.At(l.selected); ok {
			l.id = s.ID
		}
	} else if l.source.Read {
		l.selected, l.id = 0, ""
	}
	l.reach()
	l.Refresh()
	l.notify()
}

// follows reports whether the newest sale is shown whatever comes: in a history of
// many tills, until somebody looks further down.
func (l *list) follows() bool { return l.deps.elsewhere() && !l.chosen && l.offset == 0 }

// moveBy keeps the selected row in its place on the screen when it became another row of the list.
func (l *list) moveBy(h pager.Heights, row int) {
	p := &l.source.List
	switch _, is := h.Where(p, row); {
	case row == l.selected:
		return
	case l.offset > 0:
		_, was := h.Where(p, l.selected)
		l.offset += is - was
	case is+h.Row > float64(l.Size().Height) && l.Size().Height > 0:
		l.offset = is + h.Row - float64(l.Size().Height)
	}
	l.selected = row
}

func (l *list) notify() {
	if l.OnSelect != nil {
		l.OnSelect()
	}
}

// Go selects a row, reading on to it when it is not read yet.
func (l *list) Go(row int) {
	l.goal = max(row, 0)
	l.reach()
	l.Refresh()
}

func (l *list) reach() {
	p := &l.source.List
	if l.goal < 0 || p.Len() == 0 {
		return
	}
	if l.goal >= p.Len() && p.More {
		l.source.More(min(max(l.goal-p.Len()+1, pager.PageSize), 10*pager.PageSize))
		if l.goal < 0 || l.goal >= p.Len() && p.More {
			return // an answer that was there at once went on by itself; a later one will
		}
	}
	row := min(l.goal, p.Len()-1)
	l.goal = -1
	l.choose(row)
}

func (l *list) choose(row int) {
	s, ok := l.source.List.At(row)
	changed := row != l.selected || s.ID != l.id
	l.selected, l.id, l.chosen = row, "", row > 0
	if ok {
		l.id = s.ID
	}
	top, y := sizes().Where(&l.source.List, row)
	view := float64(l.Size().Height)
	switch {
	case y-sizes().Heading < l.offset: // the day of what is in view stands over its top
		l.offset = max(0, min(top, y-sizes().Heading))
	case y+sizes().Row > l.offset+view:
		l.offset = y + sizes().Row - view
	}
	if changed {
		l.notify()
	}
}

// Page is how many rows fit, less one, so that a page turned has a row in common with the one before.
func (l *list) Page() int { return max(1, int(float64(l.Size().Height)/sizes().Row)-1) }

// scroll moves the view; positive is down.
func (l *list) scroll(by float64) {
	l.offset += by
	l.goal = -1
	l.showBar()
	l.Refresh()
}

// showBar shows the scroll bar for a moment: the rows are quiet when nobody scrolls.
func (l *list) showBar() {
	l.barShown.Start(l.env, barTime, l.Refresh)
}

func (l *list) clamp(h pager.Heights) {
	view := float64(l.Size().Height)
	l.offset = max(0, min(l.offset, h.Total(&l.source.List)-view))
}

// entryAt is what stands at a position.
func (l *list) entryAt(at fyne.Position) (pager.Entry, bool) {
	y := l.offset + float64(at.Y)
	shown, _ := sizes().Visible(&l.source.List, y, y+.01)
	for _, e := range shown {
		if e.Heading == "" && e.Known {
			return e, true
		}
	}
	return pager.Entry{}, false
}

// Tapped selects; a second tap on the same row soon after opens it.
func (l *list) Tapped(e *fyne.PointEvent) {
	hit, ok := l.entryAt(e.Position)
	if !ok {
		return
	}
	now := l.env.Now()
	again := hit.Sale.ID == l.id && now.Sub(l.last) < twice
	l.last = now
	if again {
		if l.OnOpen != nil {
			l.OnOpen()
		}
		return
	}
	l.Go(hit.Row)
}

// Scrolled is for Fyne: the wheel.
func (l *list) Scrolled(e *fyne.ScrollEvent) { l.scroll(-float64(e.Scrolled.DY)) }

// Dragged moves the rows with the finger, or the view with the bar.
func (l *list) Dragged(e *fyne.DragEvent) {
	if !l.dragging {
		l.dragging = true
		l.onBar = l.atBar(e.Position.X - e.Dragged.DX)
	}
	if l.onBar {
		if room := float64(l.Size().Height - l.thumb.Size().Height); room > 0 {
			l.scroll(float64(e.Dragged.DY) / room * (l.extent(sizes()) - float64(l.Size().Height)))
		}
		return
	}
	l.scroll(-float64(e.Dragged.DY))
}

// atBar reports whether something at x means the scroll bar.
func (l *list) atBar(x float32) bool {
	if theme.Now().RTL {
		return x < barRoom
	}
	return x > l.Size().Width-barRoom
}

func (l *list) DragEnd() { l.dragging, l.onBar = false, false }

// MouseIn, MouseMoved and MouseOut tint the row under the pointer.
func (l *list) MouseIn(e *desktop.MouseEvent) { l.MouseMoved(e) }

func (l *list) MouseMoved(e *desktop.MouseEvent) {
	row := -1
	if hit, ok := l.entryAt(e.Position); ok {
		row = hit.Row
	}
	if l.atBar(e.Position.X) {
		l.showBar()
	}
	l.hover(row)
}

func (l *list) MouseOut() { l.hover(-1) }

func (l *list) hover(row int) { draw.Change(l, &l.hovered, row) }

// extent is how high the whole list is as far as anybody knows.
func (l *list) extent(h pager.Heights) float64 {
	known := h.Total(&l.source.List)
	return known + h.Row*float64(max(0, l.source.Expected()-l.source.List.Len()))
}

func (l *list) CreateRenderer() fyne.WidgetRenderer { return &listRenderer{list: l} }
