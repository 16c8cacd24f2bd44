package storage

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"sanduq/core/journal"
	"sanduq/storage/internal/index"
	"sanduq/storage/internal/record"
)

// withoutNames makes a file that was closed what the layout before the gateway's names
// was.
func withoutNames(t *testing.T, dir string) {
	t.Helper()
	asSchema(t, dir, record.DaySchema, record.DaySchema)
	changed(t, dir, func(here record.Tx, h *record.Manifest) error {
		return withoutTerms(here, h, index.GatewayNameKinds[:])
	})
}

// withoutTerms takes the entries of some kinds out of the index.
func withoutTerms(here record.Tx, h *record.Manifest, kinds []byte) error {
	terms := here.Bucket([]byte(record.IndexBucket))
	var gone [][]byte
	if err := terms.ForEach(func(key, value []byte) error {
		if bytes.IndexByte(kinds, key[0]) >= 0 {
			gone = append(gone, slices.Clone(key))
			h.Entries -= uint64(index.SizeOfChunk(value))
		}
		return nil
	}); err != nil {
		return err
	}
	for _, key := range gone {
		if err := terms.Delete(key); err != nil {
			return err
		}
	}
	return nil
}

// TestAnOlderFileGetsTheGatewaysNames, more than a chunk's of one name too, since
// earlier versions let sales share one.
func TestAnOlderFileGetsTheGatewaysNames(t *testing.T) {
	dir := t.TempDir()
	s := openTest(t, dir)
	var shared []journal.SaleID
	for number := 1; number <= 2*index.MaxChunk+40; number++ {
		sale := aSale(number)
		sale.Session.PaymentID, sale.Session.QRPayload, sale.Session.TransactionID = fmt.Sprint("pay-", number), "", ""
		if number > 20 {
			sale.Session.TransactionID = "one for many"
			shared = append(shared, sale.ID)
		}
		if number%3 == 0 {
			sale.Session.QRPayload = fmt.Sprint("0002 ", number)
		}
		if err := s.Commit(t.Context(), journal.Change{Sale: &sale}); err != nil {
			t.Fatal(err)
		}
	}
	slices.Reverse(shared)
	closeStore(t, s)
	withoutNames(t, dir)
	s = openTest(t, dir)
	if report, err := s.Verify(t.Context()); err != nil {
		t.Fatalf("%+v, %v", report, err)
	}
	for _, c := range []struct {
		kind journal.NameKind
		name string
		want []journal.SaleID
	}{
		{journal.NamePayment, "pay-1", []journal.SaleID{aSale(1).ID}}, {journal.NamePayment, "pay-111", []journal.SaleID{aSale(111).ID}}, {journal.NamePayment, "pay-0", nil},
		{journal.NameQR, "0002 111", []journal.SaleID{aSale(111).ID}}, {journal.NameQR, "0002 112", nil}, {journal.NameTransaction, "one for many", shared},
	} {
		if got, err := s.Bearers(t.Context(), c.kind, c.name, 0); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s %s: %v, %v, want %v", c.kind, c.name, got, err, c.want)
		}
	}
}

// TestANameThatIsMissingInTheIndexIsNoticed: a look would find nobody.
func TestANameThatIsMissingInTheIndexIsNoticed(t *testing.T) {
	for _, kind := range journal.NameKinds() {
		dir := t.TempDir()
		s := openTest(t, dir)
		sale := aSale(1)
		sale.Session.PaymentID, sale.Session.QRPayload, sale.Session.TransactionID = "p", "q", "t"
		if err := s.Commit(t.Context(), journal.Change{Sale: &sale}); err != nil {
			t.Fatal(err)
		}
		closeStore(t, s)
		changed(t, dir, func(here record.Tx, h *record.Manifest) error {
			return withoutTerms(here, h, []byte{index.GatewayNameKinds[kind]})
		})
		if s, err := open(dir); err == nil { // all of a small file is verified at once
			closeStore(t, s)
			t.Errorf("a %s that is missing passes", kind)
		}
	}
}
