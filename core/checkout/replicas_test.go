package checkout_test

import (
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"sanduq/core/checkout"
)

// replica is another process's page on the same store.
func (s *site) replica(change ...func(*checkout.Config)) *site {
	s.t.Helper()
	other := &site{t: s.t, api: s.api, store: s.store, cfg: s.cfg, path: s.path}
	for _, c := range change {
		c(&other.cfg)
	}
	var err error
	if other.page, err = checkout.New(other.cfg); err != nil {
		s.t.Fatal(err)
	}
	other.web = httptest.NewServer(other.page)
	s.t.Cleanup(func() { other.page.Close(); other.web.Close() })
	return other
}

// at2 is the same browser at another replica.
func (c *customer) at2(s *site) *customer { other := *c; other.s = s; return &other }

// One form that is posted to two replicas at once works once.
func TestTwoReplicasTakeAFormOnce(t *testing.T) {
	for range 20 {
		api := new(gateway)
		first := serve(t, api, new(checkout.MemoryStore))
		second := first.replica()
		c := first.customer()
		d := c.at2(second)
		d.get("") // both have the payment in memory
		both := func(token, step string, fields ...string) {
			var posts sync.WaitGroup
			for _, at := range []*customer{c, d} {
				posts.Go(func() { at.postAs(token, step, fields...) })
			}
			posts.Wait()
		}
		c.get("?way=account")
		both(c.token(), "account", "rail", "bank", "bank", "FPB", "number", accountNumber)
		wantCounts(t, api, 1, 0)
		c.get("")
		c.on("code")
		d.get("")
		d.on("code")
		both(c.token(), "code", "code", code)
		wantCounts(t, api, 1, 1)
		if t.Failed() {
			return
		}
	}
}

// What one replica did is what the other shows, and builds on.
func TestAReplicaGoesOnWhereAnotherWas(t *testing.T) {
	api := new(gateway)
	first := serve(t, api, new(checkout.MemoryStore))
	second := first.replica()
	c := first.customer()
	d := c.at2(second)
	d.get("")
	d.on("choose")
	c.toCode()
	d.get("")
	d.on("code")
	d.post("code", "code", code)
	d.on("processing")
	c.get("")
	c.on("processing")
	c.get("?way=account")
	if c.kind() != "processing" || !strings.Contains(c.html, "Do not pay again") {
		t.Errorf("the first replica offers %q", c.kind())
	}
	wantCounts(t, api, 1, 1)
}
