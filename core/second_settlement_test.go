package core

import (
	"testing"
	"time"

	"sanduq/core/ledger"
)

// Of a payment that the bank account settled, the other leg's words are compared
// with what it said before: only a leg that knew of no money and now says success,
// or that names another transaction, tells of a second debit.
func TestWhatTheOtherLegSaysOfASettledPayment(t *testing.T) {
	paid := func(transaction string) answer {
		return answer{body: `{"success":true,"data":{"paymentStatus":"SUCCESS","transactionId":"` + transaction + `"}}`}
	}
	certain := ledger.Settlement{PaymentID: "P1", OrderID: "ORDER-1", TransactionID: "T2"}
	uncertain := ledger.Settlement{PaymentID: "P1", OrderID: "ORDER-1", Uncertain: true}
	none := ledger.Settlement{}
	for _, c := range []struct {
		name    string
		settles answer            // of the bank account's leg, which goes on saying it
		before  answer            // the other leg's first answer after the settlement
		first   ledger.Settlement // after before
		then    answer
		want    ledger.Settlement // after then
	}{
		{"pending, then a success without a transaction", paid("T1"), isPending, none, paid(""), uncertain},
		{"failed, then a success without a transaction", paid("T1"), isFailed, none, paid(""), uncertain},
		{"expired, then a success without a transaction", paid("T1"), isExpired, none, paid(""), uncertain},
		{"no such payment, then a success without a transaction", paid("T1"), noOrder, none, paid(""), uncertain},
		{"no such payment by 404, then a success without a transaction", paid("T1"), noOrder4, none, paid(""), uncertain},
		{"pending, then a success, and no transaction anywhere", paid(""), isPending, none, paid(""), uncertain},
		{"pending, then another transaction", paid("T1"), isPending, none, paid("T2"), certain},
		{"another transaction at once", paid("T1"), paid("T2"), certain, paid("T2"), certain},
		{"silent, then another transaction", paid("T1"), isNothing, none, paid("T2"), certain},
		{"pending, then the receipt's own transaction", paid("T1"), isPending, none, paid("T1"), none},
		{"success without a transaction from the beginning", paid("T1"), paid(""), none, paid(""), none},
		{"silent, then a success without a transaction", paid("T1"), isNothing, none, paid(""), none},
		{"pending, and pending again", paid("T1"), isPending, none, isPending, none},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				d := newDesk(t)
				d.codeBesideQR()
				d.StopStatusPolling()
				d.legs(c.settles, isNothing)
				d.must(StateSuccess)(d.RefreshStatus(t.Context(), "P1"))
				d.legs(c.settles, c.before)
				if got, err := d.Ledger().SecondSettlement(t.Context()); (err != nil) != (c.before.status == isNothing.status) || got != c.first {
					t.Errorf("at first %+v, %v", got, err)
				}
				d.legs(c.settles, c.then)
				if got, err := d.Ledger().SecondSettlement(t.Context()); err != nil || got != c.want {
					t.Errorf("then %+v, %v; want %+v", got, err, c.want)
				}
				if s, _ := d.CurrentSession(); s.State != StateSuccess {
					t.Errorf("the payment became %+v", s)
				}
			})
		})
	}
}

// QR and wallet share a leg: where a QR was out when a wallet's code left, that leg
// alone may be debited twice, and is asked although it settled the payment.
func TestTheLegThatSettledIsAskedWhereItMayBeDebitedAgain(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		d.showQR()
		d.legs(isPending, isPending)
		d.validate(walletAccount())
		d.must(StateSuccess)(d.SubmitOTP(t.Context(), otp())) // by T1
		d.legs(isPending, isSuccess)
		if got, err := d.Ledger().SecondSettlement(t.Context()); err != nil || got != (ledger.Settlement{}) {
			t.Errorf("of its own transaction: %+v, %v", got, err)
		}
		d.legs(isPending, answer{body: `{"success":true,"data":{"paymentStatus":"SUCCESS","transactionId":"T2"}}`})
		if got, err := d.Ledger().SecondSettlement(t.Context()); err != nil || got.TransactionID != "T2" || got.Uncertain {
			t.Errorf("of another transaction: %+v, %v", got, err)
		}
	})
}

// TestATransactionOfTheOtherLegIsNotTheReceipts: an account settles without a transaction. When the QR is
// debited too while the account's leg is silent, the QR's transaction is not taken for the one that the
// receipt lacks: it is a second payment, and that is said.
func TestATransactionOfTheOtherLegIsNotTheReceipts(t *testing.T) {
	const paid = `{"success":true,"data":{"paymentStatus":"SUCCESS"}}`
	for name, c := range map[string]struct {
		account answer
		own     string
	}{
		"the account's leg is silent":             {isNothing, ""},
		"the account's leg has no transaction":    {answer{body: paid}, ""},
		"the account's leg has its own meanwhile": {answer{body: `{"success":true,"data":{"paymentStatus":"SUCCESS","transactionId":"T1"}}`}, "T1"},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				d := newDesk(t)
				d.codeBesideQR()
				d.legs(answer{body: paid}, isPending)
				time.Sleep(4 * time.Second)
				if _, err := d.Ledger().SecondSettlement(t.Context()); err != nil {
					t.Fatal(err)
				}
				d.legs(c.account, answer{body: `{"success":true,"data":{"paymentStatus":"SUCCESS","transactionId":"T-QR"}}`})
				if _, err := d.RefreshStatus(t.Context(), "P1"); err != nil {
					t.Fatal(err)
				}
				if s, _ := d.CurrentSession(); s.State != StateSuccess || !s.ByAccountNumber || s.TransactionID != c.own {
					t.Errorf("the settled session became %+v", s)
				}
				want := ledger.Settlement{PaymentID: "P1", OrderID: "ORDER-1", TransactionID: "T-QR", Uncertain: c.own == ""}
				if got, err := d.Ledger().SecondSettlement(t.Context()); err != nil || got != want {
					t.Errorf("the second debit: %+v, %v; want %+v", got, err, want)
				}
			})
		})
	}
}
