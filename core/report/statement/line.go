package statement

import (
	"strings"
	"time"
	"unicode"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
)

// Line is one movement of a statement. It is a value.
type Line struct {
	Row    int      // in the file, from 1; the number of the entry in camt.053
	IDs    []string // what the bank calls the movement, as it wrote it
	Amount money.Amount
	At     time.Time
	Dated  bool // At is the first moment of a day: the statement gives no time
	// Text is what the bank wrote beside it. It may hold account numbers.
	Text core.Secret
}

// Shown is the text with long numbers masked, for screens and exports.
func (l Line) Shown() string { return maskNumbers(l.Text.Reveal()) }

// ID is the bank's first name for the movement, masked when it is an account.
func (l Line) ID() string {
	if len(l.IDs) == 0 {
		return ""
	}
	if isIBAN(l.IDs[0]) {
		return maskNumbers(l.IDs[0])
	}
	return l.IDs[0]
}

// Entry is one payment of the till.
type Entry struct {
	Sale          journal.SaleID
	Receipt       uint64
	TransactionID string // blank when the gateway named none
	Amount        money.Amount
	At            time.Time
}

// EntryOf returns the payment of a sale; ok is false when it is not paid.
func EntryOf(s journal.Sale) (e Entry, ok bool) {
	if s.Status() != journal.StatusPaid {
		return Entry{}, false
	}
	return Entry{Sale: s.ID, Receipt: s.ReceiptSeq, TransactionID: s.Session.TransactionID, Amount: s.Amount, At: s.SettledAt}, true
}

// normal is a transaction's name as it is compared: letters and digits in one
// case, since banks leave hyphens out and blanks in. Blank is no name.
func normal(id string) string {
	out := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToUpper(r)
		}
		return -1
	}, id)
	if len(out) < 4 || out == "NOTPROVIDED" {
		return ""
	}
	return out
}

// longNumber is how many digits a number may have before it is masked.
const longNumber = 9

// maskNumbers hides all but the last four digits of long numbers, and of those
// that are parted by blanks or hyphens.
func maskNumbers(s string) string {
	runes := []rune(s)
	var out strings.Builder
	for i := 0; i < len(runes); {
		if !unicode.IsDigit(runes[i]) {
			out.WriteRune(runes[i])
			i++
			continue
		}
		end, digits := i, 0
		for j := i; j < len(runes) && (unicode.IsDigit(runes[j]) || parted(runes, j)); j++ {
			if unicode.IsDigit(runes[j]) {
				digits++
				end = j + 1
			}
		}
		if digits < longNumber {
			out.WriteString(string(runes[i:end]))
		} else {
			out.WriteString("••••")
			out.WriteString(lastDigits(runes[i:end], 4))
		}
		i = end
	}
	return out.String()
}

// parted reports whether a rune stands between two digits of one number.
func parted(runes []rune, at int) bool {
	return (runes[at] == ' ' || runes[at] == '-' || runes[at] == '\u00a0') && at+1 < len(runes) && unicode.IsDigit(runes[at+1])
}

func lastDigits(runes []rune, n int) string {
	var out []rune
	for _, r := range runes {
		if unicode.IsDigit(r) {
			out = append(out, r)
		}
	}
	return string(out[len(out)-n:])
}

// isIBAN reports whether a text is an international account number, check
// digits and all.
func isIBAN(s string) bool {
	s = strings.ToUpper(strings.ReplaceAll(s, " ", ""))
	if len(s) < 15 || len(s) > 34 {
		return false
	}
	rest := 0
	for _, r := range s[4:] + s[:4] {
		switch {
		case r >= '0' && r <= '9':
			rest = (rest*10 + int(r-'0')) % 97
		case r >= 'A' && r <= 'Z':
			rest = (rest*100 + int(r-'A') + 10) % 97
		default:
			return false
		}
	}
	return rest == 1 && s[0] >= 'A' && s[1] >= 'A'
}
