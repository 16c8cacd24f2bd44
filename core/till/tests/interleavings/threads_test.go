package interleavings

import (
	"runtime"
	"strconv"
	"strings"
)

// thread is a goroutine that has stood at a point at least once.
type thread struct {
	name  string
	root  string // the function that it began with
	goid  uint64
	index int
	at    *request // where it stands; nil while it runs or waits for something else
	own   bool     // it began with a function of the till's
	over  bool     // it has ended, as an act knows of itself
	taken int32    // its steps so far
	sale  string   // whose answer its SDK is taking in
	past  clock    // what comes before whatever it does next
}

// compare puts the till's goroutines before those of acts and of SDKs, and goes
// by name then.
func compare(x, y *thread) int {
	if x.own != y.own {
		if x.own {
			return -1
		}
		return 1
	}
	return strings.Compare(x.name, y.name)
}

// thread returns the one that is running this, by the function it began with
// where that is enough, since asking for a goroutine's number is slow.
//
// A goroutine that was not seen before is called by that function and by the
// sale that it begins with, or else by who was running when it began, so that it
// has the same name in every play.
func (b *baton) thread(root string, n lockName) *thread {
	var idle []*thread
	for _, t := range b.threads {
		if t.root == root && t.at == nil && !t.over {
			idle = append(idle, t)
		}
	}
	if len(idle) == 1 && idle[0] == b.running {
		return idle[0]
	}
	id := goid()
	for _, t := range idle {
		if t.goid == id {
			return t
		}
	}
	name := short(root)
	switch {
	case n.lock != nil && n.ofSale():
		name += " " + n.of
	case b.running != nil:
		name += " by " + b.running.name
	}
	b.alike[name]++
	if n := b.alike[name]; n > 1 {
		name += "#" + strconv.Itoa(n)
	}
	return b.add(name, root, id)
}

func (b *baton) add(name, root string, id uint64) *thread {
	t := &thread{name: name, root: root, goid: id, index: len(b.threads)}
	if f := theSource.byStack[declared(root)]; f != nil {
		t.own = tills(f.Pkg())
	}
	b.threads = append(b.threads, t)
	return t
}

// adopt gives the calling goroutine a name, leaves says that it has ended.
func (b *baton) adopt(name string) {
	_, root := callers(1)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.add(name, root, goid())
}

func (b *baton) leaves(name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, t := range b.threads {
		t.over = t.over || t.name == name
	}
}

// hears says whose answer the goroutine that calls it takes in from now on.
func (b *baton) hears(sale string) {
	_, root := callers(1)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.thread(root, lockName{}).sale = sale
}

// nobodyRuns says that who comes next was not started by who ran last.
func (b *baton) nobodyRuns() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.running = nil
}

func goid() uint64 {
	var buf [40]byte
	n := runtime.Stack(buf[:], false)
	word, _, _ := strings.Cut(strings.TrimPrefix(string(buf[:n]), "goroutine "), " ")
	id, err := strconv.ParseUint(word, 10, 64)
	if err != nil {
		panic(err)
	}
	return id
}
