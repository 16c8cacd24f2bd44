package receipts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/core/journal"
	"sanduq/ui/receipts/pager"
	"sanduq/ui/theme"
	uilist "sanduq/ui/toolkit/list"
)

// listRenderer keeps as many rows as are in view and shows other sales in them as the view moves.
type listRenderer struct {
	list    *list
	objects []fyne.CanvasObject
	busy    bool
	look    theme.Look
}

func (r *listRenderer) Destroy()                     {}
func (r *listRenderer) MinSize() fyne.Size           { return fyne.NewSize(200, theme.RowHeight) }
func (r *listRenderer) Objects() []fyne.CanvasObject { return r.objects }

func (r *listRenderer) Layout(fyne.Size) { r.draw() }

func (r *listRenderer) Refresh() {
	look := theme.Now()
	if look != r.look { // colours, sizes or direction are others: every row is drawn again
		r.look = look
		r.list.forget()
	}
	r.draw()
	canvas.Refresh(r.list)
}

// draw places what is in view, then asks for what is missing. An answer that is there at once comes back here, so it
// does not begin again inside itself.
func (r *listRenderer) draw() {
	if r.busy {
		return
	}
	r.busy = true
	l, h := r.list, sizes()
	l.clamp(h)
	size := l.Size()
	from, to := l.offset, l.offset+float64(size.Height)
	shown, missing := h.Visible(&l.source.List, from, to)
	r.show(shown, size)
	r.bar(h, size)
	r.busy = false
	if size.Height <= 1 {
		return
	}
	for _, page := range missing {
		l.source.Need(page)
	}
	if h.Total(&l.source.List)-to < h.Row*pager.PageSize/2 {
		l.source.More(pager.PageSize)
	}
}

// The kinds of rows in view.
const (
	ofSale = iota
	ofDay
)

// kindOf is the kind of a row of the window: sales have their own numbers there, and
// headings those below 0.
func kindOf(number int) int {
	if number < 0 {
		return ofDay
	}
	return ofSale
}

// forget lets every row be made again.
func (l *list) forget() {
	l.rows, l.heads = map[fyne.CanvasObject]*row{}, map[fyne.CanvasObject]*heading{}
	l.window = uilist.NewWindow(func(kind int) fyne.CanvasObject {
		if kind == ofDay {
			h := newHeading(l.env, l.deps)
			l.heads[h.root] = h
			return h.root
		}
		w := newRow(l.env, l.deps)
		l.rows[w.root] = w
		return w.root
	}, func(number int, on fyne.CanvasObject) {
		e := l.view[number]
		if kindOf(number) == ofDay {
			l.heads[on].set(e.Heading)
			return
		}
		spec := rowSpec{sale: e.Sale, known: e.Known, selected: e.Row == l.selected, hovered: e.Row == l.hovered, currency: manyCurrencies(l.source.Totals)}
		spec.back, spec.returned = l.source.Shows(e.Sale)
		spec.whole = l.source.Whole(e.Sale)
		l.rows[on].set(spec)
	})
}

// show places what is in view. A row that stays in view keeps its widget, so that moving the list redraws little.
func (r *listRenderer) show(shown []pager.Entry, size fyne.Size) {
	l := r.list
	var numbers []int
	var tops []float64
	l.view = make(map[int]pager.Entry, len(shown))
	heads := 0
	add := func(e pager.Entry, y float64) {
		number := e.Row
		if e.Heading != "" {
			heads++
			number = -heads
		}
		l.view[number] = e
		numbers, tops = append(numbers, number), append(tops, y)
	}
	for _, e := range shown {
		add(e, e.Y-l.offset)
	}
	if day, y, ok := above(shown, l.offset); ok {
		add(pager.Entry{Heading: day, Height: sizes().Heading}, y)
	}
	l.window.Reload() // the same row may show another sale by now
	r.objects = l.window.Rows(numbers, kindOf)
	for i, o := range r.objects {
		o.Move(fyne.NewPos(0, float32(tops[i])))
		o.Resize(fyne.NewSize(size.Width, float32(l.view[numbers[i]].Height)))
	}
	r.objects = append(r.objects, l.thumb)
}

// above is the day of the first row in view and where its heading stands once
// it has left the top: there, until the next one pushes it out.
func above(shown []pager.Entry, offset float64) (day journal.Day, y float64, ok bool) {
	for i, e := range shown {
		if e.Heading == "" && e.Known && !ok {
			if i > 0 && shown[i-1].Heading != "" && shown[i-1].Y >= offset {
				return "", 0, false
			}
			day, ok = e.Sale.ID.Day(), true
			continue
		}
		if e.Heading != "" && ok {
			return day, min(0, e.Y-offset-sizes().Heading), true
		}
	}
	return day, 0, ok
}

// bar shows where in the whole list the view is.
func (r *listRenderer) bar(h pager.Heights, size fyne.Size) {
	l := r.list
	whole, view := l.extent(h), float64(size.Height)
	l.thumb.Hidden = whole <= view || !l.barShown.Waits()
	if l.thumb.Hidden {
		return
	}
	const gap = 4
	room := float64(size.Height) - 2*gap
	high := max(float64(leastThumb), room*view/whole)
	y := gap + (room-high)*min(1, l.offset/(whole-view))
	x := size.Width - barWidth - gap
	if theme.Now().RTL {
		x = gap
	}
	l.thumb.Move(fyne.NewPos(x, float32(y)))
	l.thumb.Resize(fyne.NewSize(barWidth, float32(high)))
}
