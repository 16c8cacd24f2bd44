package receipts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/core/journal"
	"sanduq/ui/receipts/pager"
	"sanduq/ui/theme"
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
	if look != r.look { // colours, sizes or direction are others: every row is drawn anew
		r.look = look
		r.list.rows, r.list.spare, r.list.heads = nil, nil, nil
	}
	r.draw()
	canvas.Refresh(r.list)
}

// draw places what is in view, then asks for what is missing. An answer that is there at once comes back here, so it
// does not begin anew inside itself.
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

// show places what is in view. A row that stays in view keeps its widget, so that moving the list redraws little.
func (r *listRenderer) show(shown []pager.Entry, size fyne.Size) {
	l := r.list
	before := l.rows
	l.rows = make(map[int]*row, len(shown))
	for _, e := range shown {
		if w, ok := before[e.Row]; ok && e.Heading == "" {
			l.rows[e.Row] = w
			delete(before, e.Row)
		}
	}
	for _, w := range before {
		l.spare = append(l.spare, w)
	}
	r.objects = r.objects[:0]
	heads, currency := 0, manyCurrencies(l.source.Totals)
	for _, e := range shown {
		var root *fyne.Container
		if e.Heading != "" {
			if heads == len(l.heads) {
				l.heads = append(l.heads, newHeading(l.env, l.deps))
			}
			l.heads[heads].set(e.Heading)
			root = l.heads[heads].root
			heads++
		} else {
			w := r.widgetFor(e.Row)
			spec := rowSpec{sale: e.Sale, known: e.Known, selected: e.Row == l.selected, hovered: e.Row == l.hovered, currency: currency}
			spec.back, spec.returned = l.source.Shows(e.Sale)
			w.set(spec)
			root = w.root
		}
		root.Move(fyne.NewPos(0, float32(e.Y-l.offset)))
		root.Resize(fyne.NewSize(size.Width, float32(e.Height)))
		r.objects = append(r.objects, root)
	}
	if day, y, ok := above(shown, l.offset); ok {
		if heads == len(l.heads) {
			l.heads = append(l.heads, newHeading(l.env, l.deps))
		}
		l.heads[heads].set(day)
		root := l.heads[heads].root
		root.Move(fyne.NewPos(0, float32(y)))
		root.Resize(fyne.NewSize(size.Width, float32(sizes().Heading)))
		r.objects = append(r.objects, root)
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

// widgetFor is the widget of a row: its own, or one that is spare.
func (r *listRenderer) widgetFor(number int) *row {
	l := r.list
	if w, ok := l.rows[number]; ok {
		return w
	}
	var w *row
	if n := len(l.spare); n > 0 {
		w, l.spare = l.spare[n-1], l.spare[:n-1]
	} else {
		w = newRow(l.env, l.deps)
	}
	l.rows[number] = w
	return w
}

// bar shows where in the whole list the view is.
func (r *listRenderer) bar(h pager.Heights, size fyne.Size) {
	l := r.list
	whole, view := l.extent(h), float64(size.Height)
	l.thumb.Hidden = whole <= view || l.barShown == nil
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
