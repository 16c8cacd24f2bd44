// Package disk is a model of a disk that may lose power: from the system calls
// of a program it builds every state in which the disk can be found
// afterwards.
//
// What was written to a file before its last completed sync is there. Of what
// came later each write may be there or not, in any combination, and one may
// be there in part, up to a sector. The same holds for a file's length, and
// for the names in a folder until that folder was synced: no order is promised
// between any two of them. A sync that failed leaves its writes in doubt for
// ever, unless they are made again: the kernel takes such pages for clean.
package disk

import (
	"errors"
	"fmt"
	"path"
	"sort"
	"strings"

	"sanduq/core/tests/strace"
)

// Sector is what a disk writes as a whole.
const Sector = 512

// Unit is one thing that a power cut may undo.
type Unit struct {
	seq   int
	began int
	ended int
	node  *node
	// A write has data, a change of length has none.
	off    int64
	data   []byte
	sums   []uint64 // of the data's sectors, when they are whole ones
	size   int64
	length bool
	// A change of names: each gets a node, or nil.
	names []entry
	// indeterminate: its sync failed, another one does not help.
	indeterminate bool
}

type entry struct {
	name string
	node *node
}

// Sectors is how many sectors a write covers; 0 for what is no write.
func (u *Unit) Sectors() int { return (len(u.data) + Sector - 1) / Sector }

// String names the unit in a report.
func (u *Unit) String() string {
	switch {
	case u.names != nil:
		var parts []string
		for _, e := range u.names {
			verb := "+"
			if e.node == nil {
				verb = "-"
			}
			parts = append(parts, verb+e.name)
		}
		return strings.Join(parts, " ")
	case u.length:
		return fmt.Sprintf("node %d is %d bytes", u.node.id, u.size)
	}
	return fmt.Sprintf("node %d %d+%d", u.node.id, u.off, len(u.data))
}

// node is a file or a folder.
type node struct {
	id      int
	folder  bool
	content []byte   // durable
	sums    []uint64 // of its sectors
	sum     uint64   // of the whole
	names   map[string]*node
	live    map[string]*node // as the running program sees it
	pending []*Unit
}

// Disk is the disk at one moment of the recording.
type Disk struct {
	root  string
	tree  *node
	nodes []*node
	seq   int
}

// New returns a disk that holds nothing but the folder root.
func New(root string) *Disk {
	d := &Disk{root: path.Clean(root)}
	d.tree = d.add(true)
	return d
}

func (d *Disk) add(folder bool) *node {
	n := &node{id: len(d.nodes), folder: folder}
	if folder {
		n.names, n.live = map[string]*node{}, map[string]*node{}
	}
	d.nodes = append(d.nodes, n)
	return n
}

// find returns what the running program finds at a path, and its folder.
func (d *Disk) find(file string) (folder *node, name string, found *node) {
	if file == d.root {
		return nil, "", d.tree
	}
	rest, inside := strings.CutPrefix(file, d.root+"/")
	if !inside {
		return nil, "", nil
	}
	folder = d.tree
	parts := strings.Split(rest, "/")
	for _, part := range parts[:len(parts)-1] {
		if folder = folder.live[part]; folder == nil {
			return nil, "", nil
		}
	}
	name = parts[len(parts)-1]
	return folder, name, folder.live[name]
}

var errNowhere = errors.New("a path that the recording never made")

// Apply takes the step of one call. Calls outside of the root change nothing.
func (d *Disk) Apply(c strace.Call) error {
	folder, name, found := d.find(c.Path)
	if folder == nil && found == nil {
		if strings.HasPrefix(c.Path, d.root+"/") {
			return fmt.Errorf("%s: %w", c.Path, errNowhere)
		}
		return nil
	}
	switch c.Kind {
	case strace.Create, strace.Truncate:
		if found == nil {
			found = d.add(false)
			d.rename(folder, c, entry{name, found})
		} else if c.Kind == strace.Truncate {
			d.pend(found, c, &Unit{length: true, size: c.Size})
		}
	case strace.Mkdir:
		d.rename(folder, c, entry{name, d.add(true)})
	case strace.Write:
		if found == nil {
			return fmt.Errorf("%s: %w", c.Path, errNowhere)
		}
		d.pend(found, c, &Unit{off: c.Off, data: c.Data, sums: sectorSums(c.Off, c.Data)})
	case strace.Sync:
		if found != nil {
			found.sync(c)
		}
	case strace.Unlink:
		d.rename(folder, c, entry{name, nil})
	case strace.Link, strace.Rename:
		into, to, _ := d.find(c.To)
		if into != folder {
			return fmt.Errorf("%s to %s: between two folders", c.Path, c.To)
		}
		if c.Kind == strace.Link {
			d.rename(folder, c, entry{to, found})
		} else {
			d.rename(folder, c, entry{name, nil}, entry{to, found})
		}
	}
	return nil
}

func (d *Disk) pend(n *node, c strace.Call, u *Unit) {
	d.seq++
	u.seq, u.node, u.began, u.ended = d.seq, n, c.Began, c.Ended
	n.pending = append(n.pending, u)
}

func (d *Disk) rename(folder *node, c strace.Call, names ...entry) {
	for _, e := range names {
		if folder.live[e.name] = e.node; e.node == nil {
			delete(folder.live, e.name)
		}
	}
	d.pend(folder, c, &Unit{names: names})
}

// sync makes durable what had ended before the call began. A failed one leaves
// it in doubt.
func (n *node) sync(c strace.Call) {
	var stay []*Unit
	for i, u := range n.pending {
		switch {
		case c.Failed:
			u.indeterminate = u.data != nil
			stay = append(stay, u)
		case u.ended >= c.Began:
			stay = append(stay, u)
		case u.indeterminate:
			if !madeAgain(u, n.pending[i+1:], c) {
				stay = append(stay, u)
			}
		default:
			n.makeDurable(u)
		}
	}
	n.pending = stay
}

// madeAgain reports whether a later write of the same place is made durable by
// this sync.
func madeAgain(u *Unit, later []*Unit, c strace.Call) bool {
	for _, l := range later {
		if !l.indeterminate && l.ended < c.Began && l.data != nil && u.data != nil && l.off <= u.off &&
			l.off+int64(len(l.data)) >= u.off+int64(len(u.data)) {
			return true
		}
	}
	return false
}

// makeDurable makes a unit durable.
func (n *node) makeDurable(u *Unit) {
	if n.folder {
		u.rename(n.names)
		return
	}
	if u.length {
		n.resize(u.size)
		return
	}
	end := u.off + int64(len(u.data))
	if end > int64(len(n.content)) {
		n.resize(end)
	}
	copy(n.content[u.off:], u.data)
	n.resum(u.off, end)
}

func (u *Unit) rename(names map[string]*node) {
	for _, e := range u.names {
		if names[e.name] = e.node; e.node == nil {
			delete(names, e.name)
		}
	}
}

func (n *node) resize(size int64) {
	if size <= int64(len(n.content)) {
		n.content = n.content[:size:size]
	} else {
		n.content = append(n.content, make([]byte, size-int64(len(n.content)))...)
	}
	n.sums = nil
	n.resum(0, size)
}

// Pending returns what a power cut at this moment may undo, oldest first.
func (d *Disk) Pending() []*Unit {
	var all []*Unit
	for _, n := range d.nodes {
		all = append(all, n.pending...)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].seq < all[j].seq })
	return all
}

// Live returns the content of each file as the running program sees it, by its
// path below the root, to be compared with the real ones.
func (d *Disk) Live() map[string][]byte {
	out := map[string][]byte{}
	var walk func(prefix string, n *node)
	walk = func(prefix string, n *node) {
		for name, child := range n.live {
			if child.folder {
				walk(prefix+name+"/", child)
				continue
			}
			content := append([]byte(nil), child.content...)
			for _, u := range child.pending {
				content = u.lay(content, len(u.data))
			}
			out[prefix+name] = content
		}
	}
	walk("", d.tree)
	return out
}

// lay puts the first bytes of a unit upon a content.
func (u *Unit) lay(content []byte, bytes int) []byte {
	end := u.off + int64(bytes)
	if u.length {
		end = u.size
		if end < int64(len(content)) {
			return content[:end]
		}
	}
	if end > int64(len(content)) {
		content = append(content, make([]byte, end-int64(len(content)))...)
	}
	copy(content[u.off:], u.data[:bytes])
	return content
}
