package receipt

import (
	"strings"
	"testing"
	"unicode/utf8"

	"sanduq/core"
)

func TestAReceiptAsPlainText(t *testing.T) {
	live := sample()
	for _, c := range []struct {
		name          string
		first, second Words
		practice      bool
		want          string
	}{
		{"live", english{}, arabic{}, false, "Al Noor Market, Till 2, Tripoli\nتم الدفع Paid 12.500 LYD\n20 Nov 2026, 14:31:20\nالإيصال Receipt T-0412\n" +
			"العملية Sale TILL-261120-012\nرقم الحركة Transaction 8F2K-71QD-0446\nمن الحساب Paid from First Practice Bank *4417"},
		{"practice", french{}, arabic{}, true, "تدريب ESSAI\nتدريب: لم تنتقل أي أموال Essai : aucun argent n’a circulé\nAl Noor Market, Caisse 2, Tripoli\n12.500 LYD\n" +
			"20 nov. 2026, 14:31:20\nالإيصال Reçu T-0412\nالعملية Vente TILL-261120-012\nرقم الحركة Transaction 8F2K-71QD-0446\nمن الحساب Payé depuis First Practice Bank *4417"},
		{"arabic first", arabic{}, english{}, false, "Al Noor Market, الصندوق 2 · Tripoli\nتم الدفع Paid 12.500 LYD\n20 نوفمبر 2026، 14:31:20\nالإيصال Receipt T-0412\n" +
			"العملية Sale TILL-261120-012\nرقم الحركة Transaction 8F2K-71QD-0446\nمن الحساب Paid from First Practice Bank *4417"},
	} {
		r := live
		if c.practice {
			r.Environment = core.Sandbox
		}
		if got := Plain(r, c.first, c.second); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// A receipt of practice begins with the mark, and nothing in it can be shown for
// a payment; one that lacks something says so, and no text makes it unreadable.
func TestPlainTextOfEveryReceipt(t *testing.T) {
	practice := practiceSample()
	practice.Late = true
	text := Plain(practice, english{}, arabic{})
	if !strings.HasPrefix(text, "تدريب TEST\n") || strings.Contains(text, englishWords[KeyPaid]+" 12") || !strings.Contains(text, "Paid late") {
		t.Errorf("practice: %s", text)
	}
	qr := sample()
	qr.Payer, qr.Institution, qr.Route, qr.TransactionID = "", "", core.RouteQR, ""
	if text := Plain(qr, english{}, arabic{}); !strings.Contains(text, "Paid from QR") || !strings.Contains(text, "Transaction "+Blank) {
		t.Errorf("by QR, without a transaction: %s", text)
	}
	long := sample()
	long.Shop, long.Place, long.Till = strings.Repeat("سوق ", 900), strings.Repeat("x", 900), "\u202eTill\n9"
	long.Institution, long.TransactionID, long.Reference = strings.Repeat("بنك ", 900), strings.Repeat("9", 900), "a\nb"
	text = Plain(long, english{}, arabic{})
	if len(text) > 900 || !utf8.ValidString(text) || strings.Count(text, "\n") != 7 || strings.ContainsRune(text, '\u202e') || !strings.Contains(text, "Reference a b") {
		t.Errorf("%d bytes: %q", len(text), text)
	}
}
