//go:build linux

package collector

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/core/office"
	"sanduq/core/office/server/proof"
)

const today, before = journal.Day("20261120"), journal.Day("20261031")

// paid is the sum of what was paid, from the totals.
func (p *place) paid() string {
	p.Helper()
	return query[string](p, "SELECT format('%s of %s', coalesce(sum(sales), 0), coalesce(sum(minor), 0)) FROM totals WHERE status = 'paid'")
}

func TestABatchIsKeptOnce(t *testing.T) {
	p := newPlace(t)
	d := p.desk("Harbour", "2")
	d.pay(before, 100)
	d.pay(today, 1000)
	open := d.charge(today, 5000)
	first := d.batch()
	d.must(t)
	if r := p.sound(); r.Receipts != 2 || r.Audit != 2 || r.Sales != 3 {
		t.Errorf("%+v", r)
	}
	if got := p.paid(); got != "2 of 1100" {
		t.Errorf("paid: %s", got)
	}
	was := p.everything()
	for range 2 {
		refused(t, d.copy().send(first), office.CodeStale)
	}
	if p.everything() != was {
		t.Error("the same batch changed something")
	}
	if d.ask(t); !slices.Equal(d.cursor.Open, []journal.SaleID{open}) || d.cursor.Newest != open || d.cursor.Chains[office.ChainReceipts].Seq != 2 {
		t.Errorf("cursor %+v", d.cursor)
	}
	d.setStatus(open, journal.StatusFailed)
	d.must(t)
	p.sound()
	if d.ask(t); len(d.cursor.Open) != 0 {
		t.Errorf("open: %v", d.cursor.Open)
	}
	if n := query[int](p, "SELECT count(*) FROM sales_202610") + query[int](p, "SELECT count(*) FROM receipts_202610"); n != 2 {
		t.Errorf("%d rows of October are in its partitions", n)
	}
}

func TestAGapIsAnAlarm(t *testing.T) {
	p := newPlace(t)
	d := p.desk("Harbour", "2")
	for range 3 {
		d.pay(today, 100)
	}
	for name, cut := range map[string]func(*office.Batch){
		"receipt": func(b *office.Batch) { b.Receipts = b.Receipts[1:] },
		"audit":   func(b *office.Batch) { b.Audit = slices.Delete(b.Audit, 1, 2) },
	} {
		b := d.batch()
		cut(b)
		refused(t, d.send(b), office.CodeGap)
		if n := query[int](p, "SELECT (SELECT count(*) FROM receipts) + (SELECT count(*) FROM sales)"); n != 0 {
			t.Errorf("%s: %d rows were kept", name, n)
		}
	}
	if got := p.alarms(d.number); !slices.Equal(got, []string{AlarmGap}) {
		t.Errorf("alarms %v", got)
	}
	d.must(t)
	p.sound()
}

// TestWhatWasChangedBeginsAnEpoch changes each thing that was sent, in turn.
func TestWhatWasChangedBeginsAnEpoch(t *testing.T) {
	p := newPlace(t)
	for name, bend := range map[string]func(*desk){
		"the first receipt": func(d *desk) { d.receipts[0].Cashier = "Somebody" },
		"the last receipt":  func(d *desk) { d.receipts[2].Payer = office.Mask("•••• 0000") },
		"the audit":         func(d *desk) { d.audit[1].By = "Somebody" },
		"went back":         func(d *desk) { d.receipts, d.audit = d.receipts[:2], d.audit[:2] },
		"nothing left":      func(d *desk) { d.receipts, d.audit = nil, nil; clear(d.sales) },
	} {
		d := p.desk("Harbour", name)
		for range 3 {
			d.pay(today, 100)
		}
		d.must(t)
		d.pay(today, 100)
		bend(d)
		if d.receipts = slices.Clip(d.receipts); len(d.receipts) > 3 && name != "the audit" {
			d.receipts[3].Seq = 4
		}
		b := d.batch()
		refused(t, d.send(b), office.CodeEpoch)
		if d.cursor.Epoch != 2 || d.cursor.Chains[office.ChainReceipts].Seq != 0 {
			t.Errorf("%s: cursor %+v", name, d.cursor)
		}
		refused(t, d.copy().send(b), office.CodeStale) // late, of the epoch before
		if got := p.alarms(d.number); !slices.Equal(got, []string{AlarmEpoch}) {
			t.Errorf("%s: alarms %v", name, got)
		}
		why := query[string](p, "SELECT why FROM epochs WHERE till_id = $1 AND epoch = 2", d.number)
		if back := name == "went back" || name == "nothing left"; strings.Contains(why, "went back") != back {
			t.Errorf("%s: the epoch began since %q", name, why)
		}
		d.must(t)
		if n := query[int](p, "SELECT count(*) FROM receipts WHERE till_id = $1 AND epoch = 1", d.number); n != 3 {
			t.Errorf("%s: %d receipts are left of the first epoch", name, n)
		}
		if n := query[int](p, "SELECT count(*) FROM receipts WHERE till_id = $1 AND epoch = 2", d.number); n != len(d.receipts) {
			t.Errorf("%s: %d receipts of the second epoch", name, n)
		}
	}
	p.sound()
}

// TestAnOrderCountsOnce over epochs, and what was paid stays paid.
func TestAnOrderCountsOnce(t *testing.T) {
	p := newPlace(t)
	d := p.desk("Harbour", "2")
	a, b := d.charge(today, 1), d.charge(today, 10)
	c := d.charge(today, 100)
	d.setStatus(a, journal.StatusPaid)
	d.must(t)
	copied := d.copy() // a paid; b and c open
	d.setStatus(b, journal.StatusPaid)
	d.setStatus(c, journal.StatusFailed)
	d.pay(today, 1000) // of which the copy knows nothing
	d.must(t)
	if got := p.paid(); got != "3 of 1011" {
		t.Fatalf("paid: %s", got)
	}

	d = copied
	d.writeAudit(journal.AuditRestored, "")
	refused(t, d.send(d.batch()), office.CodeStale) // made for the cursor of then
	refused(t, d.send(d.batch()), office.CodeEpoch)
	d.setStatus(b, journal.StatusUnknown)
	d.must(t)
	p.sound()
	if got := p.paid(); got != "3 of 1011" {
		t.Errorf("after the copy was put back: paid %s", got)
	}
	if n := query[int](p, "SELECT sum(sales)::int FROM totals"); n != 4 {
		t.Errorf("%d sales count", n)
	}
	if got := p.alarms(d.number); !slices.Equal(got, []string{AlarmEpoch, AlarmRestored}) {
		t.Errorf("alarms %v", got)
	}
	d.setStatus(b, journal.StatusPaid)
	d.setStatus(c, journal.StatusPaid)
	d.must(t)
	p.sound()
	if got := p.paid(); got != "4 of 1111" {
		t.Errorf("once the gateway was asked again: paid %s", got)
	}
}

// TestStatesReplaceEachOther, but for those that the office knows better.
func TestStatesReplaceEachOther(t *testing.T) {
	p := newPlace(t)
	d := p.desk("Harbour", "2")
	id := d.charge(today, 12500)
	d.must(t)
	early := d.batch()
	early.Sales = []office.Sale{d.sales[id]}
	d.setStatus(id, journal.StatusPaid)
	d.must(t)
	paid := d.sales[id]

	early.Head = d.batch().Head
	if err := d.send(early); err != nil { // an old state for the newest cursor
		t.Fatal(err)
	}
	for name, bend := range map[string]func(*office.Sale){
		"unpaid": func(s *office.Sale) { s.Status, s.ReceiptSeq = journal.StatusUnknown, 0 },
		"amount": func(s *office.Sale) { s.Minor++ },
		"order":  func(s *office.Sale) { s.OrderID += "x" },
	} {
		s := paid
		s.Version, s.UpdatedAt = 99, s.UpdatedAt.Add(time.Hour)
		bend(&s)
		b := d.batch()
		b.Sales = []office.Sale{s}
		if err := d.send(b); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := query[string](p, "SELECT format('%s %s %s %s', version, status, minor, order_id) FROM sales"); got != fmt.Sprintf("2 paid 12500 %s", paid.OrderID) {
		t.Errorf("kept: %s", got)
	}
	got := p.alarms(d.number)
	slices.Sort(got)
	if !slices.Equal(got, []string{AlarmChanged, AlarmUnpaid}) {
		t.Errorf("alarms %v", got)
	}
	s := paid // put back and told again: a lower version that was written later
	s.Version, s.UpdatedAt, s.Rare.Copies = 1, s.UpdatedAt.Add(time.Minute), 3
	b := d.batch()
	b.Sales = []office.Sale{s}
	if err := d.send(b); err != nil {
		t.Fatal(err)
	}
	if got := query[string](p, "SELECT rare->>'copies' FROM sales"); got != "3" {
		t.Errorf("copies: %s", got)
	}
	p.sound()
}

func TestATillThatChangesTooOftenIsHeld(t *testing.T) {
	p := newPlace(t)
	d := p.desk("Harbour", "2")
	d.pay(today, 1)
	d.must(t)
	for i := range 5 {
		d.receipts[0].Cashier += "x"
		refused(t, d.send(d.batch()), office.CodeEpoch)
		if d.must(t); d.cursor.Epoch != i+2 {
			t.Fatalf("epoch %d", d.cursor.Epoch)
		}
	}
	d.receipts[0].Cashier += "x"
	refused(t, d.send(d.batch()), office.CodeHeld)
	if err := p.Release(t.Context(), d.number); err != nil {
		t.Fatal(err)
	}
	refused(t, d.send(d.batch()), office.CodeEpoch)
	d.must(t)
	p.sound()
}

// TestManyTillsAtOnce lets tills of few shops send to two collectors, each batch
// now and then twice and at the same time.
func TestManyTillsAtOnce(t *testing.T) {
	p := newPlace(t)
	first := p.url
	p.open()
	urls := []string{first, p.url}
	var desks []*desk
	for i := range 24 {
		desks = append(desks, p.desk(fmt.Sprint("shop ", i%3), fmt.Sprint(i)))
	}
	var wg sync.WaitGroup
	for i, d := range desks {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(7, uint64(i)))
			var open []journal.SaleID
			for range 12 {
				for range 1 + r.IntN(3) {
					open = append(open, d.charge([]journal.Day{before, today}[r.IntN(2)], 1+r.Int64N(1000)))
				}
				for _, id := range open {
					if r.IntN(2) == 0 && d.sales[id].Status == journal.StatusWaiting {
						d.setStatus(id, []journal.Status{journal.StatusPaid, journal.StatusPaid, journal.StatusFailed, journal.StatusUnknown}[r.IntN(4)])
					}
				}
				d.url = urls[r.IntN(2)]
				b := d.batch()
				var again sync.WaitGroup
				if r.IntN(3) == 0 {
					twin := d.copy()
					twin.url = urls[r.IntN(2)]
					same := *b
					again.Go(func() { _ = twin.send(&same) }) // either of them is taken
				}
				err := d.send(b)
				if again.Wait(); err != nil {
					refused(t, err, office.CodeStale)
					if err := d.send(d.batch()); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	wg.Wait()
	r := p.sound()
	var receipts, sales int64
	for _, d := range desks {
		receipts, sales = receipts+int64(len(d.receipts)), sales+int64(len(d.sales))
	}
	if r.Receipts != receipts || r.Sales != sales || receipts < 100 {
		t.Errorf("%+v, sent %d receipts and %d sales", r, receipts, sales)
	}
	if n := query[int](p, "SELECT count(*) FROM alarms"); n != 0 {
		t.Errorf("%d alarms", n)
	}
}

// TestOneBadBatchHurtsNobodyElse: the database refuses one of a group.
func TestOneBadBatchHurtsNobodyElse(t *testing.T) {
	p := newPlace(t)
	if _, err := p.db.current().Exec(t.Context(), "ALTER TABLE receipts ADD CHECK (minor <> 666)"); err != nil {
		t.Fatal(err)
	}
	var group []*job
	for i := range 5 {
		d := p.desk("Harbour", fmt.Sprint(i))
		d.pay(today, map[bool]int64{true: 666, false: 100}[i == 2])
		b := d.batch()
		ends, err := b.Ends()
		if err != nil {
			t.Fatal(err)
		}
		group = append(group, &job{key: hashOf(d.key), batch: b, ends: ends, answer: make(chan answer, 1)})
	}
	p.takeAll(t.Context(), group)
	for i, j := range group {
		if a := <-j.answer; i == 2 {
			refused(t, a.refusal, office.CodeMalformed)
			if a.refusal != nil && (len(a.refusal.Rejected) != 1 || a.refusal.Rejected[0].Chain != office.ChainReceipts || a.refusal.Rejected[0].Seq != 1) {
				t.Errorf("rejected %+v", a.refusal.Rejected)
			}
			if got := p.alarms(j.batch.Till); !slices.Equal(got, []string{AlarmRejected}) {
				t.Errorf("alarms %v", got)
			}
		} else if a.refusal != nil {
			t.Errorf("batch %d: %v", i, a.refusal)
		}
	}
	if p.sound(); p.paid() != "5 of 1066" || query[int](p, "SELECT count(*) FROM receipts") != 4 || query[int](p, "SELECT count(*) FROM audit") != 5 { // the row alone
		t.Errorf("paid %s", p.paid())
	}
}

func TestMarksFollowTheChain(t *testing.T) {
	var s chainState
	for i := range uint64(100) {
		s = s.after(office.End{Seq: (i + 1) * 150})
		if back := s.Seq - s.mark.Seq; back > 2*marksEvery+2*150 || s.mark.Seq > 0 && back < marksEvery {
			t.Fatalf("at %d the mark is %d", s.Seq, s.mark.Seq)
		}
	}
	if s.mark.Seq == 0 {
		t.Error("no mark was ever set")
	}
}

// TestVerifyFindsFaults injects some.
func TestVerifyFindsFaults(t *testing.T) {
	p := newPlace(t)
	d := p.desk("Harbour", "2")
	d.pay(today, 100)
	d.pay(today, 200)
	d.charge(today, 300)
	d.must(t)
	p.sound()
	for sql, want := range map[string]string{
		"UPDATE receipts SET payer = '12345674417' WHERE seq = 1":                                     "not masked",
		"UPDATE receipts SET payer = ' •••• 4417' WHERE seq = 1":                                      "not masked",
		"UPDATE receipts SET payer = '•••• 4417 ' WHERE seq = 1":                                      "another link",
		"UPDATE receipts SET minor = minor + 1 WHERE seq = 1":                                         "another link",
		"UPDATE receipts SET settled_at = settled_at + interval '1 us' WHERE seq = 2":                 "another link",
		"DELETE FROM receipts WHERE seq = 1":                                                          "gap",
		"DELETE FROM audit WHERE seq = 2":                                                             "end at 1",
		"UPDATE cursors SET places = overlay(places PLACING int8send(1) FROM 41)":                     "end at 2",
		"UPDATE totals SET minor = minor + 1 WHERE status = 'paid'":                                   "total of",
		"DELETE FROM totals WHERE status = 'waiting'":                                                 "total of",
		"ALTER TABLE sales DISABLE TRIGGER sale_goes_on; UPDATE sales SET minor = 7 WHERE number = 1": "its receipt",
		"INSERT INTO totals VALUES ('2026-11-20', 1, false, 'paid', 'qr', 'EUR', 1, 1)":               "total of",
	} {
		tx, err := p.db.current().Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tx.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
		r, err := proof.VerifyIn(t.Context(), tx, proof.Scope{})
		err = errors.Join(err, tx.Rollback(t.Context()))
		if err != nil || !strings.Contains(strings.Join(r.Faults, "\n"), want) {
			t.Errorf("%s: found %v, %v", sql, r.Faults, err)
		}
	}
}
