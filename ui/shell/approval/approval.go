// Package approval asks for a right that the person at the till does not have: for the
// PIN of somebody who grants it for one act. It knows who sits at the till and lays cards;
// what the right is for is the caller's. Everything belongs on the UI goroutine.
package approval

import (
	"context"

	"sanduq/core/journal"
	"sanduq/ui/lock"
	"sanduq/ui/screen"
	"sanduq/ui/shell/decision"
)

// Staff is what is asked of who sits at the till.
type Staff interface {
	// LookAtSums spends a grant of journal.RightSums for a screen of sums. It writes
	// to the disk.
	LookAtSums(ctx context.Context) error
}

// Approvals asks for rights.
type Approvals struct {
	env       screen.Env
	staff     Staff // used only where people sign in
	session   *lock.Session
	decisions *decision.Decisions
	failed    func(error) // told what the till refused
}

// New asks on cards of decisions.
func New(env screen.Env, staff Staff, session *lock.Session, decisions *decision.Decisions, failed func(error)) *Approvals {
	return &Approvals{env: env, staff: staff, session: session, decisions: decisions, failed: failed}
}

// May reports whether what asks for a right can be done at once: by who is at the
// till, on a right that was granted to them, or where nobody signs in.
func (p *Approvals) May(right journal.Right) bool { return p.session.May(right) }

// Signs reports whether people sign in at this till.
func (p *Approvals) Signs() bool { return p.session.Signs() }

// Ask asks for the PIN of somebody who has some rights, and hands their name on.
func (p *Approvals) Ask(rights []journal.Right, title, text string, then func(name string)) {
	var a *lock.Approval
	back := func() { // not while a PIN is looked at: what it grants would stay
		if !a.Busy() {
			p.decisions.Close()
		}
	}
	a = p.session.Approval(rights, title, text, func(name string) {
		p.decisions.Answered(func() { then(name) })
	}, back)
	a.Refused = func() { p.decisions.Answered(nil) }
	p.decisions.Lay(decision.Card{Wide: a.Wide(), Content: a.Content(), First: a.First(), Safe: back, Entry: a, Gone: a.Forget, Busy: a.Busy})
}

// With goes on at once where who is at the till has a right, or nobody signs
// in; else with the PIN of somebody who grants it, for which it says why.
func (p *Approvals) With(right journal.Right, title, text string, then func()) {
	if p.May(right) {
		then()
		return
	}
	p.Ask([]journal.Right{right}, title, text, func(string) { then() })
}

// Delegate lets somebody grant a right for one act.
func (p *Approvals) Delegate(right journal.Right, then func()) {
	w := p.env.Words
	p.Ask([]journal.Right{right}, w.T("manager.lend.title"), w.T("right."+string(right)), func(string) { then() })
}

// Again is for what is done in the settings without the right to: a grant is for
// one act.
func (p *Approvals) Again(rights []journal.Right, then func()) {
	w := p.env.Words
	p.Ask(rights, w.T("error.manager"), w.T("manager.settings.text"), func(string) { then() })
}

// Reports goes on with the reports as WithSums does.
func (p *Approvals) Reports(then func()) {
	p.WithSums(p.env.Words.T("manager.reports.title"), p.env.Words.T("manager.reports.text"), then)
}

// Export goes on with an export of sums as WithSums does.
func (p *Approvals) Export(then func()) {
	p.WithSums(p.env.Words.T("manager.export.title"), p.env.Words.T("manager.export.text"), then)
}

// WithSums goes on with what shows sums where who is at the till may see them, or
// somebody grants them that right; the grant is spent then.
func (p *Approvals) WithSums(title, text string, then func()) {
	p.With(journal.RightSums, title, text, func() {
		if !p.Signs() {
			then()
			return
		}
		p.env.Go(func() {
			err := p.staff.LookAtSums(p.env.Life)
			p.env.Post(func() {
				switch {
				case p.env.Life.Err() != nil || p.session.Shut():
				case err != nil:
					p.failed(err)
				default:
					then()
				}
			})
		})
	})
}
