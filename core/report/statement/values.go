package statement

import (
	"errors"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/shopspring/decimal"

	"sanduq/core/money"
	"sanduq/core/report"
)

// Serial is the layout of dates that a spreadsheet counts in days.
const Serial = "serial"

var (
	dates = []string{"2006-01-02", "02/01/2006", "01/02/2006", "02.01.2006", "02-01-2006", "2006/01/02", "20060102",
		"02-Jan-2006", "2 Jan 2006", "Jan 2, 2006", "02/01/06", "02.01.06", "01/02/06"}
	clocks = []string{"15:04:05", "15:04", "3:04:05 PM", "3:04 PM", "150405"}
)

// Layouts lists the ways of writing a date that are understood, in Go's
// notation, and Serial.
func Layouts() []string {
	out := []string{Serial, time.RFC3339, "2006-01-02T15:04:05", "20060102150405"}
	for _, d := range dates {
		out = append(out, d)
		for _, c := range clocks[:4] {
			out = append(out, d+" "+c)
		}
	}
	return out
}

func hasClock(layout string) bool {
	return strings.Contains(layout, "15") || strings.Contains(layout, "3:04")
}

// readMoment reads a date and, from a column of its own or from the same, a
// time. Dated is true without a time.
func readMoment(date, clock, layout string, zone *time.Location) (at time.Time, dated, ok bool) {
	date = western(date)
	if layout == Serial {
		return readSerial(date, western(clock), zone)
	}
	if clock = western(clock); clock != "" && !hasClock(layout) {
		for _, c := range clocks {
			if t, err := time.ParseInLocation(layout+" "+c, date+" "+clock, zone); err == nil {
				return t, false, plausible(t)
			}
		}
		return time.Time{}, false, false
	}
	t, err := time.ParseInLocation(layout, date, zone)
	return t, !hasClock(layout), err == nil && plausible(t)
}

// readSerial reads days since the end of 1899, and the day's share, as
// spreadsheets count them; the clock may be in another column.
func readSerial(days, clock string, zone *time.Location) (at time.Time, dated, ok bool) {
	n, err := decimal.NewFromString(days)
	if err != nil || len(days) > 32 || n.Exponent() < -30 || n.Exponent() > 6 {
		return time.Time{}, false, false
	}
	if share, err := decimal.NewFromString(clock); err == nil && clock != "" && len(clock) < 32 && share.Exponent() > -31 && share.Exponent() < 6 {
		n = n.Add(share)
	}
	seconds := n.Mul(decimal.NewFromInt(86400)).Round(0)
	if !seconds.IsInteger() || seconds.Abs().GreaterThan(decimal.NewFromInt(1<<40)) {
		return time.Time{}, false, false
	}
	local := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).Add(time.Duration(seconds.IntPart()/86400) * 24 * time.Hour).Add(time.Duration(seconds.IntPart()%86400) * time.Second)
	at = time.Date(local.Year(), local.Month(), local.Day(), local.Hour(), local.Minute(), local.Second(), 0, zone)
	return at, n.IsInteger() && clock == "", plausible(at)
}

// plausible keeps out what is a date by chance.
func plausible(t time.Time) bool { return t.Year() >= 1950 && t.Year() < 2200 }

// western turns digits of any family in use into 0 to 9, and takes marks of
// direction away.
func western(s string) string {
	plain := true
	for i := 0; plain && i < len(s); i++ {
		plain = s[i] < 0x80
	}
	if plain {
		return strings.TrimSpace(s)
	}
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r >= '٠' && r <= '٩':
			return '0' + r - '٠'
		case r >= '۰' && r <= '۹':
			return '0' + r - '۰'
		case r == '\u2212':
			return '-'
		case unicode.In(r, unicode.Cf):
			return -1
		case unicode.IsSpace(r):
			return ' '
		}
		return r
	}, s))
}

var currencies = map[string]string{"د.ل": "LYD", "د.ك": "KWD", "د.ب": "BHD", "ر.ع": "OMR", "د.ت": "TND"}

func readCurrency(text, otherwise string) string {
	text = strings.TrimRight(western(text), ".")
	if text == "" {
		return otherwise
	}
	if code, ok := currencies[text]; ok {
		return code
	}
	return strings.ToUpper(text)
}

// readAmount reads a sum with the decimal separator named; the other one parts
// thousands. Signs may stand before or behind, as brackets, or as DR. A number
// of a sheet is what a spreadsheet holds: nearest to the sum, not the sum.
func readAmount(text, separator, currency string, sheet bool) (money.Amount, report.Code) {
	text = western(text)
	if sheet && separator == "." {
		if a, ok := fromSheet(text, currency); ok {
			return a, ""
		}
	}
	negative, text := sign(text)
	whole, fraction, ok := parts(text, separator)
	if !ok {
		return money.Amount{}, report.CodeRowAmount
	}
	literal := strings.TrimLeft(whole, "0")
	if literal == "" {
		literal = "0"
	}
	if fraction != "" {
		literal += "." + fraction
	}
	if negative {
		literal = "-" + literal
	}
	return wire(literal, currency)
}

func wire(literal, currency string) (money.Amount, report.Code) {
	a, err := money.ParseWire(literal, currency)
	switch {
	case errors.Is(err, money.ErrDigits):
		return money.Amount{}, report.CodeRowDigits
	case err != nil:
		return money.Amount{}, report.CodeRowAmount
	}
	return a, ""
}

// sign takes a sum's sign and all that is no digit away from its ends.
func sign(text string) (negative bool, rest string) {
	first := strings.IndexFunc(text, func(r rune) bool { return r >= '0' && r <= '9' })
	last := strings.LastIndexFunc(text, func(r rune) bool { return r >= '0' && r <= '9' })
	if first < 0 {
		return false, ""
	}
	before, after := text[:first], strings.ToUpper(text[last+1:])
	negative = strings.Contains(before, "-") || strings.HasPrefix(strings.TrimSpace(after), "-") ||
		strings.Contains(before, "(") && strings.Contains(after, ")") || strings.TrimSpace(after) == "DR"
	if n := len(before); n > 0 && (before[n-1] == '.' || before[n-1] == ',') && !strings.ContainsFunc(before, unicode.IsLetter) {
		first-- // ".500"
	}
	return negative, text[first : last+1]
}

// parts are the digits before and behind the decimal separator; thousands may
// be parted by the other one, by blanks or by apostrophes, in groups of three.
func parts(text, separator string) (whole, fraction string, ok bool) {
	text = strings.NewReplacer("٫", separator, "٬", " ", "’", " ", "'", " ").Replace(text)
	if strings.Count(text, separator) > 1 || strings.Contains(text, ",,") || strings.Contains(text, "..") {
		return "", "", false
	}
	whole, fraction, _ = strings.Cut(text, separator)
	if strings.Contains(whole, " ") && strings.ContainsAny(whole, ".,") {
		return "", "", false
	}
	groups := strings.FieldsFunc(whole, func(r rune) bool { return r == ' ' || r == '.' || r == ',' })
	for i, g := range groups {
		if !digitsOnly(g) || len(groups) > 1 && (i > 0 && len(g) != 3 || i == 0 && len(g) > 3) {
			return "", "", false
		}
	}
	if !digitsOnly(fraction) && fraction != "" || whole == "" && fraction == "" {
		return "", "", false
	}
	return strings.Join(groups, ""), fraction, true
}

func digitsOnly(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// fromSheet rounds what a spreadsheet holds to the currency's decimals, if it
// is that sum but for the error of its numbers.
func fromSheet(text, currency string) (money.Amount, bool) {
	digits, err := money.FractionDigits(currency)
	if err != nil || len(text) > 32 {
		return money.Amount{}, false
	}
	if _, err := strconv.ParseFloat(text, 64); err != nil {
		return money.Amount{}, false
	}
	n, err := decimal.NewFromString(text)
	if err != nil || n.Exponent() > 20 || n.Exponent() < -40 {
		return money.Amount{}, false
	}
	round := n.Round(int32(digits))
	if n.Sub(round).Abs().GreaterThan(decimal.New(1, int32(-digits-3))) {
		return money.Amount{}, false
	}
	a, code := wire(round.StringFixed(int32(digits)), currency)
	return a, code == ""
}
