package statement

import (
	"bytes"
	"context"
	"sync"
	"time"

	"sanduq/core/report"
	"sanduq/core/report/statement/bai2"
	"sanduq/core/report/statement/camt"
	"sanduq/core/report/statement/charset"
	"sanduq/core/report/statement/mt940"
	"sanduq/core/report/statement/ofx"
	"sanduq/core/report/statement/qif"
	"sanduq/core/report/statement/record"
	"sanduq/core/report/statement/table"
)

// Kind is what a file is.
type Kind string

// The kinds.
const (
	KindCSV     Kind = "csv"
	KindXLSX    Kind = "xlsx"
	KindCAMT052 Kind = "camt.052"
	KindCAMT    Kind = "camt.053"
	KindCAMT054 Kind = "camt.054"
	KindMT      Kind = "mt940"
	KindOFX     Kind = "ofx"
	KindQIF     Kind = "qif"
	KindBAI2    Kind = "bai2"
)

// Limits of what is read.
const (
	MaxBytes = 256 << 20
	MaxRows  = record.MaxRows
)

// File is a statement that was opened. It may be read from any goroutine.
type File struct {
	Kind  Kind
	table *table.File // of CSV and workbooks
	text  string      // of all others, in UTF-8
	// accounts are those of which a text has rows, read once.
	accounts func() []string
}

// Open tells what a file of at most MaxBytes is. Encoding and delimiter of CSV are
// guessed unless the mapping names them. Errors: CodeTooLarge, CodeEmpty,
// CodeEncoding, CodeCancelled, CodeFormat, and the codes of what is known and not
// read: CodePDF and those beside it.
func Open(ctx context.Context, data []byte, m Mapping) (*File, error) {
	if len(data) > MaxBytes {
		return nil, report.Refuse(report.CodeTooLarge, nil)
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, report.Refuse(report.CodeEmpty, nil)
	}
	if code := refused(data); code != "" {
		return nil, report.Refuse(code, nil)
	}
	if bytes.HasPrefix(data, []byte("PK\x03\x04")) {
		t, err := table.OpenSheet(ctx, data)
		if err != nil {
			return nil, err
		}
		return &File{Kind: KindXLSX, table: t}, nil
	}
	f, err := openText(data)
	if f != nil || err != nil {
		return f, err
	}
	t, err := table.OpenCSV(ctx, data, m.Encoding, m.Delimiter)
	if err != nil {
		return nil, err
	}
	return &File{Kind: KindCSV, table: t}, nil
}

// openText is for the formats that say themselves what they are; nil for a table.
func openText(data []byte) (*File, error) {
	text, err := charset.XML(data)
	if err != nil { // no text in what it says that it is: the table's own reader tells why
		return nil, nil //nolint:nilerr // a CSV in an encoding that looked like another one
	}
	if bytes.HasPrefix(bytes.TrimLeft(text, " \r\n\t"), []byte("<")) && !ofx.Looks(string(text[:min(len(text), 4096)])) {
		if kind := camt.Kind(text); kind != "" {
			return newText(Kind(kind), text), nil
		}
		return nil, report.Refuse(markup(text), nil)
	}
	head := string(text[:min(len(text), 32<<10)])
	switch {
	case ofx.Looks(head):
		if as := ofx.Encoding(head); as != "" {
			if again, err := charset.Decode(data, Encoding(as)); err == nil {
				text = again
			}
		}
		return newText(KindOFX, text), nil
	case qif.Looks(head):
		return newText(KindQIF, text), nil
	case bai2.Looks(head):
		return newText(KindBAI2, text), nil
	case mt940.Looks(head):
		return newText(KindMT, text), nil
	}
	return nil, nil
}

// newText is a file of a format that says itself what it is.
func newText(kind Kind, text []byte) *File {
	f := &File{Kind: kind, text: string(text)}
	f.accounts = sync.OnceValue(func() []string {
		s, err := f.read(context.Background(), record.Options{Zone: time.UTC})
		if err != nil {
			return nil
		}
		return s.Accounts
	})
	return f
}

// Table reports whether a file has columns that a mapping names.
func (f *File) Table() bool { return f.table != nil }

// Usable says why a table is no statement, whatever its columns may be:
// CodeNoTable, CodeEmpty.
func (f *File) Usable() error {
	if f.table == nil {
		return nil
	}
	return f.table.Usable()
}

// Head returns the first rows of a table, for a person to choose columns by. Long
// numbers are masked.
func (f *File) Head(most int) [][]string {
	if f.table == nil {
		return nil
	}
	return f.table.Head(most)
}

// Guess says what a file leaves open as far as it can be told from the file, for a
// person to confirm, and what is in doubt. Currency and sign are never guessed.
func (f *File) Guess() (Mapping, []Doubt) {
	if f.table != nil {
		return f.table.Guess()
	}
	m := Mapping{Layout: DayFirst, Decimal: "."}
	var doubts []Doubt
	if f.Kind == KindQIF {
		a := qif.Asks(f.text)
		if a.Layout != "" {
			m.Layout = a.Layout
		}
		if a.Decimal != "" {
			m.Decimal = a.Decimal
		}
		if !a.Sure {
			doubts = append(doubts, DoubtLayout)
		}
		if !a.Point {
			doubts = append(doubts, DoubtDecimal)
		}
	}
	return m, append(doubts, f.silent(m)...)
}

// Accounts are the accounts of which a file has movements, where it has those of more
// than one, as it writes them; see Mapping.Account.
func (f *File) Accounts(m Mapping) []string {
	if f.table != nil {
		return f.table.Accounts(m)
	}
	if all := f.accounts(); len(all) > 1 {
		return all
	}
	return nil
}

// Unread are the sheets of a workbook that were left out since their columns are others,
// and how many rows they have below their heads.
func (f *File) Unread() (sheets, rows int) {
	if f.table == nil {
		return 0, 0
	}
	return f.table.Unread()
}

// Orders are the orders in which all dates of a table may stand, the likeliest first;
// none of any other format.
func (f *File) Orders(m Mapping) []string {
	if f.table == nil {
		return nil
	}
	return f.table.Orders(m)
}

// Validate holds a mapping that was kept against this file, and says what the file
// contradicts or leaves open. CodeMapping where it has no such columns.
func (f *File) Validate(m Mapping) ([]Doubt, error) {
	if f.table != nil {
		return f.table.Validate(m)
	}
	var doubts []Doubt
	if f.Kind == KindQIF {
		layout, decimal := qif.Against(f.text, record.Options{Layout: m.Layout, Decimal: m.Decimal})
		if layout {
			doubts = append(doubts, DoubtLayout)
		}
		if decimal {
			doubts = append(doubts, DoubtDecimal)
		}
	}
	return append(doubts, f.silent(m)...), nil
}

// silent are the doubts about a currency that a format without columns does not name, and
// about which of its accounts is read.
func (f *File) silent(m Mapping) (doubts []Doubt) {
	if m.Account == "" && len(f.Accounts(m)) > 0 {
		doubts = append(doubts, DoubtAccount)
	}
	s, err := f.Read(context.Background(), m, time.UTC)
	if err != nil || m.Currency != "" {
		return doubts
	}
	for _, b := range s.Broken {
		if b.Code == report.CodeRowCurrency {
			return append(doubts, DoubtCurrency)
		}
	}
	return doubts
}

// Read reads all movements by a mapping. All times are in the zone, nil being UTC, and those
// without an offset are of it: the day of a line is the shop's. Errors: CodeMapping,
// CodeFormat, CodeEmpty when there is not one row, CodeTooLarge, CodeCancelled.
func (f *File) Read(ctx context.Context, m Mapping, zone *time.Location) (Statement, error) {
	if zone == nil {
		zone = time.UTC
	}
	s, err := f.readIn(ctx, m, zone)
	for i := range s.Lines {
		l := &s.Lines[i]
		hour, minute, second := l.At.Clock()
		l.Noon = !l.Dated && hour == 12 && minute+second == 0
		if l.At = l.At.In(zone); l.Dated {
			l.At = begun(l.At)
		}
		if !l.Value.IsZero() {
			l.Value = begun(l.Value.In(zone))
		}
	}
	return s, err
}

// begun is the first moment of a day, as the readers have it: where clocks go forward at
// midnight, west of Greenwich, they have 23 h of the day before.
func begun(at time.Time) time.Time {
	y, m, d := at.Date()
	if time.Date(y, m, d+1, 0, 0, 0, 0, at.Location()).Equal(at) {
		return at.Add(time.Hour)
	}
	return at
}

func (f *File) readIn(ctx context.Context, m Mapping, zone *time.Location) (Statement, error) {
	if f.table != nil {
		return f.table.Read(ctx, m, zone)
	}
	o := record.Options{Zone: zone, Currency: m.Currency, Layout: m.Layout, Decimal: m.Decimal}
	several := f.Accounts(m)
	if len(several) > 0 {
		o.Account = m.Account
	}
	s, err := f.read(ctx, o)
	if len(several) > 0 && m.Account == "" { // nobody knows of which account
		for _, l := range s.Lines {
			s.Broken = append(s.Broken, &report.Error{Code: report.CodeRowAccount, Row: l.Row})
		}
		s.Lines, s.Gaps = nil, nil
	}
	return s, err
}

// read reads a format without columns.
func (f *File) read(ctx context.Context, o record.Options) (Statement, error) {
	switch f.Kind {
	case KindMT:
		return mt940.Read(ctx, f.text, o)
	case KindOFX:
		return ofx.Read(ctx, f.text, o)
	case KindQIF:
		return qif.Read(ctx, f.text, o)
	case KindBAI2:
		return bai2.Read(ctx, f.text, o)
	}
	return camt.Read(ctx, []byte(f.text), o)
}
