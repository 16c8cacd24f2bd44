package payment

import (
	"fmt"
	"time"

	"sanduq/core/journal"
	"sanduq/core/till/internal/commit"
)

// Update commits a new record made from the present one, and publishes it: the one
// way in which a sale's record changes, the events of its SDK aside. The caller does
// not hold the write lock. Errors: CodeStep where the update is not allowed,
// CodeStore, CodeOwnError, CodeUnavailable; which of them, and after what, the update's
// Insist says.
func (r *run) Update(u commit.SaleUpdate) error {
	switch u.Insist {
	case commit.UntilDurable:
		return r.insist(u)
	case commit.Confirmed:
		return r.confirm(func() error { return r.once(u) }, u.Says)
	}
	return r.once(u)
}

func (r *run) once(u commit.SaleUpdate) error {
	r.write.Lock()
	defer r.write.Unlock()
	return r.updateLocked(u)
}

// updateLocked is Update, once, for a caller that holds the write lock. While the
// gateway may still be asked it also seals the SDK's present snapshot, so that what
// an intent sealed beforehand never outlives its call.
func (r *run) updateLocked(u commit.SaleUpdate) error {
	next := r.view().Sale
	if u.Allowed != nil && !u.Allowed(next) {
		return journal.Refuse(journal.CodeStep, fmt.Errorf("sale is %s", next.Status()))
	}
	u.Mutate(&next)
	if next.PayableUnpolled() {
		journal.StartWatch(&next, time.Time{}, r.t.cfg.Now())
	}
	secrets := u.Secrets
	sealed := r.sdkNow() != nil && next.Session.PaymentID != "" && next.Step != journal.StepOTPIntent
	if secrets == nil && (sealed || next.ResolvedOutside != nil && unasked(next)) {
		var err error
		if secrets, err = r.secrets(next); err != nil {
			return err
		}
	}
	var rows []journal.AuditRow
	saved, err := r.commit(func(h *journal.Head, _ journal.Day) journal.Change {
		c := journal.Change{Sale: &next, Secrets: secrets}
		for _, row := range u.Audit {
			one := r.audit(h, next, row.By, row.Action, row.Detail)
			one[0].DelegatedBy = row.DelegatedBy
			c.Audit = append(c.Audit, one...)
		}
		if u.With != nil {
			u.With(h, &c)
		}
		rows = c.Audit
		return c
	})
	if err != nil {
		return commit.Failed(rows, err)
	}
	r.publish(saved, nil)
	return nil
}

// insist tries until the change is durable or not allowed any more.
func (r *run) insist(u commit.SaleUpdate) error {
	for n := 0; ; n++ {
		err := r.once(u)
		if code := journal.CodeOf(err); err == nil || code == journal.CodeStep || code == journal.CodeOwnError {
			return err
		}
		if w := r.t.cfg.Writer.Wait(); w != nil {
			return w
		}
		if !r.ReadBack() || !r.t.cfg.Work.Pause(n) {
			return err
		}
	}
}

// confirm takes a decision, one at a time. An indeterminate commit is waited out:
// after nil the decision is on the disk and the sale says so; after CodeStore nothing
// was written. CodeUnavailable: the till closed before that was known, and the next
// start shows what is there. Where the decision leaves no row in the audit, says
// tells whether a record has it. The caller holds no lock.
func (r *run) confirm(decide func() error, says func(journal.Sale) bool) error {
	r.beginDecision()
	defer r.endDecision()
	said := decide()
	if said == nil {
		return nil
	}
	if says != nil {
		return r.confirmByRecord(said, says)
	}
	if err := r.t.cfg.Writer.Confirmed(said); err != nil {
		return err
	}
	for n := 0; !r.tryBack(); n++ {
		if !r.t.cfg.Work.Pause(n) {
			return journal.Refuse(journal.CodeUnavailable, said)
		}
	}
	return nil
}

func (r *run) confirmByRecord(said error, says func(journal.Sale) bool) error {
	if !commit.Indeterminate(said) {
		return said
	}
	for n := 0; ; n++ {
		if err := r.t.cfg.Writer.Wait(); err != nil {
			return journal.Refuse(journal.CodeUnavailable, said)
		}
		if r.tryBack() {
			break
		}
		if !r.t.cfg.Work.Pause(n) {
			return journal.Refuse(journal.CodeUnavailable, said)
		}
	}
	if says(r.view().Sale) {
		return nil
	}
	return commit.NotWritten(said)
}

// beginDecision waits until no other decision about the sale is under way: one that is
// indeterminate ends when the till closes.
func (r *run) beginDecision() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.deciding {
		r.decided.Wait()
	}
	r.deciding = true
}

func (r *run) endDecision() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.deciding = false
	r.decided.Signal()
}

// Sale is the newest committed record.
func (r *run) Sale() journal.Sale { return r.view().Sale }

// Lock is the sale's write lock.
func (r *run) Lock() { r.write.Lock() }

// Unlock ends Lock.
func (r *run) Unlock() { r.write.Unlock() }

// Publish makes a record that is on the disk the one that everyone sees.
func (r *run) Publish(s journal.Sale) { r.publish(s, nil) }

// SetPaper tells the watchers of the sale why its slip does not come; blank takes
// that back.
func (r *run) SetPaper(code string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.live.Paper != code {
		r.live.Paper = code
		r.beat()
	}
}
