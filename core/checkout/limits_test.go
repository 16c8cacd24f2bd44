package checkout_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/checkout"
)

// A customer who sends the account form over and over has few codes sent, and
// is told why.
func TestFormsInARowSendFewCodes(t *testing.T) {
	api := new(gateway)
	c := serve(t, api, new(checkout.MemoryStore)).customer()
	for i := range 60 {
		c.get("?way=account")
		c.post("account", "rail", "bank", "bank", "FPB", "number", fmt.Sprintf("00204800002%05d", i))
	}
	api.mu.Lock()
	defer api.mu.Unlock()
	if api.codes > 6 {
		t.Errorf("60 forms in a row sent %d codes", api.codes)
	}
	if !strings.Contains(c.html, `id="note"`) || !strings.Contains(c.html, "That was too often. Nothing was sent.") {
		t.Errorf("the customer is not told: %s", c.at)
	}
	for lang, said := range map[string]string{"fr": "C’était trop souvent.", "ar": "محاولات كثيرة متتالية."} {
		if c.get("?way=account&note=tooMany&lang=" + lang); !strings.Contains(c.html, said) {
			t.Errorf("%s: the customer is not told", lang)
		}
	}
}

func TestGuessesInARow(t *testing.T) {
	api := &gateway{submitErr: &core.PaymentAPIError{Operation: core.OpSubmitOTP, HTTPStatus: 422, Code: "WRONG_OTP"}}
	c := serve(t, api, new(checkout.MemoryStore)).customer()
	c.toCode()
	for i := range 200 {
		c.get("")
		c.post("code", "code", fmt.Sprintf("%06d", i))
	}
	api.mu.Lock()
	defer api.mu.Unlock()
	if api.submitted > 12 {
		t.Errorf("%d guesses went through", api.submitted)
	}
}

// What one payment may have of codes counts for all processes together, and over
// restarts.
func TestAPaymentsCodesAreCounted(t *testing.T) {
	api := &gateway{submitErr: &core.PaymentAPIError{Operation: core.OpSubmitOTP, HTTPStatus: 422, Code: "WRONG_OTP"}}
	s := serve(t, api, new(checkout.MemoryStore), func(c *checkout.Config) { c.Limits.Payment.Burst = -1 })
	c := s.customer()
	c.toCode()
	for i := range 14 {
		c.post("code", "code", fmt.Sprintf("%06d", i))
		if i%3 == 0 {
			s.restart()
			c.get("")
		}
	}
	wantCounts(t, api, 1, 10)
	if !strings.Contains(c.at, "note=noMoreGuesses") {
		t.Errorf("the customer is not told: %s", c.at)
	}
	for i := range 14 {
		c.get("?way=account")
		c.post("account", "rail", "bank", "bank", "FPB", "number", fmt.Sprintf("00204800002%05d", i))
	}
	wantCounts(t, api, 6, 10)
	if !strings.Contains(c.html, "No more codes are sent for this payment.") {
		t.Errorf("the customer is not told: %s", c.at)
	}
}

// One account is not sent codes for one payment after another, nor many accounts
// from one address.
func TestOneAccountAndOneAddress(t *testing.T) {
	for name, number := range map[string]func(int) string{
		"account": func(int) string { return accountNumber },
		"address": func(i int) string { return fmt.Sprintf("00204800003%05d", i) },
	} {
		api := new(gateway)
		s := serve(t, api, new(checkout.MemoryStore))
		for i := range 200 {
			other := invoice()
			other.PaymentID, other.OrderID = fmt.Sprint("P-", 100+i), fmt.Sprint("SHOP-", 100+i)
			var err error
			if s.path, err = s.page.Open(context.Background(), other); err != nil {
				t.Fatal(err)
			}
			c := s.customer()
			c.get("?way=account")
			c.post("account", "rail", "bank", "bank", "FPB", "number", number(i))
		}
		api.mu.Lock()
		if most := map[string]int{"account": 6, "address": 100}[name]; api.codes > most {
			t.Errorf("%s: 200 payments sent %d codes", name, api.codes)
		}
		api.mu.Unlock()
	}
}

// After the last guess the page asks for no further code and offers none.
func TestAfterTheLastGuessNoCodeIsAskedFor(t *testing.T) {
	api := &gateway{submitErr: &core.PaymentAPIError{Operation: core.OpSubmitOTP, HTTPStatus: 422, Code: "WRONG_OTP"}}
	c := serve(t, api, new(checkout.MemoryStore), func(c *checkout.Config) { c.Limits.Guesses = 2 }).customer()
	c.toCode()
	for i := range 2 {
		if !strings.Contains(c.html, `id="code"`) {
			t.Fatalf("after %d guesses no code can be entered", i)
		}
		c.post("code", "code", fmt.Sprintf("%06d", i))
	}
	for lang, said := range map[string]string{"en": "No more codes are taken", "fr": "Plus aucun code n’est accepté", "ar": "لا تُقبل رموز أخرى"} {
		c.get("?lang=" + lang)
		c.on("code")
		for _, offered := range []string{`id="code"`, "/code\"", "/again\""} {
			if strings.Contains(c.html, offered) {
				t.Errorf("%s: after the last guess the page still has %s", lang, offered)
			}
		}
		if !strings.Contains(c.html, said) || !strings.Contains(c.html, "/check\"") {
			t.Errorf("%s: the customer is not told, or cannot ask", lang)
		}
	}
}

// Pages that follow a payment are counted by payment and by address; one that
// closes makes room.
func TestFewPagesFollowAPaymentAtOnce(t *testing.T) {
	s := serve(t, new(gateway), new(checkout.MemoryStore), func(c *checkout.Config) { c.Limits.Streams, c.Limits.AddressStreams = 3, 4 })
	c := s.customer()
	follow := func() (leave func(), code int) {
		t.Helper()
		ctx, cancel := context.WithCancel(t.Context())
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.web.URL+s.path+"/events", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := c.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		return func() { cancel(); _ = answer.Body.Close() }, answer.StatusCode
	}
	want := func(code int) func() {
		t.Helper()
		leave, got := follow()
		t.Cleanup(leave)
		if got != code {
			t.Fatalf("the stream is answered with %d, want %d", got, code)
		}
		return leave
	}
	first := want(http.StatusOK)
	want(http.StatusOK)
	want(http.StatusOK)
	want(http.StatusTooManyRequests)

	other := invoice()
	other.PaymentID, other.OrderID = "P-2", "SHOP-2"
	one := s.path
	var err error
	if s.path, err = s.page.Open(t.Context(), other); err != nil {
		t.Fatal(err)
	}
	want(http.StatusOK)
	want(http.StatusTooManyRequests) // the address has four
	s.path = one
	first()
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		leave, code := follow()
		t.Cleanup(leave)
		if code == http.StatusOK {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("a page that was closed makes no room")
		}
	}
}

// A code that never left is no attempt: the page says so and asks for it again, until the gateway can be reached.
func TestACodeThatNeverLeftIsNoGuess(t *testing.T) {
	api := &gateway{submitErr: core.ErrNotSent}
	s := serve(t, api, new(checkout.MemoryStore), func(c *checkout.Config) { c.Limits.Guesses = 2 })
	c := s.customer()
	c.toCode()
	for range 3 {
		if c.post("code", "code", code); !strings.Contains(c.at, "note=notSent") {
			t.Fatalf("the page says %s", c.at)
		}
	}
	s.restart()
	api.set(func() { api.submitErr = nil })
	c.get("")
	c.post("code", "code", code)
	c.on("processing")
}
