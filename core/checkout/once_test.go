package checkout_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"sanduq/core"
	"sanduq/core/checkout"
)

func wantCounts(t *testing.T, g *gateway, codes, submitted int) {
	t.Helper()
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.codes != codes || g.submitted != submitted {
		t.Errorf("%d codes were sent to the customer and %d submitted, want %d and %d", g.codes, g.submitted, codes, submitted)
	}
}

func TestAccountIsPaid(t *testing.T) {
	api := new(gateway)
	c := serve(t, api, new(checkout.MemoryStore)).customer()
	c.on("choose")
	c.toCode()
	c.post("code", "code", "٤٨١-٢٠٧")
	c.on("processing")
	api.set(func() { api.state = core.StateSuccess })
	c.until("paid")
	for _, want := range []string{"PAID", "12.500", "T-1", "•••• 4417", "https://shop.example/order/1", "SHOP-1"} {
		if want == "12.500" {
			want = `12<small>.500</small>`
		}
		if !strings.Contains(c.html, want) {
			t.Errorf("the receipt lacks %q", want)
		}
	}
	wantCounts(t, api, 1, 1)
}

// The payee has the name that it has in the customer's language.
func TestTheShopsNames(t *testing.T) {
	c := serve(t, new(gateway), new(checkout.MemoryStore), func(cfg *checkout.Config) {
		cfg.ShopNames = map[string]string{"ar": "سوق النور"}
	}).customer()
	for lang, want := range map[string]string{"ar": "سوق النور", "en": "Al Noor Market", "fr": "Al Noor Market"} {
		if c.get("?lang=" + lang); strings.Count(c.html, want) < 3 {
			t.Errorf("%s: the page does not name %s", lang, want)
		}
	}
}

// A form that was posted is used up: a reload, Back and a second tab with the
// same form send nothing again.
func TestFormWorksOnce(t *testing.T) {
	api := new(gateway)
	s := serve(t, api, new(checkout.MemoryStore))
	c := s.customer()
	c.get("?way=account")
	used := c.token()
	c.post("account", "rail", "bank", "bank", "FPB", "number", accountNumber)
	c.postAs(used, "account", "rail", "bank", "bank", "FPB", "number", accountNumber)
	c.on("code")
	if !strings.Contains(c.at, "note=used") {
		t.Errorf("the customer is not told: %s", c.at)
	}
	s.restart()
	c.postAs(used, "account", "rail", "bank", "bank", "FPB", "number", accountNumber)
	c.on("code")
	wantCounts(t, api, 1, 0)

	used = c.token()
	c.post("code", "code", code)
	c.on("processing")
	c.postAs(used, "code", "code", code)
	c.on("processing")
	s.restart()
	c.postAs(used, "code", "code", code)
	c.on("processing")
	wantCounts(t, api, 1, 1)
}

func TestTwoTabsAtOnce(t *testing.T) {
	api := new(gateway)
	c := serve(t, api, new(checkout.MemoryStore)).customer()
	c.toCode()
	token := c.token()
	var tabs sync.WaitGroup
	for range 20 {
		tab := *c
		tabs.Go(func() { tab.postAs(token, "code", "code", code) })
	}
	tabs.Wait()
	wantCounts(t, api, 1, 1)
}

// A process that ends while a code is on its way finds a payment of which it
// knows that it does not know.
func TestEndsDuringTheCode(t *testing.T) {
	api := &gateway{entered: make(chan struct{}), leave: make(chan struct{})}
	store := new(checkout.MemoryStore)
	s := serve(t, api, store, hasten)
	c := s.customer()
	c.toCode()
	token := c.token()
	var post sync.WaitGroup
	tab := *c
	post.Go(func() { tab.postAs(token, "code", "code", code) })
	<-api.entered

	// An answer to another question meanwhile is stored as well, and must not
	// take the code's place.
	other := *c
	other.postAs(token, "check")
	api.set(func() {
		if api.statuses == 0 {
			t.Error("nothing was asked beside the code")
		}
	})

	// What a kill leaves behind is what the store holds now.
	killed := new(checkout.MemoryStore)
	ref := s.path[len("/pay/"):]
	stored, err := store.Load(t.Context(), ref)
	if err == nil {
		stored.Version = 0
		_, err = killed.Save(t.Context(), stored)
	}
	if err != nil {
		t.Fatal(err)
	}
	again := new(gateway)
	after := serve(t, again, killed, hasten)
	d := &customer{Client: c.Client, s: after}
	d.get("")
	d.on("unknown")
	d.postAs(token, "code", "code", code)
	d.on("unknown")
	wantCounts(t, again, 0, 0)
	again.set(func() { again.state = core.StateSuccess })
	d.until("paid")

	close(api.leave)
	post.Wait()
}

func TestNothingIsSentThatCannotBeStored(t *testing.T) {
	api := new(gateway)
	store := new(failing)
	c := serve(t, api, store).customer()
	c.toCode()
	store.breakIt(true)
	c.post("code", "code", code)
	if !strings.Contains(c.at, "note=notStored") {
		t.Errorf("the customer is not told: %s", c.at)
	}
	c.on("code")
	wantCounts(t, api, 1, 0)
	store.breakIt(false)
	c.get("")
	c.post("code", "code", code)
	c.on("processing")
	wantCounts(t, api, 1, 1)

	store.breakIt(true)
	api.set(func() { api.state = core.StateSuccess })
	c.get("")
	c.post("check")
	c.on("processing") // not paid before it is stored
	store.breakIt(false)
	c.until("paid")
}

func TestRefusalsSayWhatToDo(t *testing.T) {
	for code, note := range map[string]string{"WRONG_OTP": "wrongCode", "OTP_EXPIRED": "codeExpired", "INSUFFICIENT_FUNDS": "funds",
		"LIMIT_EXCEEDED": "limit", "TOO_MANY_ATTEMPTS": "tries", "ACCOUNT_BLOCKED": "blocked"} {
		api := &gateway{submitErr: &core.PaymentAPIError{Operation: core.OpSubmitOTP, HTTPStatus: 422, Code: code}}
		c := serve(t, api, new(checkout.MemoryStore)).customer()
		c.toCode()
		c.post("code", "code", "111111")
		c.on("code")
		if !strings.Contains(c.at, "note="+note) || !strings.Contains(c.html, `id="note"`) {
			t.Errorf("%s leads to %s", code, c.at)
		}
	}
	api := &gateway{submitErr: errors.Join(core.ErrOutcomeUnknown, errors.New("lost"))}
	c := serve(t, api, new(checkout.MemoryStore)).customer()
	c.toCode()
	c.post("code", "code", code)
	c.on("unknown")
}

func TestSendAgain(t *testing.T) {
	api := new(gateway)
	c := serve(t, api, new(checkout.MemoryStore)).customer()
	c.toCode()
	c.post("again")
	c.on("code")
	if !strings.Contains(c.at, "note=tooSoon") {
		t.Errorf("a second code within half a minute leads to %s", c.at)
	}
	wantCounts(t, api, 1, 0)
}

func TestQR(t *testing.T) {
	api := new(gateway)
	c := serve(t, api, new(checkout.MemoryStore)).customer()
	token := c.token()
	c.post("qr")
	c.on("qr")
	c.postAs(token, "qr")
	c.on("qr")
	if api.qrs != 1 {
		t.Errorf("%d codes were asked for", api.qrs)
	}
	c.get("/qr.png")
	if !strings.HasPrefix(c.html, "\x89PNG") {
		t.Error("the code is no picture")
	}
	for state, kind := range map[core.State]string{core.StateFailed: "failed"} {
		api.set(func() { api.state = state })
		c.until(kind)
	}
}

func TestOutcome(t *testing.T) {
	api := new(gateway)
	s := serve(t, api, new(checkout.MemoryStore))
	out, err := s.page.Outcome(context.Background(), "P-1")
	if err != nil || out.Known || out.Session.State != core.StatePending {
		t.Errorf("before: %+v, %v", out, err)
	}
	api.set(func() { api.state = core.StateSuccess })
	if out, err = s.page.Outcome(context.Background(), "P-1"); err != nil || !out.Known || out.Session.State != core.StateSuccess {
		t.Errorf("after: %+v, %v", out, err)
	}
	if _, err = s.page.Outcome(context.Background(), "P-2"); !errors.Is(err, checkout.ErrNotStored) {
		t.Errorf("another's: %v", err)
	}
	other := invoice()
	other.Amount.Minor++
	if _, err = s.page.Open(context.Background(), other); !errors.Is(err, core.ErrConflict) {
		t.Errorf("another amount: %v", err)
	}
	if path, err := s.page.Open(context.Background(), invoice()); err != nil || path != s.path {
		t.Errorf("opened again: %s, %v", path, err)
	}
}

func TestTell(t *testing.T) {
	api := &gateway{state: core.StateSuccess}
	heard := make(chan checkout.Outcome, 4)
	s := serve(t, api, new(checkout.MemoryStore), func(c *checkout.Config) {
		c.Tell = func(_ context.Context, o checkout.Outcome) error { heard <- o; return nil }
	})
	c := s.customer()
	c.toCode()
	c.post("code", "code", code)
	c.until("paid")
	if o := <-heard; o.Session.PaymentID != "P-1" || o.Session.State != core.StateSuccess {
		t.Errorf("the shop was told %+v", o)
	}
	for !strings.Contains(c.html, "The shop has been told.") {
		c.get("")
	}
	s.restart()
	c.get("")
	if len(heard) != 0 {
		t.Error("the shop was told again")
	}
}
