package receipt

import (
	"bytes"
	"image/png"
	"time"

	"codeberg.org/go-pdf/fpdf"
)

// Sizes of the PDF's page in millimetres.
const (
	PageWidth  = 80.
	pageMargin = 4. // on each side; what is left is what a printer of PaperDots can reach
)

// PNG returns the full picture as a PNG file, FileDots wide.
func (d *Drawer) PNG(c Content) ([]byte, error) {
	img, err := d.Draw(c, Full, FileDots)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// PDF returns the same picture on one page, 80 mm wide and as high as it needs, titled with the receipt's number. The
// file's dates are the receipt's own, so that the same receipt gives the same bytes whenever it is saved.
func (d *Drawer) PDF(c Content) ([]byte, error) {
	picture, err := d.PNG(c)
	if err != nil {
		return nil, err
	}
	high, err := d.Height(c, Full, FileDots)
	if err != nil {
		return nil, err
	}
	const wide = PageWidth - 2*pageMargin
	imageHigh := wide * float64(high) / FileDots
	doc := fpdf.NewCustom(&fpdf.InitType{
		OrientationStr: "P",
		UnitStr:        "mm",
		Size:           fpdf.SizeType{Wd: PageWidth, Ht: imageHigh + 2*pageMargin},
	})
	doc.SetCatalogSort(true)
	doc.SetCreationDate(stamp(c.Settled))
	doc.SetModificationDate(stamp(c.Settled))
	doc.SetTitle(cut(c.Number), true)
	doc.SetAuthor(cut(c.Shop), true)
	doc.SetProducer("Sanduq", true)
	doc.SetMargins(0, 0, 0)
	doc.SetAutoPageBreak(false, 0)
	doc.AddPage()
	options := fpdf.ImageOptions{ImageType: "PNG"}
	doc.RegisterImageOptionsReader(c.Number, options, bytes.NewReader(picture))
	doc.ImageOptions(c.Number, pageMargin, pageMargin, wide, imageHigh, false, options, 0, "")
	var b bytes.Buffer
	if err := doc.Output(&b); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// stamp never gives the zero time: the PDF library takes that for "now".
func stamp(t time.Time) time.Time {
	if t.IsZero() {
		t = time.Unix(0, 0)
	}
	return t.UTC()
}
