package driver

import (
	"hash/fnv"
	"io"
	"math/rand/v2"
	"sync"
	"time"

	"sanduq/core"
)

// Seed is where all choices of one run come from.
type Seed uint64

// Random returns a source of its own for each name, so that what one
// draws never depends on what others have drawn.
func (s Seed) Random(names ...string) *rand.Rand {
	h := fnv.New64a()
	for _, name := range names {
		_, _ = io.WriteString(h, name)
		_, _ = h.Write([]byte{0})
	}
	return rand.New(rand.NewPCG(uint64(s), h.Sum64()))
}

// Jitter draws the waits of one client or SDK.
func Jitter(r *rand.Rand) core.Jitter {
	var mu sync.Mutex
	return func(limit time.Duration) time.Duration {
		mu.Lock()
		defer mu.Unlock()
		return time.Duration(r.Int64N(int64(limit)))
	}
}
