package memory

import "testing"

// TestARestBeginsOnce: with the first calm period after work, and not before.
func TestARestBeginsOnce(t *testing.T) {
	const work, countdown = 3 << 20, 600 << 10
	var r rest
	total := uint64(0)
	for i, period := range []struct {
		bytes  uint64
		begins bool
	}{
		{work, false}, {work, false}, {countdown, true}, {countdown, false}, {0, false}, {work, false},
		{restful, true}, {restful, false}, {restful + 1, false}, {0, true},
	} {
		total += period.bytes
		if got := r.begins(total); got != period.begins {
			t.Errorf("period %d: a rest begins %v, want %v", i+1, got, period.begins)
		}
	}
}

// TestWhatIsAllocatedIsCounted: the name of the figure is one that the runtime knows.
func TestWhatIsAllocatedIsCounted(t *testing.T) {
	before := allocated()
	kept = make([]byte, 8<<20)
	if more := allocated() - before; more < 8<<20 {
		t.Errorf("%d bytes more after eight megabytes", more)
	}
}

var kept []byte
