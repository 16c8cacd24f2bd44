//go:build benchmarks

package benchmarks

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"time"
)

// byHand is what a careful programmer writes for one call in an afternoon:
// net/http, encoding/json, an HMAC, a deadline, a limit on the reply. It has
// no attempts, no error classes, no redaction and no state.
type byHand struct {
	client *http.Client
	base   string
	log    *slog.Logger // nil for none
}

func newByHand(base string, transport http.RoundTripper) *byHand {
	return &byHand{client: &http.Client{Transport: transport}, base: base}
}

const prefix = "/wallet-service/wallet/payment-integration"

func (b *byHand) post(path string, headers func(http.Header), request, reply any) error {
	body, err := json.Marshal(request)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 8*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, b.base+prefix+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json")
	r.Header.Set("User-Agent", "by-hand/1.0")
	headers(r.Header)
	sign(r, body)
	began := time.Now()
	response, err := b.client.Do(r)
	if err != nil {
		return err
	}
	if b.log != nil {
		b.log.Debug("call", "path", path, "status", response.StatusCode, "took", time.Since(began))
	}
	defer func() { _ = response.Body.Close() }()
	content, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("http %d", response.StatusCode)
	}
	return json.Unmarshal(content, reply)
}

// sign adds the signature headers of the SDK's default signer, computed from
// the words of its documentation.
func sign(r *http.Request, body []byte) {
	random := make([]byte, 16)
	_, _ = rand.Read(random)
	nonce, stamp := hex.EncodeToString(random), strconv.FormatInt(time.Now().Unix(), 10)
	r.Header.Set("X-Service-Client-Id", clientID)
	r.Header.Set("X-Service-Timestamp", stamp)
	r.Header.Set("X-Service-Nonce", nonce)
	r.Header.Set("X-Service-Signature", "v1="+signature(r.Method, r.URL.Path, stamp, nonce, body))
}

func signature(method, path, stamp, nonce string, body []byte) string {
	digest := sha256.Sum256(body)
	mac := hmac.New(sha256.New, []byte(hmacSecret))
	_, _ = io.WriteString(mac, "v1\n"+method+"\n"+path+"\n\n"+clientID+"\n"+stamp+"\n"+nonce+"\n"+hex.EncodeToString(digest[:]))
	return hex.EncodeToString(mac.Sum(nil))
}

type envelope[D any] struct {
	Success bool   `json:"success"`
	Message string `json:"message"`
	Data    D      `json:"data"`
}

type statusRequest struct {
	ByAccountNumber bool   `json:"byAccountNumber"`
	OrderID         string `json:"orderId"`
}

type statusData struct {
	PaymentStatus string `json:"paymentStatus"`
	TransactionID string `json:"transactionId"`
}

func bearer(h http.Header) { h.Set("Authorization", "Bearer "+token) }

func (b *byHand) status() (word string, err error) {
	var reply envelope[statusData]
	if err := b.post("/web-payment/check-status", bearer, statusRequest{OrderID: orderID}, &reply); err != nil {
		return "", err
	}
	if !reply.Success {
		return "", errWrongAnswer
	}
	return reply.Data.PaymentStatus, nil
}

type initiateRequest struct {
	OrderID  string      `json:"orderId"`
	Amount   json.Number `json:"amount"`
	Currency string      `json:"currency"`
}

type initiateData struct {
	PaymentID string `json:"paymentId"`
	Token     string `json:"token"`
}

func merchant(h http.Header) {
	h.Set("Api-Key", apiKey)
	h.Set("Secret-Key", secretKey)
}

func byHandStatus(b *byHand) contender {
	return contender{"net/http by hand", func() error {
		word, err := b.status()
		if err == nil && word != "SUCCESS" {
			return fmt.Errorf("%w: %q", errWrongAnswer, word)
		}
		return err
	}}
}

func byHandInitiate(b *byHand) contender {
	return contender{"net/http by hand", func() error {
		var reply envelope[initiateData]
		err := b.post("/web-payment/initiate", merchant, initiateRequest{orderID, "12.500", "LYD"}, &reply)
		if err == nil && (!reply.Success || reply.Data.PaymentID != "P-1" || reply.Data.Token == "") {
			return fmt.Errorf("%w: %+v", errWrongAnswer, reply)
		}
		return err
	}}
}
