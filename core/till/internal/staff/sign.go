package staff

import (
	"context"
	"slices"
	"strconv"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/pause"
)

// SignIn lets a person take the till. It takes a moment: a PIN is slow to
// compare on purpose. From the third wrong PIN in a row on there are pauses,
// which a restart does not end. Errors: CodeNoUser, CodePIN, CodePINWait, and
// CodeStore where the disk takes nothing: no PIN is looked at then.
func (s *Staff) SignIn(_ context.Context, id string, pin core.Secret) error {
	s.write.Lock()
	defer s.write.Unlock()
	m, err := s.prove(id, pin)
	if err != nil {
		return err
	}
	s.forgive(m, journal.AuditRow{By: m.Name, Action: journal.AuditSignedIn})
	s.mu.Lock()
	s.seat(m.ID)
	s.mu.Unlock()
	return nil
}

// SignOut locks the till. Sales go on; nobody's name stands on what follows. It
// takes effect before it returns and never waits for the disk, so that it meets
// who is there now and nobody who comes after; the book of decisions follows.
func (s *Staff) SignOut(context.Context) {
	s.mu.Lock()
	if who, ok := s.find(s.present); ok {
		s.left = append(s.left, who.Name)
	}
	s.seat("")
	s.mu.Unlock()
	s.cfg.Work.Go(func() { // not at all once the till has closed: nothing is written any more
		s.write.Lock()
		defer s.write.Unlock()
		s.recordLeft()
	})
}

// recordLeft writes down who signed out since it was called last. The caller
// holds write, so that it stands before what the next one does.
func (s *Staff) recordLeft() {
	s.mu.Lock()
	left := s.left
	s.left = nil
	s.mu.Unlock()
	for _, name := range left {
		s.cfg.Writer.Record(name, journal.AuditSignedOut, "")
	}
}

// prove compares a PIN with a person's, and slows down who guesses. The guess
// is counted on the disk before it is looked at: neither a disk that takes
// nothing nor a plug that is pulled in time makes one free. forgive takes it
// back from the count. The caller holds write.
func (s *Staff) prove(id string, pin core.Secret) (member, error) {
	s.recordLeft()
	s.mu.Lock()
	m, ok := s.find(id)
	s.mu.Unlock()
	if !ok {
		return member{}, journal.Refuse(journal.CodeNoUser, nil)
	}
	now := s.cfg.Now()
	if m.waits(now) {
		return member{}, journal.Refuse(journal.CodePINWait, nil)
	}
	m.Wrong++
	m.Until = time.Time{}
	if wait := pauseAfter(m.Wrong); wait > 0 {
		m.Until = now.Add(wait)
	}
	if err := s.saveStaff(s.with(m)); err != nil {
		return member{}, err
	}
	digits, ok := journal.PINDigits(pin)
	if ok && m.PIN.fits(digits) {
		return m, nil
	}
	s.cfg.Writer.Record(m.Name, journal.AuditWrongPIN, strconv.Itoa(m.Wrong)+" in a row")
	return member{}, journal.Refuse(journal.CodePIN, nil)
}

// forgive ends the count of a person whose PIN was right, and writes down what
// it was for. A count that stays on a disk that has just failed costs a pause at
// most. The caller holds write.
func (s *Staff) forgive(m member, rows ...journal.AuditRow) {
	m.Wrong, m.Until = 0, time.Time{}
	next := s.with(m)
	s.mu.Lock()
	s.all = next
	s.mu.Unlock()
	if err := s.saveStaff(next, rows...); err != nil {
		s.cfg.Logger.Error("not written into the audit", "rows", len(rows), "err", err)
	}
}

// with is the list with one member as they are now.
func (s *Staff) with(m member) []member {
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

// waits reports whether no PIN of a person is looked at yet.
func (m member) waits(now time.Time) bool {
	return pause.Left(m.Until, now, pauseAfter(m.Wrong)) > 0
}

// pauseAfter is the pause after so many wrong PINs in a row.
func pauseAfter(wrong int) time.Duration {
	if wrong < firstPause {
		return 0
	}
	return min(longestPause, shortestPause<<min(wrong-firstPause, 10))
}
