package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"sanduq/core/journal"
)

// Outcome is what becomes of one commit.
type Outcome int

// The outcomes that a disk can give.
const (
	// Stored is the good case: durable, and Commit returns nil.
	Stored Outcome = iota
	// Lost: Commit returns an error and nothing reached the disk.
	Lost
	// Kept: Commit returns an error although the change reached the disk, as
	// when the last sync failed or the process died before it could tell.
	Kept
)

// ErrInjected is the cause of every failure that a test asked for.
var ErrInjected = errors.New("storetest: injected failure")

var errClosed = errors.New("storetest: store is closed")

// Memory is a journal.Store in memory which models a disk: what Commit returned
// nil for survives Crash, and a commit that fails can be told to have reached
// the disk or not. It keeps every rule of the contract by the most naive means
// there are, so that it can serve as the model of a real store. Everything
// that it takes in or gives out is a copy. Use NewMemory. All methods may be
// called from any goroutine.
type Memory struct {
	mu       sync.Mutex
	disk     state
	log      []journal.Change // every change on the disk, oldest first
	hook     func(n int, c journal.Change) Outcome
	next     []Outcome
	cause    error
	readErr  error
	poisoned bool
	closed   bool
}

type state struct {
	sales    map[journal.SaleID]journal.Sale
	secrets  map[journal.SaleID]journal.Secrets
	receipts []journal.Receipt
	audit    []journal.AuditRow
	settings *journal.Settings
	staff    journal.Secrets
	freeze   *journal.Freeze
	day      day
	bank     bank
}

var _ journal.Store = (*Memory)(nil)

// NewMemory returns an empty store.
func NewMemory() *Memory {
	return &Memory{disk: state{sales: map[journal.SaleID]journal.Sale{}, secrets: map[journal.SaleID]journal.Secrets{}}}
}

// FailNext sets the outcomes of the commits that come next, in order; later
// ones are stored. Refused changes do not use one up.
func (m *Memory) FailNext(outcomes ...Outcome) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.next = outcomes
}

// FailWith sets the cause that failing commits wrap from now on, such as
// journal.ErrFull; nil restores ErrInjected.
func (m *Memory) FailWith(cause error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cause = cause
}

// OnCommit sets a function that decides the outcome of each commit which no
// rule refuses; n counts the changes already on the disk. It may block, which
// holds the commit up and with it every other call. Nil removes it.
func (m *Memory) OnCommit(f func(n int, c journal.Change) Outcome) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.hook = f
}

// FailReads makes every read return err until it is called with nil. It does
// not poison the store.
func (m *Memory) FailReads(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.readErr = err
}

// Commits returns how many changes are on the disk.
func (m *Memory) Commits() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.log)
}

// Crash returns what a new process finds on the disk now, as if this one had
// been killed. The old store stays usable and independent.
func (m *Memory) Crash() *Memory { return m.At(m.Commits()) }

// At returns the store as it stood on the disk after its first n changes, so
// that a test can pull the plug after every single commit.
func (m *Memory) At(n int) *Memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := NewMemory()
	for _, c := range m.log[:n] {
		out.disk.apply(c)
		out.log = append(out.log, c)
	}
	return out
}

// Commit implements journal.Store.
func (m *Memory) Commit(_ context.Context, c journal.Change) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.usable(); err != nil {
		return err
	}
	if err := m.disk.check(c); err != nil {
		return err
	}
	c, err := cloneChange(c)
	if err != nil {
		return fmt.Errorf("%w: %w", journal.ErrRefused, err)
	}
	outcome := Stored
	switch {
	case len(m.next) > 0:
		outcome, m.next = m.next[0], m.next[1:]
	case m.hook != nil:
		outcome = m.hook(len(m.log), c)
	}
	if outcome != Lost {
		m.disk.apply(c)
		m.log = append(m.log, c)
	}
	if outcome == Stored {
		return nil
	}
	m.poisoned = true
	cause := m.cause
	if cause == nil {
		cause = ErrInjected
	}
	return fmt.Errorf("storetest: commit: %w", cause)
}

// Reopen implements journal.Store.
func (m *Memory) Reopen(context.Context) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return errClosed
	}
	m.poisoned = false
	return nil
}

// Close implements journal.Store.
func (m *Memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	return nil
}

func (m *Memory) usable() error {
	if m.closed {
		return errClosed
	}
	if m.poisoned {
		return journal.ErrPoisoned
	}
	return nil
}

func (s *state) apply(c journal.Change) {
	if c.Sale != nil {
		s.sales[c.Sale.ID] = *c.Sale
		if c.Secrets != nil {
			s.secrets[c.Sale.ID] = *c.Secrets
		}
	}
	if c.Receipt != nil {
		s.receipts = append(s.receipts, *c.Receipt)
	}
	s.audit = append(s.audit, c.Audit...)
	s.day.apply(c)
	s.bank.apply(c)
	if c.Settings != nil {
		s.settings = c.Settings
		if c.Staff != nil {
			s.staff = *c.Staff
		}
	}
	if c.Freeze != nil {
		s.freeze = c.Freeze
	}
}

// newestFirst returns the names of all sales, newest first.
func (s *state) newestFirst() []journal.SaleID {
	ids := slices.Sorted(maps.Keys(s.sales))
	slices.Reverse(ids)
	return ids
}

func cloneChange(c journal.Change) (journal.Change, error) {
	var out journal.Change
	var err error
	if c.Sale != nil {
		var sale journal.Sale
		sale, err = clone(*c.Sale)
		out.Sale = &sale
	}
	if c.Secrets != nil {
		secrets := journal.NewSecrets(c.Secrets.Reveal())
		out.Secrets = &secrets
	}
	if c.Receipt != nil && err == nil {
		var receipt journal.Receipt
		receipt, err = clone(*c.Receipt)
		out.Receipt = &receipt
	}
	if len(c.Audit) > 0 && err == nil {
		out.Audit, err = clone(c.Audit)
	}
	if c.Settings != nil && err == nil {
		settings := *c.Settings
		out.Settings = &settings
	}
	if c.Staff != nil {
		staff := journal.NewSecrets(c.Staff.Reveal())
		out.Staff = &staff
	}
	if c.Freeze != nil && err == nil {
		var freeze journal.Freeze
		freeze, err = clone(*c.Freeze)
		out.Freeze = &freeze
	}
	if len(c.Reconciled) > 0 && err == nil {
		out.Reconciled, err = clone(c.Reconciled)
	}
	if c.Statement != nil && err == nil {
		var statement journal.BankStatement
		statement, err = clone(*c.Statement)
		out.Statement = &statement
	}
	if err == nil {
		err = cloneDay(&out, c)
	}
	return out, err
}

// clone copies v by way of its stored form, which is what a disk does to it.
func clone[T any](v T) (T, error) {
	var out T
	raw, err := json.Marshal(v)
	if err != nil {
		return out, err
	}
	return out, json.Unmarshal(raw, &out)
}
