package statement

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/money"
	"sanduq/core/report"
)

// Mapping says what the columns of a bank's files are. It is small, kept as
// JSON and used again for the next file. A column is named by its head, or by
// "#" and its number from 1; blank is none.
type Mapping struct {
	Encoding  Encoding `json:"encoding,omitempty"`
	Delimiter string   `json:"delimiter,omitempty"`
	HeadRow   int      `json:"headRow"` // rows up to this one are no movements; 0 is none

	ID     string `json:"id,omitempty"` // what the bank calls the movement
	Date   string `json:"date"`
	Time   string `json:"time,omitempty"` // when it is not in the date's column
	Amount string `json:"amount,omitempty"`
	Credit string `json:"credit,omitempty"` // in place of Amount: money that came
	Debit  string `json:"debit,omitempty"`  // money that went
	Money  string `json:"currency,omitempty"`
	Text   string `json:"text,omitempty"`

	Layout   string `json:"layout"`           // of the date, one of Layouts
	Decimal  string `json:"decimal"`          // "." or ","
	Currency string `json:"always,omitempty"` // of rows that name none
}

// columns are a mapping's columns in one file, -1 for none.
type columns struct {
	id, date, time, amount, credit, debit, currency, text int
}

func (f *File) columns(m Mapping) (columns, error) {
	var heads []string
	for _, r := range f.rows {
		if r.number == m.HeadRow {
			heads = r.cells
		}
	}
	width := 0
	for _, r := range f.rows {
		width = max(width, len(r.cells))
	}
	var wrong error
	find := func(name string) int {
		at := -1
		if number, is := strings.CutPrefix(name, "#"); is {
			if n, err := strconv.Atoi(number); err == nil && n >= 1 && n <= width {
				at = n - 1
			}
		} else if name != "" {
			for i, h := range heads {
				if at < 0 && headKey(h) == headKey(name) {
					at = i
				}
			}
		}
		if name != "" && at < 0 && wrong == nil {
			wrong = fmt.Errorf("no such column among %d", len(heads))
		}
		return at
	}
	c := columns{id: find(m.ID), date: find(m.Date), time: find(m.Time), amount: find(m.Amount), credit: find(m.Credit), debit: find(m.Debit),
		currency: find(m.Money), text: find(m.Text)}
	switch {
	case wrong != nil:
	case c.date < 0 || c.amount < 0 && c.credit < 0 && c.debit < 0:
		wrong = fmt.Errorf("date and amount are needed")
	case m.Decimal != "." && m.Decimal != ",":
		wrong = fmt.Errorf("decimal %q", m.Decimal)
	case m.Layout == "":
		wrong = fmt.Errorf("no layout of the date")
	}
	if wrong != nil {
		return columns{}, report.Refuse(report.CodeMapping, wrong)
	}
	return c, nil
}

// line reads one row; the code is why it could not be read.
func (c columns) line(r row, m Mapping, zone *time.Location, sheet bool) (Line, report.Code) {
	cell := func(at int) string {
		if at < 0 || at >= len(r.cells) {
			return ""
		}
		return r.cells[at]
	}
	if len(r.cells) <= c.date || len(r.cells) <= max(min(c.amount, 0), c.amount) && c.credit < 0 && c.debit < 0 {
		return Line{}, report.CodeRowShort
	}
	at, dated, ok := readMoment(cell(c.date), cell(c.time), m.Layout, zone)
	if !ok {
		return Line{}, report.CodeRowDate
	}
	currency := readCurrency(cell(c.currency), m.Currency)
	if _, err := money.FractionDigits(currency); err != nil {
		return Line{}, report.CodeRowCurrency
	}
	amount, code := c.sum(cell, m, currency, sheet)
	if code != "" {
		return Line{}, code
	}
	l := Line{Row: r.number, Amount: amount, At: at, Dated: dated, Text: core.NewSecret(cell(c.text))}
	if id := cell(c.id); id != "" {
		l.IDs = []string{id}
	}
	return l, ""
}

// sum is a row's amount: money that went is negative.
func (c columns) sum(cell func(int) string, m Mapping, currency string, sheet bool) (money.Amount, report.Code) {
	if text := cell(c.amount); c.amount >= 0 && text != "" {
		return readAmount(text, m.Decimal, currency, sheet)
	}
	credit, debit := cell(c.credit), cell(c.debit)
	var sums [2]money.Amount
	for i, text := range []string{credit, debit} {
		if text == "" {
			continue
		}
		var code report.Code
		if sums[i], code = readAmount(text, m.Decimal, currency, sheet); code != "" {
			return money.Amount{}, code
		}
	}
	if credit == "" && debit == "" || sums[0].Minor != 0 && sums[1].Minor != 0 {
		return money.Amount{}, report.CodeRowAmount
	}
	out := money.Amount{Minor: sums[0].Minor, Currency: currency}
	if sums[1].Minor > 0 {
		out.Minor = -sums[1].Minor
	} else if sums[1].Minor < 0 { // a bank that writes the sign as well
		out.Minor = sums[1].Minor
	}
	return out, ""
}
