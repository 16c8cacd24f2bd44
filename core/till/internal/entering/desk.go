// Package entering writes down what papers say whose numbers a restore left out. Each is
// a row of the audit and the word of a person: it moves no money, and no sum has it. See
// queries.Entered for its form.
//
// It writes through a commit.Writer and asks Staff for the right. It holds no lock of
// its own: within a commit nobody else writes.
package entering

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"sanduq/core/journal"
	"sanduq/core/journal/queries"
	"sanduq/core/till/internal/commit"
	"sanduq/core/till/internal/staff"
)

// Config is what a Desk is made of. Nothing in it is nil.
type Config struct {
	Store  journal.Store
	Writer *commit.Writer
	Staff  *staff.Staff
	Zone   *time.Location
	// Frozen refuses while nobody has confirmed that the journal was put back.
	Frozen func() error
}

// Desk takes documents from paper. All methods may be called from any goroutine.
type Desk struct{ cfg Config }

// New returns a desk. Init must follow.
func New() *Desk { return &Desk{} }

// Init completes a desk before its first use.
func (d *Desk) Init(cfg Config) { d.cfg = cfg }

// Enter makes a document durable that stands on paper and in no record here, with the
// shift that is present. Only Number, Day, Amount, Route and Reference of e count. It
// needs RightRecover. Errors: those of queries.Entered.Check, queries.CodeEntered where
// the number was typed in before, CodeFrozen, CodeManager, CodeStore.
func (d *Desk) Enter(ctx context.Context, by string, e queries.Entered) error {
	e.Reference = strings.Join(strings.Fields(e.Reference), " ")
	return d.write(ctx, by, staff.ActEnter, e, func(run queries.LeftOutRun, today journal.Day) (queries.Entered, error) {
		if err := e.Check(run.LeftOut, today, d.cfg.Zone); err != nil {
			return e, err
		}
		if _, there := run.Document(e); there {
			return e, journal.Refuse(queries.CodeEntered, nil)
		}
		return queries.Entered{Number: e.Number, Day: e.Day, Amount: e.Amount, Route: e.Route, Reference: e.Reference}, nil
	})
}

// mostReason is how many letters a reason has at most.
const mostReason = 200

// Withdraw takes back what was typed in wrongly, by its number and route, with a reason:
// the number is open again. It needs RightRecover. Errors: queries.CodeNumber where
// nothing was typed in of it, CodeReason, CodeFrozen, CodeManager, CodeStore.
func (d *Desk) Withdraw(ctx context.Context, by string, e queries.Entered, reason string) error {
	if reason = strings.Join(strings.Fields(reason), " "); reason == "" || len([]rune(reason)) > mostReason {
		return journal.Refuse(journal.CodeReason, nil)
	}
	return d.write(ctx, by, staff.ActWithdrawEntered, e, func(run queries.LeftOutRun, _ journal.Day) (queries.Entered, error) {
		if _, there := run.Document(e); !there {
			return e, journal.Refuse(queries.CodeNumber, nil)
		}
		return queries.Entered{Number: e.Number, Route: e.Route, Withdrawn: true, Reason: reason}, nil
	})
}

// write adds a row to the chain of the run that has the number.
func (d *Desk) write(ctx context.Context, by string, asks staff.Act, e queries.Entered,
	row func(run queries.LeftOutRun, today journal.Day) (queries.Entered, error)) (err error) {
	if err := d.cfg.Frozen(); err != nil {
		return err
	}
	g, err := d.cfg.Staff.ClaimAnyone(asks, by)
	if err != nil {
		return err
	}
	defer func() { g.End(err) }()
	ctx = context.WithoutCancel(ctx)
	return journal.WithCode(d.cfg.Writer.Confirm(func(h *journal.Head, day journal.Day) (journal.Change, error) {
		f, err := d.cfg.Store.Freeze(ctx)
		if err != nil {
			return journal.Change{}, journal.Refuse(queries.CodeNumber, err)
		}
		i := slices.IndexFunc(f.LeftOut, func(l journal.LeftOut) bool { return e.In(l) })
		switch {
		case i < 0:
			return journal.Change{}, journal.Refuse(queries.CodeNumber, nil)
		case f.Confirmed == nil:
			return journal.Change{}, journal.Refuse(journal.CodeFrozen, fmt.Errorf("journal was put back at %s", f.At.Format(time.RFC3339)))
		}
		run, err := queries.ReadRun(ctx, d.cfg.Store, f.LeftOut[i])
		if err != nil {
			return journal.Change{}, err
		}
		entered, err := row(run, day)
		if err != nil {
			return journal.Change{}, err
		}
		entered.Shift = h.Shift
		rows := d.cfg.Writer.Rows(h, g.Row(entered.Action(), entered.Detail(run.Entered)))
		f.LeftOut = slices.Clone(f.LeftOut)
		f.LeftOut[i].Entered = rows[0].Seq
		return journal.Change{Freeze: &f, Audit: rows}, nil
	}))
}
