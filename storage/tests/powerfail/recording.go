package powerfail

import (
	"fmt"
	"strings"

	"sanduq/core/tests/strace"
	"sanduq/storage/tests/powerfail/disk"
)

// Recording is what a shop asked of the disk, and when it said what.
type Recording struct {
	Name   string
	Root   string
	Sales  int      // of the shop's script
	Traces []string // files of strace, one for each process, oldest first
	Notes  string   // the file that the shop wrote its notes to
	// Unsynced leaves every sync out, as if the store did not sync: a fault
	// that must be found.
	Unsynced bool
	// Around, when it is not 0, leaves out the moments further than that from
	// the first call that failed or, with several traces, from the end of the
	// first: the rest of the day is like any other.
	Around int

	steps []event
	fault int // the step that Around is about
}

// event is a call or a note.
type event struct {
	call strace.Call
	note string
}

// Load reads the traces.
func (r *Recording) Load() error {
	calls, err := strace.Parse(r.Traces...)
	if err != nil {
		return err
	}
	first, err := strace.Parse(r.Traces[0])
	if err != nil {
		return err
	}
	r.steps, r.fault = nil, -1
	for i, c := range calls {
		if r.fault < 0 && (c.Failed || len(r.Traces) > 1 && i == len(first)) {
			r.fault = len(r.steps)
		}
		switch {
		case c.Path == r.Notes:
			for line := range strings.Lines(string(c.Data)) {
				r.steps = append(r.steps, event{note: strings.TrimSpace(line)})
			}
		case r.Unsynced && c.Kind == strace.Sync:
		case strings.HasPrefix(c.Path, r.Root):
			r.steps = append(r.steps, event{call: c})
		}
	}
	return nil
}

// near reports whether states are made of a moment.
func (r *Recording) near(moment int) bool {
	return r.Around == 0 || max(moment-r.fault, r.fault-moment) <= r.Around
}

// promise is what the shop had said at a moment.
type promise struct {
	done     int // it may have shown this
	begun    int // and this was under way; the same when nothing was
	backups  map[string]int
	restored bool // an older state was put back: that is warned of
}

func (p *promise) add(note string) error {
	var n int
	var name string
	switch {
	case scan(note, "begin %d", &n):
		p.begun = n
	case scan(note, "done %d", &n), scan(note, "restored %d", &n):
		p.done, p.begun = n, n
	case scan(note, "restore %d", &n):
		p.begun, p.restored = n, true
	case scan(note, "backup %s %d", &name, &n):
		p.backups[name] = n
	case strings.HasPrefix(note, "failed"):
	default:
		return fmt.Errorf("the shop says %q", note)
	}
	return nil
}

func scan(text, format string, into ...any) bool {
	n, err := fmt.Sscanf(text, format, into...)
	return err == nil && n == len(into)
}

// allows reports whether a store may stand at n. A commit that failed may still
// come about until the store was read back.
func (p *promise) allows(n int) bool { return n == p.done || n == p.begun }

// walk goes through the moments of the recording. visit is told whether the
// step added a unit, the newest pending one.
func (r *Recording) walk(d *disk.Disk, visit func(moment int, p *promise, added bool) error) error {
	p := &promise{backups: map[string]int{}}
	before := 0
	for moment, e := range r.steps {
		if e.note != "" {
			if err := p.add(e.note); err != nil {
				return err
			}
		} else if err := d.Apply(e.call); err != nil {
			return fmt.Errorf("moment %d: %w", moment, err)
		}
		now := d.Pending()
		added := e.note == "" && e.call.Kind != strace.Sync && len(now) > before
		before = len(now)
		if err := visit(moment, p, added); err != nil {
			return err
		}
	}
	return nil
}

// job are states of one moment.
type job struct {
	moment int
	states []disk.State
}

// exhaustive is up to how many pending units every subset is tried.
const exhaustive = 12

// subsets returns how many subsets plan makes of n pending units.
func subsets(n int, added bool) int {
	if added {
		n--
	}
	if n < 0 {
		return 1
	}
	return 1 << min(n, exhaustive)
}

// plan is all that a walk must know beforehand to share out states.
type plan struct{ whole, torn int }

func (r *Recording) measure() (p plan, err error) {
	d := disk.New(r.Root)
	err = r.walk(d, func(moment int, _ *promise, added bool) error {
		if !r.near(moment) {
			return nil
		}
		pending := d.Pending()
		p.whole += subsets(len(pending), added)
		p.torn += tearing(pending)
		return nil
	})
	return p, err
}

// tearing is the weight of a moment among the torn states: how many writes can
// tear, and how many subsets are beside them.
func tearing(pending []*disk.Unit) int {
	n := 0
	for _, u := range pending {
		if u.Sectors() > 1 {
			n++
		}
	}
	return n * (1 << min(len(pending), 10))
}

// states chooses the states of a moment: every subset of what is pending, or
// share of them; and torn ones, at random.
func states(pending []*disk.Unit, added bool, share float64, torn int, random func(n int) int) []disk.State {
	n := len(pending)
	var out []disk.State
	total := subsets(n, added)
	free := n // units that a subset chooses; the newest is always there, without it the moment before was the same
	if added {
		free--
	}
	for k := range total {
		if share < 1 && float64(random(1<<20)) >= share*(1<<20) {
			continue
		}
		out = append(out, subset(n, max(free, 0), k, random))
	}
	var tearable []int
	for i, u := range pending {
		if u.Sectors() > 1 {
			tearable = append(tearable, i)
		}
	}
	for range torn {
		if len(tearable) == 0 {
			break
		}
		s := subset(n, max(free, 0), -1, random)
		i := tearable[random(len(tearable))]
		s = s.With(i)
		s.Torn, s.Sectors = i, 1+random(pending[i].Sectors()-1)
		out = append(out, s)
	}
	return out
}

// subset makes the k-th subset of free units, or any one when k is negative or
// there are too many to try all; units from free on are there.
func subset(n, free, k int, random func(n int) int) disk.State {
	s := disk.Nothing(n)
	// Of many, three kinds: all up to one, all but one, and any.
	kind, one := random(4), 0
	if free > 0 {
		one = random(free)
	}
	for i := range free {
		there := k>>i&1 == 1
		if k < 0 {
			there = random(2) == 1
		} else if free > exhaustive {
			switch kind {
			case 0:
				there = i < one
			case 1:
				there = i != one
			default:
				there = random(2) == 1
			}
		}
		if there {
			s = s.With(i)
		}
	}
	for i := free; i < n; i++ {
		s = s.With(i)
	}
	return s
}
