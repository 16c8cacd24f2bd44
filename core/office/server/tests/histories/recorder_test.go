//go:build linux

package histories

import (
	"maps"
	"math"
	"slices"
	"sync"

	"github.com/anishathalye/porcupine"
)

// The clients of a history, for whoever reads one.
const (
	cashier  = 0 // and the next
	screen   = 2
	customer = 4
	owner    = 6
	agents   = 8
	operator = 9
)

// recorder writes a history down. Its clock is a counter: two calls or returns never
// have one moment, and what returned before another was called has the lesser one.
type recorder struct {
	mu      sync.Mutex
	moment  int64
	history map[int][]porcupine.Operation // by order
}

func newRecorder() *recorder { return &recorder{history: map[int][]porcupine.Operation{}} }

// call is the moment in which an operation begins.
func (r *recorder) call() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.moment++
	return r.moment
}

// returned writes down what came of one or more operations that were called together.
func (r *recorder) returned(client int, called int64, all map[int][]porcupine.Operation) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.moment++
	for order, ops := range all {
		for _, o := range ops {
			o.ClientId, o.Call, o.Return = client, called, r.moment
			if o.Output.(output).Lost {
				o.Return = math.MaxInt64
			}
			r.history[order] = append(r.history[order], o)
		}
	}
}

// one is an operation of one order.
func one(order int, in input, out output) map[int][]porcupine.Operation {
	return map[int][]porcupine.Operation{order: {{Input: in, Output: out}}}
}

// orders are those of the history, the first first.
func (r *recorder) orders() []int { return slices.Sorted(maps.Keys(r.history)) }
