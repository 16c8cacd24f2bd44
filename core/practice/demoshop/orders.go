package demoshop

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"sanduq/core/money"
)

// The states of an order.
const (
	orderOpening  = "opening"  // the payment is being opened
	orderUnopened = "unopened" // it did not open
	orderOpen     = "open"
	orderPaid     = "paid"
)

// order is what a customer bought.
type order struct {
	ID          string       `json:"id"`
	Total       money.Amount `json:"total"`
	State       string       `json:"state"`
	PaymentID   string       `json:"paymentId,omitempty"`
	Page        string       `json:"page,omitempty"` // where it is paid
	Payment     string       `json:"-"`              // the gateway's last state of it
	Transaction string       `json:"transaction,omitempty"`
	Twice       string       `json:"twice,omitempty"` // the payment was debited once more, or may have been
}

const (
	orderTwice      = "twice"
	orderMaybeTwice = "maybe"
)

// Sum is the total for people.
func (o order) Sum() string { return o.Total.String() }

// orders are kept as a file each.
type orders struct {
	dir string
	mu  sync.Mutex
}

func openOrders(dir string) (*orders, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("demoshop: %w", err)
	}
	return &orders{dir: dir}, nil
}

func (l *orders) get(id string) (order, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.read(id)
}

func (l *orders) save(o order) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if kept, err := l.read(o.ID); err == nil && kept.State == orderPaid {
		return nil // the page was faster; paid stays paid
	}
	return l.write(o)
}

func (l *orders) path(id string) (string, error) {
	if rest, ok := strings.CutPrefix(id, "SHOP-"); !ok || len(rest) != 12 || strings.Trim(rest, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") != "" {
		return "", os.ErrNotExist
	}
	return filepath.Join(l.dir, id+".json"), nil
}

func (l *orders) read(id string) (o order, err error) {
	path, err := l.path(id)
	if err != nil {
		return order{}, err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return order{}, err
	}
	return o, json.Unmarshal(data, &o)
}

func (l *orders) write(o order) error {
	path, err := l.path(o.ID)
	if err != nil {
		return err
	}
	data, err := json.Marshal(o)
	if err != nil {
		return err
	}
	return writeFile(path, data)
}

// writeFile puts a file in place as a whole, synced.
func writeFile(path string, data []byte) error {
	file, err := os.OpenFile(path+".new", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err == nil {
		err = file.Sync()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}
