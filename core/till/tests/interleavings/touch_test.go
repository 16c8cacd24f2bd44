package interleavings

import (
	"runtime"
	"strings"
	"sync"
)

// A step touches things: a lock, a field that a lock guards, one sale's SDK, one
// payment at the gateway, one record on the disk. Two steps commute unless both
// touch one thing and not both merely look at it.
type touch struct {
	thing string
	kind  touchKind
}

type touchKind int

const (
	looks   touchKind = iota // reads what is behind a lock
	changes                  // may write it
	takes                    // holds a lock beyond the step
	gives                    // gives a lock back
	tries                    // looks whether a lock is held
)

type touches []touch

// commutes reports whether two steps may change places.
func (t touches) commutes(other touches) bool { return !t.meets(other, false) }

// clash reports whether a step is in conflict with a later one by more than a
// lock that the later one waited for.
func (t touches) clash(later touches) bool { return t.meets(later, true) }

func (t touches) meets(other touches, butLocks bool) bool {
	for _, a := range t {
		for _, b := range other {
			if a.thing == b.thing && (a.kind != looks || b.kind != looks) && !(butLocks && b.kind == takes) {
				return true
			}
		}
	}
	return false
}

// leaf is the name of the locks that guard memory only. They are given back
// before the next point, which is looked after in checkHeld.
const leaf = "mu"

// guarded names the struct whose fields a leaf lock guards, by its owner.
func guarded(owner string) string {
	switch owner {
	case "till":
		return "Till"
	case "staff":
		return "staff"
	}
	return "run"
}

// idle are fields that decide nothing about money: what a screen shows of a
// call under way, and since when a poller runs.
var idle = map[string]bool{"live": true, "pollStart": true}

// special are the functions of the till that this room knows by name.
var special = []string{"(*committer).reopen", "(*run).attach", "(*run).call", "(*run).commitEvent", "(*run).health",
	"(*run).sdkNow", "(*run).secrets", "(*Till).nextDue", "(*Till).StoreFault"}

// lockTouches is what the step that begins with taking a lock touches: of a
// leaf lock the fields that the function reads and writes by its source, of any
// other the lock, which is held across points.
func lockTouches(n lockName, u use, try bool) (t touches) {
	switch {
	case try:
		return touches{{n.thing(), tries}}
	case n.name != leaf:
		t = touches{{n.thing(), takes}}
		if u.function == "(*committer).reopen" {
			t = append(t, touch{trouble, changes})
		} else if theSource().goesOn(u.function, u.line, "Trouble") {
			t = append(t, touch{trouble, looks})
		}
		return t
	}
	for field, written := range theSource().touched(guarded(n.owner), u.function, u.line) {
		switch {
		case idle[field]:
		case written:
			t = append(t, touch{n.owner + "." + field, changes})
		default:
			t = append(t, touch{n.owner + "." + field, looks})
		}
	}
	if u.session {
		t = append(t, touch{"session " + n.owner, looks})
	}
	if u.calls {
		t = append(t, touch{"calls " + n.owner, changes})
	}
	return t
}

// use is what the function that takes a lock does under it.
type use struct {
	function string
	line     int
	session  bool // reads the session that the sale's SDK keeps
	calls    bool // calls the sale's SDK
	hasty    bool
	waited   bool // takes it again after waiting for a condition
	inSDK    bool // is called by an SDK
}

// answers is what an SDK touches that takes an answer in.
func answers(sale string) touches {
	return touches{{"session " + sale, changes}, {"calls " + sale, changes}}
}

var (
	usesMu sync.Mutex
	uses   = map[[8]uintptr]use{}
	rootOf = map[uintptr]string{}
)

// callers returns what the calling function of the till does with a lock, and
// which function the goroutine began with.
func callers(skip int) (use, string) {
	var pcs [64]uintptr
	n := runtime.Callers(skip+2, pcs[:]) // above Mutex.Lock
	key := [8]uintptr(pcs[:8])
	bottom := pcs[max(0, n-3):n] // the root, perhaps below WaitGroup.Go, and goexit
	usesMu.Lock()
	defer usesMu.Unlock()
	u, known := uses[key]
	if !known {
		u = useOf(frames(pcs[:n]))
		uses[key] = u
	}
	root, known := rootOf[bottom[0]]
	if !known {
		names, _ := frames(bottom)
		root = rootIn(names)
		rootOf[bottom[0]] = root
	}
	return u, root
}

func frames(pcs []uintptr) (names []string, line int) {
	it := runtime.CallersFrames(pcs)
	for {
		f, more := it.Next()
		if f.Function != "" {
			if names = append(names, short(f.Function)); len(names) == 1 {
				line = f.Line
			}
		}
		if !more {
			return names, line
		}
	}
}

// short drops the path and the package of a function of the till.
func short(f string) string {
	f = f[strings.LastIndexByte(f, '/')+1:]
	return strings.TrimPrefix(f, "till.")
}

// rootIn skips what only starts goroutines.
func rootIn(names []string) string {
	for i := len(names) - 1; i >= 0; i-- {
		if !strings.HasPrefix(names[i], "runtime.") && !strings.HasPrefix(names[i], "sync.(*WaitGroup)") {
			return names[i]
		}
	}
	return "?"
}

// useOf tells from a stack what a lock is taken for; line is the innermost
// function's.
func useOf(names []string, line int) use {
	u := use{function: declared(names[0]), line: line}
	if names[0] == "sync.(*Cond).Wait" {
		return use{function: declared(names[1]), waited: true}
	}
	switch u.function {
	case "(*run).attach":
		u.session, u.calls = true, true
	case "(*run).call":
		u.calls = theSource().goesOn(u.function, line, "f")
		u.session = u.calls
	case "(*run).sdkNow":
		by := theSource().funcs[declared(names[1])]
		u.session = by == nil || !by.peeks
		u.calls = u.session && declared(names[1]) != "(*run).secrets"
	}
	for _, f := range names {
		if f == "(*run).health" || f == "(*Till).nextDue" {
			u.hasty = true
		}
		u.inSDK = u.inSDK || strings.HasPrefix(f, "core.(*engine)")
	}
	return u
}

// declared returns the function in which a literal stands.
func declared(f string) string {
	for {
		i := strings.LastIndexByte(f, '.')
		if i < 0 || !strings.HasPrefix(f[i+1:], "func") && !strings.ContainsAny(f[i+1:i+2], "0123456789") {
			return f
		}
		f = f[:i]
	}
}
