package receipt

import (
	"bytes"
	"image/png"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"sanduq/core/receipt/archive"
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
	return onePage(picture, float64(high)/FileDots, c.Number, c.Shop, c.Settled)
}

// SlipPDF returns the picture that paper of 80 mm gets as a PDF, titled so, with at as the file's dates.
func (d *Drawer) SlipPDF(s Slip, title string, at time.Time) ([]byte, error) {
	img, err := d.Paper(s, PaperDots)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return nil, err
	}
	return onePage(b.Bytes(), float64(img.Rect.Dy())/float64(img.Rect.Dx()), title, "", at)
}

// onePage is one page with a picture on it, ratio times as high as wide.
func onePage(picture []byte, ratio float64, title, author string, at time.Time) ([]byte, error) {
	const wide = PageWidth - 2*pageMargin
	imageHigh := wide * ratio
	doc := fpdf.NewCustom(&fpdf.InitType{
		OrientationStr: "P",
		UnitStr:        "mm",
		Size:           fpdf.SizeType{Wd: PageWidth, Ht: imageHigh + 2*pageMargin},
	})
	doc.SetCatalogSort(true)
	archive.Declare(doc, cut(title), cut(author), stamp(at))
	doc.SetMargins(0, 0, 0)
	doc.SetAutoPageBreak(false, 0)
	doc.AddPage()
	options := fpdf.ImageOptions{ImageType: "PNG"}
	doc.RegisterImageOptionsReader(title, options, bytes.NewReader(picture))
	doc.ImageOptions(title, pageMargin, pageMargin, wide, imageHigh, false, options, 0, "")
	var b bytes.Buffer
	if err := doc.Output(&b); err != nil {
		return nil, err
	}
	return archive.Identify(b.Bytes())
}

// stamp never gives the zero time: the PDF library takes that for "now".
func stamp(t time.Time) time.Time {
	if t.IsZero() {
		t = time.Unix(0, 0)
	}
	return t.UTC()
}
