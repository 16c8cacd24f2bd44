package receipt

import (
	"strings"

	"sanduq/core/journal"
)

// plainText is how many signs of one value a Plain takes: it becomes a code, and a code with much in it is hard to
// read.
const plainText = 48

// Plain is what r proves as plain text in two languages, one fact a line: for a code that any phone's camera shows,
// without a server and without a program. In practice it begins with the mark and never says that anything was paid.
// There is no more of an account in it than the end that is on paper too.
//
// Of the two labels of a line the one from left to right stands next to the value, so that digits after it keep their
// order wherever the text is shown.
func Plain(r journal.Receipt, first, second Words) string {
	both := func(key string, args ...any) string { return beside(first, second, key, args...) }
	head := short(r.Shop)
	if below := under(short(r.Till), short(r.Place), first); below != "" {
		head = strings.TrimPrefix(head+", "+clean(below), ", ")
	}
	amount := r.Amount.Major() + " " + clean(r.Amount.Currency)
	lines := []string{head}
	if r.Test() {
		lines = []string{both(KeyTest), both(KeyTestNote), head, amount}
	} else {
		lines = append(lines, both(KeyPaid)+" "+amount)
	}
	if r.Late {
		lines = append(lines, both(KeyLate))
	}
	lines = append(lines, clean(first.DateTime(r.SettledAt)))
	add := func(key, value string) {
		if value = short(value); value != "" {
			lines = append(lines, both(key)+" "+value)
		}
	}
	add(KeyNumber, Number(r.Seq))
	add(KeySale, r.SaleID.Paper())
	add(KeyTransaction, orBlank(r.TransactionID))
	add(KeyPaidFrom, strings.TrimSpace(short(r.Institution)+" "+tail(payer(r, first))))
	add(KeyReference, r.Reference)
	return strings.Join(lines, "\n")
}

// beside is a sentence in both languages, the one from right to left before the other.
func beside(first, second Words, key string, args ...any) string {
	a, b := clean(first.Say(key, args...)), clean(second.Say(key, args...))
	if second.RTL() && !first.RTL() {
		a, b = b, a
	}
	if a == b {
		return a
	}
	return a + " " + b
}

// tail writes the mask of an account as one sign.
func tail(payer string) string {
	if _, end, masked := strings.Cut(strings.ReplaceAll(payer, " ", ""), "•"); masked {
		return "*" + strings.TrimLeft(end, "•")
	}
	return payer
}

// short is a text without what would break a line, and not longer than plainText.
func short(s string) string {
	signs := []rune(clean(s))
	if len(signs) > plainText {
		return string(signs[:plainText-1]) + ellipsis
	}
	return string(signs)
}
