package commit

import (
	"context"
	"errors"
	"sync"

	"sanduq/core/journal"
)

// notWritten is a commit that failed and was looked for in vain: the disk does not
// have it, for certain.
type notWritten struct{ error }

func (e notWritten) Unwrap() error { return e.error }

// NotWritten says of the error of a commit that the disk was read back and does not
// have it.
func NotWritten(err error) error { return notWritten{err} }

// indeterminate is a commit that failed, with the rows by which it is known again
// where the disk has it all the same.
type indeterminate struct {
	rows  []journal.AuditRow
	cause error
}

func (d *indeterminate) Error() string { return d.cause.Error() }
func (d *indeterminate) Unwrap() error { return d.cause }

// Failed is the error of a commit that wrote rows of the audit and returned cause:
// CodeStore, and Confirmed can find out later what became of it; or CodeOwnError, by which
// nothing was written.
func Failed(rows []journal.AuditRow, cause error) error {
	if journal.CodeOf(cause) == journal.CodeOwnError {
		return cause
	}
	return journal.Refuse(journal.CodeStore, &indeterminate{rows, cause})
}

// Indeterminate reports whether a commit that failed may be on the disk all the
// same: it was neither refused nor looked for in vain.
func Indeterminate(err error) bool {
	_, looked := errors.AsType[notWritten](err)
	return !looked && journal.CodeOf(err) == journal.CodeStore && !errors.Is(err, journal.ErrPoisoned) &&
		!errors.Is(err, journal.ErrVersion) && !errors.Is(err, journal.ErrRefused)
}

// Confirm is Update for what a person would do again if it were called not saved. An
// indeterminate commit is waited out, and nil means that the disk has it after all:
// the audit then holds its rows under their numbers. A change without such rows is
// only updated. Errors: those of Update, by which nothing was written;
// CodeUnavailable when the till closes before it is known, and the next start shows
// what is there. The caller holds no lock that Reload or a reading back takes.
func (w *Writer) Confirm(build func(h *journal.Head, day journal.Day) (journal.Change, error)) error {
	return w.ConfirmUnder(new(sync.Mutex), build)
}

// ConfirmUnder is Confirm with a lock that is held over the commit, and not while an
// indeterminate one is waited out.
func (w *Writer) ConfirmUnder(lock sync.Locker, build func(h *journal.Head, day journal.Day) (journal.Change, error)) error {
	var rows []journal.AuditRow
	lock.Lock()
	err := w.Update(func(h *journal.Head, day journal.Day) (journal.Change, error) {
		c, err := build(h, day)
		rows = c.Audit
		return c, err
	})
	lock.Unlock()
	return w.awaitRows(rows, err)
}

// Confirmed finds out, for an error of Failed, whether the disk has the commit: nil
// means that it has. Any other error is returned as it is. The caller holds no lock.
func (w *Writer) Confirmed(err error) error {
	doubt, ok := errors.AsType[*indeterminate](err)
	if !ok || len(doubt.rows) == 0 || doubt.rows[0].Seq == 0 {
		return err
	}
	switch after := w.awaitRows(doubt.rows, doubt.cause); {
	case after == nil:
		return nil
	case journal.CodeOf(after) != "":
		return after
	}
	return notWritten{err}
}

// awaitRows waits out whether the rows of an update that returned err are on the disk;
// nil means that they are. See Confirm.
func (w *Writer) awaitRows(rows []journal.AuditRow, err error) error {
	if err == nil || len(rows) == 0 || journal.CodeOf(err) != "" || errors.Is(err, journal.ErrRefused) || errors.Is(err, journal.ErrVersion) {
		return err
	}
	last := rows[len(rows)-1]
	for n := 0; ; n++ {
		if err := w.Wait(); err != nil {
			return journal.Refuse(journal.CodeUnavailable, err)
		}
		found, readErr := w.cfg.Store.Audit(context.Background(), last.Seq+1, 1)
		switch {
		case readErr != nil:
			if !w.cfg.Work.Pause(n) {
				return journal.Refuse(journal.CodeUnavailable, readErr)
			}
		case len(found) == 1 && found[0].SameAs(last):
			return nil
		default:
			return notWritten{err}
		}
	}
}

// ConfirmAudit makes a row of the audit durable, and waits out whether the disk has it.
// Errors: as Confirm.
func (w *Writer) ConfirmAudit(row journal.AuditRow) error {
	return journal.WithCode(w.Confirm(func(h *journal.Head, _ journal.Day) (journal.Change, error) {
		return journal.Change{Audit: w.Rows(h, row)}, nil
	}))
}

// Record writes down what somebody did beside any sale. What was done stands even
// where the disk fails: it is no decision about money.
func (w *Writer) Record(by string, action journal.AuditAction, detail string) {
	err := w.Update(func(h *journal.Head, _ journal.Day) (journal.Change, error) {
		return journal.Change{Audit: w.Rows(h, journal.AuditRow{By: by, Action: action, Detail: detail})}, nil
	})
	if err != nil {
		w.cfg.Logger.Error("not written into the audit", "action", action, "err", err)
	}
}
