package statement_test

import (
	"encoding/csv"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
)

// notAgain are files that say too little for a decoder without a person, or whose rows
// are to be left out for what stands in them: corpus_test.go has their sums by hand.
var notAgain = []string{"type-words.csv", "suffixes.csv", "dollar.csv", "usd-cell.csv", "status.csv", "pending-in-date.csv", "both-orders.csv", "both-decimals.csv",
	"minus-debit.csv", "repeated.csv", "short-year-open.csv", "french-status.csv", "minor-zero.csv", "six-digits.csv", "running.csv",
	"balances.csv", "indian.csv", "offsets.csv", "short-years.csv", "year-dots.csv", "french.csv", "total-row.csv"}

var (
	headDate    = regexp.MustCompile(`(?i)^(transaction |booking )?date|^التاريخ|^buchungstag|^posted`)
	headCredit  = regexp.MustCompile(`(?i)^(montant )?crédit|^credit|\(cr\)|haben( |$)|الدائن|^دائن|^deposit|^paid in|^receipts`)
	headDebit   = regexp.MustCompile(`(?i)^(montant )?débit|^debit|\(dr\)|soll( |$)|المدين|^مدين|^withdrawal|^paid out|^payments`)
	headAmount  = regexp.MustCompile(`(?i)amount|montant|المبلغ|betrag`)
	headSide    = regexp.MustCompile(`(?i)^(d/c|dr/cr|debit/credit|sens|soll/haben|مدين/دائن)$`)
	headMoney   = regexp.MustCompile(`(?i)^(currency|devise|العملة|ccy)$`)
	headBalance = regexp.MustCompile(`(?i)^(balance|solde|الرصيد|saldo)`)
	moneyCode   = regexp.MustCompile(`\b(LYD|TND|EUR|USD|KWD|JPY|BHD|SGD|GBP|INR|HUF)\b`)
	sideIn      = regexp.MustCompile(`(?i)(^|[\d\s])(cr\.?|c|rd|credit|h|دائن|crédit)$|^(cr\.?|c|credit|h|دائن|crédit)[\s\d]`)
	sideOut     = regexp.MustCompile(`(?i)(^|[\d\s])(dr\.?|d|rc|debit|s|مدين|débit)$|^(dr\.?|d|debit|s|مدين|débit)[\s\d]`)
	sumOfRows   = regexp.MustCompile(`(?i)opening balance|closing balance|solde (initial|final)|الرصيد (الافتتاحي|الختامي)|(anfangs|end)saldo|^tota(l|ux)$|^الإجمالي$|^summe$`)
	sideWord    = regexp.MustCompile(`(?i)^(cr\.?|dr\.?|c|d|credit|debit|h|s|دائن|مدين|crédit|débit)\s+|\s+(cr\.?|dr\.?|c|d|credit|debit|h|s|دائن|مدين|crédit|débit)$`)
	aDate       = regexp.MustCompile(`\d`)
)

// csvAgain reads a table by its heads.
func csvAgain(text, currency string) (out seen, err error) {
	var rows [][]string
	for _, comma := range ",;\t|" { // which gives the most rows as wide as the widest
		r := csv.NewReader(strings.NewReader(text))
		r.Comma, r.FieldsPerRecord, r.LazyQuotes = comma, -1, false
		if all, err := r.ReadAll(); err == nil && (rows == nil || wide(all) > wide(rows)) {
			rows = all
		}
	}
	head := -1
	for i, r := range rows {
		if len(r) > 1 && head < 0 && column(r, headDate) >= 0 && (column(r, headAmount) >= 0 || column(r, headCredit) >= 0 && column(r, headDebit) >= 0) {
			head = i
		}
	}
	if head < 0 {
		return out, errors.New("no heads")
	}
	h := rows[head]
	side, amount := column(h, headSide), column(h, headAmount)
	in, gone := column(h, headCredit), column(h, headDebit)
	two := side < 0 && in >= 0 && gone >= 0 && in != gone
	sums := []int{amount}
	if two {
		sums = []int{in, gone}
	}
	above := currency
	for _, r := range rows[:min(head+2, len(rows))] {
		for i, c := range r {
			if code := moneyCode.FindString(c); code != "" && above == "" && (strings.Trim(c, "() ") == code || strings.HasPrefix(c, "Currency") || r[0] == h[0] && (i == sums[0])) {
				above = code
			}
		}
	}
	layouts := layoutsOf(rows[head+1:], column(h, headDate))
	if len(layouts) == 0 {
		return out, errors.New("no dates")
	}
	for _, r := range rows[head+1:] {
		for _, layout := range layouts[1:] {
			if at := column(h, headDate); at < len(r) {
				one, _ := dayOf(western(r[at]), layouts[0])
				if other, ok := dayOf(western(r[at]), layout); ok && one != other {
					return out, fmt.Errorf("%s is %s or %s", r[at], one, other)
				}
			}
		}
	}
	for _, r := range rows[head+1:] {
		at := func(i int) string {
			if i < 0 || i >= len(r) {
				return ""
			}
			return strings.TrimSpace(western(r[i]))
		}
		if len(r) < 3 || r[0] == h[0] || at(0)+at(1)+at(2) == "" || at(column(h, headDate)) == "" || isSum(r) {
			continue
		}
		code := above
		if c := at(column(h, headMoney)); c != "" {
			code = strings.ReplaceAll(c, "د.ل", "LYD")
		}
		for _, i := range sums {
			if c := moneyCode.FindString(at(i)); c != "" {
				code = c
			}
		}
		day, ok := dayOf(at(column(h, headDate)), layouts[0])
		n, good := int64(0), false
		for k, i := range sums {
			text := at(i)
			if text == "" || two && strings.Trim(text, "-") == "" {
				continue
			}
			sign, rest := signOf(text)
			switch {
			case two && k == 1:
				sign = -1
			case two: // what stands there with a minus was taken back
			case side >= 0 && sideOut.MatchString(at(side)):
				sign = -1
			case side >= 0 && sideIn.MatchString(at(side)):
				sign = 1
			case side >= 0:
				sign = 0
			}
			var fits bool
			n, fits = inUnits(rest, code)
			n, good = n*sign, fits && sign != 0 && code != ""
			if !fits {
				break
			}
		}
		if !ok || !good {
			out.unread++
			continue
		}
		out.add(day, n, code)
	}
	return out, nil
}

func wide(all [][]string) (n int) {
	most := 0
	for _, r := range all {
		most = max(most, len(r))
	}
	for _, r := range all {
		if len(r) == most && most > 1 {
			n++
		}
	}
	return n
}

func column(heads []string, like *regexp.Regexp) int {
	for i, c := range heads {
		if like.MatchString(strings.TrimSpace(c)) && (like == headBalance || !headBalance.MatchString(c)) {
			return i
		}
	}
	return -1
}

// western has the digits and marks of Europe.
func western(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '٠' && r <= '٩':
			return r - '٠' + '0'
		case r == '\u2212':
			return '-'
		case r == '\u200e', r == '\u200f':
			return -1
		}
		return r
	}, s)
}

// signOf takes the sign, the side and the currency off a sum.
func signOf(text string) (sign int64, rest string) {
	text = strings.TrimSpace(moneyCode.ReplaceAllString(text, ""))
	sign = 1
	if strings.HasPrefix(text, "-") || strings.HasSuffix(text, "-") || strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")") || sideOut.MatchString(text) {
		sign = -1
	}
	text = sideWord.ReplaceAllString(text, "")
	return sign, strings.TrimSpace(strings.Trim(text, "+-() "))
}

func isSum(r []string) bool {
	for _, c := range r {
		if sumOfRows.MatchString(strings.TrimSpace(c)) {
			return true
		}
	}
	return false
}

var frenchMonths = strings.NewReplacer("janvier", "Jan", "février", "Feb", "mars", "Mar", "avril", "Apr", "mai", "May", "juin", "Jun", "juillet", "Jul", "août", "Aug",
	"septembre", "Sep", "octobre", "Oct", "novembre", "Nov", "décembre", "Dec", "déc.", "Dec")

func dayOf(text, layout string) (string, bool) {
	t, err := time.Parse(layout, strings.TrimSpace(text))
	if err != nil {
		t, err = time.Parse(layout, strings.TrimSpace(frenchMonths.Replace(text)))
	}
	if err == nil && strings.Contains(layout, "Z07") {
		t = t.In(tripoli)
	}
	return t.Format(time.DateOnly), err == nil
}

// layoutsOf are the layouts in which the most dates of a column stand.
func layoutsOf(rows [][]string, at int) (best []string) {
	most := 0
	for _, layout := range []string{"2006-01-02", "2/1/2006", "1/2/2006", "2.1.2006", "2.1.06", "2-Jan-06", "2-Jan-2006",
		"2 Jan 2006", "2 January 2006", "20060102", "2006.01.02.", "2/1/2006 3:04 pm", "2006-01-02T15:04:05Z07:00", "2/1/2006 15:04"} {
		n := 0
		for _, r := range rows {
			if at < len(r) && aDate.MatchString(western(r[at])) {
				if _, ok := dayOf(western(r[at]), layout); ok {
					n++
				}
			}
		}
		if n > most {
			most, best = n, nil
		}
		if n == most && n > 0 {
			best = append(best, layout)
		}
	}
	return best
}
