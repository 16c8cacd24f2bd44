//go:build linux

package collector

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/core/office"
)

// TestARowOfTheDayIsRejectedAlone: a movement of cash, a return, a debt, a Z and a receipt
// that was left out are each sent with a row at fault between two good ones. The row is named
// to its till alone, with those of its chain that wait for it; all other rows are kept, of the
// other chains too; and the till goes on once the row is as it should be.
func TestARowOfTheDayIsRejectedAlone(t *testing.T) {
	p := newPlace(t)
	p.usage.quota = Quota{}
	other := p.desk("Harbour", "other")
	tried := 0
	for _, c := range []struct {
		name  string
		chain office.Chain
		make  func(b *office.Batch)
	}{
		{"cash below zero", office.ChainCash, func(b *office.Batch) { b.Cash[1].Minor = -1 }},
		{"cash of no sale", office.ChainCash, func(b *office.Batch) { b.Cash[1].SaleID = "20261399-000001" }},
		{"cash of another alphabet's money", office.ChainCash, func(b *office.Batch) { b.Cash[1].Currency = "د.ل" }},
		{"cash of a shift beyond all", office.ChainCash, func(b *office.Batch) { b.Cash[1].Shift = math.MaxUint64 }},
		{"cash before all clocks", office.ChainCash, func(b *office.Batch) { b.Cash[1].TakenAt = time.Date(1969, 12, 31, 0, 0, 0, 0, time.UTC) }},
		{"cash left out, with an amount", office.ChainCash, func(b *office.Batch) { b.Cash[1].LeftOut = true }},
		{"a return of less than nothing", office.ChainOwed, func(b *office.Batch) { b.Owed[1].Minor = -5 }},
		{"a return that opens", office.ChainOwed, func(b *office.Batch) { b.Owed[1].Owed, b.Owed[1].Currency = 5, "LYD" }},
		{"a return of debt 0", office.ChainOwed, func(b *office.Batch) { b.Owed[1].Debt = 0 }},
		{"a return of debt 2^63", office.ChainOwed, func(b *office.Batch) { b.Owed[1].Debt = 1 << 63 }},
		{"a debt of nothing", office.ChainOwed, func(b *office.Batch) { b.Owed[1].Kind = journal.DebtOpened }},
		{"a debt without money's name", office.ChainOwed, func(b *office.Batch) { b.Owed[1].Kind, b.Owed[1].Owed = journal.DebtOpened, 5 }},
		{"a debt of an unknown kind", office.ChainOwed, func(b *office.Batch) { b.Owed[1].Kind = "Stolen!" }},
		{"a debt for a reason without end", office.ChainOwed, func(b *office.Batch) { b.Owed[1].Reason = strings.Repeat("x", 1<<16) }},
		{"a Z whose figures are no JSON", office.ChainZs, func(b *office.Batch) { b.Zs[1].Sums = "{" }},
		{"a Z left out, with a reason", office.ChainZs, func(b *office.Batch) { b.Zs[1] = office.Z{Seq: b.Zs[1].Seq, LeftOut: true, Reason: "lost"} }},
		{"a receipt left out, with an amount", office.ChainReceipts, func(b *office.Batch) {
			b.Receipts[1] = office.LeftOut(b.Receipts[1].Seq)
			b.Receipts[1].Minor = 1
		}},
		{"a receipt left out, of a sale", office.ChainReceipts, func(b *office.Batch) {
			b.Receipts[1] = office.LeftOut(b.Receipts[1].Seq)
			b.Receipts[1].SaleID = "20261120-000001"
		}},
	} {
		d := p.desk("Harbour", c.name)
		day := func() *office.Batch {
			b := d.batch()
			for i := range uint64(3) {
				x := office.LeftOut(i + 1)
				if i != 1 {
					x = office.Receipt{Seq: i + 1, SaleID: journal.NewSaleID(today, int(i)+1), Minor: 100, Currency: "LYD", SettledAt: noon}
				}
				b.Receipts = append(b.Receipts, x)
				b.Audit = append(b.Audit, office.AuditRow{Seq: i + 1, At: noon, Action: journal.AuditSettings})
				b.Zs = append(b.Zs, office.Z{Seq: i + 1, At: noon, Currency: "LYD", Sums: "{}"})
				b.Cash = append(b.Cash, office.Cash{Seq: i + 1, SaleID: journal.NewSaleID(today, int(i)+1), Minor: 100, Given: 100, Currency: "LYD", TakenAt: noon, Reference: "M1"})
				o := office.OwedRow{Seq: i + 1, Debt: 1, Kind: journal.DebtReturned, At: noon, Minor: 10, Open: 100}
				if i == 0 {
					o = office.OwedRow{Seq: 1, Debt: 1, Kind: journal.DebtOpened, At: noon, Cause: journal.DebtBothLegs, SaleID: journal.NewSaleID(today, 1), Owed: 100, Open: 100, Currency: "LYD"}
				}
				b.Owed = append(b.Owed, o)
			}
			return b
		}
		count := func() string {
			return query[string](p, `SELECT format('%s %s %s %s %s', (SELECT count(*) FROM receipts WHERE till_id = $1), (SELECT count(*) FROM audit WHERE till_id = $1),
				(SELECT count(*) FROM zs WHERE till_id = $1), (SELECT count(*) FROM cash WHERE till_id = $1), (SELECT count(*) FROM owed WHERE till_id = $1))`, d.number)
		}
		bad, first, b := day(), day(), day()
		c.make(bad)
		err := d.send(bad)
		said, _ := errors.AsType[*office.Refusal](err)
		if said == nil || said.Code != office.CodeMalformed || len(said.Rejected) != 1 || said.Rejected[0].Chain != c.chain || said.Rejected[0].Seq != 2 {
			t.Errorf("%s: %v, rejected %+v; want row 2 of %s", c.name, err, said, c.chain)
			continue
		}
		want := map[bool]string{true: "1", false: "3"}
		if got, want := count(), fmt.Sprintf("%s %s %s %s %s", want[c.chain == office.ChainReceipts], want[c.chain == office.ChainAudit], want[c.chain == office.ChainZs],
			want[c.chain == office.ChainCash], want[c.chain == office.ChainOwed]); got != want {
			t.Errorf("%s: kept %s rows, want %s", c.name, got, want)
		}
		// What it should have sent at first.
		first.Receipts, first.Audit, first.Zs, first.Cash, first.Owed = first.Receipts[:1], first.Audit[:1], first.Zs[:1], first.Cash[:1], first.Owed[:1]
		one, err := first.Ends()
		if err != nil {
			t.Fatal(err)
		}
		b.Chains = map[office.Chain]office.Position{}
		ends, err := bad.Ends()
		if err != nil {
			t.Fatal(err)
		}
		for _, chain := range office.Chains() {
			at := office.Position{Seq: ends[chain].Seq, Link: ends[chain].Link}
			if chain == c.chain {
				at = office.Position{Seq: 1, Link: one[chain].Link}
			}
			at.Newest = 3
			b.Chains[chain] = at
		}
		rest := func(chain office.Chain) int {
			if chain == c.chain {
				return 1
			}
			return 3
		}
		b.Receipts, b.Audit, b.Zs = b.Receipts[rest(office.ChainReceipts):], b.Audit[rest(office.ChainAudit):], b.Zs[rest(office.ChainZs):]
		b.Cash, b.Owed = b.Cash[rest(office.ChainCash):], b.Owed[rest(office.ChainOwed):]
		if err := d.send(b); err != nil {
			t.Errorf("%s: the till does not go on: %v", c.name, err)
		}
		if got := count(); got != "3 3 3 3 3" {
			t.Errorf("%s: in the end %s rows are kept", c.name, got)
		}
		other.pay(today, 100)
		other.must(t)
		tried++
	}
	if n := query[int](p, "SELECT count(DISTINCT till_id) FROM alarms WHERE kind = 'rejected'"); n != tried {
		t.Errorf("%d of %d tills are named", n, tried)
	}
	if got := p.alarms(other.number); len(got) != 0 {
		t.Errorf("alarms %v name another till", got)
	}
	p.sound()
}

// TestARangeThatWasLeftOut: numbers that a till never gave out come as rows of their own,
// however many; they are kept, named in one alarm, and make no money.
func TestARangeThatWasLeftOut(t *testing.T) {
	p := newPlace(t)
	d := p.desk("Harbour", "2")
	const first, last = 2, 900
	d.pay(today, 100)
	for seq := uint64(first); seq <= last; seq++ {
		d.receipts = append(d.receipts, office.LeftOut(seq))
	}
	d.pay(today, 200)
	d.must(t)
	if got := query[string](p, "SELECT format('%s, %s left out, of %s minor', count(*), count(*) FILTER (WHERE left_out), sum(minor)) FROM receipts"); got != "901, 899 left out, of 300 minor" {
		t.Errorf("kept %s", got)
	}
	if got := query[string](p, "SELECT string_agg(detail, '; ') FROM alarms"); got != "receipts from 2 to 900 were never given out" {
		t.Errorf("alarms: %s", got)
	}
	p.sound()
}

// TestSumsOfDebtsHaveNoLimit: debts that are opened and returned for the largest amounts
// there are, again and again, are kept; whoever reads what is open gets an answer.
func TestSumsOfDebtsHaveNoLimit(t *testing.T) {
	p := newPlace(t)
	d, honest := p.desk("Harbour", "2"), p.desk("Harbour", "3")
	for n := range uint64(3) {
		d.owed = append(d.owed, office.OwedRow{Seq: 4*n + 1, Debt: n + 1, Kind: journal.DebtOpened, At: noon, Cause: journal.DebtBothLegs, SaleID: journal.NewSaleID(today, 1), Owed: math.MaxInt64,
			Open: math.MaxInt64, Currency: "LYD"})
		for i := range uint64(3) {
			d.owed = append(d.owed, office.OwedRow{Seq: 4*n + 2 + i, Debt: n + 1, Kind: journal.DebtReturned, At: noon, Minor: math.MaxInt64})
		}
	}
	d.must(t)
	honest.owed = append(honest.owed, office.OwedRow{Seq: 1, Debt: 1, Kind: journal.DebtOpened, At: noon, Cause: journal.DebtBothLegs, SaleID: journal.NewSaleID(today, 1), Owed: 100, Open: 100, Currency: "LYD"})
	honest.must(t)
	if got := query[string](p, "SELECT string_agg(format('%s: %s', till_id, open), ', ' ORDER BY till_id, debt) FROM reading.owed"); got !=
		fmt.Sprintf("%[1]d: -18446744073709551614, %[1]d: -18446744073709551614, %[1]d: -18446744073709551614, %[2]d: 100", d.number, honest.number) {
		t.Errorf("open: %s", got)
	}
	if got := p.alarms(d.number); len(got) != 1 || got[0] != AlarmAmount {
		t.Errorf("alarms %v", got)
	}
	if got := p.alarms(honest.number); len(got) != 0 {
		t.Errorf("alarms %v of the honest till", got)
	}
}

// TestEachVersionIsTakenOrRefused: a till that is older or newer than the collector, by each
// version there is and by the one after them. What is refused says why and leaves
// nothing behind; once the till speaks by a version that both know, all of it is there.
func TestEachVersionIsTakenOrRefused(t *testing.T) {
	p := newPlace(t)
	for version := 1; version <= office.Version+1; version++ {
		d := p.desk("Harbour", fmt.Sprint("by version ", version))
		for range 3 {
			d.pay(today, 100)
		}
		d.charge(today, 700)
		b := d.batch()
		b.Version = version
		err := d.send(b)
		kept := func() string {
			return query[string](p, "SELECT format('%s receipts, %s sales', (SELECT count(*) FROM receipts WHERE till_id = $1), (SELECT count(*) FROM sales WHERE till_id = $1))", d.number)
		}
		if version >= 1 && version <= office.Version {
			if err != nil || kept() != "3 receipts, 4 sales" {
				t.Errorf("version %d: %v, kept %s", version, err, kept())
			}
			continue
		}
		said, _ := errors.AsType[*office.Refusal](err)
		if said == nil || said.Message == "" || said.Code != office.CodeVersion || kept() != "0 receipts, 0 sales" {
			t.Errorf("version %d: %v, kept %s", version, err, kept())
		}
		d.must(t)
		if kept() != "3 receipts, 4 sales" {
			t.Errorf("after version %d was refused, %s are kept", version, kept())
		}
	}
	p.sound()
}
