package till

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// loan is a person's word, given with their PIN, that who is at the till may do
// one thing in their right. It holds for lendTime by the wall clock and by the
// monotonic one, whichever is faster: the one can be set back, the other may stand
// still while the machine sleeps.
type loan struct {
	right  journal.Right
	lender string // their ID
	to     string // ID of who was at the till, and still has to be
	at     time.Time
	since  time.Time // the same moment with its monotonic reading
	taken  bool      // an act is under way on it
}

// holds reports whether the word is still good. now is the wall clock's; one
// that fell behind the monotonic clock was set back, and ends it.
func (l *loan) holds(now time.Time) bool {
	wall, ran := now.Round(0).Sub(l.at.Round(0)), time.Since(l.since)
	return max(wall, ran) < lendTime && wall > ran-clockSlack
}

// grant is what one act may be done on: the right of who is at the till, or one
// that was lent to them. Where nobody signs in it is a name alone. It must be
// ended.
type grant struct {
	t      *Till
	right  journal.Right
	by     string // who acts
	lentBy string // whose right it is, where not their own
	set    journal.RightSet
	turn   int   // of staff.turn
	loan   *loan // nil for a right of one's own
}

// word is in whose name a decision stands: of who lent the right, else of who acts.
func (g *grant) word() string {
	if g == nil {
		return ""
	}
	if g.lentBy != "" {
		return g.lentBy
	}
	return g.by
}

// row is the row that tells of the act.
func (g *grant) row(action journal.AuditAction, detail string) journal.AuditRow {
	return journal.AuditRow{By: g.by, LentBy: g.lentBy, Action: action, Detail: detail}
}

// holds reports whether the act may still go on: who is at the till still is, and
// still may, or the loan has not run out. That the loan is spent by now does not
// matter.
func (g *grant) holds() bool {
	if g == nil {
		return false
	}
	s := &g.t.staff
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.all) == 0 {
		return true
	}
	m, there := s.find(s.present)
	switch {
	case g.turn != s.turn || !there:
		return false
	case g.loan != nil:
		return s.lends(g.loan, g.t.Now())
	}
	return s.rightsOf(m.Role).Has(g.right)
}

// end spends the loan, if there is one: the act's commit is durable, or nobody
// knows whether it is. An act of which certainly nothing was written leaves it for
// the next attempt: that was read back, and until then no other act had it. It may be called more than once; the first time counts.
func (g *grant) end(err error) {
	if g == nil || g.loan == nil {
		return
	}
	s := &g.t.staff
	s.mu.Lock()
	defer s.mu.Unlock()
	g.loan.taken = false
	if err == nil || doubtful(err) {
		s.drop(g.loan)
	}
}

// doubtful reports whether a commit that failed may be on the disk all the same: it was
// neither refused nor looked for in vain.
func doubtful(err error) bool {
	_, looked := errors.AsType[unwritten](err)
	return !looked && journal.CodeOf(err) == journal.CodeStore && !errors.Is(err, journal.ErrPoisoned) && !errors.Is(err, journal.ErrVersion) && !errors.Is(err, journal.ErrRefused)
}

// The following are for a caller that holds mu.

func (s *staff) drop(l *loan) {
	s.loans = slices.DeleteFunc(s.loans, func(other *loan) bool { return other == l })
}

// lends reports whether a loan is good: its time has not run out, and who lent it
// still may themselves.
func (s *staff) lends(l *loan, now time.Time) bool {
	lender, there := s.find(l.lender)
	return there && s.rightsOf(lender.Role).Has(l.right) && l.holds(now)
}

// lent is the loan of a right to who is at the till that no act is under way on;
// named is the name that the act was given: of the lender or of who acts, and
// blank is any. A loan that has ended is dropped, so that no clock brings it back.
func (s *staff) lent(right journal.Right, named string, now time.Time) (l *loan, by string) {
	s.loans = slices.DeleteFunc(s.loans, func(l *loan) bool { return !s.lends(l, now) })
	m, there := s.find(s.present)
	if !there {
		return nil, ""
	}
	for _, l := range s.loans {
		lender, _ := s.find(l.lender)
		if l.right == right && l.to == m.ID && !l.taken && (named == "" || named == m.Name || named == lender.Name) {
			return l, lender.Name
		}
	}
	return nil, ""
}

// claim is what an act begins with: the right that it asks for, on whose it is
// done. named is the name that the act was given; where people sign in it is that
// of who is at the till or of who lent them the right, or blank. While an act is
// under way on a loan nothing else is. Error: CodeManager.
func (t *Till) claim(a act, named string) (*grant, error) { return t.claimRight(acts[a], named) }

func (t *Till) claimRight(right journal.Right, named string) (*grant, error) {
	s := &t.staff
	s.mu.Lock()
	defer s.mu.Unlock()
	g := &grant{t: t, right: right, by: named, turn: s.turn}
	if len(s.all) == 0 {
		g.set = journal.Rights()
		return g, nil
	}
	m, there := s.find(s.present)
	if !there {
		return nil, journal.Refuse(journal.CodeManager, errors.New("nobody is at the till"))
	}
	g.by, g.set = m.Name, s.rightsOf(m.Role)
	if g.set.Has(right) && (named == "" || named == m.Name) {
		return g, nil
	}
	if g.loan, g.lentBy = s.lent(right, named, t.Now()); g.loan == nil {
		return nil, journal.Refuse(journal.CodeManager, fmt.Errorf("nobody of that name may: %s", right))
	}
	g.loan.taken = true
	lender, _ := s.find(g.loan.lender)
	g.set = s.rightsOf(lender.Role)
	return g, nil
}

// claimNamed is claim for an act that needs a name also where nobody signs in.
func (t *Till) claimNamed(a act, named string) (*grant, error) {
	if named == "" {
		return nil, journal.Refuse(journal.CodeManager, errors.New("no name was given"))
	}
	return t.claim(a, named)
}

// claimAnyone is claim for an act that names nobody where people sign in: by
// counts only where nobody does.
func (t *Till) claimAnyone(a act, by string) (*grant, error) {
	if _, signs := t.staff.cashier(); signs {
		by = ""
	}
	return t.claim(a, by)
}

// signed is the name that stands on what needs no right: of who is at the till.
// Where nobody signs in it is the one that was given. Error: CodeRight for the
// name of anybody else.
func (t *Till) signed(by string) (string, error) {
	name, signs := t.staff.cashier()
	switch {
	case !signs:
		return by, nil
	case by != "" && by != name:
		return "", journal.Refuse(journal.CodeRight, fmt.Errorf("%q is not at the till", by))
	}
	return name, nil
}

// Lend takes a person's word, given with their PIN, that one thing may be done in
// a right of theirs by who is at the till, and returns their name. It is spent by
// the act that asks for the right, once that is durable; otherwise it ends after
// ten minutes, when somebody signs in or out, and when the clock is set back.
// Another loan of the same right by the same person takes its place. Errors: as
// SignIn, and CodeManager for the PIN of a person without the right.
func (t *Till) Lend(_ context.Context, id string, pin core.Secret, right journal.Right) (string, error) {
	t.staff.write.Lock()
	defer t.staff.write.Unlock()
	m, err := t.prove(id, pin)
	if err != nil {
		return "", err
	}
	if !t.RightsOf(m.Role).Has(right) {
		t.forgive(m)
		return "", journal.Refuse(journal.CodeManager, fmt.Errorf("%s may not: %s", m.ID, right))
	}
	t.forgive(m, journal.AuditRow{By: m.Name, Action: journal.AuditAllowed, Detail: string(right)})
	s := &t.staff
	s.mu.Lock()
	defer s.mu.Unlock()
	if to, there := s.find(s.present); there && to.ID != m.ID { // one's own right needs no loan
		s.loans = slices.DeleteFunc(s.loans, func(l *loan) bool { return l.right == right && l.lender == m.ID && !l.taken })
		s.loans = append(s.loans, &loan{right: right, lender: m.ID, to: to.ID, at: t.Now(), since: time.Now()})
	}
	return m.Name, nil
}

// May reports whether what asks for a right can be done now: who is at the till
// has it, or has a loan of it that is not spent, or nobody signs in here.
func (t *Till) May(right journal.Right) bool {
	s := &t.staff
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.all) == 0 {
		return true
	}
	m, there := s.find(s.present)
	if there && s.rightsOf(m.Role).Has(right) {
		return true
	}
	l, _ := s.lent(right, "", t.Now())
	return l != nil
}

// LookAtSums is asked before a screen of sums is opened: it spends a loan of
// RightSums and writes down whose it was. Who has the right leaves no row. Errors:
// CodeManager, CodeStore.
func (t *Till) LookAtSums(context.Context) (err error) {
	g, err := t.claimAnyone(actLookAtSums, "")
	if err != nil {
		return err
	}
	defer func() { g.end(err) }()
	return t.sumsSeen(g, "")
}

// sumsSeen writes down what somebody saw on a right that was lent to them.
func (t *Till) sumsSeen(g *grant, what string) error {
	if g.lentBy == "" {
		return nil
	}
	return t.tell(g.row(journal.AuditSumsSeen, what))
}

// tell makes a row of the audit durable, and waits out whether the disk has it.
func (t *Till) tell(row journal.AuditRow) error {
	return journal.WithCode(t.committer.surely(func(h *journal.Head) (journal.Change, error) {
		return journal.Change{Audit: t.rows(h, []journal.AuditRow{row})}, nil
	}))
}

// whose is the name that stands on what is done now: of who signed in, and where
// nobody signs in the one that was given.
func (t *Till) whose(by string) string {
	if name, signs := t.staff.cashier(); signs {
		return name
	}
	return by
}
