package storetest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"sanduq/core/journal"
)

// gatewayNames holds a store to what it says of the names that the gateway gives.
func gatewayNames(t *testing.T, open opener) {
	h := open(t)
	s := h.Store
	bears := func(s journal.Store, kind journal.NameKind, name string, want ...journal.SaleID) {
		t.Helper()
		same(t, fmt.Sprintf("sales with the %s %.20q", kind, name), must[[]journal.SaleID](t)(s.Bearers(context.Background(), kind, name, 0)), want)
	}
	names := func(sale journal.Sale, payment, transaction, qr string) journal.Sale {
		sale.Session.PaymentID, sale.Session.TransactionID, sale.Session.QRPayload = payment, transaction, qr
		return sale
	}
	long := strings.Repeat("0002", 700)
	one := names(fresh(today, 1), "pay-1", "", "")
	mustCommit(t, s, journal.Change{Sale: &one})
	bears(s, journal.NamePayment, "pay-1", one.ID)
	bears(s, journal.NamePayment, "pay-") // the whole name alone
	bears(s, journal.NamePayment, "PAY-1")
	bears(s, journal.NameTransaction, "pay-1")
	bears(s, journal.NameTransaction, "")
	one = next(one, func(s *journal.Sale) { *s = names(*s, "pay-1", "tx\x00 1", long) })
	mustCommit(t, s, journal.Change{Sale: &one})
	bears(s, journal.NameTransaction, "tx\x00 1", one.ID)
	bears(s, journal.NameTransaction, "tx  1")
	bears(s, journal.NameQR, long, one.ID)
	bears(s, journal.NameQR, long[:len(long)-1])

	two := names(fresh(today, 2), "pay-2", "", long+"x")
	mustCommit(t, s, journal.Change{Sale: &two})
	bears(s, journal.NameQR, long, one.ID)
	two = next(two, func(s *journal.Sale) { s.Session.QRPayload = "another" })
	mustCommit(t, s, journal.Change{Sale: &two})
	bears(s, journal.NameQR, long+"x")
	bears(s, journal.NameQR, "another", two.ID)

	// What gives a name to two says so, the newest first.
	three := names(fresh(today, 3), "pay-1", "", "")
	mustCommit(t, s, journal.Change{Sale: &three})
	bears(s, journal.NamePayment, "pay-1", three.ID, one.ID)
	same(t, "newest sale with the payment pay-1", must[[]journal.SaleID](t)(s.Bearers(context.Background(), journal.NamePayment, "pay-1", 1)), []journal.SaleID{three.ID})

	refused := names(fresh(today, 4), "pay-4", "", "")
	refused.Version = 7
	if err := s.Commit(context.Background(), journal.Change{Sale: &refused}); err == nil {
		t.Error("a wrong version was taken")
	}
	bears(s, journal.NamePayment, "pay-4")
	if h.Crash != nil {
		again := h.Crash(t)
		bears(again, journal.NamePayment, "pay-1", three.ID, one.ID)
		bears(again, journal.NameTransaction, "tx\x00 1", one.ID)
	}
}
