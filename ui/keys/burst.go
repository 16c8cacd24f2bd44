package keys

import "time"

// Burst follows when characters were typed, to tell a barcode scanner from a hand. It keeps none of them.
//
// The toolkit hands keys over without the time at which they were pressed. A slow frame between two of them looks like
// a pause of the scanner, and a first key is what makes a frame slow: so one gap in five characters may be up to
// StallGap long. No hand is that fast in all the others.
type Burst struct{ at []time.Time }

// longestBurst is how many characters are remembered: more than any barcode has.
const longestBurst = 512

// Add notes a character and reports whether a new burst began with it.
func (b *Burst) Add(at time.Time) (fresh bool) {
	fresh = len(b.at) == 0 || len(b.at) == longestBurst || b.Quiet(at) >= StallGap
	if fresh {
		b.at = b.at[:0]
	}
	b.at = append(b.at, at)
	return fresh
}

// Count is how many characters at the end of the burst a scanner typed; 0 while a hand may have.
func (b *Burst) Count() int {
	count, slow := 0, 0
	for i := len(b.at) - 1; i >= 0; i-- {
		n := len(b.at) - i
		if n >= ScanLength && slow <= n/5 {
			count = n
		}
		if i > 0 && b.at[i].Sub(b.at[i-1]) >= ScanGap {
			slow++
		}
	}
	return count
}

// Runs are how many characters, each sooner after the one before than a hand types, stand together in the burst: at its
// end, and at most.
func (b *Burst) Runs() (last, longest int) {
	for i := range b.at {
		if last++; i > 0 && b.at[i].Sub(b.at[i-1]) >= ScanGap {
			last = 1
		}
		longest = max(longest, last)
	}
	return last, longest
}

// Hurried reports whether the burst has a scanner's pace: it is a scan, or may become one. Of a burst that is not as
// long as a scan most gaps must be short, for one character more can show no pace.
func (b *Burst) Hurried() bool {
	slow := 0
	for i := 1; i < len(b.at); i++ {
		if b.at[i].Sub(b.at[i-1]) >= ScanGap {
			slow++
		}
	}
	return b.Count() > 0 || slow <= 1 && 2*slow < len(b.at)-1
}

// Quiet tells for how long nothing was typed.
func (b *Burst) Quiet(at time.Time) time.Duration {
	if len(b.at) == 0 {
		return 0
	}
	return at.Sub(b.at[len(b.at)-1])
}

// End takes the burst as over, at an Enter or another key, and returns its
// Count: 0 also when that key came so late that a person pressed it.
func (b *Burst) End(at time.Time) int {
	n := b.Count()
	if b.Quiet(at) >= StallGap {
		n = 0
	}
	b.at = b.at[:0]
	return n
}
