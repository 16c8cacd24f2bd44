package storage

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sanduq/core/journal"
	"sanduq/storage/internal/record"
)

func putBackTo(t record.Tx, cause journal.FreezeCause, now time.Time) error {
	h, err := t.Manifest()
	if err != nil {
		return err
	}
	h.PutBack(cause, now)
	h.Commits++
	return t.PutManifest(h)
}

// noticeRollback marks the open file as put back, unless it says so itself,
// and lets the checkpoint follow at once, so that it is noticed once. No number of
// a receipt, of cash or of a Z that the checkpoint knows of is given out again.
func (s *Store) noticeRollback(kept checkpoint, second *checkpoint) error {
	err := s.amend(func(_ record.Tx, h *record.Manifest) error {
		if h.Freeze == nil || h.Freeze.Confirmed != nil {
			h.PutBack(journal.FreezeRolledBack, s.opts.Clock())
		}
		if second != nil {
			h.Noticed = second.name()
		}
		h.Freeze.Receipt = max(h.Freeze.Receipt, kept.Given, kept.Receipts.Seq)
		h.Freeze.Z = max(h.Freeze.Z, kept.GivenZ, kept.Zs.Seq)
		h.Freeze.Cash = max(h.Freeze.Cash, kept.GivenCash, kept.Cash.Seq)
		return nil
	})
	if err != nil {
		return err
	}
	s.checkpoints.saveNow(checkpointOf(s.last, s.seal()))
	return nil
}

// amend changes the open file's manifest while nobody else uses the store.
func (s *Store) amend(change func(t record.Tx, h *record.Manifest) error) error {
	begun, err := s.transaction(true)
	if err != nil {
		return err
	}
	defer s.rollback(begun)
	var h record.Manifest
	err = record.Guarded(func() (err error) {
		here := record.NewTx(begun, s.seal())
		if h, err = here.Manifest(); err == nil {
			here, err = here.Merge(&h)
		}
		if err == nil {
			err = change(here, &h)
		}
		if err != nil {
			return err
		}
		h.Commits++
		if err := here.PutManifest(h); err != nil {
			return err
		}
		return begun.Commit()
	})
	if err == nil {
		s.last = h
	}
	return err
}

// compareCheckpoint looks for a file that is behind a checkpoint of it, or that went
// another way since. Such a file is marked as put back.
func (s *Store) compareCheckpoint(ctx context.Context) error {
	first, err := s.checkpoints.loadFirst(ctx)
	if err != nil {
		s.warnings.add(WarnUnmarked, err.Error())
	}
	second, err := s.checkpoints.second.load(s.seal())
	alone := s.checkpoints.second.folder != "" && second == nil && first != nil && first.Twice
	if err == nil && alone {
		err = errors.New("the second checkpoint is missing")
	}
	if f := s.last.Freeze; second != nil && f != nil && f.Confirmed != nil && s.last.Noticed == second.name() {
		err = errors.New("the second checkpoint cannot be replaced")
	}
	if err != nil {
		s.warnings.add(WarnAlone, fmt.Sprintf("%s: %v", s.checkpoints.second.folder, err))
		second, alone = nil, true
	}
	var why error
	var known checkpoint
	for _, kept := range []*checkpoint{first, second} {
		if kept != nil {
			known, why = known.latest(*kept), errors.Join(why, s.refuseStale(ctx, *kept))
		}
	}
	if why != nil {
		s.warnings.add(WarnRollback, why.Error())
		return s.noticeRollback(known, second)
	}
	if alone || second == nil && s.checkpoints.second.folder != "" {
		s.checkpoints.saveNow(checkpointOf(s.last, s.seal()))
	}
	return nil
}

// refuseStale reports why the open file cannot be what became of the one at a checkpoint;
// nil where it can.
func (s *Store) refuseStale(ctx context.Context, kept checkpoint) error {
	return s.view(ctx, func(t record.Tx) error {
		h, err := t.Manifest()
		if err != nil {
			return err
		}
		if h.Commits < kept.Commits {
			return fmt.Errorf("%d commits where %d were", h.Commits, kept.Commits)
		}
		if kept.Commits < h.Rekeyed && kept.Key != t.Seal.Name() {
			return nil // its links are of the key before, and this file came of that one
		}
		return errors.Join(onChain(t, record.ReceiptsBucket, kept.Receipts), onChain(t, record.AuditBucket, kept.Audit), onChain(t, record.ZsBucket, kept.Zs),
			onChain(t, record.CashBucket, kept.Cash), onChain(t, record.DrawerBucket, kept.Drawer), onChain(t, record.OwedBucket, kept.Owed))
	})
}
