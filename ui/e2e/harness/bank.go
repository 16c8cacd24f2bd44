package harness

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// Bank is the practice bank running as a program of its own, so that the
// application can be killed while the bank goes on.
type Bank struct {
	cmd  *exec.Cmd
	keys bankKeys
}

type bankKeys struct {
	BaseURL      string `json:"baseUrl"`
	APIKey       string `json:"apiKey"`
	SecretKey    string `json:"secretKey"`
	ControlToken string `json:"controlToken"`
}

// StartBank starts the bank with its ledger in dir, by the program that make
// build puts beside the application. Stop it.
func StartBank(application, dir string) (*Bank, error) {
	cmd := exec.Command(filepath.Join(filepath.Dir(application), "sanduq-practice"), "--dir", dir, "--addr", "127.0.0.1:0", "--shop", "127.0.0.1:0")
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start the practice bank: %w", err)
	}
	b := &Bank{cmd: cmd}
	for range 100 {
		time.Sleep(100 * time.Millisecond)
		if data, err := os.ReadFile(filepath.Join(dir, "practice-keys.json")); err == nil && json.Unmarshal(data, &b.keys) == nil {
			return b, nil
		}
	}
	b.Stop()
	return nil, errors.New("the practice bank did not open")
}

// Stop ends the bank.
func (b *Bank) Stop() {
	_ = b.cmd.Process.Signal(syscall.SIGTERM)
	_ = b.cmd.Wait()
}

// Env returns what an application needs to use this bank instead of its own.
func (b *Bank) Env() []string {
	return []string{"SERVICE_ENV=sandbox", "SERVICE_BASE_URL_SANDBOX=" + b.keys.BaseURL,
		"SERVICE_API_KEY=" + b.keys.APIKey, "SERVICE_SECRET_KEY=" + b.keys.SecretKey}
}

// Order is what the bank knows of an order.
type Order struct {
	Arrived int `json:"initiateArrived"`
	Opened  int `json:"paymentsOpened"`
	Newest  struct {
		ID, Status, Link string
	} `json:"newest"`
}

// Order asks for an order by the name that the till gave it.
func (b *Bank) Order(name string) (Order, error) {
	var o Order
	return o, b.control(http.MethodGet, "/control/orders/"+name, nil, &o)
}

// Payments returns the names of the orders that have payments, newest first.
func (b *Bank) Payments() ([]string, error) {
	var list []struct{ OrderID string }
	if err := b.control(http.MethodGet, "/control/payments", nil, &list); err != nil {
		return nil, err
	}
	names := make([]string, len(list))
	for i, p := range list {
		names[i] = p.OrderID
	}
	return names, nil
}

// Act lets the customer approve, decline or expire a payment.
func (b *Bank) Act(paymentID, act string) error {
	return b.control(http.MethodPost, "/control/payments/"+paymentID+"/"+act, struct{}{}, nil)
}

// Fault switches a fault of the service on; see the sandbox for its fields.
func (b *Bank) Fault(f map[string]any) error {
	return b.control(http.MethodPost, "/control/faults", f, nil)
}

// ClearFaults switches all faults off.
func (b *Bank) ClearFaults() error {
	return b.control(http.MethodDelete, "/control/faults", nil, nil)
}

func (b *Bank) control(method, path string, body, reply any) error {
	var in io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return err
		}
		in = bytes.NewReader(data)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, b.keys.BaseURL+path, in)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+b.keys.ControlToken)
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	data, err := io.ReadAll(io.LimitReader(res.Body, 1<<20))
	if err != nil {
		return err
	}
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s %s: %s: %s", method, path, res.Status, data)
	}
	if reply == nil {
		return nil
	}
	return json.Unmarshal(data, reply)
}

// Codes returns the one-time codes that customers got, newest first.
func (b *Bank) Codes() ([]string, error) {
	var list []struct{ OTP string }
	if err := b.control(http.MethodGet, "/control/inbox", nil, &list); err != nil {
		return nil, err
	}
	var codes []string
	for _, m := range list {
		if m.OTP != "" {
			codes = append(codes, m.OTP)
		}
	}
	return codes, nil
}

// Keys are what the merchant was given by the bank.
func (b *Bank) Keys() (apiKey, secretKey, controlToken string) {
	return b.keys.APIKey, b.keys.SecretKey, b.keys.ControlToken
}
