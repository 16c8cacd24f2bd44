package table

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"sanduq/core/report"
	"sanduq/core/report/statement/charset"
	"sanduq/core/report/statement/record"
	"sanduq/core/report/statement/values"
)

// File is a table that was opened: its rows as text, before anybody says what the
// columns are. It may be read from any goroutine.
type File struct {
	Sheet     bool             // it is a workbook
	Encoding  charset.Encoding // of CSV
	Delimiter string           // of CSV
	rows      []row

	leftOut, leftRows int // sheets that are statements with other heads, and their rows
}

// OpenCSV reads a text. Encoding and delimiter are guessed unless they are named.
// Errors: CodeFormat, CodeEncoding, CodeEmpty, CodeTooLarge, CodeMapping for a
// delimiter that is none, CodeCancelled.
func OpenCSV(ctx context.Context, data []byte, as charset.Encoding, delimiter string) (*File, error) {
	f := &File{Encoding: as, Delimiter: delimiter}
	if f.Encoding == "" {
		f.Encoding = charset.Sniff(data)
	}
	text, err := charset.Decode(data, f.Encoding)
	if err != nil {
		return nil, err
	}
	if bytes.IndexByte(text[:min(len(text), 8192)], 0) >= 0 {
		return nil, report.Refuse(report.CodeFormat, errors.New("no text"))
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, report.Refuse(report.CodeEmpty, nil)
	}
	whole := string(text)
	if f.Delimiter == "" {
		f.Delimiter = string(guessDelimiter(whole))
	}
	if len(f.Delimiter) != 1 || f.Delimiter == "\"" || f.Delimiter == "\n" || f.Delimiter == "\r" {
		return nil, report.Refuse(report.CodeMapping, fmt.Errorf("delimiter %q", f.Delimiter))
	}
	if err := ctx.Err(); err != nil {
		return nil, report.Refuse(report.CodeCancelled, err)
	}
	rows, more := split(whole, f.Delimiter[0], record.MaxRows)
	if more {
		return nil, report.Refuse(report.CodeTooLarge, nil)
	}
	f.rows = rows
	return f, nil
}

// Head returns the first rows, for a person to choose columns by, each in the place of its
// number. Long numbers are masked.
func (f *File) Head(most int) [][]string {
	out := f.Raw(most)
	for i, cells := range out {
		out[i] = make([]string, len(cells))
		for j, c := range cells {
			out[i][j] = record.MaskNumbers(c)
		}
	}
	return out
}

// Raw returns the first rows as they are: for a digest, never for a screen.
func (f *File) Raw(most int) (out [][]string) {
	for _, r := range f.rows {
		for len(out) < r.number-1 && len(out) < most { // blank ones of a workbook, and lines within a text
			out = append(out, nil)
		}
		if r.number > most {
			break
		}
		out = append(out, r.cells)
	}
	return out
}

// Usable says why a file is no statement, whatever its columns may be: it has not
// one row with a date and a sum. CodeNoTable; CodeEmpty where it has heads alone.
func (f *File) Usable() error {
	at, head := f.findHeads()
	for _, r := range f.rows {
		dates, sums := 0, 0
		for i, c := range r.cells {
			switch {
			case c == "":
			case f.dateLike(r, i), i == at[roleDate] && f.dated(r, i):
				dates++
			default:
				if n, ok := values.ParseNumber(c); ok && !n.Blank() {
					sums++
				}
			}
		}
		if dates > 0 && dates+sums > 1 || r.code != "" {
			return nil
		}
	}
	if at[roleDate] >= 0 && (at[roleAmount] >= 0 || at[roleCredit] >= 0) && len(f.rows) > 0 && f.rows[len(f.rows)-1].number <= head {
		return report.Refuse(report.CodeEmpty, nil)
	}
	return report.Refuse(report.CodeNoTable, nil)
}

// Orders are the orders of day, month and year that all dates of a mapping's column
// may have, the likeliest first; none where they contradict each other.
func (f *File) Orders(m Mapping) []string {
	at, err := f.columns(m)
	if err != nil {
		return nil
	}
	return f.survey(m, at).dates.Orders()
}

// dateLike reports whether a cell is a date, whatever its column is for.
func (f *File) dateLike(r row, at int) bool {
	_, ok := f.parse(r, at, values.ParseDate)
	return ok
}

// dated reports whether a cell of a column of dates is one.
func (f *File) dated(r row, at int) bool {
	_, ok := f.date(r, at)
	return ok
}

// date reads a cell of a column of dates.
func (f *File) date(r row, at int) (values.Date, bool) {
	return f.parse(r, at, values.ParseColumnDate)
}

func (f *File) parse(r row, at int, read func(string) (values.Date, bool)) (values.Date, bool) {
	if at < 0 || at >= len(r.cells) || r.cells[at] == "" {
		return values.Date{}, false
	}
	if d, ok := values.ParseSerial(r.cells[at]); ok && f.Sheet && !r.text[at] {
		return d, true
	}
	return read(r.cells[at])
}

// width is how many cells the longest row has.
func width(rows []row) (most int) {
	for _, r := range rows {
		most = max(most, len(r.cells))
	}
	return most
}

func blank(cells []string) bool {
	return !slices.ContainsFunc(cells, func(c string) bool { return c != "" })
}
