package storage

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"sanduq/storage/internal/record"
)

// checkpoint is what is remembered of the file outside of it.
type checkpoint struct {
	Commits  uint64         `json:"commits"`
	Receipts record.Chained `json:"receipts"`
	Audit    record.Chained `json:"audit"`
	Zs       record.Chained `json:"zs,omitzero"`
	Cash     record.Chained `json:"cash,omitzero"`
	Drawer   record.Chained `json:"drawer,omitzero"`
	Owed     record.Chained `json:"owed,omitzero"`
	// Given is the newest receipt number that was given out or left out; zero in
	// checkpoints of earlier versions. A file that is put back does not know it.
	// The others are the same of Zs and of cash receipts.
	Given     uint64 `json:"given,omitempty"`
	GivenZ    uint64 `json:"givenZ,omitempty"`
	GivenCash uint64 `json:"givenCash,omitempty"`
	// Key names the key that the links are made with; blank in checkpoints of
	// earlier versions.
	Key string `json:"key,omitempty"`
	// Twice: it is kept in a second place too.
	Twice bool `json:"twice,omitempty"`
}

// checkpointOf is what is remembered of a file that is sealed with a key.
func checkpointOf(h record.Manifest, seal *record.Sealer) checkpoint {
	return checkpoint{Commits: h.Commits, Receipts: h.Receipts, Audit: h.Audit, Zs: h.Zs, Cash: h.Cash, Drawer: h.Drawer, Owed: h.Owed,
		Given: h.ReceiptNumbers().Newest(), GivenZ: h.ZNumbers().Newest(), GivenCash: h.CashNumbers().Newest(), Key: seal.Name()}
}

const (
	checkpointDelay   = 20 * time.Second
	checkpointTimeout = 5 * time.Second
)

// checkpoints keeps the newest checkpoint outside the file: some time after the
// commit, since a keyring may be slow and a file ahead of it is normal.
type checkpoints struct {
	opts   Options
	second second
	seal   func() *record.Sealer
	there  func() error // nil, or why the store's place is not its own any more
	mu     sync.Mutex
	newest *checkpoint // not kept yet
	timer  *time.Timer
	ended  bool
	saving sync.WaitGroup
}

func newCheckpoints(o Options, seal func() *record.Sealer, there func() error) *checkpoints {
	return &checkpoints{opts: o, second: secondOf(o), seal: seal, there: there}
}

// none reports whether there is no place for any.
func (m *checkpoints) none() bool { return m.opts.Checkpoints == nil && m.second.folder == "" }

// offer notes a checkpoint to be kept soon.
func (m *checkpoints) offer(c checkpoint) {
	if m.none() {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.newest = &c
	if m.timer != nil || m.ended {
		return
	}
	m.saving.Add(1)
	m.timer = time.AfterFunc(checkpointDelay, func() {
		defer m.saving.Done()
		m.save()
	})
}

// saveNow keeps a checkpoint at once, instead of one that is to be kept soon.
func (m *checkpoints) saveNow(c checkpoint) {
	if m.none() {
		return
	}
	m.mu.Lock()
	m.newest = &c
	m.halt()
	m.mu.Unlock()
	m.save()
}

// halt stops the timer, if it runs. mu is held.
func (m *checkpoints) halt() {
	if m.timer != nil && m.timer.Stop() {
		m.saving.Done()
	}
	m.timer = nil
}

// stop keeps what is left to keep and waits for it.
func (m *checkpoints) stop() {
	m.mu.Lock()
	m.ended = true
	m.halt()
	m.mu.Unlock()
	m.saving.Wait()
	m.save()
}

func (m *checkpoints) save() {
	m.mu.Lock()
	newest := m.newest
	m.newest, m.timer = nil, nil
	m.mu.Unlock()
	if newest == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), checkpointTimeout)
	defer cancel()
	err := m.there()
	if err == nil {
		if m.second.folder != "" {
			second := m.second.save(*newest, m.seal())
			if newest.Twice = second == nil; second != nil {
				m.opts.Logger.Warn("second store checkpoint not kept", "err", second)
			}
		}
		err = m.saveFirst(ctx, *newest)
	}
	if err != nil {
		m.opts.Logger.Warn("store checkpoint not kept", "err", err)
	}
}

// saveFirst keeps a checkpoint beside the key.
func (m *checkpoints) saveFirst(ctx context.Context, c checkpoint) error {
	if m.opts.Checkpoints == nil {
		return nil
	}
	text, err := json.Marshal(c)
	if err == nil {
		err = m.opts.Checkpoints.SaveCheckpoint(ctx, string(text))
	}
	return err
}

// loadFirst returns what is kept beside the key; nil where nothing is.
func (m *checkpoints) loadFirst(ctx context.Context) (*checkpoint, error) {
	if m.opts.Checkpoints == nil {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, checkpointTimeout)
	defer cancel()
	text, err := m.opts.Checkpoints.LoadCheckpoint(ctx)
	if err != nil || text == "" {
		return nil, err
	}
	c := &checkpoint{}
	if err := json.Unmarshal([]byte(text), c); err != nil {
		return nil, errors.New("the checkpoint is not readable")
	}
	return c, nil
}

// name tells a checkpoint from others.
func (c checkpoint) name() string {
	text, _ := json.Marshal(c) // never fails: numbers and digests
	return fmt.Sprintf("%x", sha256.Sum256(text))
}

// latest takes what two checkpoints know of numbers that were given out.
func (c checkpoint) latest(other checkpoint) checkpoint {
	c.Given = max(c.Given, c.Receipts.Seq, other.Given, other.Receipts.Seq)
	c.GivenZ = max(c.GivenZ, c.Zs.Seq, other.GivenZ, other.Zs.Seq)
	c.GivenCash = max(c.GivenCash, c.Cash.Seq, other.GivenCash, other.Cash.Seq)
	return c
}

// onChain reports whether the row that was the newest at the checkpoint still
// ends the same chain.
func onChain(t record.Tx, name string, kept record.Chained) error {
	if kept.Seq == 0 {
		return nil
	}
	key := record.SeqKey(kept.Seq)
	payload, _, err := t.Read(name, key)
	if err != nil {
		return err
	}
	link := t.Seal.Link(name, key, payload)
	if payload == nil || !hmac.Equal(link[:], kept.Link[:]) {
		return fmt.Errorf("%s: row %d is not the one at the checkpoint", name, kept.Seq)
	}
	return nil
}
