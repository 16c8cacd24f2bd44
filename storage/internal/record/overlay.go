package record

import (
	"bytes"
	"maps"
	"slices"

	"go.etcd.io/bbolt"
)

// entry is what a key holds that has not reached its bucket's tree yet.
type entry struct {
	key, value []byte // value nil: the key was removed
}

// table holds the entries of one bucket, sorted by key, each key once.
type table []entry

func (t table) find(key []byte) (at int, there bool) {
	return slices.BinarySearchFunc(t, key, func(e entry, key []byte) int { return bytes.Compare(e.key, key) })
}

// put returns the table with a key's new value. It writes into t.
func (t table) put(key, value []byte) table {
	at, there := t.find(key)
	if there {
		t[at].value = value
		return t
	}
	return slices.Insert(t, at, entry{key, value})
}

// Overlay lies over the trees of a file: what the journal holds of each
// bucket. A reader's never changes. A writer's is a fork of it, which takes
// what is put and keeps it apart too, to be appended to the journal.
type Overlay struct {
	Tables map[string]table
	Size   int    // bytes that were put
	Fresh  *fresh // of a writer; nil for a reader
}

// fresh is what one writer put.
type fresh struct {
	tables map[string]table
	owned  map[string]bool // tables of the overlay that no reader knows
}

func NewOverlay() *Overlay { return &Overlay{Tables: map[string]table{}} }

// fork returns an overlay for a writer, beginning where o stands. It holds what
// o's own writer put. o is left as it is.
func (o *Overlay) fork() *Overlay {
	out := &Overlay{Tables: maps.Clone(o.Tables), Size: o.Size, Fresh: &fresh{map[string]table{}, map[string]bool{}}}
	if o.Fresh != nil {
		for name, t := range o.Fresh.tables {
			out.Fresh.tables[name] = slices.Clone(t)
		}
	}
	return out
}

// put takes a key's new value, nil for its removal. Both are kept.
func (o *Overlay) put(name string, key, value []byte) {
	if f := o.Fresh; f != nil {
		if !f.owned[name] {
			f.owned[name] = true
			o.Tables[name] = append(make(table, 0, len(o.Tables[name])+16), o.Tables[name]...)
		}
		f.tables[name] = f.tables[name].put(key, value)
	}
	o.Size += len(key) + len(value)
	o.Tables[name] = o.Tables[name].put(key, value)
}

// Cursor walks a bucket as bbolt's own does, with what lies over it. It sees
// the overlay as it was when the cursor was made.
type Cursor struct {
	tree       *bbolt.Cursor
	over       table
	key, value []byte // of the tree: the nearest one in the direction of the last step; nil beyond its end
	at         int    // the same in over; len(over) or -1 beyond its end
	back       bool   // the last step went back
	now        []byte // where the cursor stands; nil beyond an end
}

func (c *Cursor) First() (key, value []byte) {
	if len(c.over) == 0 {
		return c.tree.First()
	}
	c.key, c.value = c.tree.First()
	c.at, c.back = 0, false
	return c.forward()
}

func (c *Cursor) Last() (key, value []byte) {
	if len(c.over) == 0 {
		return c.tree.Last()
	}
	c.key, c.value = c.tree.Last()
	c.at, c.back = len(c.over)-1, true
	return c.backward()
}

// Seek goes to a key, or to the next one behind it.
func (c *Cursor) Seek(to []byte) (key, value []byte) {
	if len(c.over) == 0 {
		return c.tree.Seek(to)
	}
	c.key, c.value = c.tree.Seek(to)
	c.at, _ = c.over.find(to)
	c.back = false
	return c.forward()
}

func (c *Cursor) Next() (key, value []byte) {
	if len(c.over) == 0 {
		return c.tree.Next()
	}
	switch {
	case c.back: // both stand before what comes next, or on it
		if c.key == nil {
			c.key, c.value = c.tree.First()
		} else {
			c.key, c.value = c.tree.Next()
		}
		c.at, c.back = c.at+1, false
	default:
		c.skip(c.tree.Next, 1)
	}
	return c.forward()
}

func (c *Cursor) Prev() (key, value []byte) {
	if len(c.over) == 0 {
		return c.tree.Prev()
	}
	switch {
	case !c.back: // both stand behind what comes next, or on it
		if c.key == nil {
			c.key, c.value = c.tree.Last()
		} else {
			c.key, c.value = c.tree.Prev()
		}
		c.at, c.back = c.at-1, true
	default:
		c.skip(c.tree.Prev, -1)
	}
	return c.backward()
}

// skip moves on whatever stands where the cursor does.
func (c *Cursor) skip(step func() (key, value []byte), by int) {
	if c.now == nil {
		return
	}
	if c.at >= 0 && c.at < len(c.over) && bytes.Equal(c.over[c.at].key, c.now) {
		c.at += by
	}
	if bytes.Equal(c.key, c.now) {
		c.key, c.value = step()
	}
}

// forward settles on the lower one of the tree's key and the overlay's that was
// not removed.
func (c *Cursor) forward() (key, value []byte) {
	for c.at < len(c.over) {
		over := c.over[c.at]
		order := 1
		if c.key != nil {
			order = bytes.Compare(c.key, over.key)
		}
		if order < 0 {
			break
		}
		if over.value != nil {
			c.now = over.key
			return over.key, over.value
		}
		if c.at++; order == 0 {
			c.key, c.value = c.tree.Next()
		}
	}
	c.now = c.key
	return c.key, c.value
}

// backward settles on the higher one.
func (c *Cursor) backward() (key, value []byte) {
	for c.at >= 0 {
		over := c.over[c.at]
		order := -1
		if c.key != nil {
			order = bytes.Compare(c.key, over.key)
		}
		if order > 0 {
			break
		}
		if over.value != nil {
			c.now = over.key
			return over.key, over.value
		}
		if c.at--; order == 0 {
			c.key, c.value = c.tree.Prev()
		}
	}
	c.now = c.key
	return c.key, c.value
}
