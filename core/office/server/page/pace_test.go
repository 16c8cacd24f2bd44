//go:build linux

package page

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/tests/soak"
)

// TestSignInsSlowNoTill counts what honest tills bring in a second, alone and beside thirty
// strangers who all the time try names and passwords, each from an address of its own. A try
// costs the office what it costs in a shop. Package collector measures the other attacks.
func TestSignInsSlowNoTill(t *testing.T) {
	rounds := soak.N(t, 2)
	done := soak.Begin(t, "office-sign-ins", rounds)
	span, least := 300*time.Millisecond, 0.5 // where other programs use the machine, and the time is short
	if soak.Long() {
		span, least = 2*time.Second, 0.9
	}
	const strangers = 30
	p := newPlace(t)
	p.person("Huda")
	today = real
	defer func() { today = cost{1, 64, 1} }()
	const tills = 24
	var idle []func(int) // each measurement has new ones, whose quotas are whole
	for i := range tills * (1 + 2*rounds) {
		send := p.till("Harbour", fmt.Sprint("Till ", i), core.Live)
		idle = append(idle, func(n int) { send(sale("20261120", n, int64(1000+n), journal.StatusPaid)) })
	}
	measure := func() float64 {
		var all sync.WaitGroup
		var sold atomic.Int64
		honest := idle[:tills]
		idle = idle[tills:]
		end := time.Now().Add(span)
		for _, sell := range honest {
			all.Go(func() {
				for n := 1; time.Now().Before(end); n++ {
					sell(n)
					sold.Add(1)
				}
			})
		}
		all.Wait()
		return float64(sold.Load()) / span.Seconds()
	}
	var tried, heard atomic.Int64
	beside := func() float64 {
		stop := make(chan struct{})
		var guessing sync.WaitGroup
		for i := range strangers {
			guessing.Go(func() {
				for n := 0; ; n++ {
					select {
					case <-stop:
						return
					case <-time.After(200 * time.Millisecond): // each five times a second
					}
					form := url.Values{"name": {fmt.Sprintf("nobody %d %d", i, n)}, "password": {"wrong password"}}
					r, err := http.NewRequest(http.MethodPost, p.web.URL+"/office/sign-in", strings.NewReader(form.Encode()))
					if err != nil {
						t.Error(err)
						return
					}
					r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
					r.Header.Set("X-Forwarded-For", fmt.Sprintf("192.0.%d.%d", n%200, i))
					if resp, err := http.DefaultClient.Do(r); err == nil {
						_ = resp.Body.Close()
						if tried.Add(1); resp.StatusCode == http.StatusForbidden {
							heard.Add(1)
						}
					}
				}
			})
		}
		got := measure()
		close(stop)
		guessing.Wait()
		return got
	}
	measure() // warm
	a, w := soak.Turns(rounds, measure, beside)
	t.Logf("%.0f sales a second, %.0f alone; %d sign-ins, %d of them with a password that was looked at", w, a, tried.Load(), heard.Load())
	if w < a*least || heard.Load() == 0 {
		t.Errorf("%.0f sales a second beside %d sign-ins (%d looked at), %.0f alone, want %.0f %%", w, tried.Load(), heard.Load(), a, 100*least)
	}
	done("%.0f %% (%.0f of %.0f sales/s) beside %d sign-ins", 100*w/a, w, a, tried.Load())
}
