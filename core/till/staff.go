package till

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"sanduq/core/till/internal/sched"
)

// Role is what a person may do at the till.
type Role string

// The roles. What a cashier and a supervisor may do, a shop chooses: see
// Till.SetRights. A manager may do everything.
const (
	RoleCashier    Role = "cashier"
	RoleSupervisor Role = "supervisor"
	RoleManager    Role = "manager"
)

// User is a person who signs in at the till. While there is none, the till is
// open to everyone.
type User struct {
	ID     string    `json:"id"` // never given out again
	Name   string    `json:"name"`
	Role   Role      `json:"role"`
	Digits int       `json:"digits"`         // of the PIN, so that the pad can show its places
	Until  time.Time `json:"until,omitzero"` // no PIN is looked at before: too many were wrong
	UserPreferences
}

// The actions around people.
const (
	AuditSignedIn    AuditAction = "signedIn"
	AuditSignedOut   AuditAction = "signedOut"
	AuditWrongPIN    AuditAction = "wrongPIN"
	AuditAllowed     AuditAction = "allowed" // a right was lent for one act
	AuditTakenOver   AuditAction = "takenOver"
	AuditUserAdded   AuditAction = "userAdded"
	AuditUserChanged AuditAction = "userChanged"
	AuditUserRemoved AuditAction = "userRemoved"
	AuditPINChanged  AuditAction = "pinChanged"
	AuditStaffForgot AuditAction = "staffForgotten"
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
	User
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
func (t *Till) saveStaff(next []member, rows ...AuditRow) error {
	t.staff.mu.Lock()
	l := staffList{Users: next, Rights: t.staff.sets}
	t.staff.mu.Unlock()
	return t.saveList(l, rows...)
}

// saveList is saveStaff with what the shop lets its roles do.
func (t *Till) saveList(next staffList, rows ...AuditRow) error {
	sealed, err := next.seal()
	if err != nil {
		return refuse(CodeStore, err)
	}
	t.mu.Lock()
	set := t.settings
	t.mu.Unlock()
	if err := t.committer.commit(func(h *Head) Change {
		return Change{Settings: &set, Staff: &sealed, Audit: t.rows(h, rows)}
	}); err != nil {
		return refuse(CodeStore, &commitDoubt{rows, err})
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
func (t *Till) rows(h *Head, rows []AuditRow) []AuditRow {
	for i := range rows {
		h.Audit++
		rows[i].Seq, rows[i].At = h.Audit, t.Now()
	}
	return rows
}

// record writes down what somebody did beside any sale. What was done stands
// even where the disk fails: it is no decision about money.
func (t *Till) record(by string, action AuditAction, detail string) {
	err := t.committer.commit(func(h *Head) Change {
		return Change{Audit: t.rows(h, []AuditRow{{By: by, Action: action, Detail: detail}})}
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
func (t *Till) Users() []User {
	t.staff.mu.Lock()
	defer t.staff.mu.Unlock()
	var all []User
	for _, m := range t.staff.all {
		all = append(all, m.User)
	}
	return all
}

// Present returns who is signed in; false while the till is locked, or has no
// users.
func (t *Till) Present() (User, bool) {
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

// sameName reports whether people would take two names for one.
func sameName(a, b string) bool { return strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b)) }
