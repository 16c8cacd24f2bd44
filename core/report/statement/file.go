package statement

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"sanduq/core/report"
)

// Kind is what a file is.
type Kind string

// The kinds.
const (
	KindCSV  Kind = "csv"
	KindXLSX Kind = "xlsx"
	KindCAMT Kind = "camt.053"
)

// File is a statement that was opened: its rows as text, before anybody says
// what the columns are. It may be read from any goroutine.
type File struct {
	Kind      Kind
	Encoding  Encoding // of CSV
	Delimiter string   // of CSV
	rows      []row
	xml       []byte
}

// Open reads a file of at most MaxBytes. Encoding and delimiter are guessed
// unless the mapping names them. Errors: CodeTooLarge, CodeEmpty, CodeFormat,
// CodeEncoding, CodeCancelled.
func Open(ctx context.Context, data []byte, m Mapping) (*File, error) {
	if len(data) > MaxBytes {
		return nil, report.Refuse(report.CodeTooLarge, nil)
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, report.Refuse(report.CodeEmpty, nil)
	}
	if bytes.HasPrefix(data, []byte("PK\x03\x04")) {
		rows, err := sheetRows(ctx, data)
		if err != nil {
			return nil, err
		}
		return &File{Kind: KindXLSX, rows: rows}, nil
	}
	if head := bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), " \r\n\t"); bytes.HasPrefix(head, []byte("<")) {
		if !looksLikeCAMT(data) {
			return nil, report.Refuse(report.CodeFormat, errors.New("XML of another kind"))
		}
		return &File{Kind: KindCAMT, xml: data}, nil
	}
	return openCSV(ctx, data, m)
}

func openCSV(ctx context.Context, data []byte, m Mapping) (*File, error) {
	f := &File{Kind: KindCSV, Encoding: m.Encoding, Delimiter: m.Delimiter}
	if f.Encoding == "" {
		f.Encoding = sniff(data)
	}
	text, err := decode(data, f.Encoding)
	if err != nil {
		return nil, err
	}
	if binary(text) {
		return nil, report.Refuse(report.CodeFormat, errors.New("no text"))
	}
	if f.Encoding == UTF16LE || f.Encoding == UTF16BE {
		if head := bytes.TrimLeft(text, " \r\n\t"); bytes.HasPrefix(head, []byte("<")) {
			return nil, report.Refuse(report.CodeFormat, errors.New("XML in UTF-16"))
		}
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
	rows, more := splitRows(whole, f.Delimiter[0], MaxRows)
	if more {
		return nil, report.Refuse(report.CodeTooLarge, nil)
	}
	f.rows = rows
	return f, nil
}

// binary reports whether a text has bytes that no text has: a picture, a PDF,
// a workbook of before 2007.
func binary(text []byte) bool {
	head := text[:min(len(text), 8192)]
	return bytes.IndexByte(head, 0) >= 0 || bytes.HasPrefix(head, []byte("%PDF-")) || bytes.HasPrefix(head, []byte("\xd0\xcf\x11\xe0"))
}

// Head returns the first rows, for a person to choose columns by. Long numbers
// are masked. It is empty for camt.053, whose columns have their names.
func (f *File) Head(most int) [][]string {
	var out [][]string
	for _, r := range f.rows[:min(len(f.rows), most)] {
		cells := make([]string, len(r.cells))
		for i, c := range r.cells {
			cells[i] = maskNumbers(c)
		}
		out = append(out, cells)
	}
	return out
}

// Statement is what was read.
type Statement struct {
	Lines   []Line
	Broken  []*report.Error // rows that could not be read, by number and code
	Skipped int             // entries of camt.053 that are not booked
}

// Span returns the first and the last moment of the lines; ok is false without
// any.
func (s Statement) Span() (first, last time.Time, ok bool) {
	for _, l := range s.Lines {
		if !ok || l.At.Before(first) {
			first = l.At
		}
		if !ok || l.At.After(last) {
			last = l.At
		}
		ok = true
	}
	return first, last, ok
}

// Read reads all lines by a mapping; times without an offset are of the zone.
// Errors: CodeMapping, CodeFormat, CodeEmpty when there is not one line or
// broken row, CodeTooLarge, CodeCancelled.
func (f *File) Read(ctx context.Context, m Mapping, zone *time.Location) (Statement, error) {
	if f.Kind == KindCAMT {
		return readCAMT(ctx, f.xml, zone)
	}
	columns, err := f.columns(m)
	if err != nil {
		return Statement{}, err
	}
	var out Statement
	for i, r := range f.rows {
		if i%1024 == 0 && ctx.Err() != nil {
			return Statement{}, report.Refuse(report.CodeCancelled, ctx.Err())
		}
		if r.number <= m.HeadRow || r.code == "" && blank(r.cells) {
			continue
		}
		code := r.code
		if code == "" {
			var l Line
			if l, code = columns.line(r, m, zone, f.Kind == KindXLSX); code == "" {
				out.Lines = append(out.Lines, l)
				continue
			}
		}
		out.Broken = append(out.Broken, &report.Error{Code: code, Row: r.number})
	}
	if len(out.Lines)+len(out.Broken) == 0 {
		return Statement{}, report.Refuse(report.CodeEmpty, nil)
	}
	return out, nil
}

func blank(cells []string) bool {
	for _, c := range cells {
		if c != "" {
			return false
		}
	}
	return true
}
