package statement_test

import (
	"fmt"
	"html"
	"io"
	"slices"
	"strings"
	"time"

	"sanduq/core/report/statement"
)

// tabled is how a table is written.
type tabled struct {
	decimal, group       string
	arabic, two, balance bool
	sign                 int    // 0 to 4: a mark; 5: a column; 6: a word behind it; 7: one before it
	money                string // where the currency stands
	layout               string
	sides                [2]string
}

var headsOfSides = [][2]string{{"Credit", "Debit"}, {"Montant crédit", "Montant débit"}, {"Amount (Cr)", "Amount (Dr)"}, {"Haben", "Soll"}, {"Betrag Haben", "Betrag Soll"},
	{"المبلغ الدائن", "المبلغ المدين"}, {"دائن", "مدين"}, {"Deposits", "Withdrawals"}, {"Paid in", "Paid out"}, {"Receipts", "Payments"}, {"Deposit Amt.", "Withdrawal Amt."}}

func (w *written) layout() (s tabled) {
	s.decimal = w.pick(".", ",")
	s.group = w.pick("", " ", "'", "\u00a0", map[string]string{".": ",", ",": "."}[s.decimal])
	if s.decimal == "." && w.chance(15) {
		s.group = "in,"
	}
	s.arabic, s.two, s.balance, s.sign = w.chance(20), w.chance(40), w.chance(40), w.r.IntN(8)
	s.money = w.pick("head", "tail", "before", "behind", "column", "above", "units")
	s.layout = w.pick("2006-01-02", "2/1/2006", "1/2/2006", "02.01.2006", "2-Jan-06", "2 January 2006", "20060102", "2006.01.02.", "02/01/2006 3:04 pm", "2006-01-02T15:04:05Z07:00", "02/01/2006 15:04")
	sides := [][2]string{{"C", "D"}, {"CR", "DR"}, {"Cr.", "Dr."}, {"Credit", "Debit"}, {"H", "S"}, {"دائن", "مدين"}, {"crédit", "débit"}}
	s.sides = sides[w.r.IntN(len(sides))]
	w.rows[len(w.rows)-1].at = time.Date(2026, w.rows[0].at.Month(), 28, 0, 0, 0, 0, tripoli) // shows the order
	return s
}

// sum is a cell of an amount with what marks its side.
func (w *written) sum(s tabled, minor int64) string {
	text := w.number(minor, s.decimal, s.group)
	if s.arabic {
		text = w.number(minor, "٫", map[bool]string{true: "٬"}[s.group != ""])
		text = strings.NewReplacer("0", "٠", "1", "١", "2", "٢", "3", "٣", "4", "٤", "5", "٥", "6", "٦", "7", "٧", "8", "٨", "9", "٩").Replace(text)
	}
	switch s.money {
	case "before":
		text = w.currency + " " + text
	case "behind":
		text += " " + w.currency
	}
	if s.two {
		return text
	}
	side := 0
	if minor < 0 {
		side = 1
	}
	switch s.sign {
	case 5:
		return text
	case 6:
		return text + " " + s.sides[side]
	case 7:
		return s.sides[side] + " " + text
	}
	if minor < 0 {
		text = []string{"-" + text, "\u2212" + text, text + "-", "(" + text + ")", "- " + text}[s.sign]
	}
	return text
}

// cells are a row: date, name, sums, side, words, currency, balance.
func (w *written) cells(s tabled, date, id string, minor int64, words string, balance *int64) []string {
	out := []string{date, id}
	side := 0
	if minor < 0 {
		side = 1
	}
	if s.two {
		both := [2]string{}
		both[side] = w.sum(s, minor)
		out = append(out, both[:]...)
	} else if out = append(out, w.sum(s, minor)); s.sign == 5 {
		out = append(out, s.sides[side])
	}
	out = append(out, words)
	if s.money == "column" {
		out = append(out, w.currency)
	}
	if s.balance {
		out = append(out, "")
		if balance != nil {
			plain := s
			plain.two, plain.sign = false, 0
			if out[len(out)-1] = w.sum(plain, *balance); s.sign == 1 && !s.two {
				out[len(out)-1] = strings.Replace(out[len(out)-1], "-", "\u2212", 1)
			}
		}
	}
	return out
}

// table is the whole of it, row by row.
func (w *written) table() (s tabled, rows [][]string) {
	s = w.layout()
	tail := map[string]string{"head": " (" + w.currency + ")", "tail": " " + w.currency}[s.money]
	heads := []string{w.pick("Date", "Transaction Date", "التاريخ", "Buchungstag", "Date opération"), w.pick("Reference", "Transaction ID", "المرجع", "Ref.")}
	sum := len(heads)
	switch {
	case s.two:
		both := headsOfSides[w.r.IntN(len(headsOfSides))]
		heads = append(heads, both[0]+tail, both[1]+tail)
	case s.sign == 5:
		heads = append(heads, w.pick("Amount", "Montant", "المبلغ", "Betrag")+tail, w.pick("D/C", "Dr/Cr", "Debit/Credit", "Sens", "Soll/Haben", "مدين/دائن"))
	default:
		heads = append(heads, w.pick("Amount", "Montant", "المبلغ", "Betrag", "Transaction Amount")+tail)
	}
	heads = append(heads, w.pick("Description", "Libellé", "البيان", "Details"))
	if s.money == "column" {
		heads = append(heads, w.pick("Currency", "Devise", "العملة", "CCY"))
	}
	if s.balance {
		heads = append(heads, w.pick("Balance", "Solde", "الرصيد", "Saldo"))
	}
	if w.chance(40) || s.money == "above" {
		rows = append(rows, []string{"Bank of Trade"}, []string{"Account", "LY83002048000020100120361"})
		if s.money == "above" {
			rows = append(rows, [][]string{{"Currency", w.currency}, {"Currency: " + w.currency}}[w.r.IntN(2)])
		}
	}
	rows = append(rows, heads)
	if s.money == "units" {
		units := make([]string, len(heads))
		units[sum] = w.currency
		if s.two {
			units[sum+1] = "(" + w.currency + ")"
		}
		rows = append(rows, units)
	}
	blank := make([]string, len(heads))
	last := len(heads) - 1
	stated := func(words string, minor int64) { // a balance on a row of its own
		r := slices.Clone(blank)
		plain := s
		plain.two, plain.sign = false, 0
		r[w.r.IntN(2)], r[last] = words, w.sum(plain, minor)
		rows = append(rows, r)
	}
	if s.balance && w.chance(50) {
		stated(w.pick("Opening balance", "Solde initial", "الرصيد الافتتاحي", "Anfangssaldo"), w.opening)
	}
	balance, in, out := w.opening, int64(0), int64(0)
	for i, m := range w.rows {
		when := m.at.Format(s.layout)
		if !m.spoilt {
			balance += m.minor
		}
		r := w.cells(s, when, m.id, m.minor, m.words, &balance)
		if w.chance(10) {
			r[sum+1+map[bool]int{true: 1}[s.two || s.sign == 5]] += "\nsecond line; \"quoted\", and more"
		}
		switch {
		case m.spoilt && w.chance(30):
			r[0] = w.pick("31/31/2026", "soon")
		case m.spoilt && w.chance(30): // half empty
			for c := sum; c < len(r); c++ {
				r[c] = ""
			}
		case m.spoilt && s.sign == 5 && !s.two && w.chance(50):
			r[sum+1] = w.pick("?", "")
		case m.spoilt:
			for c := sum; c <= sum+1; c++ {
				if c == sum || s.two {
					r[c] = strings.Replace(r[c], s.decimal, "x", 1) + map[bool]string{true: "x"}[r[c] != ""]
				}
			}
		case m.minor > 0:
			in += m.minor
		default:
			out += m.minor
		}
		rows = append(rows, r)
		if i%8 == 7 && w.chance(40) { // the next page
			rows = append(rows, blank, []string{"Page 2"}, heads)
		}
	}
	if s.balance && w.chance(50) {
		stated(w.pick("Closing balance", "Solde final", "الرصيد الختامي", "Endsaldo"), balance)
	}
	if s.two && w.chance(50) {
		r := slices.Clone(blank)
		r[0], r[sum], r[sum+1] = w.pick("Total", "Totaux", "الإجمالي", "Summe"), w.sum(s, in), w.sum(s, out)
		rows = append(rows, r)
	}
	return s, rows
}

func (w *written) csv() {
	w.kind = statement.KindCSV
	s, rows := w.table()
	between, end := w.pick(",", ";", "\t", "|"), w.pick("\n", "\r\n")
	if between == "," && (s.decimal == "," || s.group == "," || s.group == "in,") && w.chance(50) {
		between = ";"
	}
	all := w.chance(20)
	for _, r := range rows {
		for i, c := range r {
			if i > 0 {
				w.f("%s", between)
			}
			if all || strings.ContainsAny(c, between+"\"\n") {
				c = `"` + strings.ReplaceAll(c, `"`, `""`) + `"`
			}
			w.f("%s", c)
		}
		w.f("%s", end)
	}
}

// sheet is the same as texts; or with numbers, whose format says the currency.
func (w *written) sheet() {
	w.kind = statement.KindXLSX
	numbers := w.chance(60)
	rows := [][]string{{"Date", "Ref", w.pick("Amount", "المبلغ", "Montant")}}
	if !numbers {
		_, rows = w.table()
	}
	text := func(out io.Writer, c string) {
		fmt.Fprintf(out, `<c t="inlineStr"><is><t xml:space="preserve">%s</t></is></c>`, html.EscapeString(c))
	}
	digits := "0." + strings.Repeat("0", w.digits)
	style, base := 2+w.r.IntN(2), w.pick("", `<workbookPr date1904="1"/>`)
	w.data = packed(w.t, base, styled("dd/mm/yyyy", `#,##`+digits+`" `+w.currency+`"`, `[$`+w.currency+`] `+digits+` "Cr";[$`+w.currency+`] `+digits+` "Dr"`), func(out io.Writer) {
		for _, r := range rows {
			_, _ = io.WriteString(out, "<row>")
			for _, c := range r {
				text(out, c)
			}
			_, _ = io.WriteString(out, "</row>")
		}
		for _, m := range w.rows {
			if !numbers {
				break
			}
			sum := w.number(m.minor, ".", "")
			if m.minor < 0 {
				sum = "-" + sum
			}
			if m.spoilt {
				sum = "</v><f>A1</f><v>"
			}
			days := int(time.Date(m.at.Year(), m.at.Month(), m.at.Day(), 0, 0, 0, 0, time.UTC).Sub(time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)).Hours() / 24)
			if base != "" {
				days -= 1462
			}
			fmt.Fprintf(out, `<row><c s="1"><v>%d</v></c>`, days)
			text(out, m.id)
			fmt.Fprintf(out, `<c s="%d"><v>%s</v></c></row>`, style, sum)
		}
	})
}
