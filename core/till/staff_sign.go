package till

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"sanduq/core"
)

// SignIn lets a person take the till. It takes a moment: a PIN is slow to
// compare on purpose. From the third wrong PIN in a row on there are pauses,
// which a restart does not end. Errors: CodeNoUser, CodePIN, CodePINWait.
func (t *Till) SignIn(_ context.Context, id string, pin core.Secret) error {
	t.staff.write.Lock()
	defer t.staff.write.Unlock()
	m, err := t.prove(id, pin)
	if err != nil {
		return err
	}
	t.record(m.Name, AuditSignedIn, "")
	t.staff.mu.Lock()
	t.staff.present, t.staff.allowed = m.ID, ""
	t.staff.mu.Unlock()
	return nil
}

// SignOut locks the till. Sales go on; nobody's name stands on what follows.
func (t *Till) SignOut(context.Context) {
	t.staff.mu.Lock()
	who, ok := t.staff.find(t.staff.present)
	t.staff.present, t.staff.allowed = "", ""
	t.staff.mu.Unlock()
	if ok {
		t.record(who.Name, AuditSignedOut, "")
	}
}

// Allow takes a manager's word, and returns their name. For some minutes, or
// until somebody signs in or out, what needs a manager may be done in it.
// Errors: CodeNoUser, CodePIN, CodePINWait, CodeManager for a cashier's PIN.
func (t *Till) Allow(_ context.Context, id string, pin core.Secret) (string, error) {
	t.staff.write.Lock()
	defer t.staff.write.Unlock()
	m, err := t.prove(id, pin)
	switch {
	case err != nil:
		return "", err
	case m.Role != RoleManager:
		return "", refuse(CodeManager, fmt.Errorf("%s is a cashier", m.ID))
	}
	t.record(m.Name, AuditAllowed, "")
	t.staff.mu.Lock()
	t.staff.allowed, t.staff.holds = m.Name, t.now().Add(allowTime)
	t.staff.mu.Unlock()
	return m.Name, nil
}

// prove compares a PIN with a person's, and slows down who guesses. The caller
// holds write.
func (t *Till) prove(id string, pin core.Secret) (member, error) {
	t.staff.mu.Lock()
	m, ok := t.staff.find(id)
	t.staff.mu.Unlock()
	if !ok {
		return member{}, refuse(CodeNoUser, nil)
	}
	now := t.now()
	if m.waits(now) > 0 {
		return member{}, refuse(CodePINWait, nil)
	}
	digits, ok := pinDigits(pin)
	if ok && m.PIN.fits(digits) {
		if m.Wrong > 0 {
			m.Wrong, m.Until = 0, time.Time{}
			t.keepTries(m)
		}
		return m, nil
	}
	m.Wrong++
	if wait := pauseAfter(m.Wrong); wait > 0 {
		m.Until = now.Add(wait)
	}
	t.keepTries(m, AuditRow{By: m.Name, Action: AuditWrongPIN, Detail: strconv.Itoa(m.Wrong) + " in a row"})
	return member{}, refuse(CodePIN, nil)
}

// keepTries takes over how often a person was wrong: at once, so that a disk
// that fails lets nobody guess faster, and on disk, so that no restart does.
func (t *Till) keepTries(m member, rows ...AuditRow) {
	t.staff.mu.Lock()
	next := slices.Clone(t.staff.all)
	for i := range next {
		if next[i].ID == m.ID {
			next[i] = m
		}
	}
	t.staff.all = next
	t.staff.mu.Unlock()
	if err := t.saveStaff(next, rows...); err != nil {
		t.log.Error("tries of a PIN not written down", "err", err)
	}
}

// waits is how long no PIN of a person is looked at. A clock that was put back
// makes nobody wait longer than the pause was.
func (m member) waits(now time.Time) time.Duration {
	return min(m.Until.Sub(now), pauseAfter(m.Wrong))
}

// pauseAfter is the pause after so many wrong PINs in a row.
func pauseAfter(wrong int) time.Duration {
	if wrong < firstPause {
		return 0
	}
	return min(longestPause, pause<<min(wrong-firstPause, 10))
}

// TakeOver puts the name of who signed in on the open sales of others, and
// returns how many there were. Errors: CodeNoUser, CodeStore; sales before the
// one that could not be written down stay taken over.
func (t *Till) TakeOver(context.Context) (int, error) {
	who, ok := t.Present()
	if !ok {
		return 0, refuse(CodeNoUser, errors.New("nobody signed in"))
	}
	n := 0
	for _, v := range t.InFlight() {
		if v.Cashier == who.Name || v.Status().Group() != GroupOpen {
			continue
		}
		r, err := t.run(v.ID)
		if err != nil {
			continue // it ended meanwhile
		}
		now := t.now()
		if err := r.change(func(s *Sale) {
			s.Cashier = who.Name
			s.note(now, FactTakenOver, who.Name)
		}, AuditRow{By: who.Name, Action: AuditTakenOver, Detail: v.Cashier}); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}
