//go:build linux

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

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/office"
	"sanduq/core/office/intake"
	"sanduq/core/office/server/proof"
	"sanduq/core/tests/soak"
)

// drawn are values that a field may hold by its bound: the ends of it, what lies
// between, and what is hard to keep.
func drawn(r *rand.Rand, b office.Field, typ reflect.Type) reflect.Value {
	pick := func(all ...any) reflect.Value { return reflect.ValueOf(all[r.IntN(len(all))]).Convert(typ) }
	switch b.Kind {
	case office.Number:
		return pick(b.Min, b.Max, max(b.Min, min(b.Max, 1)), max(b.Min, b.Max-1), max(b.Min, min(b.Max, r.Int64())), max(b.Min, min(b.Max, -r.Int64())))
	case office.Text:
		long := strings.Repeat("İ", int(b.Max)/2)
		all := []any{"", "x", long, strings.Repeat("\U0010FFFF", int(b.Max)/4), "' \" \\ \n \r \t \x01 \x7f", "\u202eعربي\ufeff", "\ufffd\ufffe", strings.Repeat("a", int(b.Max))}
		if b.Pattern != nil {
			all = []any{"", "LYD", "XXX", "live", "sandbox", "paid", strings.Repeat("Z", int(b.Max)), strings.Repeat("_", int(b.Max))}
		}
		fit := all[:0:0]
		for _, one := range all {
			if s := one.(string); len(s) >= int(b.Min) && len(s) <= int(b.Max) && (s == "" || b.Pattern == nil || b.Pattern.MatchString(s)) {
				fit = append(fit, one)
			}
		}
		return pick(fit...)
	case office.JSON:
		return pick("{}", `"`+strings.Repeat("x", int(b.Max)-2)+`"`, strings.Repeat("[", 5000)+strings.Repeat("]", 5000), `{"minor":1e999,"\u0000":"\u0000"}`)
	case office.SaleName:
		all := []any{"19700102-000001", "99981231-999999", "20261120-000001", "20240229-999999"}
		if b.Min == 0 {
			all = append(all, "")
		}
		return pick(all...)
	case office.Date:
		return pick("", "19700102", "99981231", "20261120", "20240229")
	case office.Instant:
		all := []any{time.Unix(0, 0).UTC(), time.Date(9998, 12, 31, 23, 59, 59, 999999000, time.UTC), noon}
		if b.Min == 0 {
			all = append(all, time.Time{})
		}
		return pick(all...)
	case office.Account:
		return pick(office.Masked{}, office.Mask("•••• 4417"), office.Mask(strings.Repeat("•", int(b.Max)/3-4)+"\U0010FFFF"))
	case office.Flag:
		return pick(true, false)
	default:
		return reflect.Value{}
	}
}

// draw gives a record's fields values within their bounds, but for the row's number.
func draw(r *rand.Rand, record any) {
	v := reflect.ValueOf(record).Elem()
	for _, b := range office.Fields(v.Type()) {
		if b.Name == "Seq" || b.Name == "LeftOut" {
			continue
		}
		f := b.Value(v)
		if b.Kind == office.Record {
			if f.Kind() == reflect.Struct && r.IntN(2) == 0 {
				draw(r, f.Addr().Interface())
			}
			continue
		}
		if r.IntN(3) > 0 {
			f.Set(drawn(r, b, f.Type()))
		}
	}
}

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
				t.Fatalf("round %d: %s ends at %d, want %d", round, chain, cursor.Chains[chain].Seq, want)
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

// report is what Verify finds, faults and all.
func (p *place) report() proof.Report {
	p.Helper()
	r, err := p.Verify(p.Context())
	if err != nil {
		p.Fatal(err)
	}
	return r
}

// TestPoisonHurtsItsOwnTillAlone is the attack on issue 32's first point: ten tills
// send numbers that no column holds, side by side with twenty honest ones. Each honest
// batch is taken; each poisoned one loses the row that is at fault, and its till alone
// is named.
func TestPoisonHurtsItsOwnTillAlone(t *testing.T) {
	p := newPlace(t)
	var honest, hostile []*desk
	for i := range 20 {
		honest = append(honest, p.desk("Harbour", fmt.Sprint("honest ", i)))
	}
	for i := range 10 {
		hostile = append(hostile, p.desk("Harbour", fmt.Sprint("hostile ", i)))
	}
	poison := func(d *desk, kind int) *office.Batch {
		id := d.charge(today, 100)
		s := d.sales[id]
		delete(d.sales, id)
		switch kind % 2 {
		case 0:
			s.ReceiptSeq = 1 << 63
		case 1:
			s.ID = journal.SaleID(string(today) + "-9999999999")
		}
		b := d.batch()
		b.Sales = append(b.Sales, s)
		return b
	}
	failed := make(chan error, 1000)
	stop := make(chan struct{})
	var attackers []func()
	for i, d := range hostile {
		ended := make(chan struct{})
		attackers = append(attackers, func() { <-ended })
		go func() {
			defer close(ended)
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				default:
					_ = d.copy().send(poison(d.copy(), i+n))
				}
			}
		}()
	}
	var selling []func()
	for _, d := range honest {
		ended := make(chan struct{})
		selling = append(selling, func() { <-ended })
		go func() {
			defer close(ended)
			for range 10 {
				d.pay(today, 100)
				if err := d.send(d.batch()); err != nil {
					failed <- fmt.Errorf("till %d: %w", d.number, err)
					return
				}
			}
		}()
	}
	for _, wait := range selling {
		wait()
	}
	close(stop)
	for _, wait := range attackers {
		wait()
	}
	close(failed)
	for err := range failed {
		t.Error(err)
	}
	if got := p.paid(); got != "200 of 20000" {
		t.Errorf("paid %s", got)
	}
	if n := query[int](p, "SELECT count(*) FROM alarms a JOIN tills t ON t.id = a.till_id WHERE t.name LIKE 'honest%'"); n != 0 {
		t.Errorf("%d alarms of honest tills", n)
	}
	if n := query[int](p, "SELECT count(DISTINCT a.till_id) FROM alarms a JOIN tills t ON t.id = a.till_id WHERE t.name LIKE 'hostile%' AND a.kind = 'rejected'"); n != len(hostile) {
		t.Errorf("%d of %d hostile tills are named", n, len(hostile))
	}
	p.sound()
}

// TestARowIsRejectedAlone: all of a batch is kept but the rows at fault, and those of a
// chain that come after one; the till goes on from the answer.
func TestARowIsRejectedAlone(t *testing.T) {
	p := newPlace(t)
	d := p.desk("Harbour", "2")
	for range 4 {
		d.pay(today, 100)
	}
	b := d.batch()
	b.Receipts[2].SaleID = "no sale"
	b.Sales[1].Status = "not a word"
	err := d.send(b)
	refused(t, err, office.CodeMalformed)
	said, _ := errors.AsType[*office.Refusal](err)
	if said == nil || len(said.Rejected) != 2 || said.Rejected[0].Chain != office.ChainReceipts || said.Rejected[0].Seq != 3 || said.Rejected[1].Sale != b.Sales[1].ID {
		t.Fatalf("rejected %+v", said)
	}
	if strings.Contains(said.Message, "no sale") {
		t.Error("the answer quotes the row")
	}
	if got := query[string](p, "SELECT format('%s %s %s', (SELECT count(*) FROM receipts), (SELECT count(*) FROM audit), (SELECT count(*) FROM sales))"); got != "2 4 3" {
		t.Errorf("kept %s", got)
	}
	d.must(t) // what it should have sent at first
	if r := p.sound(); r.Receipts != 4 || r.Sales != 4 {
		t.Errorf("%+v", r)
	}
	if got := p.alarms(d.number); len(got) != 1 || got[0] != AlarmRejected {
		t.Errorf("alarms %v", got)
	}
	if core.Live != "live" { // the pattern of the environment is made of it
		t.Error(core.Live)
	}
}
