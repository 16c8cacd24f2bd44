// Package faults is what goes wrong on purpose: faults by operation and count, how the bank treats the merchant, wrong
// codes of a drill, a skewed clock. It decides what strikes; the caller does it. One mutex guards the list; all methods
// are safe for concurrent use.
package faults

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"sanduq/core/practice/sandbox/contract"
)

// Kind is one way for the service to go wrong.
type Kind string

// The kinds of fault. With OpWebhook, FaultLatency sends an event later, after others that happened after it, and
// FaultDrop never sends it. Those marked (after) strike by default when the call's effects are already on disk; the
// others strike before anything is written. Fault.AfterCommit moves any of them behind the commit.
const (
	Latency             Kind = "latency"             // the reply takes Fault.Delay longer
	Status              Kind = "status"              // an error envelope with Fault.Status, 503 unless given
	TooManyRequests     Kind = "tooManyRequests"     // 429 with Retry-After of Fault.Delay, 1 s at least
	Unauthorized        Kind = "unauthorized"        // 401
	HTML                Kind = "html"                // a proxy's HTML page with Fault.Status, 502 unless given
	Drop                Kind = "drop"                // the connection ends without a reply
	CommitThenDrop      Kind = "commitThenDrop"      // (after) the work is done, the reply never comes
	Truncated           Kind = "truncated"           // (after) half a reply
	WrongJSON           Kind = "wrongJson"           // (after) JSON of another shape
	SlowSettlement      Kind = "slowSettlement"      // the settlement takes Fault.Delay longer
	DuplicateSettlement Kind = "duplicateSettlement" // the settlement is delivered twice
	DuplicateWebhook    Kind = "duplicateWebhook"    // the same event is sent twice
	FalseWebhook        Kind = "falseWebhook"        // it says SUCCESS, whatever is true
	ForgedWebhook       Kind = "forgedWebhook"       // it is signed with another secret
)

// Kinds lists every kind of fault.
var Kinds = []Kind{Latency, Status, TooManyRequests, Unauthorized, HTML, Drop,
	CommitThenDrop, Truncated, WrongJSON, SlowSettlement, DuplicateSettlement,
	DuplicateWebhook, FalseWebhook, ForgedWebhook}

// Fault says what goes wrong, where and how often.
type Fault struct {
	Op          contract.Operation `json:"op,omitempty"` // empty means every operation
	Kind        Kind               `json:"kind"`
	Skip        int                `json:"skip,omitempty"`    // calls to leave alone first
	Count       int                `json:"count,omitempty"`   // calls to strike; zero means until Faults.Clear
	Percent     int                `json:"percent,omitempty"` // chance for each call; zero means always
	Delay       time.Duration      `json:"delay,omitempty"`
	Status      int                `json:"status,omitempty"`
	AfterCommit bool               `json:"afterCommit,omitempty"`
}

// Set is the list of what is switched on. The zero value is ready.
type Set struct {
	mu     sync.Mutex
	list   []Fault
	random *rand.Rand
	offset time.Duration

	treats     atomic.Int32
	wrongCodes atomic.Int32 // submissions still to be taken for a wrong code (a drill)
}

// Hit is what strikes one call: the delays of all that match, and the first of the rest.
type Hit struct {
	Fault
	Found bool
	Early time.Duration // before the call is looked at
	Late  time.Duration // between its effects and its reply
}

// Seed makes the choices of Fault.Percent repeatable. It must be called before Pick.
func (f *Set) Seed(seed uint64) { f.random = rand.New(rand.NewPCG(seed, 0)) }

// Inject switches a fault on, after those already there.
func (f *Set) Inject(one Fault) {
	switch one.Kind {
	case CommitThenDrop, Truncated, WrongJSON:
		one.AfterCommit = true
	case SlowSettlement, DuplicateSettlement:
		one.Op = contract.OpSettlement
	case DuplicateWebhook, FalseWebhook, ForgedWebhook:
		one.Op = contract.OpWebhook
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.list = append(f.list, one)
}

// Clear switches all faults off, the clock's skew included.
func (f *Set) Clear() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.list, f.offset = nil, 0
}

// Active returns what is switched on, with the counts that are left.
func (f *Set) Active() []Fault {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]Fault{}, f.list...)
}

// SetSkew makes the service believe in a wrong time of day by d: in the Date header, and when it judges the timestamp
// of a signed request. Settlement and expiry are not touched.
func (f *Set) SetSkew(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.offset = d
}

// Skew returns what SetSkew set.
func (f *Set) Skew() time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.offset
}

// Pick uses up one strike of whatever matches.
func (f *Set) Pick(op contract.Operation) Hit {
	f.mu.Lock()
	defer f.mu.Unlock()
	var h Hit
	kept := f.list[:0]
	for _, each := range f.list {
		strikes := each.Op == op || (each.Op == "" && op != contract.OpSettlement && op != contract.OpWebhook)
		if strikes && each.Kind != Latency && h.Found {
			strikes = false // one strike a call; this one waits for the next
		}
		if strikes && each.Skip > 0 {
			each.Skip--
			strikes = false
		}
		if strikes && each.Percent > 0 && f.random.IntN(100) >= each.Percent {
			strikes = false
		}
		if strikes {
			switch {
			case each.Kind == Latency && each.AfterCommit:
				h.Late += each.Delay
			case each.Kind == Latency:
				h.Early += each.Delay
			default:
				h.Fault, h.Found = each, true
			}
			if each.Count == 1 {
				continue
			}
			each.Count = max(each.Count-1, 0)
		}
		kept = append(kept, each)
	}
	f.list = kept
	return h
}
