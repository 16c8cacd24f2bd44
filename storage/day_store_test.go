package storage

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"sanduq/core/journal"
	"sanduq/storage/internal/files"
	"sanduq/storage/internal/record"
	"sanduq/storage/keys"
)

// TestADropOutOfTheDayIsNoticed: reading tells what is missing, since a manifest or
// a neighbour knows of it.
func TestADropOutOfTheDayIsNoticed(t *testing.T) {
	ctx, traded := context.Background(), tradedFolder(t)
	for name, c := range map[string]struct {
		bucket string
		key    []byte
		read   func(*Store) error
	}{
		"present shift": {record.ShiftsBucket, record.SeqKey(3), func(s *Store) error { _, err := s.Shift(ctx, 0); return err }},
		"shift":         {record.ShiftsBucket, record.SeqKey(1), func(s *Store) error { _, err := s.Shift(ctx, 1); return err }},
		"its movements": {record.ShiftsBucket, record.SeqKey(1), func(s *Store) error { _, err := s.Movements(ctx, 1, 0, 9); return err }},
		"Z":             {record.ZsBucket, record.SeqKey(1), func(s *Store) error { _, err := s.Z(ctx, 1); return err }},
		"Z of a shift":  {record.ZsBucket, record.SeqKey(2), func(s *Store) error { _, err := s.Shift(ctx, 2); return err }},
		"Z of a page":   {record.ZsBucket, record.SeqKey(1), func(s *Store) error { _, err := s.Zs(ctx, 0, 9); return err }},
		"cash":          {record.CashBucket, record.SeqKey(2), func(s *Store) error { _, err := s.CashReceipt(ctx, 2); return err }},
		"searched cash": {record.CashBucket, record.SeqKey(2), func(s *Store) error {
			_, err := s.Sales(ctx, journal.SaleQuery{Search: "C-2"})
			return err
		}},
		"movement":        {record.DrawerBucket, record.SeqKey(2), func(s *Store) error { _, err := s.Movements(ctx, 2, 0, 9); return err }},
		"debt":            {record.DebtsBucket, record.SeqKey(2), func(s *Store) error { _, err := s.Debts(ctx, journal.DebtQuery{}); return err }},
		"open debt":       {record.DebtsBucket, record.SeqKey(2), func(s *Store) error { _, err := s.Debts(ctx, journal.DebtQuery{Open: true}); return err }},
		"listed debt":     {record.OwingBucket, record.OpenDebtKey(2), func(s *Store) error { _, err := s.Debts(ctx, journal.DebtQuery{Open: true}); return err }},
		"debt of rows":    {record.DebtsBucket, record.SeqKey(3), func(s *Store) error { _, err := s.DebtRows(ctx, 3); return err }},
		"row of a debt":   {record.OwedBucket, record.SeqKey(4), func(s *Store) error { _, err := s.DebtRows(ctx, 2); return err }},
		"bucket of debts": {"", []byte(record.DebtsBucket), func(s *Store) error { _, err := s.Debts(ctx, journal.DebtQuery{}); return err }},
	} {
		s := openTest(t, copyFolder(t, traded))
		if err := c.read(s); err != nil {
			t.Errorf("%s, as it was: %v", name, err)
		}
		if err := s.db.Update(func(b *bbolt.Tx) error {
			if c.bucket == "" {
				return b.DeleteBucket(c.key)
			}
			if b.Bucket([]byte(c.bucket)).Get(c.key) == nil {
				return errors.New("it is not there")
			}
			return b.Bucket([]byte(c.bucket)).Delete(c.key)
		}); err != nil {
			t.Fatal(name, err)
		}
		if err := c.read(s); !errors.Is(err, journal.ErrCorrupt) {
			t.Errorf("%s dropped: %v", name, err)
		}
	}
}

// TestAnOlderShiftIsNotSummedUp: a record of the present shift that was put back,
// with its right MAC, is not read, and no Z comes of it.
func TestAnOlderShiftIsNotSummedUp(t *testing.T) {
	s := openTest(t, copyFolder(t, tradedFolder(t)))
	d := newDesk(t, s)
	older := snapshot(t, s)[record.ShiftsBucket+string(record.SeqKey(3))]
	d.cash(9_000)
	z := d.z()
	drain(t, s)
	if err := s.db.Update(func(b *bbolt.Tx) error { return b.Bucket([]byte(record.ShiftsBucket)).Put(record.SeqKey(3), older) }); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Shift(t.Context(), 3); !errors.Is(err, journal.ErrCorrupt) {
		t.Errorf("read: %v", err)
	}
	if _, err := s.Verify(t.Context()); !errors.Is(err, journal.ErrCorrupt) {
		t.Errorf("verified: %v", err)
	}
	if err := s.Commit(t.Context(), journal.Change{Z: &z, Shift: &journal.Shift{Number: 4, Version: 1, After: 3, Begun: z.At}}); !errors.Is(err, journal.ErrCorrupt) {
		t.Errorf("closed: %v", err)
	}
}

// TestADayOutlivesItsFile: what was traded reads the same after another key, a
// compaction, a backup that is put back, and a kill.
func TestADayOutlivesItsFile(t *testing.T) {
	ctx, dir := t.Context(), tradedFolder(t)
	use := func(o *Options) { o.Checkpoints = keys.NewFile(o.Dir) }
	s := openTest(t, dir, use)
	d := newDesk(t, s)
	want := d.day()
	for name, act := range map[string]func() error{
		"key": func() error { // the first code is for the key that there is, the next one brings another
			_, err := s.NewRecoveryCode(ctx)
			_, again := s.NewRecoveryCode(ctx)
			if err = errors.Join(err, again); err == nil && manifestOf(t, s).Rekeyed == 0 {
				err = errors.New("the key is the one before")
			}
			return err
		},
		"compact": func() error { return s.Compact(ctx) },
		"reopen":  func() error { return s.Reopen(ctx) },
	} {
		if err := act(); err != nil {
			t.Fatal(name, err)
		}
		if d.day() != want {
			t.Errorf("%s: another day", name)
		}
	}
	d.cash(250) // the chains go on
	want = d.day()
	if crashed := newDesk(t, openTest(t, copyFolder(t, dir), use)); crashed.day() != want {
		t.Error("another day after a kill")
	}
	path, err := s.Backup(ctx)
	if err != nil {
		t.Fatal(err)
	}
	d.end()
	closeStore(t, s)
	if _, err := Restore(ctx, s.opts, path); err != nil {
		t.Fatal(err)
	}
	s = openTest(t, dir)
	if d = newDesk(t, s); d.day() != want {
		t.Error("another day after a backup was put back")
	}
	if f, err := s.Freeze(ctx); err != nil || f.Cause != journal.FreezeRestored {
		t.Errorf("freeze %+v, error %v", f, err)
	}
	closeStore(t, s)
	if h := newDesk(t, openTest(t, dir, use)).head(); h.Z != 3 || h.Shift != 3 { // the checkpoint knows of the Z that is lost
		t.Errorf("head %+v", h)
	}
}

// TestARolledBackFileLeavesItsZsOut: neither a Z nor a cash receipt that may be on
// paper gets its number a second time, and another line of the chains is noticed.
func TestARolledBackFileLeavesItsZsOut(t *testing.T) {
	for name, act := range map[string]func(d *desk){
		"a Z":        func(d *desk) { d.end() },
		"cash":       func(d *desk) { d.cash(250) },
		"a movement": func(d *desk) { d.move(journal.MovementIn, 1) },
		"a debt":     func(d *desk) { d.owe(1) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := tradedFolder(t)
			use := func(o *Options) { o.Checkpoints = keys.NewFile(o.Dir) }
			early := mustFile(t, filepath.Join(dir, files.Database))
			s := openTest(t, dir, use)
			d := newDesk(t, s)
			if act(d); d.shift().Opened == nil {
				d.open(0)
			}
			d.cash(500)
			given := d.head()
			commits := manifestOf(t, s).Commits
			closeStore(t, s)
			write(t, filepath.Join(dir, files.Database), early)
			s = openTest(t, dir) // knows of no checkpoint, and goes another way
			for manifestOf(t, s).Commits < commits {
				newDesk(t, s).owe(7)
			}
			closeStore(t, s)
			s = openTest(t, dir, use)
			wantWarnings(t, s, WarnRollback)
			h, err := s.Head(t.Context(), tradingDay)
			if err != nil || h.Z < given.Z || h.Cash < given.Cash {
				t.Errorf("head %+v, error %v; given out %+v", h, err, given)
			}
			d = newDesk(t, s)
			d.cash(750)
			d.end()
			if h := d.head(); h.Z <= given.Z || h.Cash <= given.Cash || h.Shift != h.Z+1 {
				t.Errorf("head %+v, given out were %+v", h, given)
			}
			d.day()
		})
	}
}

// TestAShopWithoutShiftsPaysNothingForThem: its commits put no record more, its
// manifest says nothing of them, and with them a settled sale puts one.
func TestAShopWithoutShiftsPaysNothingForThem(t *testing.T) {
	s := openTest(t, t.TempDir())
	d := newDesk(t, s)
	day := func() (records int) {
		for name, table := range manifestState(t, s).Tables {
			if slices.Contains(record.DayBuckets, name) {
				records += len(table)
			}
		}
		return records
	}
	d.pay(d.charge(1_000))
	text, err := json.Marshal(manifestOf(t, s))
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"present", "shifts", "debts", "zs", "cash", "drawer", "owed", "owing"} {
		if strings.Contains(string(text), `"`+word) {
			t.Errorf("the manifest speaks of %s: %s", word, text)
		}
	}
	if n := day(); n != 0 {
		t.Errorf("%d records of a day that the shop does not use", n)
	}
	d.begin()
	sale := d.charge(2_000)
	drain(t, s)
	reopened(t, s)
	d.pay(sale)
	if n := day(); n != 1 {
		t.Errorf("a settled sale put %d records of its shift", n)
	}
}

// manifestState is what lies over the trees.
func manifestState(t *testing.T, s *Store) (o *record.Overlay) {
	t.Helper()
	if err := s.view(t.Context(), func(t record.Tx) error { o = t.Over; return t.Unread }); err != nil {
		t.Fatal(err)
	}
	return o
}

func reopened(t *testing.T, s *Store) {
	t.Helper()
	if err := s.Reopen(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// TestAZAndASettlementInOneTransaction: they come at the same time, and whichever
// is first decides. The Z never misses the money, nor does the money go into a
// shift that is over.
func TestAZAndASettlementInOneTransaction(t *testing.T) {
	for _, first := range []string{"Z", "money"} {
		s := openTest(t, copyFolder(t, tradedFolder(t)))
		d := newDesk(t, s)
		paid, z := d.settled(d.charge(8_000)), d.z()
		ends := journal.Change{Z: &z, Shift: &journal.Shift{Number: z.Seq + 1, Version: 1, After: z.Seq, Begun: z.At}}
		other := d.charge(1)
		other.Version++
		release := busy(t, s, other)
		both := []journal.Change{ends, paid}
		if first == "money" {
			slices.Reverse(both)
		}
		told := queued(t, s, both...)
		release()
		if errs := told(); errs[0] != nil || !errors.Is(errs[1], journal.ErrRefused) {
			t.Errorf("%s first: %v", first, errs)
		}
		d.day()
	}
}

// TestScrubsBesideAWorkingDay: what belongs together is looked at in one state.
func TestScrubsBesideAWorkingDay(t *testing.T) {
	s := openTest(t, copyFolder(t, tradedFolder(t)))
	d := newDesk(t, s)
	n := 0
	scrubBeside(t, s, func() error {
		switch n++; n % 7 {
		case 0:
			d.end()
			d.open(int64(n))
		case 1, 4:
			d.pay(d.charge(int64(n)))
		case 2:
			d.cash(int64(n))
		case 3:
			d.move(journal.MovementIn, int64(n))
		case 5:
			d.owe(int64(n))
		case 6:
			debts, err := s.Debts(context.Background(), journal.DebtQuery{Open: true, Limit: 1})
			if err != nil {
				return err
			}
			d.giveBack(debts[0].Number, debts[0].Open(), debts[0].Open(), "FT")
		}
		return nil
	})
	d.day()
}

// TestNoActLeavesAShiftThatCannotEnd: what would make the drawer's sum too large is
// refused, however small each part of it is.
func TestNoActLeavesAShiftThatCannotEnd(t *testing.T) {
	s := openTest(t, t.TempDir())
	d := newDesk(t, s)
	d.begin()
	d.open(math.MaxInt64)
	in := journal.Change{Movements: []journal.Movement{{Seq: 1, Shift: 1, Kind: journal.MovementIn, At: clock, By: "Amal", Minor: 1, Reason: "change"}}}
	if err := s.Commit(t.Context(), in); !errors.Is(err, journal.ErrRefused) {
		t.Errorf("more than a drawer can hold was put in: %v", err)
	}
	d.end()
	d.open(0)
	d.move(journal.MovementOut, 2)
	shift := d.shift().Shift
	shift.Version++
	shift.Counts = []journal.ShiftCount{{At: clock, By: "Amal", Cash: journal.DrawerCount{Currency: "LYD", Minor: math.MaxInt64}, NewestMovement: 1}}
	if err := s.Commit(t.Context(), journal.Change{Shift: &shift}); !errors.Is(err, journal.ErrRefused) {
		t.Errorf("a count with a difference beyond 64 bits: %v", err)
	}
	d.end()
	d.day()
}

// TestOneChangeMayEndADayAndNothingElse: what the shared rules leave to the store.
func TestOneChangeMayEndADayAndNothingElse(t *testing.T) {
	s := openTest(t, copyFolder(t, tradedFolder(t)))
	d := newDesk(t, s)
	off, shift, z := d.mark, d.shift().Shift, d.z()
	off.Shifts = false
	shift.Version++
	next := &journal.Shift{Number: z.Seq + 1, Version: 1, After: z.Seq, Begun: z.At}
	for name, c := range map[string]journal.Change{
		"switched off beside a count": {Shift: &shift, Settings: &off},
		"a Z beside a freeze":         {Z: &z, Shift: next, Freeze: &journal.Freeze{Cause: journal.FreezeRestored}},
		"a debt of no sale":           {Debts: []journal.DebtRow{{Seq: 7, Debt: 4, Kind: journal.DebtOpened, Shift: 3, Cause: journal.DebtBothLegs, Sale: "x", With: "x", Amount: lyd(1)}}},
		"a debt that was opened elsewhere": {Debts: []journal.DebtRow{{Seq: 7, Debt: 5, Kind: journal.DebtOpened, Shift: 3, Cause: journal.DebtBothLegs, Sale: journal.NewSaleID(tradingDay, 1),
			With: journal.NewSaleID(tradingDay, 1), Amount: lyd(1)}}},
	} {
		if err := s.Commit(t.Context(), c); !errors.Is(err, journal.ErrRefused) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := s.CommitAll(t.Context(), []journal.Change{{Z: &z, Shift: next}, {Z: &z, Shift: next}}); !errors.Is(err, journal.ErrRefused) {
		t.Errorf("one Z twice, in bulk: %v", err)
	}
	if h := d.head(); h.Shift != 3 || h.Z != 2 {
		t.Errorf("a refused bulk left %+v", h)
	}
	if err := s.CommitAll(t.Context(), []journal.Change{{Z: &z, Shift: next}, d.settledIn(4)}); err != nil {
		t.Errorf("in bulk: %v", err)
	}
	d.day()
}

// settledIn is a new sale that is settled in a shift to come.
func (d *desk) settledIn(shift uint64) journal.Change {
	h := d.head()
	id := journal.NewSaleID(tradingDay, h.Number+1)
	c := d.settled(journal.Sale{ID: id, OrderID: id.Paper() + "-K3", Amount: lyd(500), Environment: "sandbox", Cashier: "Amal", CreatedAt: d.at(), Route: "qr", Shift: shift})
	c.Receipt.Shift = shift
	return c
}

// TestACashReceiptIsFoundByItsOwnNumber: "C-0003" and "C-3" are cash receipt 3, "T-3" is
// receipt 3, each alone; "3" is both, and the sales of that number.
func TestACashReceiptIsFoundByItsOwnNumber(t *testing.T) {
	s := openTest(t, copyFolder(t, tradedFolder(t)))
	for search, want := range map[string]func(journal.Sale) bool{
		"C-0003": func(sale journal.Sale) bool { return sale.CashSeq == 3 },
		"c-3":    func(sale journal.Sale) bool { return sale.CashSeq == 3 },
		"T-0003": func(sale journal.Sale) bool { return sale.ReceiptSeq == 3 },
	} {
		page, err := s.Sales(t.Context(), journal.SaleQuery{Search: search})
		if err != nil || len(page.Sales) != 1 || !want(page.Sales[0]) {
			t.Errorf("%s finds %d sales, %+v, error %v", search, len(page.Sales), page.Sales, err)
		}
	}
	for _, search := range []string{"3", "٣", "003"} {
		found := map[string]bool{}
		page, err := s.Sales(t.Context(), journal.SaleQuery{Search: search})
		for _, sale := range page.Sales {
			found["cash"] = found["cash"] || sale.CashSeq == 3
			found["receipt"] = found["receipt"] || sale.ReceiptSeq == 3
			found["sale"] = found["sale"] || sale.ID.Number() == 3
		}
		if err != nil || len(found) != 3 || !found["cash"] || !found["receipt"] || !found["sale"] {
			t.Errorf("%s finds %v of %d sales, error %v", search, found, len(page.Sales), err)
		}
	}
	if page, err := s.Sales(t.Context(), journal.SaleQuery{Search: "C-4"}); err != nil || len(page.Sales) != 0 {
		t.Errorf("a cash receipt that there is not: %d, %v", len(page.Sales), err)
	}
}
