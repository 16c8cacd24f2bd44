package values

import (
	"slices"
	"strings"
	"unicode"

	"sanduq/core/money"
)

// symbols are what banks write for a currency. A mark that several countries have
// names all of them: another part of the file must say which.
var symbols = map[string]string{
	"د.ل": "LYD", "دل": "LYD", "دينار ليبي": "LYD", "دينارليبي": "LYD", "ل.د": "LYD", "L.D.": "LYD", "L.D": "LYD", "LD": "LYD", "DL": "LYD",
	"د.ك": "KWD", "د.ب": "BHD", "ر.ع": "OMR", "ر.ع.": "OMR", "د.ت": "TND", "DT": "TND", "د.ا": "JOD", "د.أ": "JOD", "د.ع": "IQD", "د.ج": "DZD", "DA": "DZD", "د.م": "MAD",
	"ر.س": "SAR", "SR": "SAR", "ر.ق": "QAR", "QR": "QAR", "د.إ": "AED", "DHS": "AED", "ج.م": "EGP", "L.E": "EGP", "LE": "EGP",
	"دينار": "LYD KWD BHD TND JOD IQD DZD RSD", "ريال": "SAR QAR OMR YER IRR", "درهم": "AED MAD", "جنيه": "EGP SDG GBP", "ليرة": "SYP LBP TRY", "دولار": "USD CAD AUD",
	"€": "EUR", "EURO": "EUR", "EUROS": "EUR", "يورو": "EUR", "US$": "USD", "USD$": "USD", "S$": "SGD", "A$": "AUD", "C$": "CAD NIO", "CA$": "CAD", "AU$": "AUD", "HK$": "HKD", "NZ$": "NZD", "R$": "BRL",
	"$": "USD AUD CAD SGD HKD NZD MXN ARS CLP COP TWD BND FJD JMD TTD", "£": "GBP EGP SYP LBP SDG GIP FKP", "¥": "JPY CNY", "円": "JPY", "元": "CNY TWD", "₹": "INR", "₺": "TRY", "₽": "RUB", "₩": "KRW",
	"₪": "ILS", "฿": "THB", "₱": "PHP", "₦": "NGN",
	"RS": "INR PKR LKR NPR MUR SCR", "KR": "SEK NOK DKK ISK", "KČ": "CZK", "KC": "CZK", "FT": "HUF", "ZŁ": "PLN", "ZL": "PLN", "SFR": "CHF", "FR": "CHF XOF XAF", "TL": "TRY", "RP": "IDR", "RM": "MYR", "R": "ZAR",
}

// Currencies are those that a word may mean; none where it means none.
func Currencies(word string) []string {
	word = strings.TrimSpace(Western(word))
	if word == "" || len(word) > 40 {
		return nil
	}
	up := strings.ToUpper(word)
	if len(up) == 3 {
		if _, err := money.FractionDigits(up); err == nil {
			return []string{up}
		}
	}
	for _, form := range []string{up, strings.TrimRight(up, "."), word} {
		if codes, ok := symbols[form]; ok {
			return strings.Fields(codes)
		}
	}
	return nil
}

// HeadCurrencies are those that the head of a column or a line above the table
// names: "Amount (USD)", "Amount CZK", "Betrag in EUR". Small letters name one
// within brackets alone.
func HeadCurrencies(head string) (found []string) {
	head = Western(head)
	bracket := 0
	for word := range strings.FieldsFuncSeq(strings.NewReplacer("(", " ( ", ")", " ) ", "[", " ( ", "]", " ) ").Replace(head), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",:;/", r) }) {
		switch {
		case word == "(":
			bracket++
			continue
		case word == ")":
			bracket--
			continue
		case bracket > 0 && common[strings.ToUpper(word)] && strings.ToUpper(word) != word: // "Amount (all fees included)"
			continue
		case bracket <= 0 && (len(word) != 3 || strings.ToUpper(word) != word || common[word]) && !strings.ContainsAny(word, "$€£") && !arabicCode(word):
			continue
		}
		if codes := Currencies(word); codes != nil {
			if found == nil {
				found = codes
			} else if found = Both(found, codes); found == nil {
				return []string{""} // it names two: no one will do
			}
		}
	}
	return found
}

// arabicCode reports whether a word is an abbreviation such as "د.ل".
func arabicCode(word string) bool {
	return strings.Contains(word, ".") && strings.ContainsFunc(word, func(r rune) bool { return unicode.Is(unicode.Arabic, r) })
}

// common are codes that are words, too.
var common = map[string]bool{"ALL": true, "TOP": true, "CUP": true, "TRY": true, "PEN": true, "MAD": true, "NAD": true, "LAK": true, "GEL": true, "MOP": true, "SOS": true, "BAM": true, "MUR": true}

// Both are the currencies that two sources allow; a source that says nothing
// allows all.
func Both(a, b []string) []string {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	var out []string
	for _, c := range a {
		if slices.Contains(b, c) {
			out = append(out, c)
		}
	}
	if out == nil {
		return []string{} // none: they contradict each other
	}
	return out
}
