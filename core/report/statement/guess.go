package statement

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Doubt is a part of a guessed mapping that a person should look at: the file
// allows another reading too.
type Doubt string

// The doubts.
const (
	DoubtColumns Doubt = "columns" // date or amount were not found by their heads
	DoubtLayout  Doubt = "layout"  // day and month may stand the other way round
	DoubtDecimal Doubt = "decimal" // point and comma may be the other way round
	DoubtID      Doubt = "id"      // no column that names the movements
)

// samples is how many rows a guess looks at.
const samples = 500

// role is what a column is for.
type role int

const (
	roleDate role = iota
	roleTime
	roleID
	roleAmount
	roleCredit
	roleDebit
	roleCurrency
	roleText
	roleCount
)

// heads are what banks call their columns, in English, French and Arabic,
// as headKey writes them; the likeliest first.
var heads = [roleCount][]string{
	roleDate: {"date", "transactiondate", "bookingdate", "postingdate", "operationdate", "valuedate", "datetime", "timestamp", "dateoperation", "datecomptable", "datevaleur",
		"التاريخ", "تاريخالحركة", "تاريخالعملية", "تاريخالقيد", "تاريخ"},
	roleTime: {"time", "transactiontime", "heure", "الوقت", "وقتالحركة"},
	roleID: {"transactionid", "transaction", "transactionno", "transactionnumber", "trxid", "txid", "transactionreference", "reference", "referenceno", "referencenumber", "ref", "rrn",
		"referenceoperation", "رقمالحركة", "رقمالعملية", "المرجع", "الرقمالمرجعي", "الرقمالإشاري"},
	roleAmount:   {"amount", "transactionamount", "netamount", "montant", "المبلغ", "القيمة", "مبلغالحركة"},
	roleCredit:   {"credit", "creditamount", "deposit", "paidin", "moneyin", "دائن", "إيداع", "ايداع"},
	roleDebit:    {"debit", "debitamount", "withdrawal", "paidout", "moneyout", "مدين", "سحب"},
	roleCurrency: {"currency", "ccy", "currencycode", "devise", "العملة"},
	roleText:     {"description", "details", "narrative", "narration", "particulars", "remarks", "memo", "label", "communication", "libelle", "البيان", "التفاصيل", "الوصف"},
}

// headKey is a head as it is compared: letters and digits alone, in one case,
// without what Arabic and French may add to their letters.
func headKey(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case 'é', 'è', 'ê', 'É', 'È', 'Ê':
			return 'e'
		case 'ـ':
			return -1
		}
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '#' {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// Guess says what the columns probably are, for a person to confirm, and what
// is in doubt. Currency is the one of rows that name none. A mapping of
// camt.053 is never needed.
func (f *File) Guess(currency string) (Mapping, []Doubt) {
	m := Mapping{Encoding: f.Encoding, Delimiter: f.Delimiter, Decimal: ".", Currency: currency}
	if f.Kind == KindCAMT {
		return m, nil
	}
	at, headRow := f.findHeads()
	m.HeadRow = headRow
	var doubts []Doubt
	if at[roleDate] < 0 || at[roleAmount] < 0 && at[roleCredit] < 0 {
		f.findByContent(&at, headRow)
		doubts = append(doubts, DoubtColumns)
	}
	if at[roleID] < 0 {
		doubts = append(doubts, DoubtID)
	}
	if at[roleAmount] >= 0 {
		at[roleCredit], at[roleDebit] = -1, -1
	}
	for r, to := range map[role]*string{roleDate: &m.Date, roleTime: &m.Time, roleID: &m.ID, roleAmount: &m.Amount, roleCredit: &m.Credit, roleDebit: &m.Debit,
		roleCurrency: &m.Money, roleText: &m.Text} {
		*to = f.columnName(at[r], headRow)
	}
	var unsure bool
	if m.Layout, unsure = guessLayout(f.values(at[roleDate], headRow)); unsure {
		doubts = append(doubts, DoubtLayout)
	}
	var sums []string
	for _, r := range []role{roleAmount, roleCredit, roleDebit} {
		sums = append(sums, f.values(at[r], headRow)...)
	}
	if f.Kind != KindXLSX {
		if m.Decimal, unsure = guessDecimal(sums); unsure {
			doubts = append(doubts, DoubtDecimal)
		}
	}
	return m, doubts
}

// columnName is how a mapping names a column: by its head when that is unlike
// all others.
func (f *File) columnName(at, headRow int) string {
	if at < 0 {
		return ""
	}
	for _, r := range f.rows {
		if r.number != headRow || at >= len(r.cells) || headKey(r.cells[at]) == "" {
			continue
		}
		same := 0
		for _, c := range r.cells {
			if headKey(c) == headKey(r.cells[at]) {
				same++
			}
		}
		if same == 1 && !strings.HasPrefix(r.cells[at], "#") {
			return r.cells[at]
		}
	}
	return "#" + strconv.Itoa(at+1)
}

// findHeads returns the columns of each role in the row that looks most like
// heads among the first ones; headRow is 0 when none does.
func (f *File) findHeads() (at [roleCount]int, headRow int) {
	best := 1
	none := [roleCount]int{}
	for i := range none {
		none[i] = -1
	}
	at = none
	for _, r := range f.rows[:min(len(f.rows), 40)] {
		found, n := none, 0
		for who, known := range heads {
			if c := findHead(r.cells, known); c >= 0 {
				found[who] = c
				n++
			}
		}
		if n > best {
			best, at, headRow = n, found, r.number
		}
	}
	return at, headRow
}

func findHead(cells, known []string) int {
	for _, k := range known {
		for i, c := range cells {
			if headKey(c) == k {
				return i
			}
		}
	}
	for i, c := range cells { // "Amount (LYD)", "Transaction Date / Time"
		for _, k := range known[:min(len(known), 6)] {
			if key := headKey(c); len(k) > 3 && len(key) < 3*len(k) && strings.HasPrefix(key, k) {
				return i
			}
		}
	}
	return -1
}

// findByContent looks for a column of dates and one of sums.
func (f *File) findByContent(at *[roleCount]int, headRow int) {
	width := 0
	for _, r := range f.rows[:min(len(f.rows), samples)] {
		width = max(width, len(r.cells))
	}
	for c := range width {
		values := f.values(c, headRow)
		if len(values) == 0 || slices.Contains(at[:], c) {
			continue
		}
		dated, sums, digits := 0, 0, 0
		for _, v := range values {
			if anyLayout(v) {
				dated++
			} else if _, _, ok := amountLike(v); ok {
				sums++
				if strings.ContainsAny(v, ".,٫") {
					digits++
				}
			}
		}
		switch {
		case at[roleDate] < 0 && dated*10 >= len(values)*8:
			at[roleDate] = c
		case at[roleAmount] < 0 && at[roleCredit] < 0 && sums*10 >= len(values)*8 && digits > 0:
			at[roleAmount] = c
		}
	}
}

// values are the first values of a column below the heads that are not blank.
func (f *File) values(column, headRow int) (out []string) {
	if column < 0 {
		return nil
	}
	for _, r := range f.rows {
		if len(out) == samples {
			break
		}
		if r.number > headRow && column < len(r.cells) && r.cells[column] != "" {
			out = append(out, r.cells[column])
		}
	}
	return out
}

func anyLayout(v string) bool {
	for _, l := range Layouts() {
		if _, _, ok := readMoment(v, "", l, time.UTC); ok && l != Serial {
			return true
		}
	}
	return false
}

// guessLayout is the layout that reads most values. Unsure means that day and
// month could be told apart by none of them.
func guessLayout(values []string) (layout string, unsure bool) {
	read := func(l string) (n int) {
		for _, v := range values {
			if _, _, ok := readMoment(v, "", l, time.UTC); ok {
				n++
			}
		}
		return n
	}
	best := 0
	for _, l := range Layouts()[1:] {
		if n := read(l); n > best {
			best, layout = n, l
		}
	}
	if n := read(Serial); n > best {
		best, layout = n, Serial
	}
	if best == 0 {
		return "02/01/2006", true
	}
	if other := strings.Replace(layout, "02/01/", "01/02/", 1); other != layout {
		return layout, read(other) == best
	}
	return layout, false
}

func amountLike(v string) (point, comma, ok bool) {
	_, text := sign(western(v))
	if text == "" {
		return false, false, false
	}
	_, _, point = parts(text, ".")
	_, _, comma = parts(text, ",")
	return point, comma, point || comma
}

// guessDecimal is the separator by which most values are sums. Unsure means
// that the other one reads as many, and reads them otherwise: then it is the one
// that most of them have, since sums have decimals more often than thousands.
func guessDecimal(values []string) (separator string, unsure bool) {
	points, commas, differ, withComma := 0, 0, false, 0
	for _, v := range values {
		point, comma, _ := amountLike(v)
		if point {
			points++
		}
		if comma {
			commas++
		}
		_, text := sign(western(v))
		if strings.Contains(text, ",") {
			withComma++
		}
		differ = differ || point && comma && strings.ContainsAny(text, ".,")
	}
	if commas > points {
		return ",", false
	}
	if commas == points && differ && withComma*2 > len(values) {
		return ",", true
	}
	return ".", commas == points && differ
}
