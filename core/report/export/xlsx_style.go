package export

import (
	"strings"
	"time"

	"github.com/xuri/excelize/v2"

	"sanduq/core/money"
)

// styles are the looks of cells, made once for a workbook.
type styles struct {
	heads, kinds        map[Kind]int
	money               [5]int // by decimals
	title, label, value int
	mark, bold          int
	boldMoney           [5]int
}

const (
	headFill = "E1E7F0"
	markFill = "FFC400"
)

func newStyles(book *excelize.File, rtl bool) (*styles, error) {
	s := &styles{heads: map[Kind]int{}, kinds: map[Kind]int{}}
	var failed error
	add := func(style excelize.Style) int {
		id, err := book.NewStyle(&style)
		if err != nil && failed == nil {
			failed = err
		}
		return id
	}
	format := func(f string) *string { return &f }
	start, end, order := "left", "right", uint64(0)
	if rtl {
		start, end, order = "right", "left", 2
	}
	face := func(f excelize.Font) *excelize.Font {
		f.Family, f.Size = "Calibri", max(f.Size, 11)
		return &f
	}
	trailing := &excelize.Alignment{Horizontal: end}
	leading := &excelize.Alignment{Horizontal: start, ReadingOrder: order}
	line := []excelize.Border{{Type: "bottom", Color: "7A8496", Style: 1}}
	fill := excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{headFill}}
	head := excelize.Style{Font: face(excelize.Font{Bold: true}), Fill: fill, Border: line, Alignment: leading}
	s.heads[Text] = add(head)
	head.Alignment = &excelize.Alignment{Horizontal: end, ReadingOrder: order}
	s.heads[Money] = add(head)
	s.kinds[Text] = add(excelize.Style{Alignment: &excelize.Alignment{Horizontal: start}})
	s.kinds[Count] = add(excelize.Style{CustomNumFmt: format("#,##0"), Alignment: trailing})
	s.kinds[Moment] = add(excelize.Style{CustomNumFmt: format("yyyy-mm-dd hh:mm:ss"), Alignment: &excelize.Alignment{Horizontal: start}})
	s.kinds[Date] = add(excelize.Style{CustomNumFmt: format("yyyy-mm-dd"), Alignment: &excelize.Alignment{Horizontal: start}})
	s.kinds[Percent] = add(excelize.Style{CustomNumFmt: format("+0.0%;-0.0%;0.0%"), Alignment: trailing})
	for digits := range s.money {
		f := "#,##0"
		if digits > 0 {
			f += "." + strings.Repeat("0", digits)
		}
		s.money[digits] = add(excelize.Style{CustomNumFmt: &f, Alignment: trailing})
		s.boldMoney[digits] = add(excelize.Style{CustomNumFmt: &f, Alignment: trailing, Font: face(excelize.Font{Bold: true})})
	}
	s.title = add(excelize.Style{Font: face(excelize.Font{Bold: true, Size: 16}), Alignment: leading})
	s.label = add(excelize.Style{Font: face(excelize.Font{Color: "4A5260"}), Alignment: &excelize.Alignment{Horizontal: start, ReadingOrder: order, Vertical: "top"}})
	s.value = add(excelize.Style{Alignment: &excelize.Alignment{Horizontal: start, ReadingOrder: order, WrapText: true, Vertical: "top"}})
	s.bold = add(excelize.Style{Font: face(excelize.Font{Bold: true}), Alignment: leading})
	s.mark = add(excelize.Style{Font: face(excelize.Font{Bold: true}), Alignment: leading,
		Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{markFill}}})
	return s, failed
}

// head is the look of a column's head: numbers stand at the trailing side.
func (s *styles) head(k Kind) int {
	switch k {
	case Count, Money, Percent:
		return s.heads[Money]
	}
	return s.heads[Text]
}

// exact is how many minor units a spreadsheet can hold: it keeps 15 digits.
const exact = 999_999_999_999_999

// cell is a value as a spreadsheet has it: a real number and a real date. A
// number with more digits than a spreadsheet keeps goes as text, since one digit
// less would be another sum.
func (s *styles) cell(k Kind, c Cell, digits int, zone *time.Location) excelize.Cell {
	switch k {
	case Count:
		if c.Number > exact || c.Number < -exact {
			return excelize.Cell{Value: number(c.Number)}
		}
		return excelize.Cell{StyleID: s.kinds[Count], Value: c.Number}
	case Money:
		return s.amount(c.Number, digits, s.money)
	case Percent:
		return excelize.Cell{StyleID: s.kinds[Percent], Value: float64(c.Number) / 1000}
	case Moment:
		if serial, ok := serial(c.At, zone); ok {
			return excelize.Cell{StyleID: s.kinds[Moment], Value: serial}
		}
		return excelize.Cell{Value: c.At.In(zone).Format(localMoment)}
	case Date:
		if serial, ok := serial(c.At, time.UTC); ok {
			return excelize.Cell{StyleID: s.kinds[Date], Value: serial}
		}
		return excelize.Cell{Value: c.At.Format(isoDate)}
	}
	return excelize.Cell{StyleID: s.kinds[Text], Value: clean(c.Text)}
}

func (s *styles) amount(minor int64, digits int, looks [5]int) excelize.Cell {
	if minor > exact || minor < -exact {
		return excelize.Cell{Value: string(appendMinor(nil, minor, digits))}
	}
	return excelize.Cell{StyleID: looks[digits], Value: major(minor, digits)}
}

// major is the number nearest to a sum. Up to 15 digits it is written as
// exactly that sum, since both the sum and the power of ten are whole.
func major(minor int64, digits int) float64 {
	unit := 1.
	for range digits {
		unit *= 10
	}
	return float64(minor) / unit
}

var (
	epoch    = time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	earliest = time.Date(1900, 3, 1, 0, 0, 0, 0, time.UTC) // before it spreadsheets disagree
	latest   = time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)
)

// serial is what a clock in a zone shows, as spreadsheets count it: days, and
// the day's share, since the end of 1899.
func serial(t time.Time, zone *time.Location) (days float64, ok bool) {
	_, offset := t.In(zone).Zone()
	seconds := t.Unix() + int64(offset)
	if seconds < earliest.Unix() || seconds >= latest.Unix() {
		return 0, false
	}
	return float64(seconds-epoch.Unix()) / 86400, true
}

func digitsOrNone(currency string) int {
	digits, err := money.FractionDigits(currency)
	if err != nil {
		return 0
	}
	return digits
}
