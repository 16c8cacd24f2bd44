package storage

import (
	"bytes"
	"context"
	"errors"
	"time"

	"go.etcd.io/bbolt"

	"sanduq/core/journal"
	"sanduq/storage/fault"
	"sanduq/storage/internal/record"
	"sanduq/storage/verify"
)

// Verify reads the whole file and reports whether it is what was committed:
// nothing damaged, exchanged, dropped or put back. It returns an error that
// matches journal.ErrCorrupt together with the report when it is not. It takes
// about a second for 100,000 sales, holds up no commit, and ends early, with
// context.Canceled, when the store is reopened or closed. Pages that commits
// free meanwhile are not used again until it ends: beside a working till,
// Scrub does the same slowly.
func (s *Store) Verify(ctx context.Context) (verify.Report, error) {
	ctx, done := s.long.begin(ctx)
	defer done()
	var report verify.Report
	err := s.view(ctx, func(t record.Tx) (err error) {
		report, err = verify.All(ctx, t)
		return err
	})
	return report, err
}

// Scrub does what Verify does beside a working till: in many transactions of
// some milliseconds with pauses between them, so that no commit waits and the
// file does not grow. Commits that come meanwhile are taken into account: it
// reports whether the file as it is at the end is what was committed. A million
// sales take some minutes. It ends early, with context.Canceled, when the store
// is reopened or closed. Only one runs at a time.
func (s *Store) Scrub(ctx context.Context) (verify.Report, error) {
	return s.scrub(ctx, scrubWork, scrubRest)
}

// Work and rest of a scrub: a twentieth of one processor.
const (
	scrubWork = 4 * time.Millisecond
	scrubRest = 76 * time.Millisecond
)

func (s *Store) scrub(ctx context.Context, work, rest time.Duration) (verify.Report, error) {
	ctx, done := s.long.begin(ctx)
	defer done()
	s.moves.One.Lock()
	defer s.moves.One.Unlock()
	s.moves.Watch(true)
	defer s.moves.Watch(false)
	p := pass{s: s, Auditor: verify.NewAuditor(ctx)}
	defer p.release()
	p.Renew = func() error { return p.renew(ctx, work, rest) }
	var report verify.Report
	err := record.Guarded(func() (err error) {
		if err = p.Renew(); err != nil {
			return err
		}
		report, err = p.Run()
		return err
	})
	if ctx.Err() != nil { // what was seen of a file that was being closed says nothing
		return verify.Report{}, ctx.Err()
	}
	return report, err
}

// pass is one scrub. Between two transactions it holds nothing of the store.
type pass struct {
	*verify.Auditor
	s     *Store
	began time.Time // the transaction
}

// renew goes on in a new transaction, after a rest, once the present one has worked
// for long enough.
func (p *pass) renew(ctx context.Context, work, rest time.Duration) error {
	if p.Tx.Tx != nil && time.Since(p.began) < work {
		return nil
	}
	if p.Tx.Tx != nil {
		p.release()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(rest):
		}
	}
	p.began = time.Now()
	return p.openPass(ctx)
}

// openPass begins a transaction and brings what was gathered to its state.
func (p *pass) openPass(ctx context.Context) error {
	s := p.s
	s.life.RLock()
	if err := s.enter(ctx); err != nil {
		s.life.RUnlock()
		return err
	}
	defer s.gate.RUnlock()
	err := s.usable()
	var begun *bbolt.Tx
	if err == nil {
		begun, err = s.transaction(false)
	}
	if err != nil {
		s.life.RUnlock()
		return err
	}
	return p.Resume(record.NewTx(begun, s.seal()), s.moves.Taken())
}

// release ends the transaction that take began.
func (p *pass) release() {
	if p.Tx.Tx != nil {
		p.s.rollback(p.Tx.Tx)
		p.Tx.Tx = nil
		p.s.life.RUnlock()
	}
}

// ScrubOptions say when scrubs go and who is told.
type ScrubOptions struct {
	First time.Duration // after the start; 0 means two minutes
	Every time.Duration // from the end of one to the next; 0 means a day
	// Done is told how each ended: nil, or an error that matches
	// journal.ErrCorrupt.
	Done func(verify.Report, error)
}

// Scrubs sends one scrub after the other until ctx ends. After one that found
// all well, a file that is mostly empty pages is compacted.
func (s *Store) Scrubs(ctx context.Context, o ScrubOptions) {
	const again = 10 * time.Minute // after one that could not finish
	wait, every := o.First, o.Every
	if wait <= 0 {
		wait = 2 * time.Minute
	}
	if every <= 0 {
		every = 24 * time.Hour
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		report, err := s.Scrub(ctx)
		wait = every
		switch {
		case ctx.Err() != nil, errors.Is(err, fault.ErrClosed):
			return
		case err == nil, errors.Is(err, journal.ErrCorrupt):
			s.opts.Logger.Info("store examined", "sales", report.Sales, "receipts", report.Receipts, "audit", report.Audit, "err", err)
			if o.Done != nil {
				o.Done(report, err)
			}
			if err == nil {
				s.compactIfWorthwhile(ctx)
			}
		default:
			wait = again
			s.opts.Logger.Warn("store examination did not finish", "err", err)
		}
	}
}

// AuditCheck is what a check of the book of decisions came to.
type AuditCheck struct {
	Rows   uint64
	Since  time.Time // of the first row; zero without any
	Broken uint64    // the first row that does not follow from the one before, or is not there; 0 for none
}

// rowsBetween is after how many rows somebody is told how far it is.
const rowsBetween = 1 << 10

// VerifyAudit follows the chain of the book of decisions from its first row to its
// newest, and names the first that was changed, exchanged or taken out. It holds up
// no commit. progress may be nil.
func (s *Store) VerifyAudit(ctx context.Context, progress func(done, total uint64)) (check AuditCheck, err error) {
	ctx, done := s.long.begin(ctx)
	defer done()
	err = s.view(ctx, func(t record.Tx) error {
		check = AuditCheck{}
		h, err := t.Manifest()
		if err != nil {
			return err
		}
		check.Rows = h.Audit.Seq
		var link record.Digest
		for seq := uint64(1); seq <= h.Audit.Seq; seq++ {
			if seq%rowsBetween == 0 {
				if err := ctx.Err(); err != nil {
					return err
				}
				if progress != nil {
					progress(seq, h.Audit.Seq)
				}
			}
			var row journal.AuditRow
			payload, err := t.Row(record.AuditBucket, seq, &row)
			switch {
			case errors.Is(err, journal.ErrCorrupt), err == nil && (row.Seq != seq || !bytes.Equal(payload[:record.MacSize], link[:])):
				check.Broken = seq
				return nil
			case err != nil:
				return err
			}
			if seq == 1 {
				check.Since = row.At
			}
			link = t.Seal.Link(record.AuditBucket, record.SeqKey(seq), payload)
		}
		if link != h.Audit.Link {
			check.Broken = h.Audit.Seq
		}
		return nil
	})
	return check, err
}
