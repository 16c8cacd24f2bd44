package storage

import (
	"errors"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"sanduq/core/journal"
	"sanduq/storage/internal/record"
)

// reconciledStore has a paid sale that a statement has, and the statement.
func reconciledStore(t *testing.T, change ...func(*Options)) (*Store, journal.Reconciled) {
	t.Helper()
	s := openTest(t, t.TempDir(), change...)
	settle(t, s, 1)
	sale := journal.NewSaleID("20261120", 1)
	r := journal.Reconciled{Sale: sale, Class: journal.ReconciledByNumber, At: time.Date(2026, 11, 30, 16, 12, 0, 0, time.UTC), Lines: []journal.BankLine{{Statement: "s", Line: "a", Day: "20261130"}}}
	one := journal.BankStatement{ID: "s", Bank: "Palm Bank", File: "palm.csv", From: "20261101", To: "20261130", At: r.At}
	if err := s.Commit(t.Context(), journal.Change{Reconciled: []journal.Reconciled{r}, Statement: &one}); err != nil {
		t.Fatal(err)
	}
	return s, r
}

func (s *Store) mustReconcile(t *testing.T, want journal.Reconciled) {
	t.Helper()
	got, err := s.Reconciled(t.Context(), want.Sale, want.Sale)
	if err != nil || len(got) != 1 || got[0].Lines[0] != want.Lines[0] {
		t.Errorf("%+v, %v", got, err)
	}
	all, err := s.Statements(t.Context(), 5)
	if err != nil || len(all) != 1 || all[0].Bank != "Palm Bank" {
		t.Errorf("%+v, %v", all, err)
	}
}

// TestStatementsGoWithTheFile: compacting, a new key and a copy take them along.
func TestStatementsGoWithTheFile(t *testing.T) {
	s, r := reconciledStore(t)
	if err := s.Compact(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.mustReconcile(t, r)
	for range 2 { // the second seals the file with a new key
		if _, err := s.NewRecoveryCode(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	s.mustReconcile(t, r)
	openTest(t, copyFolder(t, s.opts.Dir)).mustReconcile(t, r)
	if _, err := s.Verify(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestADamagedReconciliationChangesNoSale: it is reported, the sale and the file stay
// as they are, another key is still possible, and the file of the bank brings it back.
func TestADamagedReconciliationChangesNoSale(t *testing.T) {
	s, r := reconciledStore(t)
	before := mustRead(t, s, r.Sale)
	drain(t, s)
	if err := s.db.Update(func(x *bbolt.Tx) error {
		b := x.Bucket([]byte(record.StatementsBucket))
		value := append([]byte(nil), b.Get(record.ReconciledKey(r.Sale))...)
		value[len(value)-3] ^= 1
		return b.Put(record.ReconciledKey(r.Sale), value)
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Reconciled(t.Context(), r.Sale, r.Sale); !errors.Is(err, journal.ErrCorrupt) {
		t.Errorf("served: %v", err)
	}
	if after := mustRead(t, s, r.Sale); after.Status() != before.Status() || after.Version != before.Version {
		t.Errorf("%+v", after)
	}
	if report, err := s.Verify(t.Context()); !errors.Is(err, journal.ErrCorrupt) || len(report.Damaged) != 1 || report.Damaged[0] != "statements" {
		t.Errorf("%+v, %v", report, err)
	}
	for range 2 {
		if _, err := s.NewRecoveryCode(t.Context()); err != nil {
			t.Error(err)
		}
	}
	if err := s.Commit(t.Context(), journal.Change{Reconciled: []journal.Reconciled{r}}); err != nil {
		t.Error(err)
	}
	s.mustReconcile(t, r)
}
