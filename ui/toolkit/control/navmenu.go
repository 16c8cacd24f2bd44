package control

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// NavMenu is a column of places that belong together: their words have one size, and stand on two lines rather than
// smaller than the smallest. It scrolls only where its frame is too low.
type NavMenu struct {
	Slide *layout.Slide
	items []*NavItem
	list  *fyne.Container
	gap   float32
	wide  float32
}

// smallerInMenu is how much smaller the words of a menu become before it scrolls.
const smallerInMenu = .8

// NewNavMenu is the column of places.
func NewNavMenu(items ...*NavItem) *NavMenu {
	m := &NavMenu{items: items}
	var all []fyne.CanvasObject
	for _, n := range items {
		n.listed = true
		all = append(all, n)
	}
	m.list = container.New(m, all...)
	m.Slide = layout.NewSlide(m.list)
	return m
}

// Fit sets the words for a frame.
func (m *NavMenu) Fit(width, height float32) {
	size, wrapped, rows := m.size(width, height)
	m.wide = width
	if n := float32(len(m.items)); n > 1 {
		m.gap = min(theme.S1, max(0, (height-rows)/(n-1)))
	}
	for _, n := range m.items {
		n.list(size, wrapped, width)
	}
	m.Layout(nil, fyne.NewSize(width, 0))
}

// Reveal scrolls so far as a place is seen.
func (m *NavMenu) Reveal(i int) {
	n := m.items[i]
	m.Slide.Reveal(n.Position().Y, n.Position().Y+n.Size().Height)
}

// High is the height of the column after Fit.
func (m *NavMenu) High() float32 { return m.MinSize(nil).Height }

// size is the largest in which every word stands whole and, if that can be, the whole menu; whether its words need two
// lines, and how high the rows are together. One line is better than two.
func (m *NavMenu) size(width, height float32) (best theme.Size, wrapped bool, rows float32) {
	scale := max(1, theme.Now().TextScale)
	room := width - navLead()
	for _, two := range []bool{false, true} {
		least := theme.Caption.Units()
		if two {
			least = theme.Caption.Base()
		}
		largest := float32(0)
		for units := theme.Nav.Units(); units >= least; units-- {
			at := theme.Fixed(units / scale)
			high, fits := m.rows(at, room, two)
			if !fits {
				continue
			}
			if largest == 0 {
				best, wrapped, rows, largest = at, two, high, units
			}
			if high <= height && units >= smallerInMenu*largest {
				return at, two, high
			}
		}
		if largest > 0 {
			break
		}
	}
	return best, wrapped, rows
}

// rows is how high the places are together, and whether their words stand whole.
func (m *NavMenu) rows(at theme.Size, room float32, two bool) (high float32, fits bool) {
	fits = true
	for _, n := range m.items {
		t := typeset.NewText(n.label, typeset.Style{Size: at, Weight: theme.SemiBold, Leading: 1.2}) // as the chosen one is drawn
		h := theme.ChipHeight
		if two {
			t.Overflow = typeset.Wrap
			h = max(h, t.HeightFor(room)+theme.S2)
		}
		fits = fits && t.Need() <= room
		high += h
	}
	return high, fits
}

// MinSize is for Fyne.
func (m *NavMenu) MinSize([]fyne.CanvasObject) fyne.Size {
	high := m.gap * float32(len(m.items)-1)
	for _, n := range m.items {
		high += n.MinSize().Height
	}
	return fyne.NewSize(0, max(0, high))
}

// Layout is for Fyne.
func (m *NavMenu) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	y := float32(0)
	for _, n := range m.items {
		h := n.MinSize().Height
		n.Move(fyne.NewPos(0, y))
		n.Resize(fyne.NewSize(size.Width, h))
		y += h + m.gap
	}
}
