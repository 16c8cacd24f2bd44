//go:build linux

package replicas

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path"
	"strings"
	"sync"
	"testing"
)

// gateway is the payment service, and merchant, of a test: it counts.
type gateway struct {
	*httptest.Server
	mu       sync.Mutex
	payments map[string]*payment // by order
	told     map[string]map[string]int
	refuse   func() bool // whether the merchant fails now; nil for never
	wrong    []string    // what should not have been heard
}

type payment struct {
	opened, validated, submitted int
	word                         string
	settled                      bool
	asked                        int
	toldOK                       int
}

func startGateway(t *testing.T) *gateway {
	g := &gateway{payments: make(map[string]*payment), told: make(map[string]map[string]int)}
	g.Server = httptest.NewServer(g)
	t.Cleanup(g.Close)
	return g
}

func (g *gateway) of(order string) *payment {
	p := g.payments[order]
	if p == nil {
		p = &payment{word: "PENDING"}
		g.payments[order] = p
	}
	return p
}

// ServeHTTP is the service, and at /told the merchant.
func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var in map[string]any
	_ = json.NewDecoder(r.Body).Decode(&in)
	order, _ := in["orderId"].(string)
	g.mu.Lock()
	defer g.mu.Unlock()
	if r.URL.Path == "/told" {
		g.serveMerchant(w, order, fmt.Sprint(in["key"]))
		return
	}
	p, data := new(payment), any(nil)
	if order != "" { // the list of institutions is no order's
		p = g.of(order)
	}
	switch last := path.Base(r.URL.Path); {
	case last == "initiate":
		p.opened++
		data = map[string]string{"paymentId": "P-" + order, "token": "T-" + order}
	case r.Header.Get("Authorization") == "":
		w.WriteHeader(http.StatusUnauthorized)
		return
	case last == "merchant-qr":
		data = map[string]string{"qrCode": "QR-" + order}
	case last == "initiate-payment-request":
		p.validated++
		data = map[string]any{"otpSent": true, "dphReference": "D-" + order, "customerName": "Amal"}
	case last == "payment-request":
		p.submitted++
		data = "accepted"
	case last == "check-status":
		p.asked++
		status := map[string]string{"paymentStatus": p.word, "paymentId": "P-" + order, "orderId": order}
		if p.word == "SUCCESS" {
			status["transactionId"] = "X-" + order
		}
		data = status
	default:
		data = []map[string]string{{"code": "FPB", "name": "First Practice Bank", "rail": "bank"}}
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"success": true, "data": data})
}

// serveMerchant is the merchant: it fails at times, and notes what it was told wrongly.
func (g *gateway) serveMerchant(w http.ResponseWriter, order, key string) {
	p := g.payments[order]
	if p == nil || !p.settled {
		g.wrong = append(g.wrong, "told of "+order+", which is not settled")
		return
	}
	if g.told[order] == nil {
		g.told[order] = make(map[string]int)
	}
	g.told[order][key]++
	if g.refuse != nil && g.refuse() {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	p.toldOK++
}

// setStatus sets the status word of an order.
func (g *gateway) setStatus(order, word string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	p := g.of(order)
	p.word = word
	p.settled = p.settled || word == "SUCCESS"
}

// count sums something over all payments.
func (g *gateway) count(of func(*payment) int) (n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, p := range g.payments {
		n += of(p)
	}
	return n
}

// untold are the settled orders of which the merchant has not taken the news.
func (g *gateway) untold() (orders []string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for order, p := range g.payments {
		if p.settled && p.toldOK == 0 {
			orders = append(orders, order)
		}
	}
	return orders
}

// keys checks that each settlement has one key and no two have the same.
func (g *gateway) keys(t *testing.T) {
	t.Helper()
	g.mu.Lock()
	defer g.mu.Unlock()
	whose := make(map[string]string)
	for order, keys := range g.told {
		if len(keys) != 1 {
			t.Errorf("order %s was told with %d keys", order, len(keys))
		}
		for key := range keys {
			if other, taken := whose[key]; taken {
				t.Errorf("orders %s and %s have the key %q", order, other, key)
			}
			whose[key] = order
		}
	}
	if len(g.wrong) > 0 {
		t.Errorf("%d times: %s", len(g.wrong), strings.Join(g.wrong[:min(3, len(g.wrong))], "; "))
	}
}
