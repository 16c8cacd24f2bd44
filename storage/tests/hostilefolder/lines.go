package hostilefolder

import (
	"encoding/json"
	"io"
	"sync"
	"time"

	"sanduq/core/journal"
)

// Line is what the till's process writes of what it does, one JSON object each.
type Line struct {
	At      int64          `json:"at"` // nanoseconds, by the clock that all processes share
	Kind    Kind           `json:"kind"`
	N       int            `json:"n,omitempty"` // of a commit
	Sale    journal.SaleID `json:"sale,omitempty"`
	Version uint64         `json:"version,omitempty"`
	Receipt uint64         `json:"receipt,omitempty"`
	Audit   uint64         `json:"audit,omitempty"` // the newest row of the commit
	Code    string         `json:"code,omitempty"`  // of a fault: its sentence's key
	Text    string         `json:"text,omitempty"`
}

// Kind says what a Line tells.
type Kind string

// The kinds.
const (
	KindRefused Kind = "refused" // the till did not start
	KindReady   Kind = "ready"
	KindTry     Kind = "try"     // a commit begins
	KindKept    Kind = "kept"    // it returned nil
	KindFailed  Kind = "failed"  // it did not
	KindShown   Kind = "shown"   // a sale's record is shown
	KindRead    Kind = "read"    // a sale's record was read from the store
	KindTrouble Kind = "trouble" // the till says that it has a fault
	KindWorks   Kind = "works"   // and that it is over
	KindReopen  Kind = "reopen"  // the store was opened again, or was not: Text
	KindPong    Kind = "pong"    // an answer to "ping"
)

// writer writes lines, from any goroutine.
type writer struct {
	mu  sync.Mutex
	out *json.Encoder
}

func newWriter(out io.Writer) *writer { return &writer{out: json.NewEncoder(out)} }

func (w *writer) write(l Line) {
	w.mu.Lock()
	defer w.mu.Unlock()
	l.At = time.Now().UnixNano()
	_ = w.out.Encode(l) // a reader that does not listen any more has heard enough
}
