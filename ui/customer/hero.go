package customer

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// header is the geometry of every scene but the QR's: shop and number at the
// top, a large shape in the middle, and rows beside it.
type header struct {
	sheet
	name, number *typeset.Text
	shape        fyne.CanvasObject
	side, gap    float32 // of the shape, and between it and the rows
	rows         []row
	inset        float32 // of the frame around it
	others       []fyne.CanvasObject
}

// row is something beside the shape, above is the room before it.
type row struct {
	above float32
	// fit gives it a width to keep to and returns its size.
	fit func(room float32) fyne.Size
	put func(b layout.Placer, x, y float32)
}

func (s sheet) header(shape fyne.CanvasObject, side, gap float32, ink, quiet theme.Colour) *header {
	h := &header{sheet: s, name: s.name(ink, quiet), number: s.number(44, theme.SemiBold, ink), shape: shape, side: side, gap: gap}
	h.number.SetStyle(h.number.Style().Tight(1.2))
	h.others = []fyne.CanvasObject{h.name, h.number, shape}
	return h
}

// beside adds two texts side by side. They shrink together where they must.
func (h *header) beside(pair [2]*typeset.Text, above, between float32) {
	style := pair[0].Style()
	full := style.Size.Base()
	h.others = append(h.others, pair[0], pair[1])
	h.rows = append(h.rows, row{above: above,
		fit: func(room float32) fyne.Size {
			for size := full; ; size *= .94 {
				for _, t := range pair {
					t.SetStyle(style.Sized(theme.Fixed(size)))
				}
				w := pair[0].Width() + between*h.k + pair[1].Width()
				if w <= room || size < full/4 {
					return fyne.NewSize(w, pair[0].MinSize().Height)
				}
			}
		},
		put: func(b layout.Placer, x, y float32) {
			b.PutMin(pair[0], x, y)
			b.PutMin(pair[1], x+pair[0].Width()+between*h.k, y)
		}})
}

// below adds texts one below the other, each wrapped where it must be.
func (h *header) below(above float32, texts ...*typeset.Text) {
	for i, t := range texts {
		t.Overflow = typeset.Wrap
		h.others = append(h.others, t)
		first := above
		if i > 0 {
			first = 0
		}
		var wide, high float32
		h.rows = append(h.rows, row{above: first,
			fit: func(room float32) fyne.Size {
				wide, high = min(t.Width()+1, room), t.HeightFor(room)
				return fyne.NewSize(wide, high)
			},
			put: func(b layout.Placer, x, y float32) { b.Put(t, x, y, wide, high) }})
	}
}

// money adds the amount.
func (h *header) money(units, above float32, ink theme.Colour) {
	a := h.amount(units, ink)
	h.others = append(h.others, a)
	var wide float32
	h.rows = append(h.rows, row{above: above,
		fit: func(room float32) fyne.Size {
			m := a.MinSize()
			wide = min(m.Width, room)
			return fyne.NewSize(wide, m.Height)
		},
		put: func(b layout.Placer, x, y float32) { b.Put(a, x, y, wide, a.MinSize().Height) }})
}

// object is the whole, on the ground.
func (h *header) object() *fyne.Container { return layout.New(nil, h.place, h.others...) }

func (h *header) place(b layout.Placer) {
	x, y := padX*h.k-h.inset, padY*h.k-h.inset
	n := b.PutEnd(h.number, b.W-x, y)
	name := h.name.HeightFor(b.W)
	b.Put(h.name, x, y, b.W-2*x-n.Width-24*h.k, name)
	top, bottom := y+name, b.H-y
	side, gap := h.side*h.k, h.gap*h.k
	room := b.W - 2*x - side - gap
	var wide, high float32
	sizes := make([]fyne.Size, len(h.rows))
	for i, r := range h.rows {
		sizes[i] = r.fit(room)
		wide = max(wide, sizes[i].Width)
		high += sizes[i].Height
		if i > 0 {
			high += r.above * h.k
		}
	}
	left := (b.W - side - gap - wide) / 2
	middle := (top + bottom) / 2
	b.Put(h.shape, left, middle-side/2, side, side)
	y = middle - high/2
	for i, r := range h.rows {
		if i > 0 {
			y += r.above * h.k
		}
		r.put(b, left+side+gap, y)
		y += sizes[i].Height
	}
}

// row adds an object of a size, given for the design.
func (h *header) row(o fyne.CanvasObject, above float32, size fyne.Size) {
	w, high := size.Width*h.k, size.Height*h.k
	h.others = append(h.others, o)
	h.rows = append(h.rows, row{above: above,
		fit: func(float32) fyne.Size { return fyne.NewSize(w, high) },
		put: func(b layout.Placer, x, y float32) { b.Put(o, x, y, w, high) }})
}
