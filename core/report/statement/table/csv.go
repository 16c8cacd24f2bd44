package table

import (
	"strings"

	"sanduq/core/report"
	"sanduq/core/report/statement/record"
)

// row is one row of a sheet or of a CSV file.
type row struct {
	number int // from 1: the line in the file, or the row of the sheet
	cells  []string
	text   []bool      // of a sheet: which cells hold a text
	day    []bool      // of a sheet: which numbers are shown as a date
	code   report.Code // why it could not be read; blank when it could
}

// Limits of what is read.
const (
	maxColumns = 256
	maxCells   = 16 << 20
	maxLines   = 100 // of one quoted field: a quotation mark alone must not swallow the file
)

// delimiters are what columns may be parted by.
const delimiters = ",;\t|"

// guessDelimiter is the separator that parts most of the first lines into the
// same number of columns.
func guessDelimiter(text string) byte {
	best, most := byte(','), 0
	for _, d := range []byte(delimiters) {
		rows, _ := split(text, d, 50)
		counts := map[int]int{}
		for _, r := range rows {
			if len(r.cells) > 1 {
				counts[len(r.cells)]++
			}
		}
		for columns, n := range counts {
			if score := n * min(columns, 12); score > most || score == most && d == ';' && best == ',' {
				best, most = d, score
			}
		}
	}
	return best
}

// split reads up to so many rows. A quotation that never ends corrupts its
// own line alone: reading goes on with the next.
func split(text string, delimiter byte, most int) (rows []row, more bool) {
	line, all := 1, 0
	for at := 0; at < len(text); {
		if len(rows) == most || all > maxCells {
			return rows, true
		}
		cells, next, lines, ok := one(text[at:], delimiter)
		if !ok {
			end := strings.IndexByte(text[at:], '\n')
			if end < 0 {
				end = len(text) - at - 1
			}
			rows = append(rows, row{number: line, code: report.CodeRowQuote})
			at, line = at+end+1, line+1
			continue
		}
		rows, all = append(rows, row{number: line, cells: cells}), all+len(cells)
		at, line = at+next, line+lines
	}
	return rows, false
}

// one reads one record and returns where the next begins and how many lines
// it took; ok is false when a quotation does not end.
func one(text string, delimiter byte) (cells []string, next, lines int, ok bool) {
	lines = 1
	for at := 0; ; {
		var cell string
		if at < len(text) && text[at] == '"' {
			quoted, end, newlines, closed := quotation(text[at+1:])
			if !closed {
				return nil, 0, 0, false
			}
			lines += newlines
			at += 1 + end
			rest := strings.IndexAny(text[at:], string(delimiter)+"\n")
			if rest < 0 {
				rest = len(text) - at
			}
			behind := strings.TrimSuffix(text[at:at+rest], "\r") // is kept, as most programs do
			if behind != "" && newlines > 0 {                    // the end of another quotation, some lines below
				return nil, 0, 0, false
			}
			cell = quoted + behind
			at += rest
		} else {
			end := strings.IndexAny(text[at:], string(delimiter)+"\n")
			if end < 0 {
				end = len(text) - at
			}
			cell = text[at : at+end]
			at += end
			if at >= len(text) || text[at] == '\n' {
				cell = strings.TrimSuffix(cell, "\r")
			}
		}
		if len(cells) < maxColumns {
			cells = append(cells, record.Short(cell))
		}
		if at >= len(text) {
			return cells, len(text), lines, true
		}
		if text[at] == '\n' {
			return cells, at + 1, lines, true
		}
		at++
	}
}

// quotation reads up to the closing mark; two marks are one in the text.
func quotation(text string) (out string, end, newlines int, ok bool) {
	var b strings.Builder
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '"')
		if i < 0 {
			return "", 0, 0, false
		}
		part := text[at : at+i]
		if newlines += strings.Count(part, "\n"); newlines >= maxLines {
			return "", 0, 0, false
		}
		b.WriteString(part)
		at += i + 1
		if at >= len(text) || text[at] != '"' {
			return b.String(), at, newlines, true
		}
		b.WriteByte('"')
		at++
	}
}
