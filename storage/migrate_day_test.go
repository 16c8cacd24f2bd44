package storage

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
	"sanduq/storage/internal/record"
	"sanduq/storage/migrate"
)

// paidTwice fills a store of the layout before with orders that were paid twice.
func paidTwice(t *testing.T, s *Store) {
	t.Helper()
	id := func(number int) journal.SaleID { return journal.NewSaleID("20261120", number) }
	at := func(minute int) time.Time { return time.Date(2026, 11, 20, 9, minute, 0, 0, time.UTC) }
	var changes []journal.Change
	for number := 1; number <= 9; number++ {
		sale := aSale(number)
		sale.Amount = lyd(int64(number) * 1_000)
		sale.UpdatedAt = at(number)
		switch number {
		case 2: // instead of 1, and paid after it
			sale.PaidTwiceWith, sale.OwedSince = id(1), at(30)
		case 1:
			sale.AlsoPaid, sale.OwedSince = id(2), at(31)
		case 3: // by both its legs, found before that was noted
			sale.PaidTwiceWith = sale.ID
		case 4: // paid after the one that was opened instead
			sale.PaidTwiceWith, sale.OwedSince = id(5), at(20)
		case 6, 7: // each knows of the other
			sale.PaidTwiceWith, sale.OwedSince = id(13-number), at(40)
		case 8: // with one that no record is left of
			sale.PaidTwiceWith, sale.OwedSince = id(77), at(50)
		}
		changes = append(changes, journal.Change{Sale: &sale})
	}
	if err := s.CommitAll(t.Context(), changes); err != nil {
		t.Fatal(err)
	}
}

// TestAnOlderFileGetsTheDebtsThatItKnowsOf: one for each two sales that paid for
// one order, on the older one, and for each that paid by both its legs.
func TestAnOlderFileGetsTheDebtsThatItKnowsOf(t *testing.T) {
	dir := t.TempDir()
	s := openTest(t, dir)
	paidTwice(t, s)
	closeStore(t, s)
	withoutDay(t, dir)
	before := mustFile(t, filepath.Join(dir, files.Database))
	s = openTest(t, dir)
	id := func(number int) journal.SaleID { return journal.NewSaleID("20261120", number) }
	at := func(minute int) time.Time { return time.Date(2026, 11, 20, 9, minute, 0, 0, time.UTC) }
	got, err := s.Debts(t.Context(), journal.DebtQuery{Open: true})
	if diff := cmp.Diff([]journal.Debt{
		{Number: 5, Cause: journal.DebtPaidTwice, Sale: id(8), With: id(77), Amount: lyd(8_000), Since: at(50)},
		{Number: 4, Cause: journal.DebtPaidTwice, Sale: id(6), With: id(7), Amount: lyd(6_000), Since: at(40)},
		{Number: 3, Cause: journal.DebtPaidTwice, Sale: id(1), With: id(2), Amount: lyd(1_000), Since: at(30)},
		{Number: 2, Cause: journal.DebtPaidTwice, Sale: id(4), With: id(5), Amount: lyd(4_000), Since: at(20)},
		{Number: 1, Cause: journal.DebtBothLegs, Sale: id(3), With: id(3), Amount: lyd(3_000), Since: at(3)},
	}, got); diff != "" || err != nil {
		t.Error(err, diff)
	}
	if kept := mustFile(t, filepath.Join(dir, fmt.Sprintf("till.schema-%d.db", record.FiguresSchema))); len(kept) > len(before) {
		t.Errorf("the file as it was has %d bytes, its copy %d", len(before), len(kept))
	}
	d := newDesk(t, s)
	d.begin()
	if owed := d.shift().Figures.Owed; len(owed) != 1 || owed[0] != (journal.OwedSum{Currency: "LYD", Before: 22_000}) {
		t.Errorf("the first shift begins with %+v", owed)
	}
	if _, err := s.Verify(t.Context()); err != nil {
		t.Error(err)
	}
	closeStore(t, s)
	defer func(l migrate.Layout) { migrate.Current = l }(migrate.Current)
	migrate.Current = migrate.Layout{Oldest: 2, Steps: []migrate.Migration{migrate.AddJournal, migrate.AddFigures}}
	if _, err := open(dir); !errors.Is(err, fault.ErrNewer) {
		t.Errorf("the program before opens it: %v", err)
	}
}

// TestADamagedFileGetsNoDay: a sale that was changed or went stops it, and nothing
// is left behind.
func TestADamagedFileGetsNoDay(t *testing.T) {
	for name, spoil := range map[string]func(b *bbolt.Bucket, key, value []byte) error{
		"changed": func(b *bbolt.Bucket, key, value []byte) error {
			value = append([]byte(nil), value...)
			value[len(value)-5] ^= 1
			return b.Put(key, value)
		},
		"dropped": func(b *bbolt.Bucket, key, _ []byte) error { return b.Delete(key) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			s := openTest(t, dir)
			paidTwice(t, s)
			closeStore(t, s)
			withoutDay(t, dir)
			raw(t, dir, func(b *bbolt.Tx) error {
				sales := b.Bucket([]byte(record.SalesBucket))
				key, value := sales.Cursor().First()
				return spoil(sales, append([]byte(nil), key...), value)
			})
			if s, err := open(dir); !errors.Is(err, fault.ErrDamaged) {
				t.Errorf("opened: %v", err)
				_ = s.Close()
			}
			if left, _ := filepath.Glob(filepath.Join(dir, files.Database+".*")); len(left) != 0 {
				t.Errorf("left %v", left)
			}
		})
	}
}

// fillMany adds so many settled sales.
func fillMany(t *testing.T, s *Store, sales int) {
	t.Helper()
	for number := 1; number <= sales; {
		var changes []journal.Change
		for range min(2_000, sales-number+1) {
			sale := aSale(number)
			sale.ID = journal.NewSaleID("20261121", number)
			sale.OrderID = sale.ID.Paper() + "-K3"
			sale.Session.State, sale.ReceiptSeq = core.StateSuccess, uint64(number)
			changes = append(changes, journal.Change{Sale: &sale, Receipt: &journal.Receipt{Seq: sale.ReceiptSeq, SaleID: sale.ID, Amount: sale.Amount}})
			number++
		}
		if err := s.CommitAll(t.Context(), changes); err != nil {
			t.Fatal(err)
		}
	}
}

// openOlder is the process that is killed.
func openOlder(dir string) int {
	s, err := open(dir)
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		fmt.Println(err)
		return 1
	}
	return 0
}
