package truth_test

import (
	"strings"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// TestOnlyTheWordSuccessIsSuccess: letters of other scripts fold into ours.
// Such a word is not the gateway's, no matter who sent it.
func TestOnlyTheWordSuccessIsSuccess(t *testing.T) {
	for _, word := range []string{"ſucceſſ", "SUCCEſS", "ＳＵＣＣＥＳＳ", "SUССESS", "SUCCESS\u200b", "SUCCESS.", "SUCCESSFUL", "SUC CESS"} {
		t.Run(word, func(t *testing.T) {
			bubble(t, func(t *testing.T, s *shop) {
				s.gate.script(core.OpFetchStatus, always(says(word, "TX-1")))
				s.gate.script(core.OpSubmitOTP, always(says(word, "TX-1")))
				qr, wallet := s.charge(), s.code(core.RouteWallet)
				s.enter(wallet.ID, "246802")
				s.pass(11 * time.Second)
				for _, v := range []journal.View{qr, wallet} {
					if got := s.sale(v.ID); got.Status() == journal.StatusPaid {
						t.Errorf("FALSE PAID by %q", got.Session.RawStatus)
					}
				}
			})
		})
	}
}

// TestTheWordSuccessInAnyCaseIsSuccess: trimmed, and without regard to case.
func TestTheWordSuccessInAnyCaseIsSuccess(t *testing.T) {
	for _, word := range []string{"SUCCESS", "success", "Success", " SUCCESS ", "\tSUCCESS\n"} {
		t.Run(word, func(t *testing.T) {
			bubble(t, func(t *testing.T, s *shop) {
				s.gate.script(core.OpFetchStatus, always(says(word, "TX-1")))
				v := s.charge()
				s.pass(4 * time.Second)
				s.want(v.ID, journal.StatusPaid)
			})
		})
	}
}

// longest is more than any name that a gateway gives to a transaction.
const longest = 256

// TestAnEndlessTransactionIsPaidAndCutShort: the money is there. The receipt
// would be a picture of 691 MB, and the till would go down over it at every
// start.
func TestAnEndlessTransactionIsPaidAndCutShort(t *testing.T) {
	endless := strings.Repeat("9A", 30_000)
	for name, route := range map[string]core.Route{"by a status": core.RouteQR, "by a wallet's reply": core.RouteWallet} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, s *shop) {
				s.gate.script(core.OpFetchStatus, always(says("SUCCESS", endless)))
				s.gate.script(core.OpSubmitOTP, always(says("SUCCESS", endless)))
				var v journal.View
				if route == core.RouteQR {
					v = s.charge()
				} else {
					v = s.code(route)
					s.enter(v.ID, "246802")
				}
				s.pass(11 * time.Second)
				got := s.want(v.ID, journal.StatusPaid)
				receipt, err := s.Receipt(t.Context(), got.ReceiptSeq)
				if err != nil {
					t.Fatal(err)
				}
				if n, m := len(got.Session.TransactionID), len(receipt.TransactionID); n > longest || m > longest {
					t.Errorf("%d characters in the session, %d on the receipt", n, m)
				}
			})
		})
	}
}
