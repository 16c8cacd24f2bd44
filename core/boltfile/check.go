// Package boltfile reads the pages of a bbolt file before bbolt maps it. bbolt believes
// what a page's header says: the size of a damaged free list is allocated, however many
// bytes that are, and a branch that leads back to itself is followed until no memory is
// left. What passes here leads a reader to an end, within the file.
//
// It knows the layout of bbolt's file, and nothing of what is kept in it. It reads, never
// maps, and holds no lock: nobody may write into the file meanwhile.
package boltfile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
)

// The layout of bbolt's pages, in the byte order of the machine.
const (
	header   = 16 // number, flags, count, further pages
	element  = 16 // of a branch and of a leaf alike
	metaSize = 64
	magic    = 0xED0CDAED
	version  = 2

	isBranch = 0x01
	isLeaf   = 0x02
	isFree   = 0x10

	isBucket     = 0x01 // of a leaf's element
	bucketHeader = 16   // of its value: root, sequence
	noFreelist   = 1<<64 - 1
	manyFree     = 0xFFFF // the count stands in the first element
	first        = 2      // after the two meta pages
)

var order = binary.NativeEndian

// Check reports what in the file would lead bbolt beyond its end, round in circles or
// to allocate what nobody needs; nil for nothing. With whole it reads every page, else
// all but leaves. A file that bbolt takes for no database is none of its concern.
func Check(file io.ReaderAt, size int64, whole bool) error {
	m, ok, err := newest(file, size)
	if err != nil || !ok {
		return err
	}
	c := checker{file: file, pageSize: uint64(m.pageSize), end: m.end, whole: whole, seen: map[uint64]bool{}}
	if c.end > uint64(size)/c.pageSize {
		return fmt.Errorf("it ends at %d bytes, before its page %d", size, c.end)
	}
	if m.freelist != noFreelist {
		if err := c.freelist(m.freelist); err != nil {
			return err
		}
	}
	if err := c.tree(m.root, true); err != nil {
		return err
	}
	for _, id := range c.leaves {
		if c.seen[id] {
			return fmt.Errorf("page %d is reached twice", id)
		}
		c.seen[id] = true
	}
	for _, id := range c.free { // it would be written over
		if c.seen[id] {
			return fmt.Errorf("page %d is in use and free, or free twice", id)
		}
		c.seen[id] = true
	}
	return nil
}

// meta is what a meta page says.
type meta struct {
	pageSize       uint32
	root, freelist uint64
	end            uint64 // the first page that was never used
	transaction    uint64
}

// newest is the meta page that bbolt goes by; false where there is none.
func newest(file io.ReaderAt, size int64) (best meta, found bool, err error) {
	for at := int64(0); at < size && at <= 64<<10; at = max(512, at*2) {
		var b [header + metaSize]byte
		if _, err := file.ReadAt(b[:], at); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return best, false, err
		}
		m := b[header:]
		sum := fnv.New64a()
		_, _ = sum.Write(m[:56])
		one := meta{pageSize: order.Uint32(m[8:]), root: order.Uint64(m[16:]), freelist: order.Uint64(m[32:]), end: order.Uint64(m[40:]),
			transaction: order.Uint64(m[48:])}
		sound := order.Uint32(m) == magic && order.Uint32(m[4:]) == version && order.Uint64(m[56:]) == sum.Sum64() &&
			one.pageSize >= 512 && one.pageSize&(one.pageSize-1) == 0 && (at == 0 || at == int64(one.pageSize))
		if sound && (!found || one.transaction > best.transaction) {
			best, found = one, true
		}
	}
	return best, found, nil
}

// checker goes through one file.
type checker struct {
	file     io.ReaderAt
	pageSize uint64
	end      uint64
	whole    bool
	seen     map[uint64]bool // pages that were read
	leaves   []uint64        // pages that were not
	free     []uint64        // pages that the free list names
}

// page is one with those that belong to it.
type page struct {
	id           uint64
	flags, count uint16
	content      []byte // the header too
}

// read reads a page, and all of it that its header speaks of.
func (c *checker) read(id uint64) (p page, err error) {
	if id < first || id >= c.end {
		return p, fmt.Errorf("page %d of %d", id, c.end)
	}
	var head [header]byte
	if _, err := c.file.ReadAt(head[:], int64(id*c.pageSize)); err != nil {
		return p, err
	}
	further := uint64(order.Uint32(head[12:]))
	p = page{id: id, flags: order.Uint16(head[8:]), count: order.Uint16(head[10:])}
	switch {
	case order.Uint64(head[:]) != id:
		return p, fmt.Errorf("page %d says that it is page %d", id, order.Uint64(head[:]))
	case further >= c.end-id:
		return p, fmt.Errorf("page %d has %d further ones, of %d in all", id, further, c.end)
	}
	for also := id; also <= id+further; also++ { // each page is read once, or a small file could keep one reading for hours
		if c.seen[also] {
			return p, fmt.Errorf("page %d is reached twice", also)
		}
		c.seen[also] = true
	}
	p.content = make([]byte, (further+1)*c.pageSize)
	_, err = c.file.ReadAt(p.content, int64(id*c.pageSize))
	return p, err
}

// freelist looks at the list of free pages.
func (c *checker) freelist(id uint64) error {
	p, err := c.read(id)
	if err != nil {
		return fmt.Errorf("free list: %w", err)
	}
	if p.flags != isFree {
		return fmt.Errorf("free list: page %d is of kind %#x", id, p.flags)
	}
	ids, count := p.content[header:], uint64(p.count)
	if p.count == manyFree {
		count, ids = order.Uint64(ids), ids[8:]
	}
	if count > uint64(len(ids))/8 {
		return fmt.Errorf("free list: %d pages in %d bytes", count, len(ids))
	}
	for ; count > 0; count-- {
		free := order.Uint64(ids)
		if free < first || free >= c.end {
			return fmt.Errorf("free list: page %d of %d", free, c.end)
		}
		c.free = append(c.free, free)
		ids = ids[8:]
	}
	return nil
}

// tree walks from the root of a bucket. That of buckets is read with its leaves.
func (c *checker) tree(root uint64, ofBuckets bool) error {
	for next := []uint64{root}; len(next) > 0; {
		id := next[len(next)-1]
		next = next[:len(next)-1]
		p, err := c.read(id)
		if err != nil {
			return err
		}
		switch p.flags {
		case isBranch:
			below, err := c.branch(p)
			if err != nil {
				return err
			}
			if c.whole || ofBuckets {
				next = append(next, below...)
				continue
			}
			kind, err := c.kind(below[0])
			if err != nil {
				return err
			}
			if kind == isLeaf {
				c.leaves = append(c.leaves, below...)
			} else {
				next = append(next, below...)
			}
		case isLeaf:
			if err := c.leaf(p.content, p.count, ofBuckets); err != nil {
				return fmt.Errorf("page %d: %w", id, err)
			}
		default:
			return fmt.Errorf("page %d is of kind %#x", id, p.flags)
		}
	}
	return nil
}

// kind is that of a page.
func (c *checker) kind(id uint64) (uint16, error) {
	var head [header]byte
	_, err := c.file.ReadAt(head[:], int64(id*c.pageSize))
	return order.Uint16(head[8:]), err
}

// branch returns the pages below one.
func (c *checker) branch(p page) (below []uint64, err error) {
	if p.count == 0 || header+element*uint64(p.count) > uint64(len(p.content)) {
		return nil, fmt.Errorf("page %d: %d elements in %d bytes", p.id, p.count, len(p.content))
	}
	for at := uint64(header); len(below) < int(p.count); at += element {
		e := p.content[at:]
		if at+uint64(order.Uint32(e))+uint64(order.Uint32(e[4:])) > uint64(len(p.content)) {
			return nil, fmt.Errorf("page %d: a key beyond its end", p.id)
		}
		child := order.Uint64(e[8:])
		if child < first || child >= c.end {
			return nil, fmt.Errorf("page %d leads to page %d of %d", p.id, child, c.end)
		}
		below = append(below, child)
	}
	return below, nil
}

// leaf looks at the elements of a leaf, or of one within a bucket's value, and
// follows those that are buckets.
func (c *checker) leaf(content []byte, count uint16, ofBuckets bool) error {
	if header+element*uint64(count) > uint64(len(content)) {
		return fmt.Errorf("%d elements in %d bytes", count, len(content))
	}
	for at, n := uint64(header), uint16(0); n < count; at, n = at+element, n+1 {
		e := content[at:]
		value := at + uint64(order.Uint32(e[4:])) + uint64(order.Uint32(e[8:]))
		end := value + uint64(order.Uint32(e[12:]))
		switch {
		case end > uint64(len(content)):
			return errors.New("a record beyond its end")
		case order.Uint32(e)&isBucket == 0:
			continue
		case !ofBuckets: // a store has no buckets in buckets
			return errors.New("a bucket among records")
		case end-value < bucketHeader:
			return fmt.Errorf("a bucket of %d bytes", end-value)
		}
		if root := order.Uint64(content[value:]); root != 0 {
			if err := c.tree(root, false); err != nil {
				return err
			}
			continue
		}
		inline := content[value+bucketHeader : end]
		if len(inline) < header || order.Uint16(inline[8:]) != isLeaf {
			return errors.New("a bucket without a page")
		}
		if err := c.leaf(inline, order.Uint16(inline[10:]), false); err != nil {
			return err
		}
	}
	return nil
}
