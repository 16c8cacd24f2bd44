package onscreenkeyboard

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/ui/theme"
)

// Room around the keys and between them.
const (
	edge = theme.S2
	gap  = theme.S1 + 2
)

// face draws a board.
type face struct {
	board  *board
	ground *canvas.Rectangle
	line   *canvas.Rectangle // along its upper edge
}

func (b *board) CreateRenderer() fyne.WidgetRenderer {
	return &face{board: b, ground: canvas.NewRectangle(color.Transparent), line: canvas.NewRectangle(color.Transparent)}
}

// MinSize is for Fyne: as high as the keys, as wide as there is room.
func (f *face) MinSize() fyne.Size { return fyne.NewSize(0, f.board.height()) }

func (b *board) height() float32 {
	if len(b.keys) == 0 || b.high == nil {
		return 0
	}
	n := float32(b.keys[len(b.keys)-1].row + 1)
	return 2*edge + n*b.high() + (n-1)*gap
}

func (f *face) Destroy() {}

func (f *face) Objects() []fyne.CanvasObject {
	all := []fyne.CanvasObject{f.ground, f.line}
	for _, k := range f.board.keys {
		all = append(all, k.objects()...)
	}
	if p := f.board.panel; p != nil {
		all = append(all, p.back)
		for _, v := range f.board.offered {
			all = append(all, v.objects()...)
		}
	}
	return all
}

func (f *face) Refresh() {
	f.Layout(f.board.Size())
	canvas.Refresh(f.board)
}

// Layout is for Fyne. Keys never mirror: they stand as on any keyboard.
func (f *face) Layout(size fyne.Size) {
	f.ground.FillColor, f.line.FillColor = theme.Ground.NRGBA(), theme.Line.NRGBA()
	f.ground.Resize(size)
	f.line.Resize(fyne.NewSize(size.Width, theme.Border()))
	f.board.arrange(size)
}

func (b *board) arrange(size fyne.Size) {
	if len(b.keys) == 0 || size.Width <= 0 {
		return
	}
	n, first := float32(b.keys[len(b.keys)-1].row+1), 0
	high := (size.Height - 2*edge - (n-1)*gap) / n // lower than asked for, where the window has no room
	for first < len(b.keys) {
		row, last := b.keys[first].row, first
		var shares float32
		for last < len(b.keys) && b.keys[last].row == row {
			shares += b.keys[last].wide
			last++
		}
		n := float32(last - first)
		unit := (size.Width - 2*edge - (n-1)*gap) / shares
		x, y := float32(edge), edge+float32(row)*(high+gap)
		for i, k := range b.keys[first:last] {
			k.place = box{x, y, k.wide * unit, high}
			k.reach = box{x - gap/2, y - gap/2, k.place.w + gap, high + gap}
			if i == 0 {
				k.reach.w += k.reach.x
				k.reach.x = 0
			}
			if first+i == last-1 {
				k.reach.w = size.Width - k.reach.x
			}
			k.arrange()
			x += k.place.w + gap
		}
		first = last
	}
}

// placeOffered puts variants in a row above their key, within the board.
func (b *board) placeOffered(k *key) {
	w, h := max(k.place.w, theme.Target), k.place.h
	wide := float32(len(b.offered))*(w+gap) + gap
	x := min(max(k.place.x+k.place.w/2-wide/2, edge), max(b.Size().Width-edge-wide, edge))
	y := max(k.place.y-h-2*gap, 0)
	b.panel.back.FillColor, b.panel.back.StrokeColor = theme.Card.NRGBA(), theme.Edge.NRGBA()
	b.panel.back.StrokeWidth, b.panel.back.CornerRadius = 2*theme.Border(), theme.Radius
	b.panel.back.Move(fyne.NewPos(x, y))
	b.panel.back.Resize(fyne.NewSize(wide, h+2*gap))
	for i, v := range b.offered {
		v.place = box{x + gap + float32(i)*(w+gap), y + gap, w, h}
		v.reach = box{v.place.x - gap/2, y, w + gap, h + 2*gap}
		v.arrange()
	}
}
