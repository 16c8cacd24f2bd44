package faults

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/practice/sandbox"
	"sanduq/core/practice/sandbox/payments"
	"sanduq/core/till/tests/driver"
	"sanduq/core/till/tests/oracle"
	"sanduq/storage"
	"sanduq/storage/check"
	"sanduq/storage/keys"
)

// Counter is the practice bank with a witness before its door: at each request
// that could create or move money the witness looks at the till's disk, whether
// the intent is written there.
type Counter struct {
	Bank   driver.Gateway
	door   *httptest.Server
	dir    string // of the till's store
	aside  string
	stop   func()
	done   sync.WaitGroup
	mu     sync.Mutex
	Before journal.Day // sales of this day were there before, and are none of the bank's
	Breach []string
}

// OpenCounter starts a bank for one till, whose customers approve at once.
func OpenCounter(ctx context.Context, tillDir, dir string) (*Counter, error) {
	bank, err := driver.Practice(ctx, sandbox.Options{Dir: filepath.Join(dir, "bank"), Addr: "127.0.0.1:0",
		Timing: payments.Timing{Settle: 5 * time.Millisecond}, OTPs: func() string { return onlyCode }})
	if err != nil {
		return nil, err
	}
	c := &Counter{Bank: bank, dir: tillDir, aside: filepath.Join(dir, "witness")}
	c.door = httptest.NewServer(http.HandlerFunc(c.serve))
	ctx, c.stop = context.WithCancel(ctx)
	c.done.Go(func() {
		for ctx.Err() == nil {
			open, _ := driver.Pending(bank) // the next look tells
			for _, p := range open {
				_ = bank.Approve(p.ID) // it may be over
			}
			select {
			case <-ctx.Done():
			case <-time.After(10 * time.Millisecond):
			}
		}
	})
	return c, nil
}

// Close ends the bank.
func (c *Counter) Close() error {
	c.stop()
	c.done.Wait()
	c.door.Close()
	return c.Bank.Close(context.Background())
}

// Order is what a desk must know.
func (c *Counter) Order(route core.Route, patience time.Duration) DeskOrder {
	api, secret := c.Bank.Keys()
	return DeskOrder{Dir: c.dir, BaseURL: c.door.URL, APIKey: api, Secret: secret, Route: route, Patience: patience}
}

func (c *Counter) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		c.breach("a request broke off: %v", err)
	}
	var asked struct{ OrderID string }
	_ = json.Unmarshal(body, &asked) // the bank says what is wrong with it
	c.inspect(driver.Operation(r.URL.Path), asked.OrderID)
	r.Body = io.NopCloser(bytes.NewReader(body))
	if own, err := url.Parse(c.Bank.BaseURL()); err == nil {
		r.Host = own.Host
	}
	c.Bank.Handler().ServeHTTP(w, r)
}

func (c *Counter) breach(format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.Breach = append(c.Breach, fmt.Sprintf(format, args...))
}

func (c *Counter) inspect(op core.Operation, order string) {
	want, moves := oracle.AnnouncedBy(op)
	if !moves {
		return
	}
	var sale journal.Sale
	var err error
	for range 5 { // a commit of another event may cross the copy
		if sale, err = c.onDisk(order); err == nil && sale.Step == want {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	c.breach("%s of %s arrived while the disk says step %q, %v", op, order, sale.Step, err)
}

// onDisk reads a sale out of a copy of the till's file as it lies there now.
func (c *Counter) onDisk(order string) (sale journal.Sale, err error) {
	dir, err := os.MkdirTemp(filepath.Dir(c.aside), "witness-")
	if err != nil {
		return sale, err
	}
	defer os.RemoveAll(dir)
	for _, name := range []string{"till.key", "till.db"} {
		content, err := os.ReadFile(filepath.Join(c.dir, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), content, 0o600)
		}
		if err != nil {
			return sale, err
		}
	}
	store, err := storage.Open(context.Background(), storage.Options{Dir: dir, Keys: keys.NewFile(dir)})
	if err != nil {
		return sale, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	return findOrder(store, order)
}

func findOrder(store journal.Store, order string) (journal.Sale, error) {
	page, err := store.Sales(context.Background(), journal.SaleQuery{Limit: 1000})
	for _, sale := range page.Sales {
		if sale.OrderID == order {
			return sale, nil
		}
	}
	return journal.Sale{}, errors.Join(err, fmt.Errorf("no sale of order %q", order))
}

// Audit looks at the till's store when all faults are over: whether it opens,
// is whole, and knows of everything that was sent and shown. It then lets a
// desk finish, and looks whether the end is the bank's.
func (c *Counter) Audit(route core.Route, shown []Shown) error {
	ctx := context.Background()
	if len(c.Breach) > 0 {
		return errors.New(strings.Join(c.Breach, "; "))
	}
	if err := c.recorded(ctx, shown); err != nil {
		return err
	}
	var lines bytes.Buffer
	if err := RunDesk(c.Order(route, 20*time.Second), &lines); err != nil {
		return fmt.Errorf("finishing: %w", err)
	}
	again, err := ReadShown(&lines)
	if err != nil {
		return err
	}
	if len(again) == 0 || !again[len(again)-1].End {
		return fmt.Errorf("the till does not finish: %+v", again)
	}
	if len(c.Breach) > 0 {
		return errors.New(strings.Join(c.Breach, "; "))
	}
	return c.checkEnds(ctx)
}

// ReadShown reads what a desk wrote; a last line that was cut off counts for
// nothing.
func ReadShown(r io.Reader) (all []Shown, err error) {
	lines := json.NewDecoder(r)
	for {
		var s Shown
		if err := lines.Decode(&s); errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return all, nil
		} else if err != nil {
			return all, err
		}
		all = append(all, s)
	}
}

func (c *Counter) open(ctx context.Context) (*storage.Store, error) {
	key := keys.NewFile(c.dir)
	return storage.Open(ctx, storage.Options{Dir: c.dir, Keys: key, Checkpoints: key, Checker: check.Command("")})
}

// recorded holds what was sent and shown against the disk.
func (c *Counter) recorded(ctx context.Context, shown []Shown) (err error) {
	store, err := c.open(ctx)
	if err != nil {
		return fmt.Errorf("opening afterwards: %w", err)
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	if w := store.Warnings(); len(w) > 0 {
		return fmt.Errorf("a false warning: %v", w)
	}
	if _, err := store.Verify(ctx); err != nil {
		return err
	}
	payments, err := c.Bank.Payments()
	if err != nil {
		return err
	}
	for _, p := range payments {
		if _, err := findOrder(store, p.Order); err != nil {
			return fmt.Errorf("sent and not recorded: %w", err)
		}
	}
	for _, s := range shown {
		if s.ID == "" {
			continue
		}
		sale, err := store.Sale(ctx, s.ID)
		if err != nil || sale.Version < s.Version || sale.OrderID != s.Order ||
			sale.Version == s.Version && sale.Status() != s.Status || s.Status == journal.StatusPaid && sale.Status() != journal.StatusPaid {
			return fmt.Errorf("shown %+v, on the disk version %d, %s, %v", s, sale.Version, sale.Status(), err)
		}
	}
	return nil
}

// checkEnds holds all ends against the bank's.
func (c *Counter) checkEnds(ctx context.Context) (err error) {
	store, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	e := oracle.Evidence{}
	if e.Books, err = oracle.Read(ctx, store); err != nil {
		return err
	}
	var orders []string
	for _, sale := range e.Sales {
		if sale.ID.Day() != c.Before {
			orders = append(orders, sale.OrderID)
		}
	}
	if e.Ledger, err = driver.Ledger(c.Bank, orders...); err != nil {
		return err
	}
	for _, r := range e.Receipts {
		if sale, _ := e.Sale(r.OrderID); sale.ID.Day() == c.Before { // paid at another bank
			e.Debits = append(e.Debits, oracle.Debit{Order: r.OrderID, Payment: r.PaymentID, Amount: r.Amount})
		}
	}
	for _, b := range oracle.Validate(e) {
		err = errors.Join(err, errors.New(b.String()))
	}
	_, wrong := store.Verify(ctx)
	return errors.Join(err, wrong)
}
