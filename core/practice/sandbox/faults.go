package sandbox

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
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
	Count       int           `json:"count,omitempty"`   // calls to strike; zero means until ClearFaults
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
func (s *Server) Inject(f Fault) {
	switch f.Kind {
	case FaultCommitThenDrop, FaultTruncated, FaultWrongJSON:
		f.AfterCommit = true
	case FaultSlowSettlement, FaultDuplicateSettlement:
		f.Op = OpSettlement
	case FaultDuplicateWebhook, FaultFalseWebhook, FaultForgedWebhook:
		f.Op = OpWebhook
	}
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	s.faults.list = append(s.faults.list, f)
}

// ClearFaults switches all faults off, the clock's skew included.
func (s *Server) ClearFaults() {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	s.faults.list, s.faults.offset = nil, 0
}

// Faults returns what is switched on, with the counts that are left.
func (s *Server) Faults() []Fault {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	return append([]Fault{}, s.faults.list...)
}

// SetSkew makes the service believe in a wrong time of day by d: in the Date header, and when it judges the timestamp
// of a signed request. Settlement and expiry are not touched.
func (s *Server) SetSkew(d time.Duration) {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	s.faults.offset = d
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

// inject makes the reply that a fault gives. out is the honest reply when the call was carried out, else nil.
func (c *call) inject(f Fault, out *reply) *reply {
	status := func(fallback int) int {
		if f.Status != 0 {
			return f.Status
		}
		return fallback
	}
	envelope := func(status int, code, message string) *reply { return errorReply(refuse(status, code, message), c.id) }
	switch f.Kind {
	case FaultTooManyRequests:
		r := envelope(http.StatusTooManyRequests, codeTooManyRequests, "too many requests")
		r.header.Set("Retry-After", strconv.Itoa(max(1, int(f.Delay.Seconds()))))
		return r
	case FaultUnauthorized:
		return envelope(http.StatusUnauthorized, codeInvalidToken, "the token is not valid")
	case FaultHTML:
		return &reply{status(http.StatusBadGateway), http.Header{"Content-Type": {"text/html; charset=utf-8"}},
			[]byte("<!doctype html><title>Bad gateway</title><h1>The bank's front door is jammed</h1>")}
	case FaultTruncated:
		// The length of the whole is announced, so the client can tell that half is missing.
		out.header.Set("Content-Length", strconv.Itoa(len(out.body)))
		out.body = out.body[:len(out.body)/2]
		return out
	case FaultWrongJSON:
		return &reply{http.StatusOK, http.Header{"Content-Type": {"application/json"}},
			[]byte(`{"success":"yes","message":7,"data":[{"paymentStatus":{"SUCCESS":true}}]}`)}
	case FaultDrop, FaultCommitThenDrop:
		c.drop()
	}
	return envelope(status(http.StatusServiceUnavailable), codeUnavailable, "the service cannot answer now")
}
