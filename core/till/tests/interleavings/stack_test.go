package interleavings

import (
	"go/types"
	"runtime"
	"strings"
	"sync"
)

// use is what the function that takes a lock does under it.
type use struct {
	function *types.Func // nil for one that is not the program's
	name     string      // of the function
	line     int
	session  bool // reads the session that the sale's SDK keeps
	calls    bool // calls the sale's SDK
	hasty    bool
	waited   bool // takes it again after waiting for a condition
	inSDK    bool // is called by an SDK
	doubts   bool // asks whether the store has a fault
}

// frame is one function of a stack.
type frame struct {
	name string      // with the path of its package
	is   *types.Func // the function in which it stands; nil for one that is not the program's
	line int
}

var (
	usesMu sync.Mutex
	uses   = map[[8]uintptr]*use{}
	rootOf = map[uintptr]string{}
)

// callers returns what the calling function of the till does with a lock, and
// which function the goroutine began with.
func callers(skip int) (*use, string) {
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
		root = rootIn(frames(bottom))
		rootOf[bottom[0]] = root
	}
	return u, root
}

func frames(pcs []uintptr) (out []frame) {
	it := runtime.CallersFrames(pcs)
	for {
		f, more := it.Next()
		if f.Function != "" {
			out = append(out, frame{f.Function, theSource.byStack[declared(f.Function)], f.Line})
		}
		if !more {
			return out
		}
	}
}

// short drops what the paths of all packages of core begin with: it is for
// people.
func short(f string) string { return strings.TrimPrefix(f, module+"core/") }

// rootIn skips what only starts goroutines.
func rootIn(stack []frame) string {
	for i := len(stack) - 1; i >= 0; i-- {
		if pkg, _ := splitName(stack[i].name); pkg != "runtime" && stack[i].is != waitGroupGo.is {
			return stack[i].name
		}
	}
	return "?"
}

// useOf tells from a stack what a lock is taken for.
func useOf(stack []frame) *use {
	if stack[0].is == condWait.is {
		return &use{function: stack[1].is, name: stack[1].name, waited: true}
	}
	u := &use{function: stack[0].is, name: declared(stack[0].name), line: stack[0].line}
	u.doubts = u.function != nil && theSource.goesOn(u.function, u.line, storeFault.is)
	switch u.function {
	case attach.is:
		u.session, u.calls = true, true
	case call.is:
		u.calls = theSource.goesOn(u.function, u.line, callsSDK.is)
		u.session = u.calls
	case sdkNow.is:
		by := theSource.funcs[stack[1].is]
		u.session = by == nil || !by.peeks
		u.calls = u.session && stack[1].is != secrets.is
	}
	for _, f := range stack {
		if f.is == health.is || f.is == nextDue.is {
			u.hasty = true
		}
		u.inSDK = u.inSDK || isMethodOf(f.is, engine.is)
	}
	return u
}

func isMethodOf(f *types.Func, of *types.TypeName) bool {
	return f != nil && f.Signature().Recv() != nil && isNamed(f.Signature().Recv().Type(), of)
}

// declared returns the function in which a literal stands.
func declared(f string) string {
	f = strings.ReplaceAll(f, "[...]", "")
	for {
		i := strings.LastIndexByte(f, '.')
		if i < 0 || !strings.HasPrefix(f[i+1:], "func") && !strings.ContainsAny(f[i+1:i+2], "0123456789") {
			return f
		}
		f = f[:i]
	}
}
