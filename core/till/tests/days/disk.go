package days

import (
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
)

// disk is what a life is written on. Of two that one came of, each goes on alone.
type disk interface {
	journal.Store
	// OnCommit sets what becomes of each commit; n counts those that are on the disk.
	OnCommit(func(n int, c journal.Change) storetest.Outcome)
	Commits() int
	// Mark lets At return to this moment later.
	Mark() error
	// At is what a new process finds where the plug was pulled after n commits: all
	// of them, or as many as there were at a mark.
	At(n int) (disk, error)
	// Sound looks for what the laws do not see.
	Sound() error
}

// memory models a disk.
type memory struct{ *storetest.Memory }

func newMemory() memory { return memory{storetest.NewMemory()} }

func (m memory) Mark() error            { return nil }
func (m memory) At(n int) (disk, error) { return memory{m.Memory.At(n)}, nil }
func (m memory) Sound() error           { return nil }
