package workbook

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"sanduq/core/report"
	"sanduq/core/report/statement/record"
)

// MaxColumns is how many cells of a row are read.
const MaxColumns = 256

// Row is a row of a sheet that has cells. Cells that are left out are blank.
type Row struct {
	Number int // from 1
	Cells  []Cell
}

// Cell is what a cell holds. A number has a point, no exponent, and a minus where it
// shows one; a day counts from the end of 1899.
type Cell struct {
	Text   string
	Number bool
	Day    bool   // a number that its format shows as a date or a time
	Marks  string // what its format writes beside a number, such as "USD" or "Dr"
}

// Read returns the rows of each sheet that has any, those that a person sees and those that
// are hidden. Errors: CodeFormat, CodeTooLarge, CodeCancelled.
func Read(ctx context.Context, data []byte) (sheets, hidden [][]Row, err error) {
	b, err := open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, nil, err
	}
	s := &sheet{book: b, ctx: ctx}
	for i, part := range b.sheets {
		s.rows, s.number, s.inside = nil, 0, ""
		if err := b.walk(part, maxSheet, s.token); err != nil {
			return nil, nil, err
		}
		switch {
		case len(s.rows) == 0:
		case b.hidden[i]:
			hidden = append(hidden, s.rows)
		default:
			sheets = append(sheets, s.rows)
		}
	}
	return sheets, hidden, nil
}

// sheet reads one sheet after another.
type sheet struct {
	*book
	ctx    context.Context
	cells  int // of all sheets
	rows   []Row
	number int
	row    []Cell

	inside  string // the element whose text is read
	column  int
	kind    string
	style   int
	formula bool
	text    strings.Builder
}

func (s *sheet) token(_ *xml.Decoder, t xml.Token) error {
	switch e := t.(type) {
	case xml.StartElement:
		switch s.inside = ""; e.Name.Local {
		case "row":
			return s.openElement(e)
		case "c":
			s.cell(e)
		case "f":
			s.formula = true
		case "v", "t":
			s.inside = e.Name.Local
		}
	case xml.EndElement:
		switch s.inside = ""; e.Name.Local {
		case "row":
			return s.end()
		case "c":
			return s.keep()
		}
	case xml.CharData:
		if s.inside != "" && s.text.Len() < maxText {
			s.text.Write(e)
		}
	}
	return nil
}

func (s *sheet) openElement(e xml.StartElement) error {
	s.number++
	if n := attribute(e, "r"); n != "" {
		given, err := strconv.Atoi(n)
		if err != nil || given < s.number {
			return errors.New("rows out of order")
		}
		s.number = given
	}
	if s.number > record.MaxRows {
		return errLarge
	}
	s.row, s.column = nil, 0
	if s.number%1024 == 0 && s.ctx.Err() != nil {
		return report.Refuse(report.CodeCancelled, s.ctx.Err())
	}
	return nil
}

func (s *sheet) cell(e xml.StartElement) {
	s.column++
	if at := columnOf(attribute(e, "r")); at > 0 {
		s.column = at
	}
	s.kind, s.formula = attribute(e, "t"), false
	s.style, _ = strconv.Atoi(attribute(e, "s"))
	s.text = strings.Builder{}
}

// columnOf is the column of "B7": 2; 0 where it has none.
func columnOf(name string) (n int) {
	for i := 0; i < len(name) && name[i] >= 'A' && name[i] <= 'Z' && n <= MaxColumns; i++ {
		n = 26*n + int(name[i]-'A') + 1
	}
	return n
}

func (s *sheet) keep() error {
	text := s.text.String()
	if s.column > MaxColumns || text == "" && !s.formula {
		return nil
	}
	one := Cell{Text: unescaped(text)}
	switch s.kind {
	case "s":
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n >= len(s.texts) {
			return errors.New("no such text")
		}
		one.Text = s.texts[n]
	case "", "n":
		if one = s.shown(text); text == "" {
			one.Text = "=" // of a formula that was never computed
		}
	}
	for len(s.row) < s.column {
		s.row = append(s.row, Cell{})
	}
	s.row[s.column-1] = one
	return nil
}

// shown is a number as its format shows it.
func (s *sheet) shown(text string) Cell {
	n, err := decimal.NewFromString(strings.TrimSpace(text))
	if err != nil || n.Exponent() > 20 || n.Exponent() < -40 {
		return Cell{Text: text, Number: err == nil}
	}
	var f format
	if s.style >= 0 && s.style < len(s.formats) {
		f = s.formats[s.style]
	}
	if f.date && s.late {
		n = n.Add(decimal.NewFromInt(1462))
	}
	one := Cell{Number: true, Day: f.date, Marks: f.parts[0].marks}
	if n.IsNegative() {
		if one.Marks = f.parts[1].marks; f.two && !f.parts[1].minus && f.parts[1].marks != f.parts[0].marks {
			n = n.Neg() // its words say what it is
		}
	}
	one.Text = n.String()
	return one
}

func (s *sheet) end() error {
	if len(s.row) == 0 {
		return nil
	}
	if s.cells += len(s.row); s.cells > maxCells {
		return errLarge
	}
	s.rows = append(s.rows, Row{Number: s.number, Cells: s.row})
	return nil
}
