package table

import (
	"slices"
	"strings"

	"sanduq/core/report/statement/values"
)

// view is what all rows of a file say together of a mapping's columns.
type view struct {
	f        *File
	m        Mapping
	at       columns
	heads    []string
	dates    values.Dates
	decimals values.Decimals
	rows     int // that have a sum

	headMoney [roleCount][]string // currencies that the heads of sums name
	fileMoney []string            // that the lines above the table name

	account int // the column that may name the account; -1 for none

	units int // the row right below the heads that names their currencies; 0 for none

	plain, minus, worded   int // amounts without a sign, with a minus, with a word
	plus                   int
	debitPlain, debitMinus int
	strange                int // words of the sign's column that name no side
	states                 int // of the status's column that name no state
	noMoney, otherMoney    int // rows that name no currency, or another one than the mapping
}

// survey goes through all rows once.
func (f *File) survey(m Mapping, at columns) *view {
	v := &view{f: f, m: m, at: at, heads: f.heads(m.HeadRow), account: f.accountColumn(m.HeadRow, at)}
	for _, r := range []role{roleAmount, roleCredit, roleDebit} {
		if c := at[r]; c >= 0 && c < len(v.heads) {
			v.headMoney[r] = values.HeadCurrencies(v.heads[c])
		}
	}
	v.preamble()
	v.second()
	for _, r := range f.rows {
		if v.movement(r) {
			v.see(r)
		}
	}
	return v
}

// movement reports whether a row can be one: it is below the heads, not blank,
// not the heads again, and no sum of others.
func (v *view) movement(r row) bool {
	return r.number > max(v.m.HeadRow, v.units) && r.code == "" && !blank(r.cells) && !v.headAgain(r) && v.phrase(r) == values.NoPhrase
}

// headAgain is a row of heads on the next page.
func (v *view) headAgain(r row) bool {
	return v.heads != nil && len(r.cells) > 1 && slices.Equal(r.cells, v.heads)
}

// phrase is what a row says that is a sum of others. "Total" with a date is the
// name of a shop.
func (v *view) phrase(r row) values.Phrase {
	for _, c := range r.cells {
		if p := values.PhraseOf(c); p == values.Opening || p == values.Closing || p != values.NoPhrase && !v.f.dated(r, v.at[roleDate]) {
			if date := v.cell(r, roleDate); p == values.Total && date != c && strings.ContainsAny(date, "0123456789") {
				continue // a date that cannot be read
			}
			return p
		}
	}
	return values.NoPhrase
}

func (v *view) cell(r row, who role) string {
	if at := v.at[who]; at >= 0 && at < len(r.cells) {
		return r.cells[at]
	}
	return ""
}

// numeric reports whether a cell of a sheet holds a number, which has no separators.
func (v *view) numeric(r row, at int) bool {
	return v.f.Sheet && at >= 0 && at < len(r.text) && !r.text[at]
}

func (v *view) see(r row) {
	if d, ok := v.f.date(r, v.at[roleDate]); ok {
		v.dates.See(d)
	}
	var sum *values.Number
	from := role(-1)
	for _, who := range []role{roleAmount, roleCredit, roleDebit, roleBalance} {
		n, ok := values.ParseNumber(v.cell(r, who))
		if !ok || n.Blank() {
			continue
		}
		if !v.numeric(r, v.at[who]) {
			v.decimals.See(n.Text)
		}
		if who != roleBalance && (sum == nil || nothing(sum.Text)) {
			sum, from = &n, who
		}
	}
	if sum == nil {
		return
	}
	v.rows++
	v.seeSide(r, *sum, from)
	if v.cell(r, roleStatus) != "" && values.StateOf(v.cell(r, roleStatus)) == values.NoState {
		v.states++
	}
	stated := v.money(r, *sum, from)
	switch {
	case len(stated) == 1 && stated[0] != "" && (v.m.Currency == "" || v.m.Currency == stated[0]):
	case len(stated) != 1 && v.m.Currency == "" && stated == nil:
		v.noMoney++
	case stated == nil || slices.Contains(stated, v.m.Currency):
	default:
		v.otherMoney++
	}
}

func (v *view) seeSide(r row, n values.Number, from role) {
	if nothing(n.Text) {
		return
	}
	switch {
	case from == roleDebit && n.Minus:
		v.debitMinus++
	case from == roleDebit:
		v.debitPlain++
	case from != roleAmount:
	case v.at[roleSign] >= 0:
		if side, _ := values.SideOf(v.cell(r, roleSign)); side == values.Unknown {
			v.strange++
		}
	case n.Worded:
		v.worded++
	case n.Minus:
		v.minus++
	case n.Side == values.Unknown:
		v.plain++
	default:
		v.plus++
	}
}

// money are the currencies that all that is said of a row's sum allows; nil where
// nothing is said, and none where it contradicts itself.
func (v *view) money(r row, n values.Number, from role) []string {
	out := values.Both(n.Currencies, v.headMoney[from])
	if cell := v.cell(r, roleCurrency); cell != "" {
		named := values.Currencies(cell)
		if named == nil {
			return []string{""}
		}
		out = values.Both(out, named)
	}
	return values.Both(out, v.fileMoney)
}

// silent are the doubts about what a file does not say.
func (v *view) silent(m Mapping) (doubts []Doubt) {
	if v.plain > 0 && m.Plain == "" || v.strange > 0 {
		doubts = append(doubts, DoubtSign)
	}
	if v.debitMinus > 0 && m.Minus == "" {
		doubts = append(doubts, DoubtMinus)
	}
	if v.noMoney > 0 && m.Currency == "" || v.otherMoney > 0 {
		doubts = append(doubts, DoubtCurrency)
	}
	if v.states > 0 {
		doubts = append(doubts, DoubtStatus)
	}
	if m.Account == "" && len(v.accounts()) > 0 {
		doubts = append(doubts, DoubtAccount)
	}
	return doubts
}

// preamble looks for the currency of the account above the table: a cell that is a
// code alone, or behind the word for it.
func (v *view) preamble() {
	for _, r := range v.f.rows {
		if r.number >= v.m.HeadRow {
			return
		}
		for i, c := range r.cells {
			label, rest := c, ""
			if at := strings.IndexByte(c, ':'); at >= 0 {
				label, rest = c[:at], c[at+1:]
			}
			var named []string
			switch {
			case rest != "" && (currencyWord(label) || values.Key(label) == ""):
				named = values.Currencies(rest)
			case currencyWord(label) && i+1 < len(r.cells):
				named = values.Currencies(r.cells[i+1])
			}
			if named != nil {
				v.fileMoney = values.Both(v.fileMoney, named)
			}
		}
	}
}

// second takes the currencies of a second row of heads: it has no date, and each sum's
// column is blank or names one.
func (v *view) second() {
	for _, r := range v.f.rows {
		if v.m.HeadRow == 0 || r.number > v.m.HeadRow+1 {
			return
		}
		if r.number <= v.m.HeadRow || v.cell(r, roleDate) != "" {
			continue
		}
		money, named := v.headMoney, false
		for _, who := range []role{roleAmount, roleCredit, roleDebit} {
			if cell := v.cell(r, who); cell != "" {
				codes := values.Currencies(strings.Trim(cell, "()[]"))
				if codes == nil {
					return
				}
				money[who], named = values.Both(money[who], codes), true
			}
		}
		if v.headMoney = money; named {
			v.units = r.number
		}
	}
}

func currencyWord(label string) bool {
	return slices.Contains(heads[roleCurrency], values.Key(label)) || values.Key(label) == "العمله"
}

// nothing reports whether a number is 0.
func nothing(text string) bool { return !strings.ContainsAny(text, "123456789") }
