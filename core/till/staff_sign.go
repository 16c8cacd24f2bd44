package till

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// SignIn lets a person take the till. It takes a moment: a PIN is slow to
// compare on purpose. From the third wrong PIN in a row on there are pauses,
// which a restart does not end. Errors: CodeNoUser, CodePIN, CodePINWait, and
// CodeStore where the disk takes nothing: no PIN is looked at then.
func (t *Till) SignIn(_ context.Context, id string, pin core.Secret) error {
	t.staff.write.Lock()
	defer t.staff.write.Unlock()
	m, err := t.prove(id, pin)
	if err != nil {
		return err
	}
	t.forgive(m, journal.AuditRow{By: m.Name, Action: journal.AuditSignedIn})
	t.staff.mu.Lock()
	t.staff.seat(m.ID)
	t.staff.mu.Unlock()
	return nil
}

// SignOut locks the till. Sales go on; nobody's name stands on what follows. It
// takes effect before it returns and never waits for the disk, so that it meets
// who is there now and nobody who comes after; the book of decisions follows.
func (t *Till) SignOut(context.Context) {
	t.staff.mu.Lock()
	if who, ok := t.staff.find(t.staff.present); ok {
		t.staff.left = append(t.staff.left, who.Name)
	}
	t.staff.seat("")
	t.staff.mu.Unlock()
	t.work.Go(func() { // not at all once the till has closed: nothing is written any more
		t.staff.write.Lock()
		defer t.staff.write.Unlock()
		t.recordLeft()
	})
}

// recordLeft writes down who signed out since it was called last. The caller
// holds write, so that it stands before what the next one does.
func (t *Till) recordLeft() {
	t.staff.mu.Lock()
	left := t.staff.left
	t.staff.left = nil
	t.staff.mu.Unlock()
	for _, name := range left {
		t.record(name, journal.AuditSignedOut, "")
	}
}

// prove compares a PIN with a person's, and slows down who guesses. The guess
// is counted on the disk before it is looked at: neither a disk that takes
// nothing nor a plug that is pulled in time makes one free. forgive takes it
// back from the count. The caller holds write.
func (t *Till) prove(id string, pin core.Secret) (member, error) {
	t.recordLeft()
	t.staff.mu.Lock()
	m, ok := t.staff.find(id)
	t.staff.mu.Unlock()
	if !ok {
		return member{}, journal.Refuse(journal.CodeNoUser, nil)
	}
	now := t.Now()
	if m.waits(now) > 0 {
		return member{}, journal.Refuse(journal.CodePINWait, nil)
	}
	m.Wrong++
	m.Until = time.Time{}
	if wait := pauseAfter(m.Wrong); wait > 0 {
		m.Until = now.Add(wait)
	}
	if err := t.saveStaff(t.staff.with(m)); err != nil {
		return member{}, err
	}
	digits, ok := journal.PINDigits(pin)
	if ok && m.PIN.fits(digits) {
		return m, nil
	}
	t.record(m.Name, journal.AuditWrongPIN, strconv.Itoa(m.Wrong)+" in a row")
	return member{}, journal.Refuse(journal.CodePIN, nil)
}

// forgive ends the count of a person whose PIN was right, and writes down what
// it was for. A count that stays on a disk that has just failed costs a pause at
// most. The caller holds write.
func (t *Till) forgive(m member, rows ...journal.AuditRow) {
	m.Wrong, m.Until = 0, time.Time{}
	next := t.staff.with(m)
	t.staff.mu.Lock()
	t.staff.all = next
	t.staff.mu.Unlock()
	if err := t.saveStaff(next, rows...); err != nil {
		t.log.Error("not written into the audit", "rows", len(rows), "err", err)
	}
}

// with is the list with one member as they are now.
func (s *staff) with(m member) []member {
	s.mu.Lock()
	defer s.mu.Unlock()
	next := slices.Clone(s.all)
	for i := range next {
		if next[i].ID == m.ID {
			next[i] = m
		}
	}
	return next
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
		return 0, journal.Refuse(journal.CodeNoUser, errors.New("nobody signed in"))
	}
	n := 0
	for _, v := range t.InFlight() {
		if v.Cashier == who.Name || v.Status().Group() != journal.GroupOpen {
			continue
		}
		r, err := t.run(v.ID)
		if err != nil {
			continue // it ended meanwhile
		}
		now := t.Now()
		if err := r.change(func(s *journal.Sale) {
			s.Cashier = who.Name
			s.Record(now, journal.HistoryTakenOver, who.Name)
		}, journal.AuditRow{By: who.Name, Action: journal.AuditTakenOver, Detail: v.Cashier}); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}
