package receipt

// A slip is laid out in points, of which its width has a fixed number; a picture of any width in pixels has the same
// proportions.

// Form is one of the two forms of a slip.
type Form struct {
	width                    float64 // of the slip, in points; also the unit of all below
	shop, shopLine           float64
	markGap                  float64 // below the TEST band
	sum, sumAbove, sumBelow  float64
	text, row                float64 // size and height of the labelled lines
	ruleAbove, bottom        float64
	copyAbove, copyLineBelow float64
	side                     float64 // white at both sides
	stacks                   bool    // a value that is too long stands under its label
}

// The forms. Full is what is printed and saved; Small is for the preview beside a list.
var (
	Full = Form{width: 430, shop: 28, shopLine: 36, markGap: 12, sum: 56, sumAbove: 14, sumBelow: 8,
		text: 16, row: 28, ruleAbove: 10, bottom: 20, copyAbove: 12, copyLineBelow: 10, side: sidePadding}
	Small = Form{width: 412, shop: 22, shopLine: 27, markGap: 8, sum: 44, sumAbove: 6, sumBelow: 4,
		text: 15, row: 25, ruleAbove: 6, bottom: 8, copyAbove: 8, copyLineBelow: 8, side: sidePadding}
)

const (
	sidePadding   = 20.
	topPadding    = 16. // above the shop's name when there is no TEST band
	bandHeight    = 36.
	bandText      = 18.
	bandPadding   = 12.
	stripe        = 10. // across
	smallText     = 15.
	smallLine     = 20.
	rowGap        = 12. // between label and value
	rulePadding   = 6.
	stackedCloser = 5. // a value under its label is nearer to it than to the next row
	currencyRate  = 0.36
	fractionRate  = 0.6
	groupRate     = 0.2
)

// How many lines a text may take, that of a labelled value and every other: a slip has an end, whatever a gateway sent.
const (
	valueLines  = 8
	centreLines = 4
)

// At is the same form on a slip of another width in points: type keeps its size, long values take more lines.
func (f Form) At(points float64) Form {
	f.width = max(points, 4*sidePadding)
	return f
}
