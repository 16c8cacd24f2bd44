package till

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"sanduq/core/till/internal/sched"
)

// Role is what a person may do at the till.
type Role string

// The roles. Each may do all that the one before it may. Nobody can be given
// RoleSupervisor yet.
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
}

// The actions around people.
const (
	AuditSignedIn    AuditAction = "signedIn"
	AuditSignedOut   AuditAction = "signedOut"
	AuditWrongPIN    AuditAction = "wrongPIN"
	AuditAllowed     AuditAction = "allowed" // a manager's PIN was given where one is needed
	AuditTakenOver   AuditAction = "takenOver"
	AuditUserAdded   AuditAction = "userAdded"
	AuditUserChanged AuditAction = "userChanged"
	AuditUserRemoved AuditAction = "userRemoved"
	AuditPINChanged  AuditAction = "pinChanged"
	AuditStaffForgot AuditAction = "staffForgotten"
)

const (
	allowTime    = 10 * time.Minute // how long a manager's word holds
	clockSlack   = 5 * time.Second  // that the clocks may drift apart meanwhile
	longestName  = 40
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
	present string   // ID of who signed in; blank while the till is locked
	allowed word     // the zero word is none
	left    []string // who signed out and is not in the book of decisions yet
}

// word is a manager's word that something may be done in their name. It holds
// for allowTime by the wall clock and by the monotonic one, whichever is faster:
// the one can be set back, the other may stand still while the machine sleeps.
type word struct {
	by    string
	at    time.Time // of the wall clock
	since time.Time // the same moment with its monotonic reading
}

// holds reports whether the word is still good. now is the wall clock's; one
// that fell behind the monotonic clock was set back, and ends it.
func (w word) holds(now time.Time) bool {
	wall, ran := now.Round(0).Sub(w.at.Round(0)), time.Since(w.since)
	return w.by != "" && max(wall, ran) < allowTime && wall > ran-clockSlack
}

// allowedBy is the manager whose word holds, blank when none does. A word that
// has ended is dropped, so that no clock brings it back. The caller holds mu.
func (s *staff) allowedBy(now time.Time) string {
	if !s.allowed.holds(now) {
		s.allowed = word{}
	}
	return s.allowed.by
}

// loadStaff reads who may sit at the till.
func (t *Till) loadStaff(ctx context.Context) error {
	sealed, err := t.cfg.Store.Staff(ctx)
	if err != nil {
		return fmt.Errorf("read staff: %w", err)
	}
	var all []member
	if !sealed.Empty() {
		if err := json.Unmarshal(sealed.Reveal(), &all); err != nil {
			return fmt.Errorf("read staff: %w", ErrCorrupt) // the cause may quote what was sealed
		}
	}
	s := &t.staff
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, m := range all { // a file that was put back meanwhile gives no guess back
		if old, ok := s.find(m.ID); ok && old.Wrong > m.Wrong {
			all[i].Wrong, all[i].Until = old.Wrong, old.Until
		}
	}
	s.all = all
	return nil
}

// saveStaff makes a new list durable, with the rows that tell of it, and only
// then the one in force. The caller holds write.
func (t *Till) saveStaff(next []member, rows ...AuditRow) error {
	raw, err := json.Marshal(next)
	if err != nil {
		return refuse(CodeStore, err)
	}
	sealed := NewSecrets(raw)
	if len(next) == 0 {
		sealed = Secrets{}
	}
	t.mu.Lock()
	set := t.settings
	t.mu.Unlock()
	if err := t.committer.commit(func(h *Head) Change {
		return Change{Settings: &set, Staff: &sealed, Audit: t.rows(h, rows)}
	}); err != nil {
		return refuse(CodeStore, err)
	}
	t.staff.mu.Lock()
	t.staff.all = next
	t.staff.mu.Unlock()
	return nil
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

// manager reports whether what needs a manager may be done in a name: while
// nobody signs in here it is enough to give one.
func (t *Till) manager(name string) bool {
	s := &t.staff
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.all) == 0 {
		return name != ""
	}
	m, ok := s.find(s.present)
	return ok && m.Role == RoleManager && m.Name == name || name != "" && s.allowedBy(t.Now()) == name
}

// author is the manager on whose word something is changed now; by where nobody
// signs in here. Error: CodeManager.
func (t *Till) author(by string) (string, error) {
	s := &t.staff
	s.mu.Lock()
	m, _ := s.find(s.present)
	allowed, none := s.allowedBy(t.Now()), len(s.all) == 0
	s.mu.Unlock()
	for _, name := range []string{m.Name, allowed} {
		if name != "" && t.manager(name) {
			return name, nil
		}
	}
	if none {
		return by, nil
	}
	return "", refuse(CodeManager, nil)
}

// Managed reports whether what only a manager may do is allowed now: a manager is
// at the till or has just given their word, or nobody signs in. Error:
// CodeManager.
func (t *Till) Managed() error {
	_, err := t.author("")
	return err
}

// sameName reports whether people would take two names for one.
func sameName(a, b string) bool { return strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b)) }
