package storetest

import (
	"strconv"
	"strings"
	"unicode"

	"sanduq/core/journal"
	"sanduq/core/money"
)

// mask holds what stands for the hidden part of an account.
const mask = "•* "

// selects reports whether q asks for sale; Before and Limit do not matter.
func selects(q journal.SaleQuery, sale journal.Sale) bool {
	day := sale.ID.Day()
	if q.Booked {
		day = sale.BookingDay()
	}
	switch {
	case q.From != "" && day < q.From, q.To != "" && day > q.To:
		return false
	case q.Status != "" && sale.Status() != q.Status, q.Route != "" && sale.Route != q.Route:
		return false
	case q.Owed && (sale.OwedSince.IsZero() || !sale.Owed()), q.Returned && (sale.OwedSince.IsZero() || !sale.Returned()):
		return false
	case q.Cashier == journal.Nobody && sale.Cashier != "", q.Cashier != "" && q.Cashier != journal.Nobody && sale.Cashier != q.Cashier:
		return false
	case !q.Amounts.Has(sale.Amount.Minor, sale.Amount.Currency), !q.Hour.Has(journal.QuarterOf(sale.BookedAt())):
		return false
	}
	return matches(q.Search, sale)
}

// matches is the rule of SaleQuery.Search, put as plainly as possible.
func matches(search string, sale journal.Sale) bool {
	search = fold(search)
	if search == "" {
		return true
	}
	for _, text := range []string{sale.Session.TransactionID, sale.OrderID, sale.ID.Paper(), sale.Reference} {
		if strings.HasPrefix(fold(text), search) {
			return true
		}
	}
	if number := strings.TrimPrefix(search, "#"); isDigits(number) && strings.TrimLeft(number, "0") == strconv.Itoa(sale.ID.Number()) {
		return true
	}
	if strings.HasPrefix(search, "#") {
		return false
	}
	if seq := strings.TrimPrefix(search, "t-"); isDigits(seq) && sale.ReceiptSeq != 0 &&
		strings.TrimLeft(seq, "0") == strconv.FormatUint(sale.ReceiptSeq, 10) {
		return true
	}
	if seq := strings.TrimPrefix(search, "c-"); isDigits(seq) && sale.CashSeq != 0 &&
		strings.TrimLeft(seq, "0") == strconv.FormatUint(sale.CashSeq, 10) {
		return true
	}
	if end := strings.TrimLeft(search, mask); end != "" && strings.HasSuffix(visible(fold(sale.Session.MaskedAccount)), end) {
		return true
	}
	return sameAmount(search, sale.Amount)
}

// fold brings letters to one case and digits to the ASCII ones.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '٠' && r <= '٩':
			return '0' + r - '٠'
		case r >= '۰' && r <= '۹':
			return '0' + r - '۰'
		}
		return unicode.ToLower(unicode.ToUpper(r))
	}, strings.TrimSpace(s))
}

// visible returns what a masked number shows: the letters and digits after the
// last mask.
func visible(s string) string {
	i := strings.LastIndexAny(s, mask)
	if i < 0 {
		return s
	}
	return strings.TrimLeft(s[i:], mask)
}

func sameAmount(search string, amount money.Amount) bool {
	digits, err := money.FractionDigits(amount.Currency)
	if err != nil || amount.Minor < 0 {
		return false
	}
	whole, fraction, _ := strings.Cut(strings.NewReplacer(",", ".", "٫", ".").Replace(search), ".")
	if !isDigits(whole + fraction) {
		return false
	}
	if fraction = strings.TrimRight(fraction, "0"); len(fraction) > digits {
		return false
	}
	minor := strings.TrimLeft(whole+fraction+strings.Repeat("0", digits-len(fraction)), "0")
	return minor == strings.TrimLeft(strconv.FormatInt(amount.Minor, 10), "0")
}

func isDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
