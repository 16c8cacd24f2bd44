package export

import (
	"iter"
	"strings"
	"time"
	"unicode"

	"sanduq/core/journal"
)

// Kind is what a column holds.
type Kind int

// The kinds.
const (
	Text    Kind = iota
	Count        // a whole number
	Money        // minor units of the row's currency
	Moment       // a time, to the second
	Date         // a day of the calendar
	Percent      // in tenths
)

// Column is one column of a table.
type Column struct {
	Name  string // the same in every language; the head of plain files
	Kind  Kind
	Sum   bool // Money or Count that is added up, by currency
	Width int  // in characters
	Aside bool // a page of paper has no room for it; the other formats have it
}

// Cell is one value; which field counts is told by its column. The zero Cell
// is blank.
type Cell struct {
	Text   string
	Number int64
	At     time.Time
	Set    bool
}

func text(s string) Cell      { return Cell{Text: s, Set: s != ""} }
func whole(n int64) Cell      { return Cell{Number: n, Set: true} }
func moment(t time.Time) Cell { return Cell{At: t, Set: !t.IsZero()} }

// Row is one row. Cells has one cell for each column and is valid until the
// next row is asked for.
type Row struct {
	Currency string // of the row's money
	Cells    []Cell
}

// Table is a sequence of rows under one head.
type Table struct {
	Name    string // of the sheet, or the heading above it
	Columns []Column
	Heads   []string // one for each column, in words
	Total   int      // rows that are expected, for the progress; 0 is unknown
	Rows    iter.Seq2[Row, error]
}

// heads are the labels of columns in words.
func heads(columns []Column, w Words) []string {
	out := make([]string, len(columns))
	for i, c := range columns {
		out[i] = w.Say(keyColumn + c.Name)
	}
	return out
}

// headed is a table of columns under their heads: in words, or where there are
// none, for programs.
func headed(name, key string, columns []Column, w Words, total int, rows iter.Seq2[Row, error]) Table {
	if w == nil {
		return Table{Name: name, Columns: columns, Heads: names(columns), Total: total, Rows: rows}
	}
	return Table{Name: w.Say(key), Columns: columns, Heads: heads(columns, w), Total: total, Rows: rows}
}

// rowsOf are the rows of what comes, which write puts one after the other. An error ends
// them.
func rowsOf[T any](all iter.Seq2[T, error], write func(one T, put func(Row)) error) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		ended := false
		put := func(r Row) { ended = ended || !yield(r, nil) }
		for one, err := range all {
			if err == nil {
				err = write(one, put)
			}
			if err != nil && !ended {
				yield(Row{}, err)
			}
			if err != nil || ended {
				return
			}
		}
	}
}

// names are the heads of plain files.
func names(columns []Column) []string {
	out := make([]string, len(columns))
	for i, c := range columns {
		out[i] = c.Name
	}
	return out
}

// longest is how many characters of one text go into a cell: more than what
// is sent by gateways and typed by people.
const longest = 1000

// clean takes out what would break a line or steer its direction.
func clean(s string) string {
	plain := len(s) <= longest
	for i := 0; plain && i < len(s); i++ {
		plain = s[i] >= ' ' && s[i] < 0x7f
	}
	if plain {
		return s
	}
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\r', r == '\t', r == '\u2028', r == '\u2029':
			return ' '
		case unicode.IsControl(r), r == unicode.ReplacementChar, r == 0xfffe, r == 0xffff, unicode.In(r, unicode.Cf) && r != '\u200c' && r != '\u200d':
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	if runes := []rune(s); len(runes) > longest {
		s = string(runes[:longest]) + "…"
	}
	return s
}

// payer is the account of a sale by code, masked. One that was validated before a QR was
// paid is not where the money came from.
func payer(s journal.Sale) string {
	if !s.Route.Coded() {
		return ""
	}
	return mask(s.Session.MaskedAccount)
}

// institution is that of the payer's account.
func institution(s journal.Sale) string {
	if !s.Route.Coded() {
		return ""
	}
	return s.Institution
}

// mask hides a payer whose number came unmasked: no more than the last four
// digits of a number leave the till.
func mask(s string) string {
	digits := 0
	for _, r := range s {
		if unicode.IsDigit(r) {
			digits++
		}
	}
	if digits <= 4 {
		return s
	}
	kept := []rune{}
	for _, r := range s {
		if unicode.IsDigit(r) {
			if digits--; digits < 4 {
				kept = append(kept, r)
			}
		}
	}
	return "•••• " + string(kept)
}
