//go:build linux && !race

// One client asks here, question after question. The race detector would show nothing of that, and makes it
// five times as slow; other tests of this package use the collector from many goroutines.

package collector

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/core/office"
	"sanduq/core/office/intake"
	"sanduq/core/tests/soak"
)

// TestWhatTheCheckAcceptsIsStored draws batches of which every field is within its
// bound, the ends of it above all. What the check accepts the database keeps, to the
// last digit: every chain is computed again from its rows. Together with
// TestWhatATillMakesIsWithinItsBounds it says that no batch reaches the database that
// the database refuses.
func TestWhatTheCheckAcceptsIsStored(t *testing.T) {
	n := soak.N(t, 60)
	done := soak.Begin(t, "office-bounds", n)
	p := newPlace(t)
	r := rand.New(rand.NewPCG(32, uint64(n)))
	taken, rows, rejected := 0, 0, 0
	var d *desk
	for round := range n {
		if round%40 == 0 {
			p.usage.quota = Quota{} // as much as they like
			d = p.desk(fmt.Sprint("shop ", round), "1")
		}
		b := d.batch()
		for i := range 1 + r.IntN(5) {
			x := office.Receipt{Seq: b.Chains[office.ChainReceipts].Seq + uint64(i) + 1, SaleID: "20261120-000001", Currency: "LYD"}
			a := office.AuditRow{Seq: b.Chains[office.ChainAudit].Seq + uint64(i) + 1}
			z := office.Z{Seq: b.Chains[office.ChainZs].Seq + uint64(i) + 1, Sums: "{}"}
			c := office.Cash{Seq: b.Chains[office.ChainCash].Seq + uint64(i) + 1, SaleID: "20261120-000001", Minor: 1, Currency: "LYD"}
			o := office.OwedRow{Seq: b.Chains[office.ChainOwed].Seq + uint64(i) + 1, Debt: uint64(i%2) + 1, Kind: journal.DebtReturned}
			s := office.Sale{ID: journal.NewSaleID(today, 1+r.IntN(9)), Version: 1, OrderID: "order", Currency: "LYD", Status: journal.StatusWaiting}
			for _, record := range []any{&x, &a, &z, &c, &o, &s} {
				draw(r, record)
			}
			if o.Debt = uint64(i%2) + 1; r.IntN(2) == 0 { // sums of many rows, as large as one may be
				o.Kind = []journal.DebtKind{journal.DebtReturned, journal.DebtKept, journal.DebtNoted}[r.IntN(3)]
			}
			if o.Kind == journal.DebtOpened {
				o.Owed, o.Currency = max(1, o.Owed), "LYD"
			} else {
				o.Owed, o.Currency = 0, ""
			}
			if o.Booked != "" { // the day of its moment, which no bound says
				if o.Booked = ""; o.At.Year() > 1970 && o.At.Year() < 9998 {
					o.Booked = journal.DayOf(o.At.UTC().AddDate(0, 0, r.IntN(3)-1))
				}
			}
			if s.Status == journal.StatusPaid {
				s.ReceiptSeq = max(1, s.ReceiptSeq)
			}
			if r.IntN(8) == 0 { // numbers that were never given out
				x, z, c = office.LeftOut(x.Seq), office.Z{Seq: z.Seq, LeftOut: true}, office.Cash{Seq: c.Seq, LeftOut: true}
			}
			b.Receipts, b.Audit, b.Zs = append(b.Receipts, x), append(b.Audit, a), append(b.Zs, z)
			b.Cash, b.Owed, b.Sales = append(b.Cash, c), append(b.Owed, o), append(b.Sales, s)
		}
		packed, err := b.Encode()
		if err != nil {
			t.Fatal(err)
		}
		read, err := intake.Decode(bytes.NewReader(packed))
		if errors.Is(err, intake.ErrTooLarge) {
			continue
		}
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		cursor := office.Cursor{}
		err = ask(d.url+"/v1/rows", d.key, bytes.NewReader(packed), &cursor)
		said, _ := errors.AsType[*office.Refusal](err)
		switch {
		case err != nil && (said == nil || len(read.Rejected) == 0):
			t.Fatalf("round %d: the check accepts what the database refuses: %v", round, err)
		case said != nil && len(said.Rejected) != min(len(read.Rejected), office.MaxRejected):
			t.Fatalf("round %d: the check rejects %v, the database %v", round, read.Rejected, said.Rejected)
		case said != nil: // the same sale twice
			rejected += len(read.Rejected)
			cursor = *said.Cursor
		}
		for _, chain := range office.Chains() {
			if want := b.Chains[chain].Seq + uint64(len(b.Zs)); cursor.Chains[chain].Seq != want {
				t.Fatalf("round %d: %s ends at %d, want %d: %v", round, chain, cursor.Chains[chain].Seq, want, said)
			}
		}
		taken, rows = taken+1, rows+read.Size()
		d.receipts, d.audit, d.zs = append(d.receipts, b.Receipts...), append(d.audit, b.Audit...), append(d.zs, b.Zs...)
		d.cash, d.owed = append(d.cash, b.Cash...), append(d.owed, b.Owed...)
		d.cursor = cursor
	}
	for _, f := range p.report().Faults {
		if !strings.Contains(f, "debt ") && !strings.Contains(f, "its receipt") && !strings.Contains(f, "its sale") { // what was drawn makes no sense as money
			t.Errorf("verify: %s", f)
		}
	}
	if taken < n*9/10 {
		t.Errorf("only %d of %d batches were taken", taken, n)
	}
	done("%d batches of %d rows taken and computed again from the tables, %d rows rejected by the check, none by the database", taken, rows, rejected)
}

// TestEveryBoundReachesItsColumn: one batch for each end of each bound, so that no draw
// can miss one.
func TestEveryBoundReachesItsColumn(t *testing.T) {
	p := newPlace(t)
	p.usage.quota = Quota{}
	tried := 0
	for _, typ := range []reflect.Type{reflect.TypeFor[office.Receipt](), reflect.TypeFor[office.AuditRow](), reflect.TypeFor[office.Z](), reflect.TypeFor[office.Cash](),
		reflect.TypeFor[office.OwedRow](), reflect.TypeFor[office.Sale](), reflect.TypeFor[office.Rare](), reflect.TypeFor[office.Decision]()} {
		of := typ.Name()
		d := p.desk("Harbour", of)
		for _, bound := range office.Fields(typ) {
			if bound.Kind == office.Record || bound.Name == "LeftOut" || bound.Name == "Seq" || bound.Name == "Kind" || bound.Kind == office.Digest {
				continue
			}
			for seed := range uint64(8) {
				d.pay(today, 1)
				id := d.charge(today, 100)
				s := d.sales[id]
				b := d.batch()
				z := office.Z{Seq: uint64(len(d.zs)) + 1, Sums: "{}"}
				c := office.Cash{Seq: uint64(len(d.cash)) + 1, SaleID: id, Minor: 1, Currency: "LYD"}
				o := office.OwedRow{Seq: uint64(len(d.owed)) + 1, Debt: uint64(tried) + 1, Kind: journal.DebtOpened, Owed: 1, Currency: "LYD"}
				a, x := &b.Audit[0], &b.Receipts[0]
				records := map[string]any{"Receipt": x, "AuditRow": a, "Z": &z, "Cash": &c, "OwedRow": &o, "Sale": &s, "Rare": &s.Rare, "Decision": &s.Rare.SetAside}
				f := reflect.ValueOf(records[of]).Elem().FieldByName(bound.Name)
				f.Set(drawn(rand.New(rand.NewPCG(seed, 1)), bound, f.Type()))
				if of == "OwedRow" && bound.Name == "Booked" && o.Booked != "" {
					o.At = o.Booked.Time(time.UTC)
				}
				if of == "OwedRow" && (bound.Name == "Owed" || bound.Name == "Currency") {
					o.Owed, o.Currency = max(1, o.Owed), "LYD"
				}
				if s.Status == journal.StatusPaid {
					s.ReceiptSeq = max(1, s.ReceiptSeq)
				}
				if bound.Of == "Sale" && bound.Name == "ID" && s.ID == id {
					continue
				}
				b.Zs, b.Cash, b.Owed = append(b.Zs, z), append(b.Cash, c), append(b.Owed, o)
				for i := range b.Sales {
					if b.Sales[i].ID == id {
						b.Sales[i] = s
					}
				}
				if err := d.send(b); err != nil {
					t.Fatalf("%s.%s of %.60v: %v", of, bound.Name, f, err)
				}
				d.receipts[len(d.receipts)-1], d.audit[len(d.audit)-1] = *x, *a
				d.zs, d.cash, d.owed = append(d.zs, z), append(d.cash, c), append(d.owed, o)
				d.told[id] = d.sales[id].Version
				tried++
			}
		}
	}
	if tried < 500 {
		t.Errorf("only %d batches", tried)
	}
	if n := query[int](p, "SELECT count(*) FROM alarms WHERE kind = 'rejected'"); n != 0 {
		t.Errorf("%d rejections", n)
	}
	for _, f := range p.report().Faults {
		if !strings.Contains(f, "its receipt") && !strings.Contains(f, "its sale") && !strings.Contains(f, "debt ") { // what was drawn makes no sense as money
			t.Errorf("verify: %s", f)
		}
	}
}

// TestWhatASaleWrites measures what the database writes for one: it opens, a customer
// pays, and the till is heard until the next. No lock of a row is written, and whole pages,
// of which there is one after each checkpoint, are not counted.
func TestWhatASaleWrites(t *testing.T) {
	const tills, sales, heartbeats = 8, 100, 6 // in less than a minute, after which beats are written down
	p := newPlace(t)
	p.usage.quota = Quota{}
	var all []*desk
	for i := range tills {
		d := p.desk("Harbour", fmt.Sprint(i))
		d.must(t)
		all = append(all, d)
	}
	wal := func() int64 {
		return query[int64](p, "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint")
	}
	p.exec("CREATE EXTENSION pg_walinspect")
	for _, of := range []string{"full_page_writes", "autovacuum"} { // the latter writes when it likes
		p.exec("ALTER SYSTEM SET " + of + " = off")
		defer p.exec("SELECT pg_reload_conf()")
		defer p.exec("ALTER SYSTEM RESET " + of)
	}
	p.exec("SELECT pg_reload_conf()")
	const calm = `SELECT current_setting('full_page_writes') = 'off' AND current_setting('autovacuum') = 'off'
		AND NOT EXISTS (SELECT FROM pg_stat_activity WHERE backend_type = 'autovacuum worker')`
	for began := time.Now(); !query[bool](p, calm) && time.Since(began) < time.Minute; time.Sleep(10 * time.Millisecond) {
	}
	p.exec("CHECKPOINT") // after which the server writes as it is told
	began := wal()
	beating := int64(0)
	for n := range sales {
		d := all[n%tills]
		d.now = p.clock()
		id := d.charge(today, int64(1000+n))
		d.must(t)
		d.setStatus(id, journal.StatusPaid)
		d.must(t)
		at := wal()
		for range heartbeats {
			p.later(5 * time.Second)
			d.now = p.clock()
			d.must(t)
		}
		beating += wal() - at
	}
	each, beats := (wal()-began)/sales, beating/sales
	locks := query[string](p, `SELECT coalesce(string_agg(DISTINCT c.relname, ', '), 'none') FROM pg_get_wal_records_info('0/0'::pg_lsn + $1::numeric, pg_current_wal_flush_lsn()) r
		JOIN pg_class c ON r.block_ref ~ ('/' || c.relfilenode || ' fork main') WHERE r.resource_manager = 'Heap' AND r.record_type = 'LOCK' AND c.relfilenode <> 0`, began)
	if locks != "none" {
		t.Errorf("locks of rows are written of %s", locks)
	}
	const hot = "SELECT format('%s of %s', coalesce(sum(n_tup_hot_upd), 0), coalesce(sum(n_tup_upd), 0)) FROM pg_stat_user_tables WHERE relname ~ $1"
	t.Logf("%d sales, %d heartbeats each: %d bytes of write-ahead log a sale, %d of them heartbeats; HOT: %s updates of sales, %s of others", sales, heartbeats, each, beats,
		query[string](p, hot, "^sales"), query[string](p, hot, "^(cursors|totals|debts)"))
	if beats > 100 {
		t.Errorf("%d heartbeats write %d bytes", heartbeats, beats)
	}
}
