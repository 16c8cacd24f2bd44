package graphic

import (
	"image"
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"sanduq/core/qr"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
)

// QR draws a code black on white in every theme, centred in a white square. Modules are whole pixels of the device, the
// same number each: floor(side / (modules + 8)). What does not divide becomes more white.
type QR struct {
	widget.BaseWidget
	modules [][]bool
	round   bool
}

// NewQR is a code on a white card with round corners. modules[y][x] is true for black, without a quiet zone.
func NewQR(modules [][]bool) *QR {
	q := &QR{modules: modules, round: true}
	q.ExtendBaseWidget(q)
	return q
}

// NewQROnPaper is a code without a card of its own, for what is white already.
func NewQROnPaper(modules [][]bool) *QR {
	q := NewQR(modules)
	q.round = false
	return q
}

// Modules is the code of a payload, without a quiet zone; nil when the payload is too long for any code, which leaves
// the card empty rather than wrong.
func Modules(payload string) [][]bool {
	modules, err := qr.Modules(payload)
	if err != nil {
		return nil
	}
	return modules
}

// SetModules shows another code; nil shows an empty white card.
func (q *QR) SetModules(modules [][]bool) {
	q.modules = modules
	q.Refresh()
}

func (q *QR) CreateRenderer() fyne.WidgetRenderer {
	card := canvas.NewRectangle(color.White)
	code := canvas.NewRaster(q.draw)
	code.ScaleMode = canvas.ImageScalePixels
	return draw.NewRenderer(q,
		func() fyne.Size { return fyne.NewSquareSize(float32(len(q.modules) + 2*qr.QuietZone)) },
		func(s fyne.Size) {
			side := min(s.Width, s.Height)
			pos := fyne.NewPos((s.Width-side)/2, (s.Height-side)/2)
			card.Resize(fyne.NewSquareSize(side))
			card.Move(pos)
			// The corners of the card stay free of the picture of the code.
			inset := theme.Radius / 2
			code.Resize(fyne.NewSquareSize(max(0, side-2*inset)))
			code.Move(pos.AddXY(inset, inset))
		},
		func() {
			line := theme.Line
			if !q.round {
				line = theme.Transparent
			}
			draw.Box(card, theme.Paper.NRGBA(), line.NRGBA(), theme.Border(), theme.Radius)
			code.Refresh()
		}, card, code)
}

// Module is the side of a module in pixels for a square card of side pixels.
func (q *QR) Module(side int) int { return side / (len(q.modules) + 2*qr.QuietZone) }

func (q *QR) draw(w, h int) image.Image {
	img := image.NewPaletted(image.Rect(0, 0, w, h), color.Palette{color.White, color.Black})
	n := len(q.modules)
	if n == 0 || w <= 0 {
		return img
	}
	// The picture is the card less its inset; the module is reckoned from the whole card.
	scale := 1.0
	if side := min(q.Size().Width, q.Size().Height); side > theme.Radius {
		scale = float64(side) / float64(side-theme.Radius)
	}
	m := max(1, q.Module(int(float64(min(w, h))*scale+.5)))
	left, top := (w-n*m)/2, (h-n*m)/2
	for y, row := range q.modules {
		for x, black := range row {
			if black {
				fill(img, left+x*m, top+y*m, m)
			}
		}
	}
	return img
}

func fill(img *image.Paletted, x, y, side int) {
	r := image.Rect(x, y, x+side, y+side).Intersect(img.Rect)
	for ; r.Min.Y < r.Max.Y; r.Min.Y++ {
		line := img.Pix[img.PixOffset(r.Min.X, r.Min.Y):img.PixOffset(r.Max.X, r.Min.Y)]
		for i := range line {
			line[i] = 1
		}
	}
}
