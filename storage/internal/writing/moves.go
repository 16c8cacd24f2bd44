package writing

import (
	"sync"

	"sanduq/storage/internal/record"
)

// Move is one record or index entry that a commit replaced, added or removed.
type Move struct {
	Name             string
	Key              []byte
	HadOld, HasNew   bool
	Old, Fresh       record.Digest
	OldSale, NewSale *record.SaleRecord
	Entry            int64 // of the index: 1 for one more, -1 for one less
}

// Moves are the changes since a scrub looked last; none are kept without one.
type Moves struct {
	One    sync.Mutex // held by the scrub that runs
	mu     sync.Mutex
	wanted bool
	List   []Move
}

func (m *Moves) Watch(on bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.wanted, m.List = on, nil
}

func (m *Moves) Watched() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.wanted
}

func (m *Moves) Add(list []Move) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.wanted {
		m.List = append(m.List, list...)
	}
}

func (m *Moves) Taken() []Move {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := m.List
	m.List = nil
	return list
}
