package list

import "fyne.io/fyne/v2"

// Window keeps the objects of the rows that are in view, and shows other rows in them as the view moves: there are as
// many objects as rows are seen, however long the list is. A row that stays in view keeps its object.
type Window struct {
	make func(kind int) fyne.CanvasObject
	show func(row int, on fyne.CanvasObject)

	shown map[int]slot // by row
	spare map[int][]fyne.CanvasObject
	stale bool // rows may be others
}

type slot struct {
	kind   int
	object fyne.CanvasObject
}

// NewWindow is a window without rows. make makes an object for rows of a kind, and show lets an object show a row of
// the kind that it was made for.
func NewWindow(make func(kind int) fyne.CanvasObject, show func(row int, on fyne.CanvasObject)) *Window {
	return &Window{make: make, show: show, shown: map[int]slot{}, spare: map[int][]fyne.CanvasObject{}}
}

// Reload lets every row be shown again by the next Rows, in the object that it has.
func (w *Window) Reload() { w.stale = true }

// Rows returns the objects of rows, in their order.
func (w *Window) Rows(rows []int, kind func(row int) int) []fyne.CanvasObject {
	before := w.shown
	w.shown = make(map[int]slot, len(rows))
	for _, row := range rows {
		if s, is := before[row]; is && s.kind == kind(row) {
			w.shown[row] = s
			delete(before, row)
		}
	}
	for _, s := range before {
		if o, is := s.object.(interface{ MouseOut() }); is {
			o.MouseOut() // the pointer is over another row now
		}
		w.spare[s.kind] = append(w.spare[s.kind], s.object)
	}
	objects := make([]fyne.CanvasObject, len(rows))
	for i, row := range rows {
		s, kept := w.shown[row]
		if !kept {
			s = slot{kind(row), w.acquire(kind(row))}
			w.shown[row] = s
		}
		if !kept || w.stale {
			w.show(row, s.object)
		}
		objects[i] = s.object
	}
	w.stale = false
	return objects
}

func (w *Window) acquire(kind int) fyne.CanvasObject {
	if n := len(w.spare[kind]); n > 0 {
		o := w.spare[kind][n-1]
		w.spare[kind] = w.spare[kind][:n-1]
		return o
	}
	return w.make(kind)
}

// Row is the row that an object shows; false for one that is not in the window.
func (w *Window) Row(of fyne.CanvasObject) (int, bool) {
	for row, s := range w.shown {
		if s.object == of {
			return row, true
		}
	}
	return 0, false
}
