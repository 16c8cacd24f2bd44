package interleavings

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"strings"
)

// lock is a lock of the till's, by the field that it is.
type lock struct {
	field *named[*types.Var]
	// memory: it guards the fields beside it and is given back before the next point.
	memory bool
	// The words by which the scheduler hears of it. A lock that each sale has says
	// the sale for its owner: then owner is blank here.
	owner, called string
	lines         int // of the source that say so
}

var locks []*lock

func aLock(name string) *lock {
	l := &lock{field: known[*types.Var](name)}
	locks = append(locks, l)
	return l
}

func (l *lock) guardsMemory() *lock {
	l.memory = true
	return l
}

// ofSale reports whether each sale has such a lock.
func (l *lock) ofSale() bool { return l.owner == "" }

// lockNamed notes by which words a lock is made known to the scheduler.
func (s *source) lockNamed(info *types.Info, c *ast.CallExpr) {
	field := objectOf(info, c.Fun.(*ast.SelectorExpr).X)
	word := func(e ast.Expr) string {
		if v := info.Types[e].Value; v != nil {
			return constant.StringVal(v)
		}
		return ""
	}
	for _, l := range locks {
		if l.field.is == field {
			l.lines++
			l.owner, l.called = word(c.Args[0]), word(c.Args[1])
		}
	}
}

// checkLocks panics unless every lock of the till is listed, is made known to the
// scheduler once, and by words of its own.
func (s *source) checkLocks() {
	listed, words := map[*types.Var]bool{}, map[[2]string]*lock{}
	for _, l := range locks {
		listed[l.field.is] = true
		if !isNamed(l.field.is.Type(), mutex.is) {
			panic(fmt.Sprintf("%s is no lock of the till's", l.field.name))
		}
		if l.lines != 1 || l.called == "" {
			panic(fmt.Sprintf("%d lines tell the scheduler what %s is called, want one that says a constant", l.lines, l.field.name))
		}
		key := [2]string{l.owner, l.called}
		if other := words[key]; other != nil {
			panic(fmt.Sprintf("the scheduler hears of %s and of %s by the same words %q", l.field.name, other.field.name, key))
		}
		words[key] = l
	}
	for field := range s.beside {
		if isNamed(field.Type(), mutex.is) && !listed[field] {
			panic(fmt.Sprintf("%s: the lock %s is not listed in names_test.go", s.files.Position(field.Pos()), field.Name()))
		}
	}
}

// lockCalled returns the lock of which the scheduler hears by these words.
func lockCalled(owner, name string) *lock {
	for _, l := range locks {
		if l.called == name && (l.owner == owner || l.ofSale() && !ownsLocks(owner)) {
			return l
		}
	}
	panic(fmt.Sprintf("no line of the till's source makes the lock %q of %q known", name, owner))
}

// ownsLocks reports whether an owner is something that the till has once.
func ownsLocks(owner string) bool {
	for _, l := range locks {
		if l.owner == owner {
			return true
		}
	}
	return false
}

// lockName is one lock of one play.
type lockName struct {
	*lock
	of string // whose it is: the sale's, where each sale has one
}

func (n lockName) String() string { return n.of + "." + n.called }

// thing is the lock as something that a step touches.
func (n lockName) thing() string { return n.String() + " lock" }

// guarded is a field beside the lock as something that a step touches.
func (n lockName) guarded(f *types.Var) string { return n.String() + " guards " + f.Name() }

// isNamed reports whether a type is one that has a name, or a pointer to it.
func isNamed(t types.Type, name *types.TypeName) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Origin().Obj() == name
}

// isLock reports whether a field is a lock or a condition: the scheduler sees
// their use by itself.
func isLock(f *types.Var) bool {
	return isNamed(f.Type(), mutex.is) || isNamed(f.Type(), plainMutex.is) || isNamed(f.Type(), cond.is)
}

// guardsItself reports whether a value may be changed by several at a time: it
// has a lock, or is one.
func guardsItself(t types.Type) bool {
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil && strings.HasPrefix(n.Obj().Pkg().Path(), "sync") {
		return true
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if isLock(f) {
			return true
		}
	}
	return false
}
