package staff

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sanduq/core/till/internal/commit"
	"sanduq/core/till/internal/work"
	"slices"
	"time"

	"sanduq/core/journal"
	"sanduq/core/till/internal/sched"
)

const (
	delegationTime = 10 * time.Minute // how long a right is granted for at the most
	clockSlack     = 5 * time.Second  // that the clocks may drift apart meanwhile
	mostUsers      = 50
	firstPause     = 3 // after so many wrong PINs the pauses begin, and double
	shortestPause  = 30 * time.Second
	longestPause   = 15 * time.Minute
)

// member is a user as the store seals it.
type member struct {
	journal.User
	PIN   pinHash `json:"pin"`
	Wrong int     `json:"wrong,omitempty"` // PINs in a row that were wrong
}

// Config is what Staff is made of. Nothing in it is nil.
type Config struct {
	Store    journal.Store
	Writer   *commit.Writer
	Now      func() time.Time // in the shop's zone
	Logger   *slog.Logger
	Work     *work.Group
	Defaults journal.Settings // of a till that has none yet
	// SwitchShifts completes a change of the settings where it switches shifts on
	// or off; by is who makes it. An error refuses the change.
	SwitchShifts func(h *journal.Head, c *journal.Change, by string) error
}

// Staff is who may sign in at the till, who did, what each may do, and what the
// shop chose. All methods may be called from any goroutine.
type Staff struct {
	cfg Config

	write sched.Mutex // one change of staff or settings, or one PIN, at a time

	mu          sched.Mutex // guards the rest; never held over the disk
	all         []member
	sets        roleSets // what the shop lets its roles do
	present     string   // ID of who signed in; blank while the till is locked
	turn        int      // grows whenever somebody signs in or out
	delegations []*delegation
	left        []string // who signed out and is not in the audit yet
	settings    journal.Settings
}

// New returns a Staff that knows nobody: Load must follow. Init gives it the writer,
// since each needs the other.
func New() *Staff {
	s := &Staff{}
	s.write.Name("staff", "write")
	s.mu.Name("staff", "mu")
	return s
}

// Init completes a Staff before its first use.
func (s *Staff) Init(cfg Config) { s.cfg = cfg }

// Lock keeps people and settings as they are: nobody changes them until Unlock. The
// writer holds it while it takes over what a reopened store holds.
func (s *Staff) Lock() { s.write.Lock() }

// Unlock ends Lock.
func (s *Staff) Unlock() { s.write.Unlock() }

// Load reads settings and staff from the store, and reports whether the shop has
// chosen no settings yet.
func (s *Staff) Load(ctx context.Context) (unset bool, err error) {
	unset, err = s.loadSettings(ctx)
	return unset, errors.Join(err, s.loadStaff(ctx))
}

// seat puts somebody at the till, or nobody: what was granted to who was there
// before ends. The caller holds mu.
func (s *Staff) seat(id string) {
	s.present, s.delegations = id, nil
	s.turn++
}

// loadStaff reads who may sit at the till.
func (s *Staff) loadStaff(ctx context.Context) error {
	sealed, err := s.cfg.Store.Staff(ctx)
	if err != nil {
		return fmt.Errorf("read staff: %w", err)
	}
	l, err := unsealStaff(sealed)
	if err != nil {
		return err
	}
	all := l.Users
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, m := range all { // a file that was put back meanwhile gives no guess back
		if old, ok := s.find(m.ID); ok && old.Wrong > m.Wrong {
			all[i].Wrong, all[i].Until = old.Wrong, old.Until
		}
	}
	s.all, s.sets = all, l.Rights
	return nil
}

// saveStaff makes a new list of people durable, with the rows that tell of it, and
// only then the one in force. The caller holds write.
func (s *Staff) saveStaff(next []member, rows ...journal.AuditRow) error {
	s.mu.Lock()
	l := staffList{Users: next, Rights: s.sets}
	s.mu.Unlock()
	return s.saveList(l, rows...)
}

// saveList is saveStaff with what the shop lets its roles do.
func (s *Staff) saveList(next staffList, rows ...journal.AuditRow) error {
	sealed, err := next.seal()
	if err != nil {
		return journal.Refuse(journal.CodeStore, err)
	}
	s.mu.Lock()
	set := s.settings
	s.mu.Unlock()
	if err := s.cfg.Writer.Update(func(h *journal.Head, _ journal.Day) (journal.Change, error) {
		return journal.Change{Settings: &set, Staff: &sealed, Audit: s.cfg.Writer.Rows(h, rows...)}, nil
	}); err != nil {
		return commit.Failed(rows, err)
	}
	s.mu.Lock()
	s.all, s.sets = next.Users, next.Rights
	s.mu.Unlock()
	return nil
}

// confirm changes people or settings, and waits out whether it is on the disk where
// that is indeterminate: the disk is read back only while nobody changes them. After
// nil they are in force.
func (s *Staff) confirm(change func() error) error {
	err := func() error {
		s.write.Lock()
		defer s.write.Unlock()
		return change()
	}()
	return s.cfg.Writer.Confirmed(err)
}

// find is for a caller that holds mu.
func (s *Staff) find(id string) (member, bool) {
	i := slices.IndexFunc(s.all, func(m member) bool { return m.ID == id })
	if i < 0 {
		return member{}, false
	}
	return s.all[i], true
}

// Users returns who may sign in, in the order in which they were added; none
// while the till is open to everyone.
func (s *Staff) Users() []journal.User {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []journal.User
	for _, m := range s.all {
		if !m.waits(s.cfg.Now()) {
			m.Until = time.Time{}
		}
		all = append(all, m.User)
	}
	return all
}

// Present returns who is signed in; false while the till is locked, or has no
// users.
func (s *Staff) Present() (journal.User, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, ok := s.find(s.present)
	return m.User, ok
}

// Cashier is the name that sales and decisions carry; false while the till has
// no users.
func (s *Staff) Cashier() (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, _ := s.find(s.present)
	return m.Name, len(s.all) > 0
}
