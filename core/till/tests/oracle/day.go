package oracle

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"

	"sanduq/core/journal"
)

// The laws of the day.
const (
	// OneShift: what was taken is in one shift, which has one Z at the most.
	OneShift Law = "ONE Z"
	// ZsFollow: Zs are numbered one after the other and follow each other.
	ZsFollow Law = "Z FOLLOWS"
	// ZsSum: a Z is what its rows add up to.
	ZsSum Law = "Z SUMS"
	// Drawers: a drawer should hold what went into it less what went out.
	Drawers Law = "DRAWER"
	// CashIsSaid: cash is a person's word and never paid.
	CashIsSaid Law = "CASH IS SAID"
	// OwedAddsUp: owed is returned, kept and open, at every moment.
	OwedAddsUp Law = "OWED"
	// OwedOpens: of what was taken for an order, all but one taking is owed back.
	OwedOpens Law = "OWED OPENS"
)

// Breaches holds a book against the laws of the day and returns what breaks them.
func (b Book) Breaches() []Breach {
	var out breaches
	for _, l := range []struct {
		law   Law
		holds func(Book, *breaches)
	}{
		{OneShift, oneZ}, {ZsFollow, zsFollow}, {ZsSum, zsSum}, {Drawers, drawers}, {CashIsSaid, cashIsSaid}, {OwedAddsUp, owedAddsUp}, {OwedOpens, owedOpens},
	} {
		out.law = l.law
		l.holds(b, &out)
	}
	return out.all
}

// oneZ: what was taken in a time with shifts is in exactly one, and a shift has one
// Z at the most.
func oneZ(b Book, out *breaches) {
	known := map[uint64]bool{0: true}
	for _, s := range b.Shifts {
		if known[s.Number] {
			out.add("there are two shifts %d", s.Number)
		}
		known[s.Number] = true
	}
	for _, r := range b.Receipts {
		if !known[r.Shift] {
			out.add("receipt %d is of shift %d, which there is not", r.Seq, r.Shift)
		}
	}
	for _, r := range b.Cash {
		if !known[r.Shift] {
			out.add("cash %d is of shift %d, which there is not", r.Seq, r.Shift)
		}
	}
	opened := map[journal.SaleID]uint64{}
	for _, s := range b.Sales {
		opened[s.ID] = s.Shift
	}
	for _, r := range b.Receipts {
		if r.Opened != opened[r.SaleID] {
			out.add("receipt %d says that its sale was opened in shift %d, and it was in %d", r.Seq, r.Opened, opened[r.SaleID])
		}
	}
}

// zsFollow: Zs are numbered without a gap but for what was left out, each names the
// one before, and begins where that ended.
func zsFollow(b Book, out *breaches) {
	var before journal.Z
	shifts := map[uint64]bool{}
	for _, z := range b.Zs {
		gap := z.Seq != before.Seq+1
		if z.Before != before.Seq || gap && !b.PutBack || z.Seq <= before.Seq || shifts[z.Shift] {
			out.add("Z %d of shift %d after %d says that it follows %d", z.Seq, z.Shift, before.Seq, z.Before)
		}
		if before.Seq != 0 && z.Shift == before.Seq+1 && !z.Begun.Equal(before.At) {
			out.add("Z %d begins at %v, the one before ended at %v", z.Seq, z.Begun, before.At)
		}
		shifts[z.Shift], before = true, z
	}
}

// line is a key of what is added up: in which shift, what, in which currency.
type line struct {
	shift uint64
	journal.TakenKey
}

type sums map[line]*[3]big.Int // how many, their amounts, their rounding

func (s sums) add(k line, minor, rounding int64) {
	if s[k] == nil {
		s[k] = new([3]big.Int)
	}
	for i, v := range []int64{1, minor, rounding} {
		s[k][i].Add(&s[k][i], big.NewInt(v))
	}
}

// zsSum: each Z, and what the store keeps of each shift, is what its receipts and
// cash receipts add up to, by route, cashier, currency and the shift they were
// opened in, and nothing else is.
func zsSum(b Book, out *breaches) {
	want := sums{}
	for _, r := range b.Receipts {
		want.add(line{r.Shift, journal.TakenKey{Opened: r.Opened, Route: r.Route, Cashier: r.Cashier, Currency: r.Amount.Currency}}, r.Amount.Minor, 0)
	}
	for _, r := range b.Cash {
		want.add(line{r.Shift, journal.TakenKey{Opened: r.Shift, Route: journal.RouteCash, Cashier: r.Cashier, Currency: r.Amount.Currency}}, r.Amount.Minor, r.Rounding)
	}
	hold := func(what string, shift uint64, taken []journal.Taken) {
		seen := 0
		for _, t := range taken {
			w := want[line{shift, t.TakenKey}]
			if w == nil || w[0].Cmp(big.NewInt(t.Number)) != 0 || w[1].Cmp(big.NewInt(t.Minor)) != 0 || w[2].Cmp(big.NewInt(t.Rounding)) != 0 {
				out.add("%s of shift %d says %+v, its rows %v", what, shift, t, w)
			}
			seen++
		}
		for k := range want {
			if k.shift == shift {
				seen--
			}
		}
		if seen != 0 {
			out.add("%s of shift %d has %d lines too many", what, shift, seen)
		}
	}
	for _, z := range b.Zs {
		hold(fmt.Sprintf("Z %d", z.Seq), z.Shift, z.Taken)
	}
	for _, s := range b.Shifts {
		hold("what is kept", s.Number, s.Figures.Taken)
	}
}

// drawers: what a drawer should hold is its float, its cash, the rounding and what
// was put in, less what was taken out; the difference is what was counted less that.
func drawers(b Book, out *breaches) {
	var counted *journal.Z // the newest with a drawer
	for i, z := range b.Zs {
		d := z.Drawer
		if d == nil {
			continue
		}
		if counted != nil && counted.Drawer.Counted != nil && counted.Drawer.Currency == d.Currency && !b.PutBack {
			if o := z.Opened; o.Counted != counted.Seq || o.Float != counted.Drawer.Counted.Minor || (o.Between != 0) != (o.Reason != "") {
				out.add("the drawer of Z %d begins with %+v, Z %d left %d in it", z.Seq, *o, counted.Seq, counted.Drawer.Counted.Minor)
			}
		}
		counted = &b.Zs[i]
		want := big.NewInt(d.Float)
		for _, r := range b.Cash {
			if r.Shift == z.Shift {
				want.Add(want, big.NewInt(r.Amount.Minor))
				want.Add(want, big.NewInt(r.Rounding))
			}
		}
		for _, m := range b.Movements {
			if m.Shift == z.Shift && m.Kind == journal.MovementIn {
				want.Add(want, big.NewInt(m.Minor))
			}
			if m.Shift == z.Shift && m.Kind == journal.MovementOut {
				want.Sub(want, big.NewInt(m.Minor))
			}
		}
		if want.Cmp(big.NewInt(d.Expected)) != 0 || d.Counted != nil && d.Difference != d.Counted.Minor-d.Expected {
			out.add("the drawer of Z %d should hold %v: %+v", z.Seq, want, d)
		}
	}
}

// cashIsSaid: what a person says they took is never paid, has no receipt, no payment
// and was never sent anywhere.
func cashIsSaid(b Book, out *breaches) {
	for _, s := range b.Sales {
		is := s.CashSeq != 0
		if is != (s.Status() == journal.StatusCash) || is && (s.ReceiptSeq != 0 || s.Session.PaymentID != "" || s.Status().Group() == journal.GroupPaid) {
			out.add("%s: cash %d, receipt %d, payment %q, %s", s.ID, s.CashSeq, s.ReceiptSeq, s.Session.PaymentID, s.Status())
		}
	}
	numbers := map[uint64]bool{}
	for _, r := range b.Cash {
		if numbers[r.Seq] || r.Given < r.Amount.Minor+r.Rounding {
			out.add("cash %d: %+v", r.Seq, r)
		}
		numbers[r.Seq] = true
	}
}

// owedAddsUp: what is owed is what was returned, what was kept and what is open, in
// each entry, and in each Z over all.
func owedAddsUp(b Book, out *breaches) {
	type sum struct{ opened, returned, kept big.Int }
	of := map[uint64]*sum{}
	currency := map[uint64]string{}
	type inShift struct {
		shift    uint64
		currency string
	}
	shifts := map[inShift]*sum{}
	rows := slices.SortedFunc(slices.Values(b.Rows), func(x, y journal.DebtRow) int { return int(x.Seq) - int(y.Seq) })
	for i, r := range rows {
		if r.Seq != uint64(i)+1 {
			out.add("row %d of what is owed back stands where %d is next", r.Seq, i+1)
		}
		if r.Kind == journal.DebtOpened {
			currency[r.Debt] = r.Amount.Currency
		}
		if of[r.Debt] == nil {
			of[r.Debt] = &sum{}
		}
		key := inShift{r.Shift, currency[r.Debt]}
		if shifts[key] == nil {
			shifts[key] = &sum{}
		}
		for _, s := range []*sum{of[r.Debt], shifts[key]} {
			switch r.Kind {
			case journal.DebtOpened:
				s.opened.Add(&s.opened, big.NewInt(r.Amount.Minor))
			case journal.DebtReturned:
				s.returned.Add(&s.returned, big.NewInt(r.Minor))
			case journal.DebtKept:
				s.kept.Add(&s.kept, big.NewInt(r.Minor))
			}
		}
	}
	if len(of) != len(b.Debts) {
		out.add("%d entries of what is owed back, rows of %d", len(b.Debts), len(of))
	}
	for _, d := range b.Debts {
		s := of[d.Number]
		if s == nil || s.opened.Cmp(big.NewInt(d.Amount.Minor)) != 0 || s.returned.Cmp(big.NewInt(d.Returned)) != 0 || s.kept.Cmp(big.NewInt(d.Kept)) != 0 ||
			d.Returned+d.Kept+d.Open() != d.Amount.Minor || d.Open() < 0 {
			out.add("owed back, entry %d: %+v, its rows say %+v", d.Number, d, s)
		}
	}
	open := map[string]int64{} // of the Z before
	for i, z := range b.Zs {
		for _, o := range z.Owed {
			s := shifts[inShift{z.Shift, o.Currency}]
			if s == nil {
				s = &sum{}
			}
			if s.opened.Cmp(big.NewInt(o.Opened)) != 0 || s.returned.Cmp(big.NewInt(o.Returned)) != 0 || s.kept.Cmp(big.NewInt(o.Kept)) != 0 {
				out.add("Z %d says %+v of what is owed back, its rows %+v", z.Seq, o, s)
			}
			if i > 0 && z.Shift == b.Zs[i-1].Seq+1 && o.Before != open[o.Currency] {
				out.add("Z %d begins with %d %s owed back, the one before ended with %d", z.Seq, o.Before, o.Currency, open[o.Currency])
			}
		}
		open = map[string]int64{}
		for _, o := range z.Owed {
			open[o.Currency] = o.Before + o.Opened - o.Returned - o.Kept
		}
	}
}

// owedOpens: of an order for which money came more than once, all but one taking is
// owed back; and nothing is that came once. The word that the customer paid in cash
// is a taking where no sale records the cash.
func owedOpens(b Book, out *breaches) {
	byID := map[journal.SaleID]journal.Sale{}
	for _, s := range b.Sales {
		byID[s.ID] = s
	}
	entries, late := map[journal.SaleID]int{}, map[journal.SaleID]bool{} // late: it goes back, and is no taking
	for _, d := range b.Debts {
		late[d.Sale] = late[d.Sale] || d.Cause == journal.DebtLate
		reversed := d.Cause == journal.DebtReversed
		if d.Cause != journal.DebtBothLegs && d.Cause != journal.DebtMaybeTwice && d.Cause != journal.DebtLate && !reversed {
			entries[d.Sale]++
		}
		if s, there := byID[d.Sale]; !there || reversed == (s.ReceiptSeq != 0) || reversed && (s.Reversed == nil || d.Open() != 0 || d.Kept != 0) || s.Amount != d.Amount {
			out.add("entry %d is of %s, which took nothing like it: %+v", d.Number, d.Sale, s)
		}
	}
	seen := map[journal.SaleID]bool{}
	for _, s := range b.Sales {
		taken, owed := 0, 0
		cash, said := false, false // of cash: recorded as a sale, or as a word alone
		reversed := false          // what is owed back of it was owed before
		for next := []journal.SaleID{s.ID}; len(next) > 0; next = next[1:] {
			id := next[0]
			one, there := byID[id]
			if seen[id] || !there {
				continue
			}
			seen[id] = true
			if off := one.CashSeq != 0 && one.Reversed != nil; one.ReceiptSeq != 0 && !late[id] || one.CashSeq != 0 && !off {
				taken++
			} else if off {
				reversed = true
			}
			owed += entries[id]
			cash = cash || one.CashSeq != 0 // also one that was reversed: the word was said of it
			said = said || one.SetAside != nil && one.SetAside.Reason == journal.AsidePaidCash
			next = append(append(next, one.Replaces), one.Instead...)
		}
		if said && !cash {
			taken++
		}
		if reversed && taken > 0 && (owed == taken-1 || owed == taken) || reversed && taken == 0 && owed == 0 {
			continue
		}
		if taken > 0 && owed != taken-1 || taken == 0 && owed != 0 {
			out.add("the order of %s was taken %d times, and %d entries are owed back", s.ID, taken, owed)
		}
	}
}

// Seen remembers every Z that was ever read, across kills and restarts.
type Seen map[uint64]string

// Compare returns a breach for each Z that is not what it was when it was first seen,
// or that is gone. A line of records that was put back may begin again after a
// number: forget is that one, 0 for none.
func (s Seen) Compare(b Book, forget uint64) (all []string) {
	if forget != 0 {
		for seq := range s {
			if seq > forget {
				delete(s, seq)
			}
		}
	}
	now := map[uint64]string{}
	for _, z := range b.Zs {
		text, err := json.Marshal(z)
		if err != nil {
			all = append(all, err.Error())
		}
		now[z.Seq] = string(text)
	}
	for seq, was := range s {
		if now[seq] != was {
			all = append(all, fmt.Sprintf("Z %d was %s and is %s", seq, was, now[seq]))
		}
	}
	for seq, text := range now {
		s[seq] = text
	}
	return all
}
