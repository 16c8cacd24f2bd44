package storage

import (
	"context"
	"crypto/hmac"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"
)

// checkpoint is what is remembered of the file outside of it.
type checkpoint struct {
	Commits  uint64  `json:"commits"`
	Receipts chained `json:"receipts"`
	Audit    chained `json:"audit"`
	// Key names the key that the links are made with; blank in checkpoints of
	// earlier versions.
	Key string `json:"key,omitempty"`
}

func (s *Store) checkpointOf(h head) checkpoint {
	return checkpoint{Commits: h.Commits, Receipts: h.Receipts, Audit: h.Audit, Key: s.seal().name()}
}

const (
	markDelay   = 20 * time.Second
	markTimeout = 5 * time.Second
)

// marker keeps the newest checkpoint outside the file: some time after the
// commit, since a keyring may be slow and a file ahead of it is normal.
type marker struct {
	opts   Options
	there  func() error // nil, or why the store's place is not its own any more
	mu     sync.Mutex
	newest *checkpoint // not kept yet
	timer  *time.Timer
	ended  bool
	saving sync.WaitGroup
}

func newMarker(o Options, there func() error) *marker { return &marker{opts: o, there: there} }

// offer notes a checkpoint to be kept soon.
func (m *marker) offer(c checkpoint) {
	if m.opts.Checkpoints == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.newest = &c
	if m.timer != nil || m.ended {
		return
	}
	m.saving.Add(1)
	m.timer = time.AfterFunc(markDelay, func() {
		defer m.saving.Done()
		m.save()
	})
}

// keep keeps a checkpoint at once, instead of one that is to be kept soon.
func (m *marker) keep(c checkpoint) {
	if m.opts.Checkpoints == nil {
		return
	}
	m.mu.Lock()
	m.newest = &c
	m.halt()
	m.mu.Unlock()
	m.save()
}

// halt stops the timer, if it runs. mu is held.
func (m *marker) halt() {
	if m.timer != nil && m.timer.Stop() {
		m.saving.Done()
	}
	m.timer = nil
}

// stop keeps what is left to keep and waits for it.
func (m *marker) stop() {
	m.mu.Lock()
	m.ended = true
	m.halt()
	m.mu.Unlock()
	m.saving.Wait()
	m.save()
}

func (m *marker) save() {
	m.mu.Lock()
	newest := m.newest
	m.newest, m.timer = nil, nil
	m.mu.Unlock()
	if newest == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), markTimeout)
	defer cancel()
	text, err := json.Marshal(newest)
	if err == nil {
		err = m.there()
	}
	if err == nil {
		err = m.opts.Checkpoints.SaveCheckpoint(ctx, string(text))
	}
	if err != nil {
		m.opts.Logger.Warn("store checkpoint not kept", "err", err)
	}
}

// compareMark looks for a file that is behind its checkpoint, or that went
// another way since. Such a file is marked as put back.
func (s *Store) compareMark(ctx context.Context) error {
	if s.opts.Checkpoints == nil {
		return nil
	}
	bounded, cancel := context.WithTimeout(ctx, markTimeout)
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
		h, err := t.head()
		if err != nil {
			return err
		}
		if h.Commits < kept.Commits {
			return fmt.Errorf("%d commits where %d were", h.Commits, kept.Commits)
		}
		if kept.Commits < h.Rekeyed && kept.Key != t.seal.name() {
			return nil // its links are of the key before, and this file came of that one
		}
		return errors.Join(onChain(t, receiptsBucket, kept.Receipts), onChain(t, auditBucket, kept.Audit))
	})
	if err == nil {
		return nil
	}
	s.warn(WarnRollback, err.Error())
	return s.noticeRollback()
}

// onChain tells whether the row that was the newest at the checkpoint still
// ends the same chain.
func onChain(t tx, name string, kept chained) error {
	if kept.Seq == 0 {
		return nil
	}
	b, err := t.in(name)
	if err != nil {
		return err
	}
	key := seqKey(kept.Seq)
	payload, _, err := b.get(key)
	if err != nil {
		return err
	}
	link := t.seal.link(name, key, payload)
	if payload == nil || !hmac.Equal(link[:], kept.Link[:]) {
		return fmt.Errorf("%s: row %d is not the one at the checkpoint", name, kept.Seq)
	}
	return nil
}
