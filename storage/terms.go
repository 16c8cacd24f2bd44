package storage

import (
	"strconv"
	"strings"
	"unicode"

	"sanduq/core/journal"
	"sanduq/core/money"
)

// masks stand for the hidden part of an account.
const masks = "•* "

// maxTerm bounds an index key; what is longer is compared with the record.
const maxTerm = 120

// fold brings letters to one case and every script's digits to the ASCII ones,
// so that what a person types and what a gateway sent can meet.
func fold(s string) string {
	if plain(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if digit, ok := money.Digit(r); ok {
			return digit
		}
		return unicode.ToLower(unicode.ToUpper(r))
	}, strings.TrimSpace(s))
}

// plain reports whether folding changes nothing: small ASCII letters, digits and
// signs between them.
func plain(s string) bool {
	for i := range len(s) {
		if s[i] <= ' ' || 'A' <= s[i] && s[i] <= 'Z' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

// names returns the folded texts of a sale that are searched from their start.
func names(sale *journal.Sale) [4]string {
	return [4]string{fold(sale.Session.TransactionID), fold(sale.OrderID), fold(sale.Reference), fold(sale.ID.Paper())}
}

// tail returns what a masked account shows, folded.
func tail(masked string) string {
	masked = fold(masked)
	if i := strings.LastIndexAny(masked, masks); i >= 0 {
		masked = strings.TrimLeft(masked[i:], masks)
	}
	return masked
}

// decimal is a number in digits without needless zeros: "12.5". Two decimals
// are the same number exactly when they are the same text.
type decimal string

var separators = strings.NewReplacer("٫", ".", ",", ".")

// typedAmount reads an amount as a person types it, already folded: either
// separator, any number of zeros.
func typedAmount(s string) (decimal, bool) {
	whole, fraction, _ := strings.Cut(separators.Replace(s), ".")
	if !digits(whole) || fraction != "" && !digits(fraction) {
		return "", false
	}
	return newDecimal(whole, fraction), true
}

// saleAmount returns a sale's amount in major units.
func saleAmount(a money.Amount) (decimal, bool) {
	places, err := money.FractionDigits(a.Currency)
	if err != nil || a.Minor < 0 {
		return "", false
	}
	text := strconv.FormatInt(a.Minor, 10)
	if missing := places + 1 - len(text); missing > 0 {
		text = strings.Repeat("0", missing) + text
	}
	return newDecimal(text[:len(text)-places], text[len(text)-places:]), true
}

func newDecimal(whole, fraction string) decimal {
	whole = strings.TrimLeft(whole, "0")
	if whole == "" {
		whole = "0"
	}
	if fraction = strings.TrimRight(fraction, "0"); fraction == "" {
		return decimal(whole)
	}
	return decimal(whole + "." + fraction)
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// searched is a search, read once.
type searched struct {
	text      string // folded; blank matches all
	end       string // compared with the end of an account
	number    int    // bare, or after "#"; 0 for none
	receipt   uint64 // bare, or after "T-"; 0 for none
	cash      uint64 // bare, or after "C-"; 0 for none
	amount    decimal
	hasAmount bool
}

func readSearch(s string) searched {
	q := searched{text: fold(s)}
	if q.text == "" || strings.HasPrefix(paperPrefix, q.text) {
		return searched{} // every sale's paper name starts so
	}
	q.end = strings.TrimLeft(q.text, masks)
	q.amount, q.hasAmount = typedAmount(q.text)
	if number := strings.TrimPrefix(q.text, "#"); digits(number) {
		q.number, _ = strconv.Atoi(number) // an overflow is the number of no sale
	}
	q.receipt = typedSeq(strings.TrimPrefix(q.text, receiptPrefix))
	q.cash = typedSeq(strings.TrimPrefix(q.text, cashPrefix))
	return q
}

// typedSeq reads the number of a receipt: as it stands on paper behind its letter,
// "T-0018", or as a person says it, "18". 0 is none.
func typedSeq(s string) uint64 {
	if !digits(s) {
		return 0
	}
	seq, err := strconv.ParseUint(s, 10, 64)
	if err != nil { // an overflow is the number of no receipt
		return 0
	}
	return seq
}

// matches is the rule of SaleQuery.Search.
func (q searched) matches(sale *journal.Sale) bool {
	if q.text == "" {
		return true
	}
	if q.hasAmount { // what costs little comes first
		if amount, ok := saleAmount(sale.Amount); ok && amount == q.amount {
			return true
		}
	}
	if q.number > 0 && q.number == sale.ID.Number() {
		return true
	}
	if q.receipt > 0 && q.receipt == sale.ReceiptSeq || q.cash > 0 && q.cash == sale.CashSeq {
		return true
	}
	for _, name := range names(sale) {
		if strings.HasPrefix(name, q.text) {
			return true
		}
	}
	return q.end != "" && strings.HasSuffix(tail(sale.Session.MaskedAccount), q.end)
}
