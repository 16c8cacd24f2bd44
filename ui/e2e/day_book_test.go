//go:build e2e

package e2e

import (
	"maps"
	"slices"
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/till"
)

// book is what a person would add up by hand beside the till, of its second shift
// or, where there was none before, of its first.
type book struct {
	by       string // who is at the till
	opener   string
	float    int64
	counted  int64 // before it; 0 where nobody did
	taken    map[journal.TakenKey]journal.Tally
	receipts uint64
	inCash   journal.Tally
	tookOut  journal.Tally
	reason   string // of what was taken out
	lent     bool
	owed     []int64
}

func newBook(by string, float int64) *book {
	return &book{by: by, opener: by, float: float, taken: map[journal.TakenKey]journal.Tally{}}
}

// add counts a sale. A key without a shift is of the day's own.
func (b *book) add(k journal.TakenKey, minor int64) {
	k.Currency = "LYD"
	sum := b.taken[k]
	b.taken[k] = journal.Tally{Number: sum.Number + 1, Minor: sum.Minor + minor}
	if k.Route != journal.RouteCash {
		b.receipts++
	}
}

func (b *book) paid(route core.Route, minor int64) {
	b.add(journal.TakenKey{Route: route, Cashier: b.by}, minor)
}

func (b *book) cash(minor int64) {
	b.add(journal.TakenKey{Route: journal.RouteCash, Cashier: b.by}, minor)
	b.inCash = journal.Tally{Number: b.inCash.Number + 1, Minor: b.inCash.Minor + minor}
}

func (b *book) out(minor int64, reason string, lent bool) {
	b.tookOut = journal.Tally{Number: b.tookOut.Number + 1, Minor: b.tookOut.Minor + minor}
	b.reason, b.lent = reason, lent
}

func (b *book) owe(minor int64) { b.owed = append(b.owed, minor) }

// expected is what should be in the drawer.
func (b *book) expected() int64 { return b.float + b.inCash.Minor - b.tookOut.Minor }

// against holds the newest Z of a file against the book, figure by figure, and
// each number against all Zs.
func (b *book) against(t *testing.T, shop *till.Till, difference int64, reason string) {
	t.Helper()
	zs, err := shop.Zs(t.Context(), 0, 9)
	if err != nil || len(zs) == 0 {
		t.Fatalf("%d Zs, %v", len(zs), err)
	}
	z := zs[0]
	if z.Seq != uint64(len(zs)) || z.Before != z.Seq-1 || z.Shift != z.Seq || z.By != b.opener || z.Opened == nil || z.Opened.By != b.opener {
		t.Errorf("the Z is %d after %d of shift %d, by %s, opened %+v", z.Seq, z.Before, z.Shift, z.By, z.Opened)
	}
	got := map[journal.TakenKey]journal.Tally{}
	for _, one := range z.Taken {
		k := one.TakenKey
		if k.Opened == z.Shift {
			k.Opened = 0
		}
		got[k] = journal.Tally{Number: one.Number, Minor: one.Minor}
	}
	if !maps.Equal(got, b.taken) {
		t.Errorf("the Z has taken %+v\nthe book has %+v", got, b.taken)
	}
	if want := (journal.SeqRange{First: 1, Last: b.receipts}); z.Receipts != want {
		t.Errorf("receipts %+v, want %+v", z.Receipts, want)
	}
	if want := (journal.SeqRange{First: 1, Last: uint64(b.inCash.Number)}); z.Cash != want {
		t.Errorf("cash receipts %+v, want %+v", z.Cash, want)
	}
	if d := z.Drawer; d == nil || d.Counted == nil || d.Float+d.In.Minor != b.float || b.counted != 0 && d.Float != b.counted || d.Sales != b.inCash || d.Rounding != 0 || b.counted == 0 && d.In != (journal.Tally{}) || d.Out != b.tookOut ||
		d.Expected != b.expected() || d.Counted.Minor != b.expected()+difference || d.Difference != difference || d.Reason != reason || d.Counts != 1 {
		t.Errorf("the drawer: %+v\nthe book: %+v", z.Drawer, b)
	}
	if len(z.Open.Sales) != 0 || len(z.Open.Sums) != 0 {
		t.Errorf("still open: %+v", z.Open)
	}
	b.owes(t, shop, z)
	b.moved(t, shop, z)
	b.inOneZ(t, shop, zs)
}

// owes holds the ledger of what is owed back against the book.
func (b *book) owes(t *testing.T, shop *till.Till, z journal.Z) {
	t.Helper()
	var sum int64
	for _, minor := range b.owed {
		sum += minor
	}
	debts, err := shop.Debts(t.Context(), journal.DebtQuery{Open: true, Limit: 9})
	if err != nil || len(debts) != len(b.owed) || len(z.OwedBy) != len(b.owed) {
		t.Fatalf("%d entries and %d named, want %d: %v", len(debts), len(z.OwedBy), len(b.owed), err)
	}
	for i, d := range debts { // newest first
		if d.Open() != b.owed[len(b.owed)-1-i] {
			t.Errorf("entry %+v of %v", d, b.owed)
		}
	}
	switch {
	case sum == 0 && len(z.Owed) == 0:
	case len(z.Owed) != 1 || z.Owed[0] != (journal.OwedSum{Currency: "LYD", Opened: sum}):
		t.Errorf("owed back %+v, want %d", z.Owed, sum)
	}
}

// moved holds what went out of the drawer against the book.
func (b *book) moved(t *testing.T, shop *till.Till, z journal.Z) {
	t.Helper()
	moves, err := shop.Movements(t.Context(), z.Shift, 0, 9)
	floats := len(moves)
	moves = slices.DeleteFunc(moves, func(m journal.Movement) bool { return m.Float })
	if floats -= len(moves); floats != min(int(b.counted), 1) {
		t.Errorf("%d floats differ", floats)
	}
	lender := ""
	if b.lent {
		lender = b.opener
	}
	if err != nil || len(moves) != 1 || moves[0].Kind != journal.MovementOut || moves[0].Minor != b.tookOut.Minor || moves[0].Reason != b.reason ||
		moves[0].By != b.by || moves[0].DelegatedBy != lender {
		t.Errorf("moved %+v, %v", moves, err)
	}
}

// inOneZ looks for every receipt and cash receipt of the file in the Zs: each is in
// exactly one, and what it is worth is in that one's sum.
func (b *book) inOneZ(t *testing.T, shop *till.Till, zs []journal.Z) {
	t.Helper()
	left := map[uint64]int64{} // of each Z's sum, by shift
	for _, z := range zs {
		sums, err := z.Sums()
		if err != nil || len(sums) > 1 {
			t.Fatalf("sums %+v, %v", sums, err)
		}
		for _, s := range sums {
			left[z.Shift] = s.Minor
		}
	}
	once := func(kind string, seq, shift uint64, minor int64, of func(journal.Z) journal.SeqRange) {
		n := 0
		for _, z := range zs {
			if r := of(z); r.First <= seq && seq <= r.Last {
				n++
				if z.Shift != shift {
					t.Errorf("%s %d of shift %d is in Z %d", kind, seq, shift, z.Seq)
				}
			}
		}
		if n != 1 {
			t.Errorf("%s %d is in %d Zs", kind, seq, n)
		}
		left[shift] -= minor
	}
	for seq := uint64(1); ; seq++ {
		r, err := shop.Receipt(t.Context(), seq)
		if err != nil {
			if seq != b.receipts+1 {
				t.Errorf("receipts end at %d: %v", seq, err)
			}
			break
		}
		once("receipt", seq, r.Shift, r.Amount.Minor, func(z journal.Z) journal.SeqRange { return z.Receipts })
	}
	for seq := uint64(1); ; seq++ {
		c, err := shop.CashReceipt(t.Context(), seq)
		if err != nil {
			if seq != uint64(b.inCash.Number)+1 {
				t.Errorf("cash receipts end at %d: %v", seq, err)
			}
			break
		}
		once("cash receipt", seq, c.Shift, c.Amount.Minor, func(z journal.Z) journal.SeqRange { return z.Cash })
	}
	for shift, minor := range left {
		if minor != 0 {
			t.Errorf("the Z of shift %d says %d more than its receipts", shift, minor)
		}
	}
}
