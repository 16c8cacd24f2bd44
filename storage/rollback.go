package storage

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"sanduq/core/journal"
	"sanduq/storage/config"
)

func putBackTo(t tx, cause journal.FreezeCause, now time.Time) error {
	h, err := t.manifest()
	if err != nil {
		return err
	}
	h.putBack(cause, now)
	h.Commits++
	return t.putManifest(h)
}

// noticeRollback marks the open file as put back, unless it says so itself,
// and lets the checkpoint follow at once, so that it is noticed once. No number of
// a receipt, of cash or of a Z that the checkpoint knows of is given out again.
func (s *Store) noticeRollback(kept checkpoint) error {
	err := s.amend(func(_ tx, h *manifest) error {
		if h.Freeze == nil || h.Freeze.Confirmed != nil {
			h.putBack(journal.FreezeRolledBack, s.opts.Clock())
		}
		h.Freeze.Receipt = max(h.Freeze.Receipt, kept.Given, kept.Receipts.Seq)
		h.Freeze.Z = max(h.Freeze.Z, kept.GivenZ, kept.Zs.Seq)
		h.Freeze.Cash = max(h.Freeze.Cash, kept.GivenCash, kept.Cash.Seq)
		return nil
	})
	if err != nil {
		return err
	}
	s.checkpoints.keep(s.checkpointOf(s.last))
	return nil
}

// amend changes the open file's manifest while nobody else uses the store.
func (s *Store) amend(change func(t tx, h *manifest) error) error {
	begun, err := s.transaction(true)
	if err != nil {
		return err
	}
	defer s.rollback(begun)
	var h manifest
	err = guarded(func() (err error) {
		here := newTx(begun, s.seal())
		if h, err = here.manifest(); err == nil {
			here, err = here.settle(&h)
		}
		if err == nil {
			err = change(here, &h)
		}
		if err != nil {
			return err
		}
		h.Commits++
		if err := here.putManifest(h); err != nil {
			return err
		}
		return begun.Commit()
	})
	if err == nil {
		s.last = h
	}
	return err
}

// compareCheckpoint looks for a file that is behind its checkpoint, or that went
// another way since. Such a file is marked as put back.
func (s *Store) compareCheckpoint(ctx context.Context) error {
	if s.opts.Checkpoints == nil {
		return nil
	}
	bounded, cancel := context.WithTimeout(ctx, checkpointTimeout)
	defer cancel()
	text, err := s.opts.Checkpoints.LoadCheckpoint(bounded)
	if err != nil {
		s.warn(WarnUnmarked, err.Error())
		return nil
	}
	if text == "" {
		return nil
	}
	var kept checkpoint
	if err := json.Unmarshal([]byte(text), &kept); err != nil {
		s.warn(WarnUnmarked, "the checkpoint is not readable")
		return nil
	}
	err = s.view(ctx, func(t tx) error {
		h, err := t.manifest()
		if err != nil {
			return err
		}
		if h.Commits < kept.Commits {
			return fmt.Errorf("%d commits where %d were", h.Commits, kept.Commits)
		}
		if kept.Commits < h.Rekeyed && kept.Key != t.seal.name() {
			return nil // its links are of the key before, and this file came of that one
		}
		return errors.Join(onChain(t, receiptsBucket, kept.Receipts), onChain(t, auditBucket, kept.Audit), onChain(t, zsBucket, kept.Zs),
			onChain(t, cashBucket, kept.Cash), onChain(t, drawerBucket, kept.Drawer), onChain(t, owedBucket, kept.Owed))
	})
	if err == nil {
		return nil
	}
	s.warn(WarnRollback, err.Error())
	return s.noticeRollback(kept)
}

// checkFolder looks at where the data lie.
func (s *Store) checkFolder() {
	network, synced := config.Doubts(s.opts.Dir)
	if network != "" {
		s.warn(WarnNetwork, fmt.Sprintf("%s is on %s", s.opts.Dir, network))
	}
	if synced != "" {
		s.warn(WarnSynced, fmt.Sprintf("%s is within a folder of %s", s.opts.Dir, synced))
	}
}
