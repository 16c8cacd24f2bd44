package index

import (
	"strconv"
	"strings"
	"unicode"

	"sanduq/core/journal"
	"sanduq/core/money"
)

// paperPrefix starts every paper name, folded.
const paperPrefix = "till-"

// What starts the number of a receipt, and of one of cash, on paper, folded.
const (
	receiptPrefix = "t-"
	cashPrefix    = "c-"
)

// masks stand for the hidden part of an account.
const masks = "•* "

// maxTerm bounds an index key; what is longer is compared with the record.
const maxTerm = 120

// Fold brings letters to one case and every script's digits to the ASCII ones,
// so that what a person types and what a gateway sent can meet.
func Fold(s string) string {
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
	return [4]string{Fold(sale.Session.TransactionID), Fold(sale.OrderID), Fold(sale.Reference), Fold(sale.ID.Paper())}
}

// tail returns what a masked account shows, folded.
func tail(masked string) string {
	masked = Fold(masked)
	if i := strings.LastIndexAny(masked, masks); i >= 0 {
		masked = strings.TrimLeft(masked[i:], masks)
	}
	return masked
}

// Decimal is a number in digits without needless zeros: "12.5". Two decimals
// are the same number exactly when they are the same text.
type Decimal string

var separators = strings.NewReplacer("٫", ".", ",", ".")

// typedAmount reads an amount as a person types it, already folded: either
// separator, any number of zeros.
func typedAmount(s string) (Decimal, bool) {
	whole, fraction, _ := strings.Cut(separators.Replace(s), ".")
	if !digits(whole + fraction) {
		return "", false
	}
	return newDecimal(whole, fraction), true
}

// saleAmount returns a sale's amount in major units.
func saleAmount(a money.Amount) (Decimal, bool) {
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

func newDecimal(whole, fraction string) Decimal {
	whole = strings.TrimLeft(whole, "0")
	if whole == "" {
		whole = "0"
	}
	if fraction = strings.TrimRight(fraction, "0"); fraction == "" {
		return Decimal(whole)
	}
	return Decimal(whole + "." + fraction)
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// Searched is a search, read once.
type Searched struct {
	Text      string // folded; blank matches all
	End       string // compared with the end of an account
	Number    int    // bare, or after "#"; 0 for none
	Receipt   uint64 // bare, or after "T-"; 0 for none
	Cash      uint64 // bare, or after "C-"; 0 for none
	Amount    Decimal
	HasAmount bool
}

func ReadSearch(s string) Searched {
	q := Searched{Text: Fold(money.Copied(s))}
	if q.Text == "" || strings.HasPrefix(paperPrefix, q.Text) {
		return Searched{} // every sale's paper name starts so
	}
	q.End = strings.TrimLeft(q.Text, masks)
	q.Amount, q.HasAmount = typedAmount(q.Text)
	if number := strings.TrimPrefix(q.Text, "#"); digits(number) {
		q.Number, _ = strconv.Atoi(number) // an overflow is the number of no sale
	}
	q.Receipt = typedSeq(strings.TrimPrefix(q.Text, receiptPrefix))
	q.Cash = typedSeq(strings.TrimPrefix(q.Text, cashPrefix))
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

// Matches is the rule of SaleQuery.Search.
func (q Searched) Matches(sale *journal.Sale) bool {
	if q.Text == "" {
		return true
	}
	if q.HasAmount { // what costs little comes first
		if amount, ok := saleAmount(sale.Amount); ok && amount == q.Amount {
			return true
		}
	}
	if q.Number > 0 && q.Number == sale.ID.Number() {
		return true
	}
	if q.Receipt > 0 && q.Receipt == sale.ReceiptSeq || q.Cash > 0 && q.Cash == sale.CashSeq {
		return true
	}
	for _, name := range names(sale) {
		if strings.HasPrefix(name, q.Text) {
			return true
		}
	}
	return q.End != "" && strings.HasSuffix(tail(sale.Session.MaskedAccount), q.End)
}

// Minor returns the number in minor units of a currency with so many digits;
// false when it has more, or does not fit.
func (d Decimal) Minor(digits int) (int64, bool) {
	whole, fraction, _ := strings.Cut(string(d), ".")
	if len(fraction) > digits {
		return 0, false
	}
	n, err := strconv.ParseInt(whole+fraction+strings.Repeat("0", digits-len(fraction)), 10, 64)
	return n, err == nil
}
