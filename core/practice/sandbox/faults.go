package sandbox

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"
)

// FaultKind is one way for the service to go wrong.
type FaultKind string

// The kinds of fault. With OpWebhook, FaultLatency sends an event later, after others that happened after it, and FaultDrop
// never sends it. Those marked (after) strike by default when the call's effects are already on disk; the others
// strike before anything is written. Fault.AfterCommit moves any of them behind the commit.
const (
	FaultLatency             FaultKind = "latency"             // the reply takes Fault.Delay longer
	FaultStatus              FaultKind = "status"              // an error envelope with Fault.Status, 503 unless given
	FaultTooManyRequests     FaultKind = "tooManyRequests"     // 429 with Retry-After of Fault.Delay, 1 s at least
	FaultUnauthorized        FaultKind = "unauthorized"        // 401
	FaultHTML                FaultKind = "html"                // a proxy's HTML page with Fault.Status, 502 unless given
	FaultDrop                FaultKind = "drop"                // the connection ends without a reply
	FaultCommitThenDrop      FaultKind = "commitThenDrop"      // (after) the work is done, the reply never comes
	FaultTruncated           FaultKind = "truncated"           // (after) half a reply
	FaultWrongJSON           FaultKind = "wrongJson"           // (after) JSON of another shape
	FaultSlowSettlement      FaultKind = "slowSettlement"      // the settlement takes Fault.Delay longer
	FaultDuplicateSettlement FaultKind = "duplicateSettlement" // the settlement is delivered twice
	FaultDuplicateWebhook    FaultKind = "duplicateWebhook"    // the same event is sent twice
	FaultFalseWebhook        FaultKind = "falseWebhook"        // it says SUCCESS, whatever is true
	FaultForgedWebhook       FaultKind = "forgedWebhook"       // it is signed with another secret
)

var faultKinds = []FaultKind{FaultLatency, FaultStatus, FaultTooManyRequests, FaultUnauthorized, FaultHTML, FaultDrop,
	FaultCommitThenDrop, FaultTruncated, FaultWrongJSON, FaultSlowSettlement, FaultDuplicateSettlement,
	FaultDuplicateWebhook, FaultFalseWebhook, FaultForgedWebhook}

// Fault says what goes wrong, where and how often.
type Fault struct {
	Op          Operation     `json:"op,omitempty"` // empty means every operation
	Kind        FaultKind     `json:"kind"`
	Skip        int           `json:"skip,omitempty"`    // calls to leave alone first
	Count       int           `json:"count,omitempty"`   // calls to strike; zero means until Faults.Clear
	Percent     int           `json:"percent,omitempty"` // chance for each call; zero means always
	Delay       time.Duration `json:"delay,omitempty"`
	Status      int           `json:"status,omitempty"`
	AfterCommit bool          `json:"afterCommit,omitempty"`
}

// faults is the list of what is switched on. The zero value is ready.
type faults struct {
	mu     sync.Mutex
	list   []Fault
	random *rand.Rand
	offset time.Duration

	behaviour  atomic.Int32
	wrongCodes atomic.Int32 // submissions still to be taken for a wrong code (a drill)
}

// hit is what strikes one call: the delays of all that match, and the first of the rest.
type hit struct {
	Fault
	found bool
	delay time.Duration // before the call is looked at
	late  time.Duration // between its effects and its reply
}

func (f *faults) seed(seed uint64) { f.random = rand.New(rand.NewPCG(seed, 0)) }

// Inject switches a fault on, after those already there.
func (f *faults) Inject(one Fault) {
	switch one.Kind {
	case FaultCommitThenDrop, FaultTruncated, FaultWrongJSON:
		one.AfterCommit = true
	case FaultSlowSettlement, FaultDuplicateSettlement:
		one.Op = OpSettlement
	case FaultDuplicateWebhook, FaultFalseWebhook, FaultForgedWebhook:
		one.Op = OpWebhook
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.list = append(f.list, one)
}

// Clear switches all faults off, the clock's skew included.
func (f *faults) Clear() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.list, f.offset = nil, 0
}

// Active returns what is switched on, with the counts that are left.
func (f *faults) Active() []Fault {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]Fault{}, f.list...)
}

// SetSkew makes the service believe in a wrong time of day by d: in the Date header, and when it judges the timestamp
// of a signed request. Settlement and expiry are not touched.
func (f *faults) SetSkew(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.offset = d
}

func (f *faults) skew() time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.offset
}

// pick uses up one strike of whatever matches.
func (f *faults) pick(op Operation) hit {
	f.mu.Lock()
	defer f.mu.Unlock()
	var h hit
	kept := f.list[:0]
	for _, each := range f.list {
		strikes := each.Op == op || (each.Op == "" && op != OpSettlement && op != OpWebhook)
		if strikes && each.Kind != FaultLatency && h.found {
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
			case each.Kind == FaultLatency && each.AfterCommit:
				h.late += each.Delay
			case each.Kind == FaultLatency:
				h.delay += each.Delay
			default:
				h.Fault, h.found = each, true
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
