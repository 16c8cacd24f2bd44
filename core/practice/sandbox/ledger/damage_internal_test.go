package ledger

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sanduq/core/practice/sandbox/contract"
)

// TestADamagedLedgerIsRefusedOrRead: whatever was written over, the till does not end. Either the ledger is refused, or
// all that is in it can be read and changed, and what cannot is an error.
func TestADamagedLedgerIsRefusedOrRead(t *testing.T) {
	dir, now := t.TempDir(), time.Date(2026, 11, 26, 9, 0, 0, 0, time.UTC)
	l, err := Open(dir, now)
	if err != nil {
		t.Fatal(err)
	}
	const payments = 60
	for n := range payments {
		if err := l.Update(func(tx *Tx) error {
			p := &Record{ID: fmt.Sprint("P-", n), OrderID: fmt.Sprint("ORDER-", n/2), Minor: 12_500, Currency: "LYD", CreatedAt: now, QR: map[string]string{}}
			p.Shared.Status, p.Account.Status = contract.StatusSuccess, contract.StatusPending
			_, err := tx.AddPayment(p)
			return errors.Join(err, tx.Wake(now, p.Seq), tx.AddMessage(Message{Kind: "otp", At: now}), tx.SpendNonce(p.ID, now, now))
		}); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	sound, err := os.ReadFile(filepath.Join(dir, ledgerFile))
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	refused, read := 0, 0
	for n := range 400 {
		damaged := append([]byte{}, sound...)
		at := random.IntN(len(damaged))
		if n%2 == 0 { // the heads of pages and of their records are where a wrong number leads astray
			at = at/os.Getpagesize()*os.Getpagesize() + random.IntN(200)
		}
		for i := range 1 + random.IntN(8) {
			if at+i < len(damaged) {
				damaged[at+i] = byte(random.Uint32())
			}
		}
		if used(t, damaged, now) {
			read++
		} else {
			refused++
		}
	}
	if refused == 0 || read == 0 {
		t.Errorf("%d ledgers were refused, and %d read", refused, read)
	}
}

// used opens a ledger and does all that its users do; false where it is refused.
func used(t *testing.T, content []byte, now time.Time) bool {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, ledgerFile), content, 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := Open(dir, now)
	if err != nil {
		return false
	}
	defer func() { _ = l.Close() }()
	_ = l.View(func(tx *Tx) error { // an error is one of the answers
		_ = tx.Newest(func(p *Record) bool {
			_, _ = tx.PaymentByID(p.ID)
			_, _ = tx.Order(p.OrderID)
			_ = p.Amount()
			return true
		})
		_ = tx.NewestMessages(func(Message) (bool, error) { return true, nil })
		_ = tx.OrdersOpenedTwice(func(string, Order) error { return nil })
		_, _, _ = tx.NextWake()
		_, _ = tx.ClockLead()
		return tx.Check()
	})
	for range 3 {
		_ = l.Update(func(tx *Tx) error {
			_, err := tx.TakeDue(now.Add(time.Hour), 20)
			_, added := tx.AddPayment(&Record{ID: "P-NEW", OrderID: "ORDER-NEW", Currency: "LYD"})
			return errors.Join(err, added, tx.SpendNonce("NEW", now.Add(time.Hour), now.Add(time.Minute)))
		})
	}
	return true
}
