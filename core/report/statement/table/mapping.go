package table

import (
	"fmt"
	"strconv"
	"strings"

	"sanduq/core/report"
	"sanduq/core/report/statement/charset"
	"sanduq/core/report/statement/values"
)

// Mapping says what the columns of a bank's files are. It is small, kept as
// JSON and used again for the next file. A column is named by its head, or by
// "#" and its number from 1; blank is none.
type Mapping struct {
	Encoding  charset.Encoding `json:"encoding,omitempty"`
	Delimiter string           `json:"delimiter,omitempty"`
	HeadRow   int              `json:"headRow"` // rows up to this one are no movements; 0 is none

	ID      string `json:"id,omitempty"` // what the bank calls the movement
	Date    string `json:"date"`
	Time    string `json:"time,omitempty"`  // when it is not in the date's column
	Value   string `json:"value,omitempty"` // the day from which the money counts
	Amount  string `json:"amount,omitempty"`
	Credit  string `json:"credit,omitempty"` // in place of Amount: money that came
	Debit   string `json:"debit,omitempty"`  // money that went
	Sign    string `json:"sign,omitempty"`   // which way an Amount went, in a word
	Money   string `json:"currency,omitempty"`
	Status  string `json:"status,omitempty"`  // whether a row is booked, pending or reversed
	Balance string `json:"balance,omitempty"` // behind each movement
	Text    string `json:"text,omitempty"`

	Layout   string `json:"layout"`           // of the date, such as values.DayFirst
	Decimal  string `json:"decimal"`          // "." or ","
	Currency string `json:"always,omitempty"` // of rows that name none, as a person said
	// Plain is what an amount without any sign is, as a person said or as the minus
	// of other amounts says. While it is blank such rows are unread.
	Plain Way `json:"plain,omitempty"`
	// Minus is what a minus in the column of money that went is: money that went,
	// where the bank writes the sign as well, or money that came back. While it is
	// blank such rows are unread.
	Minus Way `json:"minus,omitempty"`
	// OneAccount says that the column that seems to name the account of each row names the
	// other side's. Account is the account that is read of a file that has several, as the
	// file writes it: it is asked for with each file, and not kept.
	OneAccount bool   `json:"oneAccount,omitempty"`
	Account    string `json:"-"`
}

// Way is which way money went, as a person said.
type Way string

// The ways.
const (
	WayIn  Way = "in"
	WayOut Way = "out"
)

func (w Way) side() values.Side {
	switch w {
	case WayIn:
		return values.In
	case WayOut:
		return values.Out
	}
	return values.Unknown
}

// role is what a column is for.
type role int

const (
	roleDate role = iota
	roleTime
	roleValue
	roleID
	roleAmount
	roleCredit
	roleDebit
	roleSign
	roleCurrency
	roleStatus
	roleBalance
	roleText
	roleCount
)

// name is where a mapping keeps the column of a role.
func (m *Mapping) name(r role) *string {
	return [roleCount]*string{roleDate: &m.Date, roleTime: &m.Time, roleValue: &m.Value, roleID: &m.ID, roleAmount: &m.Amount, roleCredit: &m.Credit, roleDebit: &m.Debit,
		roleSign: &m.Sign, roleCurrency: &m.Money, roleStatus: &m.Status, roleBalance: &m.Balance, roleText: &m.Text}[r]
}

// columns are a mapping's columns in one file, -1 for none.
type columns [roleCount]int

func noColumns() (c columns) {
	for i := range c {
		c[i] = -1
	}
	return c
}

func (f *File) columns(m Mapping) (columns, error) {
	heads, width := f.heads(m.HeadRow), width(f.rows)
	var wrong error
	c := noColumns()
	for r := range roleCount {
		name := *m.name(r)
		if name == "" {
			continue
		}
		if number, is := strings.CutPrefix(name, "#"); is {
			if n, err := strconv.Atoi(number); err == nil && n >= 1 && n <= width {
				c[r] = n - 1
			}
		} else {
			for i := len(heads) - 1; i >= 0; i-- {
				if values.Key(heads[i]) == values.Key(name) {
					c[r] = i
				}
			}
		}
		if c[r] < 0 && wrong == nil {
			wrong = fmt.Errorf("no such column among %d", len(heads))
		}
	}
	switch {
	case wrong != nil:
	case c[roleDate] < 0 || c[roleAmount] < 0 && c[roleCredit] < 0 && c[roleDebit] < 0:
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

func (f *File) heads(row int) []string {
	if row > 0 {
		for _, r := range f.rows {
			if r.number == row {
				return r.cells
			}
		}
	}
	return nil
}
