package staff

import (
	"context"
	"errors"
	"fmt"
	"sanduq/core/till/internal/commit"
	"slices"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// delegation is a person's word, given with their PIN, that who is at the till may do
// one thing in their right; seat ends all of them. It holds for delegationTime by the wall clock and by the
// monotonic one, whichever is faster: the one can be set back, the other may stand
// still while the machine sleeps.
type delegation struct {
	right  journal.Right
	lender string // their ID
	at     time.Time
	since  time.Time // the same moment with its monotonic reading
	taken  bool      // an act is under way on it
}

// holds reports whether the word is still good. now is the wall clock's; one
// that fell behind the monotonic clock was set back, and ends it.
func (l *delegation) holds(now time.Time) bool {
	wall, ran := now.Round(0).Sub(l.at.Round(0)), time.Since(l.since)
	return max(wall, ran) < delegationTime && wall > ran-clockSlack
}

// Grant is what one act may be done on: the right of who is at the till, or one
// that was granted to them. Where nobody signs in it is a name alone. It must be
// ended.
type Grant struct {
	s           *Staff
	right       journal.Right
	By          string // who acts
	DelegatedBy string // whose right it is, where not their own
	set         journal.RightSet
	turn        int         // of staff.turn
	delegation  *delegation // nil for a right of one's own
}

// Word is in whose name a decision stands: of who granted the right, else of who acts.
func (g *Grant) Word() string {
	if g == nil {
		return ""
	}
	if g.DelegatedBy != "" {
		return g.DelegatedBy
	}
	return g.By
}

// Row is the row that tells of the act.
func (g *Grant) Row(action journal.AuditAction, detail string) journal.AuditRow {
	return journal.AuditRow{By: g.By, DelegatedBy: g.DelegatedBy, Action: action, Detail: detail}
}

// Holds reports whether the act may still go on: who is at the till still is, and
// still may, or the delegation has not run out. That the delegation is spent by now does not
// matter.
func (g *Grant) Holds() bool {
	if g == nil {
		return false
	}
	s := g.s
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.all) == 0 {
		return true
	}
	m, there := s.find(s.present)
	switch {
	case g.turn != s.turn || !there:
		return false
	case g.delegation != nil:
		return s.delegates(g.delegation, s.cfg.Now())
	}
	return s.rightsOf(m.Role).Has(g.right)
}

// End spends the delegation, if there is one: the act's commit is durable, or nobody
// knows whether it is. An act of which certainly nothing was written leaves it for
// the next attempt: that was read back, and until then no other act had it. It may be called more than once; the first
// time counts.
func (g *Grant) End(err error) {
	if g == nil || g.delegation == nil {
		return
	}
	s := g.s
	s.mu.Lock()
	defer s.mu.Unlock()
	g.delegation.taken = false
	if err == nil || commit.Indeterminate(err) {
		s.drop(g.delegation)
	}
}

// The following are for a caller that holds mu.

func (s *Staff) drop(l *delegation) {
	s.delegations = slices.DeleteFunc(s.delegations, func(other *delegation) bool { return other == l })
}

// lends reports whether a delegation is good: its time has not run out, and who granted it
// still may themselves.
func (s *Staff) delegates(l *delegation, now time.Time) bool {
	lender, there := s.find(l.lender)
	return there && s.rightsOf(lender.Role).Has(l.right) && l.holds(now)
}

// lent is the delegation of a right to who is at the till that no act is under way on;
// named is the name that the act was given: of the lender or of who acts, and
// blank is any. A delegation that has ended is dropped, so that no clock brings it back.
func (s *Staff) delegated(right journal.Right, named string, now time.Time) (l *delegation, by string) {
	s.delegations = slices.DeleteFunc(s.delegations, func(l *delegation) bool { return !s.delegates(l, now) })
	m, there := s.find(s.present)
	if !there {
		return nil, ""
	}
	for _, l := range s.delegations {
		lender, _ := s.find(l.lender)
		if l.right == right && !l.taken && (named == "" || named == m.Name || named == lender.Name) {
			return l, lender.Name
		}
	}
	return nil, ""
}

// Authorize is what an act begins with: the right that it asks for, on whose it is
// done. named is the name that the act was given; where people sign in it is that
// of who is at the till or of who granted them the right, or blank. While an act is
// under way on a delegation nothing else is. Error: CodeManager.
func (s *Staff) Authorize(a Act, named string) (*Grant, error) { return s.claimRight(Acts[a], named) }

func (s *Staff) claimRight(right journal.Right, named string) (*Grant, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := &Grant{s: s, right: right, By: named, turn: s.turn}
	if len(s.all) == 0 {
		g.set = journal.Rights()
		return g, nil
	}
	m, there := s.find(s.present)
	if !there {
		return nil, journal.Refuse(journal.CodeManager, errors.New("nobody is at the till"))
	}
	g.By, g.set = m.Name, s.rightsOf(m.Role)
	if g.set.Has(right) && (named == "" || named == m.Name) {
		return g, nil
	}
	if g.delegation, g.DelegatedBy = s.delegated(right, named, s.cfg.Now()); g.delegation == nil {
		return nil, journal.Refuse(journal.CodeManager, fmt.Errorf("nobody of that name may: %s", right))
	}
	g.delegation.taken = true
	lender, _ := s.find(g.delegation.lender)
	g.set = s.rightsOf(lender.Role)
	return g, nil
}

// ClaimNamed is Claim for an act that needs a name also where nobody signs in.
func (s *Staff) ClaimNamed(a Act, named string) (*Grant, error) {
	if named == "" {
		return nil, journal.Refuse(journal.CodeManager, errors.New("no name was given"))
	}
	return s.Authorize(a, named)
}

// ClaimAnyone is Claim for an act that names nobody where people sign in: by
// counts only where nobody does.
func (s *Staff) ClaimAnyone(a Act, by string) (*Grant, error) {
	if _, signs := s.Cashier(); signs {
		by = ""
	}
	return s.Authorize(a, by)
}

// Signed is the name that stands on what needs no right: of who is at the till.
// Where nobody signs in it is the one that was given. Error: CodeRight for the
// name of anybody else.
func (s *Staff) Signed(by string) (string, error) {
	name, signs := s.Cashier()
	switch {
	case !signs:
		return by, nil
	case by != "" && by != name:
		return "", journal.Refuse(journal.CodeRight, fmt.Errorf("%q is not at the till", by))
	}
	return name, nil
}

// Delegate takes a person's word, given with their PIN, that one thing may be done in
// a right of theirs by who is at the till, and returns their name. It is spent by
// the act that asks for the right, once that is durable; otherwise it ends after
// ten minutes, when somebody signs in or out, and when the clock is set back.
// Another delegation of the same right by the same person takes its place. Errors: as
// SignIn, and CodeManager for the PIN of a person without the right.
func (s *Staff) Delegate(_ context.Context, id string, pin core.Secret, right journal.Right) (string, error) {
	s.write.Lock()
	defer s.write.Unlock()
	m, err := s.prove(id, pin)
	if err != nil {
		return "", err
	}
	if !s.RightsOf(m.Role).Has(right) {
		s.forgive(m)
		return "", journal.Refuse(journal.CodeManager, fmt.Errorf("%s may not: %s", m.ID, right))
	}
	s.forgive(m, journal.AuditRow{By: m.Name, Action: journal.AuditAllowed, Detail: string(right)})
	s.mu.Lock()
	defer s.mu.Unlock()
	s.delegations = slices.DeleteFunc(s.delegations, func(l *delegation) bool { return l.right == right && l.lender == m.ID && !l.taken })
	s.delegations = append(s.delegations, &delegation{right: right, lender: m.ID, at: s.cfg.Now(), since: time.Now()})
	return m.Name, nil
}

// May reports whether what asks for a right can be done now: who is at the till
// has it, or has a delegation of it that is not spent, or nobody signs in here.
func (s *Staff) May(right journal.Right) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.all) == 0 {
		return true
	}
	m, there := s.find(s.present)
	if there && s.rightsOf(m.Role).Has(right) {
		return true
	}
	l, _ := s.delegated(right, "", s.cfg.Now())
	return l != nil
}

// LookAtSums is asked before a screen of sums is opened: it spends a delegation of
// RightSums and writes down whose it was. Who has the right leaves no row. Errors:
// CodeManager, CodeStore.
func (s *Staff) LookAtSums(context.Context) (err error) {
	g, err := s.ClaimAnyone(ActLookAtSums, "")
	if err != nil {
		return err
	}
	defer func() { g.End(err) }()
	return s.SumsSeen(g, "")
}

// SumsSeen writes down what somebody saw on a right that was granted to them.
func (s *Staff) SumsSeen(g *Grant, what string) error {
	if g.DelegatedBy == "" {
		return nil
	}
	return s.cfg.Writer.ConfirmAudit(g.Row(journal.AuditSumsSeen, what))
}

// Whose is the name that stands on what is done now: of who signed in, and where
// nobody signs in the one that was given.
func (s *Staff) Whose(by string) string {
	if name, signs := s.Cashier(); signs {
		return name
	}
	return by
}
