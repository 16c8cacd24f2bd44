//go:build linux

package collector

import (
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
	"sanduq/core/office/server/proof"
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
