package table

import (
	"slices"
	"strconv"
	"strings"

	"sanduq/core/report/statement/values"
)

// Doubt is a part of a mapping that a person should look at: the file
// allows another reading too, or says nothing.
type Doubt string

// The doubts.
const (
	DoubtColumns  Doubt = "columns"  // date or amount were not found by their heads
	DoubtLayout   Doubt = "layout"   // day and month may stand the other way round
	DoubtDecimal  Doubt = "decimal"  // point and comma may be the other way round
	DoubtSign     Doubt = "sign"     // amounts do not say which way the money went
	DoubtMinus    Doubt = "minus"    // nor does a minus in the column of money that went
	DoubtCurrency Doubt = "currency" // amounts name no currency, or another one than the mapping
	DoubtStatus   Doubt = "status"   // the column of states has words that are not known
	DoubtAccount  Doubt = "account"  // rows are of several accounts
	DoubtID       Doubt = "id"       // no column that names the movements
)

// samples is how many rows are looked at where a column is looked for.
const samples = 500

// Guess says what the columns probably are, for a person to confirm, and what
// is in doubt. What the file does not say stays blank: currency and sign are never
// guessed.
func (f *File) Guess() (Mapping, []Doubt) {
	m := Mapping{Encoding: f.Encoding, Delimiter: f.Delimiter, Decimal: "."}
	at, headRow := f.findHeads()
	m.HeadRow = headRow
	var doubts []Doubt
	if at[roleDate] < 0 || at[roleAmount] < 0 && at[roleCredit] < 0 && at[roleDebit] < 0 {
		f.findByContent(&at, headRow)
		doubts = append(doubts, DoubtColumns)
	} else if at[roleAmount] < 0 && (at[roleCredit] < 0 || at[roleDebit] < 0) { // where is the other side?
		doubts = append(doubts, DoubtColumns)
	}
	if at[roleAmount] >= 0 && at[roleCredit] >= 0 && at[roleDebit] >= 0 {
		v := f.survey(Mapping{HeadRow: headRow}, columns{roleDate: at[roleDate], roleTime: -1, roleValue: -1, roleID: -1, roleAmount: -1, roleCredit: at[roleCredit], roleDebit: at[roleDebit],
			roleSign: -1, roleCurrency: -1, roleStatus: -1, roleBalance: -1, roleText: -1})
		if v.debitMinus == 0 {
			at[roleAmount] = -1 // a column for each side says more than a sign
		}
	}
	if at[roleAmount] >= 0 {
		at[roleCredit], at[roleDebit] = -1, -1
		if at[roleSign] < 0 {
			at[roleSign] = f.signByContent(at, headRow)
		}
	} else {
		at[roleSign] = -1
	}
	for r := range roleCount {
		*m.name(r) = f.columnName(at[r], headRow)
	}
	v := f.survey(m, at)
	var sure bool
	if m.Layout, sure = v.dates.Order(); !sure || m.Layout == "" {
		if m.Layout == "" {
			m.Layout = values.DayFirst
		}
		doubts = append(doubts, DoubtLayout)
	}
	if m.Decimal, sure = v.decimals.Separator(); !sure {
		if m.Decimal == "" {
			m.Decimal = "."
		}
		doubts = append(doubts, DoubtDecimal)
	}
	if v.plain > 0 && v.minus > 0 && v.worded+v.plus == 0 {
		m.Plain = WayIn // a minus says which ones went
	}
	if v.debitMinus > 0 && v.debitPlain > 0 {
		m.Minus = WayIn // it came back: what went has no minus
	}
	doubts = append(doubts, v.silent(m)...)
	if at[roleID] < 0 {
		doubts = append(doubts, DoubtID)
	}
	return m, doubts
}

// Validate holds a mapping that was kept against a new file, and says what the
// file contradicts or leaves open; CodeMapping where it has no such columns.
func (f *File) Validate(m Mapping) ([]Doubt, error) {
	at, err := f.columns(m)
	if err != nil {
		return nil, err
	}
	v := f.survey(m, at)
	var doubts []Doubt
	if v.dates.Against(m.Layout) || v.dates.Seen() == 0 && v.rows > 0 {
		doubts = append(doubts, DoubtLayout)
	}
	if v.decimals.Against(m.Decimal) {
		doubts = append(doubts, DoubtDecimal)
	}
	return append(doubts, v.silent(m)...), nil
}

// columnName is how a mapping names a column: by its head when that is unlike
// all others.
func (f *File) columnName(at, headRow int) string {
	if at < 0 {
		return ""
	}
	if cells := f.heads(headRow); at < len(cells) && values.Key(cells[at]) != "" {
		same := 0
		for _, c := range cells {
			if values.Key(c) == values.Key(cells[at]) {
				same++
			}
		}
		if same == 1 && !strings.HasPrefix(cells[at], "#") {
			return cells[at]
		}
	}
	return "#" + strconv.Itoa(at+1)
}

// findByContent looks for a column of dates and one of sums.
func (f *File) findByContent(at *columns, headRow int) {
	for c := range width(f.rows[:min(len(f.rows), samples)]) {
		if slices.Contains(at[:], c) {
			continue
		}
		all, dated, sums, digits := 0, 0, 0, 0
		for _, r := range f.rows[:min(len(f.rows), samples)] {
			if r.number <= headRow || c >= len(r.cells) || r.cells[c] == "" {
				continue
			}
			all++
			if f.dateLike(r, c) {
				dated++
			} else if n, ok := values.ParseNumber(r.cells[c]); ok {
				sums++
				if strings.ContainsAny(n.Text, ".,٫") || n.Minus {
					digits++
				}
			}
		}
		switch {
		case all == 0:
		case at[roleDate] < 0 && dated*10 >= all*8:
			at[roleDate] = c
		case at[roleAmount] < 0 && at[roleCredit] < 0 && at[roleDebit] < 0 && sums*10 >= all*8 && digits > 0:
			at[roleAmount] = c
		}
	}
}

// signByContent is the only column that has a known word for a side in each row
// that has an amount, for both sides; -1 where there is none.
func (f *File) signByContent(at columns, headRow int) int {
	found := -1
	for c := range width(f.rows[:min(len(f.rows), samples)]) {
		if slices.Contains(at[:], c) {
			continue
		}
		good, bad, sides := 0, 0, map[values.Side]bool{}
		for _, r := range f.rows[:min(len(f.rows), samples)] {
			if r.number <= headRow || at[roleAmount] >= len(r.cells) || r.cells[at[roleAmount]] == "" {
				continue
			}
			side := values.Unknown
			if c < len(r.cells) {
				side, _ = values.SideOf(r.cells[c])
			}
			if sides[side] = true; side == values.Unknown {
				bad++
			} else {
				good++
			}
		}
		if good > 0 && bad == 0 && sides[values.In] && sides[values.Out] {
			if found >= 0 {
				return -1
			}
			found = c
		}
	}
	return found
}
