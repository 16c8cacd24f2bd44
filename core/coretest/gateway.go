package coretest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"sanduq/core"
	"sanduq/core/wire"
)

// OTP is the code that the Gateway takes; any other is refused as WRONG_OTP.
const OTP = "123456"

// Service is a payment service on loopback that keeps to the contract: it opens
// payments, refuses what is not authorised, and reports what the test says.
type Service struct {
	URL string

	mu       sync.Mutex
	payments map[string]*payment // by token
	opened   int
	failures int // that are still to come
	requests []string
}

type payment struct {
	id, order, amount, currency, token string
	word                               string
}

const merchantKey, merchantSecret = "practice-key", "practice-secret"

// Gateway starts a Service for the length of a test.
func Gateway(t testing.TB) *Service {
	s := &Service{payments: make(map[string]*payment)}
	server := httptest.NewServer(s)
	s.URL = server.URL
	t.Cleanup(server.Close)
	return s
}

// Config is what a core.Client reaches the service with.
func (s *Service) Config() core.ClientConfig {
	return core.ClientConfig{Environment: core.Sandbox, BaseURL: s.URL,
		APIKey: core.NewSecret(merchantKey), SecretKey: core.NewSecret(merchantSecret)}
}

// Report sets the paymentStatus of an order from now on: SUCCESS, FAILED,
// EXPIRED, PROCESSING or PENDING.
func (s *Service) Report(orderID, word string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.payments {
		if p.order == orderID {
			p.word = word
		}
	}
}

// Fail answers the next n requests with 503.
func (s *Service) Fail(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failures = n
}

// Open opens a payment as a merchant's server would, and returns what a redirect
// to a page carries.
func (s *Service) Open(order core.CreateInvoiceRequest) core.AdoptSessionRequest {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.open(order.OrderID, order.Amount.Major(), order.Amount.Currency)
	return core.AdoptSessionRequest{PaymentID: p.id, OrderID: p.order, Amount: order.Amount, Token: core.NewSecret(p.token)}
}

// Opened returns how many payments were opened.
func (s *Service) Opened() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.opened
}

// Requests returns the last part of each request's path, in order.
func (s *Service) Requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.requests...)
}

func (s *Service) open(order, amount, currency string) *payment {
	s.opened++
	p := &payment{id: fmt.Sprint("P-", s.opened), order: order, amount: amount, currency: currency,
		token: fmt.Sprint("token-", s.opened), word: "PENDING"}
	s.payments[p.token] = p
	return p
}

// ServeHTTP implements http.Handler.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var in map[string]any
	decoder := json.NewDecoder(r.Body)
	decoder.UseNumber()
	_ = decoder.Decode(&in)
	_, path, _ := strings.Cut(r.URL.Path, wire.DefaultProfile().Paths.Prefix)
	s.requests = append(s.requests, path[strings.LastIndexByte(path, '/')+1:])
	status, code, data := http.StatusServiceUnavailable, "UNAVAILABLE", any(nil)
	if s.failures--; s.failures < 0 {
		s.failures = 0
		status, code, data = s.answer(r, path, in)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"success": code == "", "code": code, "message": code, "data": data})
}

func (s *Service) answer(r *http.Request, path string, in map[string]any) (status int, code string, data any) {
	text := func(name string) string { return fmt.Sprint(in[name]) }
	paths := wire.DefaultProfile().Paths
	if path == paths.Initiate {
		if r.Header.Get("Api-Key") != merchantKey || r.Header.Get("Secret-Key") != merchantSecret {
			return http.StatusUnauthorized, "INVALID_CREDENTIALS", nil
		}
		p := s.open(text("orderId"), text("amount"), text("currency"))
		return http.StatusOK, "", map[string]string{"paymentId": p.id, "token": p.token}
	}
	p := s.payments[strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")]
	switch {
	case p == nil:
		return http.StatusUnauthorized, "INVALID_TOKEN", nil
	case path == paths.Institutions:
		return http.StatusOK, "", []core.Institution{{Code: "FPB", Name: "First Practice Bank", Rail: core.RailBank}}
	case text("orderId") != p.order:
		return http.StatusUnauthorized, "FOREIGN_PAYMENT", nil
	case path == paths.BankQR, path == paths.WalletQR:
		return http.StatusOK, "", map[string]string{"qrCode": "SANDUQ-" + p.id}
	case path == paths.BankValidate, path == paths.WalletValidate:
		return http.StatusOK, "", map[string]any{"otpSent": true, "dphReference": "D-" + p.id, "customerName": "Amal Ben Ali"}
	case path == paths.Status:
		return http.StatusOK, "", p.status()
	case text("otp") != OTP:
		return http.StatusBadRequest, "WRONG_OTP", nil
	case path == paths.BankOTP:
		return http.StatusOK, "", "accepted"
	case path == paths.WalletOTP:
		return http.StatusOK, "", p.status()
	}
	return http.StatusNotFound, "NO_SUCH_PATH", nil
}

func (p *payment) status() map[string]string {
	out := map[string]string{"paymentStatus": p.word, "paymentId": p.id, "orderId": p.order, "amount": p.amount, "currency": p.currency}
	if p.word == "SUCCESS" {
		out["transactionId"] = "T-" + p.id
	}
	return out
}
