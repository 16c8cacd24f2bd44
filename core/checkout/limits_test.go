package checkout_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

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
