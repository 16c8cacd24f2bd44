// Package statements writes down what statements of banks say of the till's sales, and
// what a person said about it. It writes beside the sales: no sale changes by it, and
// nothing of it is read when a sale's status is told.
//
// It writes through a commit.Writer and asks Staff for the right. It holds no lock of
// its own.
package statements

import (
	"context"
	"slices"
	"time"

	"sanduq/core/journal"
	"sanduq/core/till/internal/commit"
	"sanduq/core/till/internal/staff"
)

// Config is what a Book is made of. Nothing in it is nil.
type Config struct {
	Writer *commit.Writer
	Staff  *staff.Staff
	Now    func() time.Time
}

// Book is what the till keeps of statements. All methods may be called from any
// goroutine.
type Book struct{ cfg Config }

// New returns a book. Init must follow.
func New() *Book { return &Book{} }

// Init completes a book before its first use.
func (b *Book) Init(cfg Config) { b.cfg = cfg }

// perCommit is how many sales one commit tells of: a cashier's sale that comes
// meanwhile waits for one of them at most.
const perCommit = 500

// KeepStatement writes down what a statement has of sales, and the statement. Where it
// says that it is signed, by stands there and in the book of decisions. It needs
// RightSums. A part of the records may be on the disk when it fails; to do the same
// again is harmless. Errors: CodeManager, CodeStore.
func (b *Book) KeepStatement(_ context.Context, s journal.BankStatement, records []journal.Reconciled, by string, sign bool) (kept journal.BankStatement, err error) {
	g, err := b.cfg.Staff.ClaimAnyone(staff.ActKeepStatement, by)
	if err != nil {
		return s, err
	}
	defer func() { g.End(err) }()
	now := b.cfg.Now()
	if s.At.IsZero() {
		s.At = now
	}
	for i := range s.Answers {
		if s.Answers[i].At.IsZero() {
			s.Answers[i].At, s.Answers[i].By = now, g.Word()
		}
	}
	if sign {
		s.Signed = &journal.Decision{At: now, By: g.Word()}
	}
	for part := range slices.Chunk(records, perCommit) {
		if err := b.cfg.Writer.Confirm(func(*journal.Head, journal.Day) (journal.Change, error) {
			return journal.Change{Reconciled: part}, nil
		}); err != nil {
			return s, journal.WithCode(err)
		}
	}
	err = b.cfg.Writer.Confirm(func(h *journal.Head, _ journal.Day) (journal.Change, error) {
		c := journal.Change{Statement: &s}
		if sign {
			c.Audit = b.cfg.Writer.Rows(h, g.Row(journal.AuditStatement, s.Bank+" "+string(s.From)+" "+string(s.To)))
		}
		return c, nil
	})
	return s, journal.WithCode(err)
}
