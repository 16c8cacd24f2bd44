package layout

import (
	"slices"

	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
)

// Footer is the row of a screen's primary, taken out of the screen while that scrolls, and what else can be done above
// it: it stays in view.
type Footer struct {
	// Root is the row on a ground, to be put below what scrolls.
	Root *fyne.Container
	// Top is where the row begins in the screen.
	Top float32

	inset   float32
	ground  *graphic.Panel
	from    *fyne.Container
	before  []fyne.CanvasObject // of the screen
	row     []fyne.CanvasObject
	actions []fyne.CanvasObject // the part of it that stands above the primary
	lead    leader
}

// leader is a button that may be a screen's primary.
type leader interface {
	fyne.CanvasObject
	Leads() bool
}

// TakeFooter takes the row, and the actions above it, out of what New made, which has its size and stands in the screen
// at an inset from its edges; nil where there is none.
func TakeFooter(screen fyne.CanvasObject, inset float32, ground theme.Colour, actions ...fyne.CanvasObject) *Footer {
	from, ok := screen.(*fyne.Container)
	if !ok {
		return nil
	}
	layout, ok := from.Layout.(*placed)
	if !ok {
		return nil
	}
	f := &Footer{from: from, before: from.Objects, inset: inset, ground: graphic.NewPanel(ground), actions: actions}
	for _, o := range from.Objects {
		if b, ok := o.(leader); ok && b.Leads() && b.Visible() {
			f.lead = b
		}
	}
	if f.lead == nil || f.lead.Size().Height == 0 {
		return nil
	}
	band, below := f.lead.Position().Y-1, f.lead.Position().Y+f.lead.Size().Height+1
	from.Objects = nil
	for _, o := range f.before {
		y := o.Position().Y
		if in := y >= band && y+o.Size().Height <= below && o.Size().Height > 0; in || slices.Contains(actions, o) {
			f.row = append(f.row, o)
		} else {
			from.Objects = append(from.Objects, o)
		}
	}
	f.Root = New(nil, func(Placer) { f.ground.Resize(f.Root.Size()) }, append([]fyne.CanvasObject{f.ground}, f.row...)...)
	layout.after = f.arrange
	f.arrange()
	return f
}

// arrange moves the row from where the screen has just put it.
func (f *Footer) arrange() {
	top := f.lead.Position().Y
	for _, o := range f.actions {
		if o.Visible() {
			top = min(top, o.Position().Y)
		}
	}
	f.Top = top + f.inset - theme.S3
	for _, o := range f.row {
		o.Move(o.Position().AddXY(f.inset, f.inset-f.Top))
	}
}

// High is how high the row is in a screen of a height, with the padding below it.
func (f *Footer) High(screen float32) float32 { return screen - f.Top }

// GiveBack puts the row into the screen again.
func (f *Footer) GiveBack() {
	f.from.Layout.(*placed).after = nil
	f.from.Objects = slices.Clone(f.before)
	f.from.Refresh()
}
