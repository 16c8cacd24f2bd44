package sim

import (
	"fmt"
	"math/rand/v2"
	"time"

	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/faults"
)

// The network on the way to the gateway.
const (
	calm int32 = iota
	rough
	down
	barring // every token is refused
)

// fate is what becomes of one call on its way.
type fate struct {
	there, back time.Duration
	kind        faults.Kind // blank when the gateway is well
	status      int
	after       bool // it strikes when the work is done
	slow        bool
}

func (f fate) String() string {
	text := fmt.Sprintf("%v+%v", f.there, f.back)
	if f.kind != "" {
		text += fmt.Sprintf(" %s %d after=%v", f.kind, f.status, f.after)
	}
	return text
}

// ill are the faults of a call, the likelier ones more often. None of them lies:
// a refusal in words comes only from a service that did nothing. See lies for
// the others.
var ill = []fate{
	{kind: faults.Drop}, {kind: faults.Drop},
	{kind: faults.CommitThenDrop, after: true}, {kind: faults.CommitThenDrop, after: true},
	{kind: faults.CommitThenDrop, after: true},
	{kind: faults.Truncated, after: true}, {kind: faults.Truncated, after: true},
	{kind: faults.WrongJSON, after: true},
	{kind: faults.HTML}, {kind: faults.HTML, after: true}, {kind: faults.HTML, status: 200, after: true},
	{kind: faults.Status, status: 500}, {kind: faults.Status, status: 500, after: true},
	{kind: faults.Status, status: 502, after: true}, {kind: faults.Status, status: 503},
	{kind: faults.Status, status: 504, after: true},
	{kind: faults.TooManyRequests},
	{kind: faults.Unauthorized},
}

func draw(r *rand.Rand, network int32, op contract.Operation) fate {
	f := fate{}
	chance := 25
	if op == contract.OpInitiate {
		chance = 12 // or most orders end before they begin
	}
	if network == rough && r.IntN(100) < chance {
		f = ill[r.IntN(len(ill))]
	}
	f.there = time.Millisecond + rand1(r, 150*time.Millisecond)
	f.back = time.Millisecond + rand1(r, 150*time.Millisecond)
	if network == rough && r.IntN(100) < 4 {
		f.slow = true
		if r.IntN(2) == 0 {
			f.there += rand1(r, 30*time.Second)
		} else {
			f.back += rand1(r, 30*time.Second)
		}
	}
	return f
}

func rand1(r *rand.Rand, limit time.Duration) time.Duration {
	return time.Duration(r.Int64N(int64(limit)))
}
