package till

import (
	"context"
	"fmt"
	"slices"
	"time"

	"sanduq/core/journal"
	"sanduq/core/till/internal/sched"
)

const (
	lendTime     = 10 * time.Minute // how long a right is lent for at the most
	clockSlack   = 5 * time.Second  // that the clocks may drift apart meanwhile
	mostUsers    = 50
	firstPause   = 3 // after so many wrong PINs the pauses begin, and double
	pause        = 30 * time.Second
	longestPause = 15 * time.Minute
)

// member is a user as the store seals it.
type member struct {
	journal.User
	PIN   pinHash `json:"pin"`
	Wrong int     `json:"wrong,omitempty"` // PINs in a row that were wrong
}

// staff is who may sit at the till, and who does.
type staff struct {
	write sched.Mutex // one change of staff or settings, or one PIN, at a time

	mu      sched.Mutex // guards the rest; never held over the disk
	all     []member
	sets    roleSets // what the shop lets its roles do
	present string   // ID of who signed in; blank while the till is locked
	turn    int      // grows whenever somebody signs in or out
	loans   []*loan
	left    []string // who signed out and is not in the book of decisions yet
}

// seat puts somebody at the till, or nobody: what was lent to who was there
// before ends. The caller holds mu.
func (s *staff) seat(id string) {
	s.present, s.loans = id, nil
	s.turn++
}

// loadStaff reads who may sit at the till.
func (t *Till) loadStaff(ctx context.Context) error {
	sealed, err := t.cfg.Store.Staff(ctx)
	if err != nil {
		return fmt.Errorf("read staff: %w", err)
	}
	l, err := unsealStaff(sealed)
	if err != nil {
		return err
	}
	all := l.Users
	s := &t.staff
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
func (t *Till) saveStaff(next []member, rows ...journal.AuditRow) error {
	t.staff.mu.Lock()
	l := staffList{Users: next, Rights: t.staff.sets}
	t.staff.mu.Unlock()
	return t.saveList(l, rows...)
}

// saveList is saveStaff with what the shop lets its roles do.
func (t *Till) saveList(next staffList, rows ...journal.AuditRow) error {
	sealed, err := next.seal()
	if err != nil {
		return journal.Refuse(journal.CodeStore, err)
	}
	t.mu.Lock()
	set := t.settings
	t.mu.Unlock()
	if err := t.committer.commit(func(h *journal.Head) journal.Change {
		return journal.Change{Settings: &set, Staff: &sealed, Audit: t.rows(h, rows)}
	}); err != nil {
		return journal.Refuse(journal.CodeStore, &commitDoubt{rows, err})
	}
	t.staff.mu.Lock()
	t.staff.all, t.staff.sets = next.Users, next.Rights
	t.staff.mu.Unlock()
	return nil
}

// surely changes people or settings, and waits out whether it is on the disk where
// that says no: the disk is believed only while nobody changes them. After nil they
// are in force.
func (s *staff) surely(b *committer, change func() error) error {
	err := func() error {
		s.write.Lock()
		defer s.write.Unlock()
		return change()
	}()
	return b.undoubted(err)
}

// rows numbers and dates rows of the audit.
func (t *Till) rows(h *journal.Head, rows []journal.AuditRow) []journal.AuditRow {
	for i := range rows {
		h.Audit++
		rows[i].Seq, rows[i].At = h.Audit, t.Now()
	}
	return rows
}

// record writes down what somebody did beside any sale. What was done stands
// even where the disk fails: it is no decision about money.
func (t *Till) record(by string, action journal.AuditAction, detail string) {
	err := t.committer.commit(func(h *journal.Head) journal.Change {
		return journal.Change{Audit: t.rows(h, []journal.AuditRow{{By: by, Action: action, Detail: detail}})}
	})
	if err != nil {
		t.log.Error("not written into the audit", "action", action, "err", err)
	}
}

// find is for a caller that holds mu.
func (s *staff) find(id string) (member, bool) {
	i := slices.IndexFunc(s.all, func(m member) bool { return m.ID == id })
	if i < 0 {
		return member{}, false
	}
	return s.all[i], true
}

// Users returns who may sign in, in the order in which they were added; none
// while the till is open to everyone.
func (t *Till) Users() []journal.User {
	t.staff.mu.Lock()
	defer t.staff.mu.Unlock()
	var all []journal.User
	for _, m := range t.staff.all {
		all = append(all, m.User)
	}
	return all
}

// Present returns who is signed in; false while the till is locked, or has no
// users.
func (t *Till) Present() (journal.User, bool) {
	t.staff.mu.Lock()
	defer t.staff.mu.Unlock()
	m, ok := t.staff.find(t.staff.present)
	return m.User, ok
}

// cashier is the name that sales and decisions carry; false while the till has
// no users.
func (s *staff) cashier() (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, _ := s.find(s.present)
	return m.Name, len(s.all) > 0
}
