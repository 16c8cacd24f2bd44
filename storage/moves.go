package storage

import (
	"sanduq/storage/internal/record"
	"sync"
)

// move is one record or index entry that a commit replaced, added or removed.
type move struct {
	name             string
	key              []byte
	hadOld, hasNew   bool
	old, fresh       record.Digest
	oldSale, newSale *record.SaleRecord
	entry            int64 // of the index: 1 for one more, -1 for one less
}

// moves are the changes since a scrub looked last; none are kept without one.
type moves struct {
	one    sync.Mutex // held by the scrub that runs
	mu     sync.Mutex
	wanted bool
	list   []move
}

func (m *moves) watch(on bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.wanted, m.list = on, nil
}

func (m *moves) watched() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.wanted
}

func (m *moves) add(list []move) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.wanted {
		m.list = append(m.list, list...)
	}
}

func (m *moves) taken() []move {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := m.list
	m.list = nil
	return list
}
