package disk

import (
	"fmt"
	"slices"
	"strings"
)

// State is one outcome of a power cut: which of the pending units are there,
// and which one of them only in part.
type State struct {
	Keep    []uint64 // a bit for each pending unit
	Torn    int      // the unit that is there in part, -1 for none
	Sectors int      // how many sectors of it
}

// Kept reports whether pending unit i is there.
func (s State) Kept(i int) bool { return s.Keep[i/64]>>(i%64)&1 == 1 }

// Nothing returns the state without any of n pending units.
func Nothing(n int) State { return State{Keep: make([]uint64, n/64+1), Torn: -1} }

// With adds unit i.
func (s State) With(i int) State {
	s.Keep = slices.Clone(s.Keep)
	s.Keep[i/64] |= 1 << (i % 64)
	return s
}

// String is what replays the state, together with its moment.
func (s State) String() string {
	var parts []string
	for _, word := range s.Keep {
		parts = append(parts, fmt.Sprintf("%x", word))
	}
	return fmt.Sprintf("%s/%d/%d", strings.Join(parts, "."), s.Torn, s.Sectors)
}

// ParseState reads what String wrote.
func ParseState(text string) (s State, err error) {
	keep, rest, _ := strings.Cut(text, "/")
	for _, word := range strings.Split(keep, ".") {
		var w uint64
		if _, err := fmt.Sscanf(word, "%x", &w); err != nil {
			return s, err
		}
		s.Keep = append(s.Keep, w)
	}
	_, err = fmt.Sscanf(rest, "%d/%d", &s.Torn, &s.Sectors)
	return s, err
}

// bytes returns how much of a write is there.
func (s State) bytes(i int, u *Unit) int {
	if s.Torn == i {
		return min(len(u.data), s.Sectors*Sector)
	}
	return len(u.data)
}

// Sum tells states with the same files apart from others.
func (d *Disk) Sum(pending []*Unit, s State) uint64 {
	type place struct{ node, sector int }
	over := map[place]uint64{} // the sums of the sectors that differ from what is durable
	sums, sizes := map[int]uint64{}, map[int]int64{}
	size := func(n *node) int64 {
		if found, ok := sizes[n.id]; ok {
			return found
		}
		return int64(len(n.content))
	}
	whole := true
	for i, u := range pending {
		if !s.Kept(i) || u.names != nil {
			continue
		}
		bytes := s.bytes(i, u)
		if u.length || u.sums == nil || bytes%Sector != 0 {
			whole = false // rare: the content itself is needed
			break
		}
		if end := u.off + int64(bytes); end > size(u.node) {
			sizes[u.node.id] = end
		}
		for k := range bytes / Sector {
			at := place{u.node.id, int(u.off/Sector) + k}
			old, ok := over[at]
			if !ok && at.sector < len(u.node.sums) {
				old = u.node.sums[at.sector]
			}
			over[at] = u.sums[k]
			sums[u.node.id] ^= old ^ u.sums[k]
		}
	}
	names := d.names(pending, s)
	var out uint64
	for name, n := range names {
		sum := uint64(0)
		switch {
		case n.folder:
		case whole:
			sum = mixed(n.sum^sums[n.id], uint64(size(n)))
		default:
			content := d.content(n, pending, s)
			for k := 0; k*Sector < len(content); k++ {
				sum ^= sectorSum(int64(k), content[k*Sector:min((k+1)*Sector, len(content))])
			}
			sum = mixed(sum, uint64(len(content)))
		}
		out ^= mixed(sum, sectorSum(0, []byte(name)))
	}
	return out
}

// content is what a file holds in a state.
func (d *Disk) content(n *node, pending []*Unit, s State) []byte {
	content := slices.Clone(n.content)
	for i, u := range pending {
		if u.node == n && s.Kept(i) {
			content = u.lay(content, s.bytes(i, u))
		}
	}
	return content
}

// names returns each file and folder that can be reached in a state, by its
// path below the root.
func (d *Disk) names(pending []*Unit, s State) map[string]*node {
	folders := map[*node]map[string]*node{}
	for i, u := range pending {
		if u.names == nil || !s.Kept(i) {
			continue
		}
		if folders[u.node] == nil {
			copied := make(map[string]*node, len(u.node.names)+1)
			for name, child := range u.node.names {
				copied[name] = child
			}
			folders[u.node] = copied
		}
		u.rename(folders[u.node])
	}
	out := map[string]*node{}
	var walk func(prefix string, n *node)
	walk = func(prefix string, n *node) {
		names := n.names
		if changed, ok := folders[n]; ok {
			names = changed
		}
		for name, child := range names {
			out[prefix+name] = child
			if child.folder {
				walk(prefix+name+"/", child)
			}
		}
	}
	walk("", d.tree)
	return out
}
