package receipt

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"
	"time"

	"codeberg.org/go-pdf/fpdf"
)

// Sheet is one page that a person keeps away from the till: a title, lines in
// large type such as a recovery code, and what to know about them.
type Sheet struct {
	Title string
	Large []string // letters and digits that are typed in again
	Notes []string
	RTL   bool
	Made  time.Time
}

// Measures of a Sheet in parts of its width.
const (
	sheetDots   = 1654 // A4 at 200 dots per inch
	sheetMargin = 140
	sheetTitle  = 64
	sheetLarge  = 76
	sheetNote   = 36
)

// SheetPDF draws a sheet as a PDF of one A4 page.
func (d *Drawer) SheetPDF(s Sheet) ([]byte, error) {
	picture, err := d.sheet(s)
	if err != nil {
		return nil, err
	}
	doc := fpdf.New("P", "mm", "A4", "")
	doc.SetCatalogSort(true)
	doc.SetCreationDate(stamp(s.Made))
	doc.SetModificationDate(stamp(s.Made))
	doc.SetTitle(s.Title, true)
	doc.SetProducer("Sanduq", true)
	doc.SetMargins(0, 0, 0)
	doc.SetAutoPageBreak(false, 0)
	doc.AddPage()
	options := fpdf.ImageOptions{ImageType: "PNG"}
	doc.RegisterImageOptionsReader("sheet", options, bytes.NewReader(picture))
	doc.ImageOptions("sheet", 0, 0, 210, 0, false, options, 0, "")
	var b bytes.Buffer
	if err := doc.Output(&b); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// sheet draws the page's upper half as a PNG.
func (d *Drawer) sheet(s Sheet) ([]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	img := image.NewGray(image.Rect(0, 0, sheetDots, sheetDots))
	draw.Draw(img, img.Bounds(), image.NewUniform(paper), image.Point{}, draw.Src)
	y := float64(sheetMargin)
	put := func(text string, w weight, size float64, rtl bool) {
		for _, l := range d.text.lines(text, w, size, sheetDots-2*sheetMargin, 0, rtl) {
			x := float64(sheetMargin)
			if rtl {
				x = sheetDots - sheetMargin - l.width
			}
			l.draw(img, x, y+size, ink)
			y += size * 1.4
		}
	}
	put(s.Title, bold, sheetTitle, s.RTL)
	y += sheetTitle
	for _, line := range s.Large {
		put(line, semiBold, sheetLarge, false)
	}
	y += sheetTitle
	for _, line := range s.Notes {
		put(line, regular, sheetNote, s.RTL)
		y += sheetNote / 2
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
