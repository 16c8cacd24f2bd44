package list

import (
	"slices"
	"sort"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/layout"
)

// Source is what a List shows: rows below each other, from 0 on. It is asked on the UI goroutine and answers at once;
// what must be read first is a row that says so until the source calls List.Reload.
type Source interface {
	// Len is how many rows there are.
	Len() int
	// Kind is what rows that look alike have in common: an object that was made for one of them can show each of them.
	Kind(row int) int
	// Make makes an object for rows of a kind.
	Make(kind int) fyne.CanvasObject
	// Show lets an object show a row, as the chosen one or as another.
	Show(row int, on fyne.CanvasObject, chosen bool)
	// Height is how high a row is at a width in the current look. It is asked once for each row, width and look.
	Height(row int, width float32) float32
	// Choosable reports whether a row can be chosen, which a heading cannot.
	Choosable(row int) bool
}

// List shows the rows of a source that are in view, and only those. It scrolls by wheel, bar and keys, after a row that
// is chosen, and after one that gets the focus by a key. Its rows are as high as their words, in every size of text.
type List struct {
	// OnChoose is called when another row is chosen; nil where none can be: then the arrows scroll.
	OnChoose func(row int)

	source Source
	window *Window
	scroll *container.Scroll
	body   *fyne.Container
	chosen int // -1 for none

	rows  []measured
	width float32 // for which they were measured
	look  theme.Look
}

// measured is where a row ends, from the top, and how high it is.
type measured struct{ end, high float32 }

// New is a list at its top.
func New(source Source) *List {
	l := &List{source: source, chosen: -1}
	l.window = NewWindow(l.make, func(row int, on fyne.CanvasObject) { source.Show(row, on, row == l.chosen) })
	l.body = layout.New(func() fyne.Size { return fyne.NewSize(200, l.high(l.scroll.Size().Width)) }, l.place)
	l.scroll = container.NewVScroll(l.body)
	l.scroll.OnScrolled = func(fyne.Position) { l.arrange() }
	return l
}

// Object is what is placed in a screen.
func (l *List) Object() fyne.CanvasObject { return l.scroll }

// Reload takes over that the rows from a place on are others, or fewer, or more. The rest keeps its heights.
func (l *List) Reload(from int) {
	l.rows = l.rows[:min(from, len(l.rows))]
	l.window.Reload()
	l.body.Refresh()
	l.scroll.Refresh()
}

// Chosen is the row that is chosen; -1 for none.
func (l *List) Chosen() int { return l.chosen }

// Choose shows a row as the chosen one and scrolls to it; -1 chooses none. It calls nothing back.
func (l *List) Choose(row int) {
	if row != l.chosen {
		l.chosen = row
		l.window.Reload()
		l.arrange()
	}
	l.Reveal(row)
}

// Reveal scrolls no further than it takes to see a row whole.
func (l *List) Reveal(row int) {
	if row < 0 || row >= l.source.Len() {
		return
	}
	l.measure(l.scroll.Size().Width)
	top, high := l.top(row), l.scroll.Size().Height
	l.scrollTo(min(max(l.scroll.Offset.Y, l.rows[row].end-high), top)) // its top where there is no room for all of it, or none yet
}

// Key takes the arrows, Page up, Page down, Home and End: it chooses another row, or scrolls where none can be chosen.
func (l *List) Key(name fyne.KeyName) bool {
	if l.OnChoose != nil {
		return l.step(name)
	}
	by, page := theme.RowHeight, l.scroll.Size().Height
	switch name {
	case fyne.KeyUp:
		by = -by
	case fyne.KeyDown:
	case fyne.KeyPageUp:
		by = -page
	case fyne.KeyPageDown:
		by = page
	case fyne.KeyHome:
		by = -l.high(l.scroll.Size().Width)
	case fyne.KeyEnd:
		by = l.high(l.scroll.Size().Width)
	default:
		return false
	}
	l.scrollTo(l.scroll.Offset.Y + by)
	return true
}

// step chooses the next row in a direction that can be chosen; a page further down it is the last that was in view.
func (l *List) step(name fyne.KeyName) bool {
	n := l.source.Len()
	to, by := l.chosen, 1
	switch name {
	case fyne.KeyUp:
		to, by = to-1, -1
	case fyne.KeyDown:
		to++
	case fyne.KeyHome:
		to = 0
	case fyne.KeyEnd:
		to, by = n-1, -1
	case fyne.KeyPageUp, fyne.KeyPageDown:
		page := max(0, l.scroll.Size().Height-theme.RowHeight)
		if name == fyne.KeyPageUp {
			page, by = -page, -1
		}
		at := max(to, 0)
		if at >= n {
			return true
		}
		l.measure(l.scroll.Size().Width)
		if to = min(l.rowAt(l.top(at)+page), n-1); to == at {
			to += by
		}
	default:
		return false
	}
	for to = max(min(to, n-1), 0); to >= 0 && to < n; to += by {
		if l.source.Choosable(to) {
			if to != l.chosen {
				l.Choose(to)
				l.OnChoose(to)
			}
			break
		}
	}
	return true
}

// make makes an object, which a list follows when it gets the focus by a key.
func (l *List) make(kind int) fyne.CanvasObject {
	o := l.source.Make(kind)
	if f, is := o.(interface{ WhenFocused(func()) }); is {
		f.WhenFocused(func() {
			if row, shown := l.window.Row(o); shown {
				l.Reveal(row)
			}
		})
	}
	return o
}

func (l *List) scrollTo(y float32) {
	y = max(0, min(y, l.high(l.scroll.Size().Width)-l.scroll.Size().Height))
	if y != l.scroll.Offset.Y {
		l.scroll.ScrollToOffset(fyne.NewPos(0, y))
		l.arrange()
	}
}

// arrange shows what is in view, without drawing again the rows that stay.
func (l *List) arrange() {
	l.body.Layout.Layout(l.body.Objects, l.body.Size())
	canvas.Refresh(l.body)
}

// measure asks for the heights that are not known.
func (l *List) measure(width float32) {
	if look := theme.Now(); width != l.width || look != l.look {
		l.width, l.look, l.rows = width, look, l.rows[:0]
	}
	n := l.source.Len()
	l.rows = l.rows[:min(n, len(l.rows))]
	for row := len(l.rows); row < n; row++ {
		high := l.source.Height(row, width)
		l.rows = append(l.rows, measured{l.top(row) + high, high})
	}
}

func (l *List) high(width float32) float32 {
	l.measure(width)
	return l.top(len(l.rows))
}

func (l *List) top(row int) float32 {
	if row == 0 {
		return 0
	}
	return l.rows[row-1].end
}

// rowAt is the row at a height; how many there are for one below all.
func (l *List) rowAt(y float32) int {
	return sort.Search(len(l.rows), func(row int) bool { return l.rows[row].end > y })
}

// place shows the rows in view and one more on each side, which Tab can go on to. The row with the focus stays,
// wherever it is.
func (l *List) place(p layout.Placer) {
	l.measure(p.W)
	n := len(l.rows)
	from, to := l.rowAt(l.scroll.Offset.Y), l.rowAt(l.scroll.Offset.Y+l.scroll.Size().Height)
	from, to = max(0, from-1), min(n, to+2)
	var rows []int
	for row := from; row < to; row++ {
		rows = append(rows, row)
	}
	if row, is := l.focused(); is && row < n && !slices.Contains(rows, row) {
		if rows = append(rows, row); row < from {
			rows = append([]int{row}, rows[:len(rows)-1]...)
		}
	}
	l.body.Objects = l.window.Rows(rows, l.source.Kind)
	for i, o := range l.body.Objects {
		p.Put(o, 0, l.top(rows[i]), p.W, l.rows[rows[i]].high)
	}
}

// focused is the row that has the focus.
func (l *List) focused() (int, bool) {
	c := draw.CanvasOf(l.body)
	if c == nil {
		return 0, false
	}
	o, is := c.Focused().(fyne.CanvasObject)
	if !is {
		return 0, false
	}
	return l.window.Row(o)
}
