package limit

import "sync"

// Places counts what each of many keys holds at one time. It is safe for concurrent use.
type Places struct {
	most int // negative is no limit
	mu   sync.Mutex
	of   map[string]int
}

// NewPlaces gives each key so many places at one time; a negative number is no limit.
func NewPlaces(most int) *Places { return &Places{most: most, of: make(map[string]int)} }

// Enter takes a place of a key; false where it has none left. A blank key always has one.
func (p *Places) Enter(key string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.most >= 0 && key != "" && p.of[key] >= p.most {
		return false
	}
	p.of[key]++
	return true
}

// Leave gives it back.
func (p *Places) Leave(key string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.of[key]--; p.of[key] == 0 {
		delete(p.of, key)
	}
}
