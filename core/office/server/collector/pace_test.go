//go:build linux

package collector

import (
	"bytes"
	"fmt"
	"math"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/office"
	"sanduq/core/tests/soak"
)

// TestOthersKeepTheirPace counts what twenty honest tills bring in a second, alone and
// beside each attack: tills with good keys that send what no column holds, one that sells
// for 2^63-1 three times, one that dates its sales from 2015 to 2039, one that sends nothing
// but what people must hear of, and strangers who guess codes and keys and hold bodies. The
// attackers' own work is done on the same processors: it is bounded, so that what is measured
// is what the office does for them. Package page measures the same beside sign-ins.
func TestOthersKeepTheirPace(t *testing.T) {
	rounds := soak.N(t, 2)
	done := soak.Begin(t, "office-isolation", rounds)
	p := newPlace(t)
	var hostile []*desk
	for i := range 10 {
		hostile = append(hostile, p.desk("Harbour", fmt.Sprint("hostile ", i)))
	}
	p.usage.quota.Calls = Rate{} // honest tills send as fast as they can
	var attackers sync.WaitGroup
	const tills = 20
	span, least := 300*time.Millisecond, 0.5 // where other programs use the machine, and the time is short
	if soak.Long() {
		span, least = 2*time.Second, 0.9
	}
	var idle []*desk // each measurement has new ones: what a test's till has sold makes its next sale slower
	for i := range tills * (1 + 6*2*rounds) {
		idle = append(idle, p.desk("Harbour", fmt.Sprint("honest ", i)))
	}
	measure := func(attacks ...func()) float64 {
		honest := idle[:tills]
		idle = idle[tills:]
		stop := make(chan struct{})
		var sellers sync.WaitGroup
		for _, attack := range attacks {
			attackers.Go(func() {
				tick := time.NewTicker(20 * time.Millisecond) // each fifty times a second
				defer tick.Stop()
				for {
					select {
					case <-stop:
						return
					case <-tick.C:
						attack()
					}
				}
			})
		}
		var sold atomic.Int64
		end := time.Now().Add(span)
		for _, d := range honest {
			sellers.Go(func() {
				for time.Now().Before(end) {
					d.pay(today, 100)
					if err := d.send(d.batch()); err != nil {
						t.Errorf("till %d: %v", d.number, err)
						return
					}
					sold.Add(1)
				}
			})
		}
		sellers.Wait()
		close(stop) // what is under way waits for its quota, and costs nobody anything
		return float64(sold.Load()) / span.Seconds()
	}
	var poison []func()
	for i, d := range hostile {
		poison = append(poison, func() {
			c := d.copy()
			id := c.charge(today, 100)
			s := c.sales[id]
			delete(c.sales, id)
			if i%2 == 0 {
				s.ReceiptSeq = 1 << 63
			} else {
				s.ID = journal.SaleID(string(today) + "-9999999999")
			}
			b := c.batch()
			b.Sales = append(b.Sales, s)
			_ = c.send(b)
		})
	}
	var largest atomic.Int64
	amounts := func() {
		c := hostile[2].copy()
		for range 3 {
			id := c.charge(today, math.MaxInt64)
			s := c.sales[id]
			delete(c.sales, id)
			s.ID = journal.NewSaleID(today, int(largest.Add(1)))
			c.sales[s.ID] = s
			c.setStatus(s.ID, journal.StatusPaid)
		}
		_ = c.send(c.batch())
	}
	dates := func() {
		c := hostile[0].copy()
		b := c.batch()
		for year := 2015; year < 2040; year++ {
			id := c.charge(journal.DayOf(noon.AddDate(year-2026, 0, 0)), 100)
			b.Sales = append(b.Sales, c.sales[id])
		}
		_ = c.send(b)
	}
	type flood struct { // a new one each time: a quota is soon used up
		*desk
		packed [][]byte // before the time is taken: to pack them again and again is the attacker's own work
	}
	var floods []flood
	for i := range rounds {
		f := flood{desk: p.desk("Harbour", fmt.Sprint("flood ", i))}
		for n := range 24 {
			for range 400 { // each line is something that people must hear of
				seq := uint64(len(f.audit) + 1)
				f.audit = append(f.audit, office.AuditRow{Seq: seq, At: noon, Action: journal.AuditRestored, Detail: strings.Repeat("x", 1500)},
					office.AuditRow{Seq: seq + 1, At: noon, Action: journal.AuditSettledLate, SaleID: journal.NewSaleID(today, int(seq))})
			}
			f.cursor.Chains[office.ChainAudit] = office.Known{Seq: uint64(800 * n)}
			packed, err := f.batch().Encode()
			if err != nil {
				t.Fatal(err)
			}
			f.packed = append(f.packed, packed)
		}
		floods = append(floods, f)
	}
	alarms := func() float64 {
		f := floods[0]
		floods = floods[1:]
		return measure(func() {
			if len(f.packed) > 0 && ask(p.url+"/v1/rows", f.key, bytes.NewReader(f.packed[0]), &office.Cursor{}) == nil {
				f.packed = f.packed[1:]
			}
		})
	}
	strangers := []func(){
		func() {
			var e office.Enrolled
			_ = ask(p.url+"/v1/enrol", "", jsonBody(office.Enrol{Version: 1, Code: "AAAA-AAAA-AAAA-AAAA", Environment: core.Live}), &e)
		},
		func() { _ = ask(p.url+"/v1/cursor", "no key of anybody", nil, &office.Cursor{}) },
	}
	held := func() func() {
		var lines []net.Conn
		for range 1500 {
			line, err := net.Dial("tcp", strings.TrimPrefix(p.url, "http://"))
			if err != nil {
				break
			}
			fmt.Fprintf(line, "POST /v1/rows HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Length: 1000000\r\n\r\nx", hostile[1].key)
			lines = append(lines, line)
		}
		return func() {
			for _, line := range lines {
				_ = line.Close()
			}
		}
	}
	measure() // warm
	var kept []string
	for _, c := range []struct {
		name string
		with func() float64
	}{
		{"ten tills of poison", func() float64 { return measure(poison...) }},
		{"a till of largest amounts", func() float64 { return measure(amounts) }},
		{"a till of all years", func() float64 { return measure(dates) }},
		{"a till of alarms", alarms},
		{"strangers who guess", func() float64 { return measure(strangers...) }},
		{"1,500 bodies that are held", func() float64 { defer held()(); return measure() }},
	} {
		a, w := soak.Turns(rounds, func() float64 { return measure() }, c.with)
		kept = append(kept, fmt.Sprintf("%s %.0f %% (%.0f of %.0f sales/s)", c.name, 100*w/a, w, a))
		t.Log(kept[len(kept)-1])
		if w < a*least {
			t.Errorf("%s: %.0f sales a second, %.0f alone, want %.0f %%", c.name, w, a, 100*least)
		}
	}
	attackers.Wait()
	p.sound()
	if _, err := http.Get(p.url + "/v1/ready"); err != nil {
		t.Error(err)
	}
	done("%s", strings.Join(kept, ", "))
}
