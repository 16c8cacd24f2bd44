package truth_test

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/wire"
)

// TestAProxysDateDoesNotLockTheTillOut: both clocks are right, and a proxy puts a
// wrong Date into what it hands on. The till may believe it once; it must not
// go on signing with that time when the gateway refuses it.
func TestAProxysDateDoesNotLockTheTillOut(t *testing.T) {
	for name, wrong := range map[string]func(n int) time.Duration{
		"an hour ahead":       func(int) time.Duration { return time.Hour },
		"an hour behind":      func(int) time.Duration { return -time.Hour },
		"another each time":   func(n int) time.Duration { return time.Duration(n%7-3) * time.Hour },
		"nine of ten replies": func(n int) time.Duration { return map[bool]time.Duration{true: time.Hour}[n%10 != 0] },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := usual()
				signer, err := wire.NewHMACSigner("client-1", core.NewSecret("hmac-secret"))
				if err != nil {
					t.Fatal(err)
				}
				p.signer = signer
				n, calls, refusals := 0, 0, 0
				p.gate.date = func(now time.Time) string {
					n++
					return now.Add(wrong(n)).UTC().Format(http.TimeFormat)
				}
				checks := func(q request) reply {
					r := p.gate.timed(q)
					p.gate.mu.Lock()
					defer p.gate.mu.Unlock()
					if calls++; r.status == http.StatusUnauthorized {
						refusals++
					}
					return r
				}
				for _, op := range []core.Operation{core.OpInitiate, core.OpGenerateQR, core.OpFetchStatus} {
					p.gate.script(op, checks)
				}
				s := p.open(t)
				paid := 0
				for range 4 {
					v := s.charge()
					s.pass(20 * time.Second)
					s.gate.set(v.OrderID, "SUCCESS", "TX-"+v.OrderID)
					s.pass(11 * time.Second)
					if s.sale(v.ID).Status() == journal.StatusPaid {
						paid++
					}
				}
				if paid != 4 || refusals*4 > calls {
					t.Errorf("%d of 4 sales are paid, %d of %d requests were refused for the time", paid, refusals, calls)
				}
			})
		})
	}
}
