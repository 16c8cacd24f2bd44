package codec

import (
	"encoding/binary"
	"reflect"
	"slices"
	"strings"
	"time"

	"sanduq/core/journal"
)

// mode is what a coder does with the fields that it is shown. One walk over a
// struct serves all three, so that writing and reading cannot differ.
type mode uint8

const (
	writing mode = iota
	reading
	blanking // sets each known field to its zero value
)

// maxTexts is how many texts of one record can be referred to.
const maxTexts = 24

// mask says which fields of a record are there. Records of the first version have
// its first half alone.
type mask [2]uint64

func (m *mask) has(bit uint) bool { return m[bit/64]>>(bit%64)&1 == 1 }

func (m *mask) set(bit uint) { m[bit/64] |= 1 << (bit % 64) }

// beyond reports whether a bit from one on is set.
func (m *mask) beyond(bit uint) bool {
	if bit < 64 {
		return m[0]>>bit != 0 || m[1] != 0
	}
	return m[1]>>(bit-64) != 0
}

// coder goes through the fields of one record.
type coder struct {
	mode  mode
	mask  mask // a bit for each field in turn: it is there, or it is true
	bit   uint
	out   []byte // writing
	in    string // reading: what is left
	bad   bool
	texts [maxTexts]string // literal texts so far, for references
	seen  int
	clock int64 // seconds of the time before
}

// flag passes one bit.
func (c *coder) flag(is bool) bool {
	if c.mode == reading {
		is = c.mask.has(c.bit)
	} else if is {
		c.mask.set(c.bit)
	}
	c.bit++
	return is
}

func (c *coder) boolean(v *bool) {
	is := c.flag(*v)
	*v = is && c.mode != blanking
}

// text passes a string that may be absent.
func text[S ~string](c *coder, v *S) {
	if c.flag(*v != "") {
		plainText(c, v)
	}
}

// The low bits of a text's first number.
const (
	kindLiteral   = 0 // the rest is its length
	kindWord      = 1 // the rest is a word's number
	kindReference = 2 // the rest is which literal of this record
)

// plainText passes a string that is always there.
func plainText[S ~string](c *coder, v *S) {
	switch c.mode {
	case writing:
		c.putText(string(*v))
	case reading:
		*v = S(c.getText())
	default:
		*v = ""
	}
}

func (c *coder) putText(s string) {
	if n, ok := wordNumbers[s]; ok {
		c.out = binary.AppendUvarint(c.out, n<<2|kindWord)
		return
	}
	for i, known := range c.texts[:c.seen] {
		if known == s {
			c.out = binary.AppendUvarint(c.out, uint64(i)<<2|kindReference)
			return
		}
	}
	c.remember(s)
	c.out = append(binary.AppendUvarint(c.out, uint64(len(s))<<2|kindLiteral), s...)
}

func (c *coder) getText() string {
	n := c.number()
	kind, n := n&3, n>>2
	switch {
	case kind == kindWord && n < uint64(len(words)):
		return words[n]
	case kind == kindReference && n < uint64(c.seen):
		return c.texts[n]
	case kind == kindLiteral && n <= uint64(len(c.in)):
		s := c.in[:n]
		c.in = c.in[n:]
		c.remember(s)
		return s
	}
	c.bad = true
	return ""
}

func (c *coder) remember(s string) {
	if c.seen < len(c.texts) {
		c.texts[c.seen] = s
		c.seen++
	}
}

// number reads a uvarint.
func (c *coder) number() uint64 {
	var n uint64
	for i := 0; i < len(c.in) && i < binary.MaxVarintLen64; i++ {
		b := c.in[i]
		if n |= uint64(b&0x7f) << (7 * i); b < 0x80 {
			if i == binary.MaxVarintLen64-1 && b > 1 {
				break
			}
			c.in = c.in[i+1:]
			return n
		}
	}
	c.bad, c.in = true, ""
	return 0
}

// whole passes a number that is never negative and may be absent.
func (c *coder) whole(v *uint64) {
	if c.flag(*v != 0) {
		c.plainWhole(v)
	}
}

func (c *coder) plainWhole(v *uint64) {
	switch c.mode {
	case writing:
		c.out = binary.AppendUvarint(c.out, *v)
	case reading:
		*v = c.number()
	default:
		*v = 0
	}
}

// signed passes a number that may be absent.
func signed[I ~int | ~int64](c *coder, v *I) {
	if c.flag(*v != 0) {
		plainSigned(c, v)
	}
}

func plainSigned[I ~int | ~int64](c *coder, v *I) {
	switch c.mode {
	case writing:
		c.out = binary.AppendVarint(c.out, int64(*v))
	case reading:
		*v = I(unzigzag(c.number()))
	default:
		*v = 0
	}
}

func unzigzag(n uint64) int64 { return int64(n>>1) ^ -int64(n&1) }

// moment passes a time that may be absent.
func (c *coder) moment(v *time.Time) {
	if c.flag(!v.IsZero()) {
		c.plainMoment(v)
	}
}

// plainMoment passes an instant: the seconds since the one before, then the
// rest of a second. The zone is not kept.
func (c *coder) plainMoment(v *time.Time) {
	switch c.mode {
	case writing:
		seconds := v.Unix()
		c.out = binary.AppendVarint(c.out, seconds-c.clock)
		c.out = binary.AppendUvarint(c.out, uint64(v.Nanosecond()))
		c.clock = seconds
	case reading:
		c.clock += unzigzag(c.number())
		nanos := c.number()
		if nanos >= uint64(time.Second) {
			c.bad = true
			return
		}
		*v = time.Unix(c.clock, int64(nanos)).UTC()
	default:
		*v = time.Time{}
	}
}

// list passes the length of a list and makes it. After its elements, endList
// is to be called.
func list[E any](c *coder, v *[]E) {
	if c.flag(len(*v) > 0) {
		plainList(c, v)
	}
}

// plainList passes the length of a list that is always there, perhaps empty.
func plainList[E any](c *coder, v *[]E) {
	switch c.mode {
	case writing:
		c.out = binary.AppendUvarint(c.out, uint64(len(*v)))
	case reading:
		if n := c.count(); len(*v) != n {
			*v = make([]E, n)
		}
	default:
		*v = append([]E(nil), *v...)
	}
}

// count reads how many elements follow: each takes a byte at least.
func (c *coder) count() int {
	n := c.number()
	if n > uint64(len(c.in)) {
		c.bad, n = true, 0
	}
	return int(n)
}

// endList drops a blanked list of which nothing is left.
func endList[E comparable](c *coder, v *[]E) {
	var blank E
	if c.mode == blanking && !slices.ContainsFunc(*v, func(e E) bool { return e != blank }) {
		*v = nil
	}
}

// endLists is endList for elements that hold lists themselves.
func endLists[E any](c *coder, v *[]E) {
	if c.mode == blanking && !slices.ContainsFunc(*v, func(e E) bool { return !reflect.ValueOf(&e).Elem().IsZero() }) {
		*v = nil
	}
}

// optional passes whether a pointer is set and makes what it points to. It
// reports whether there are fields to pass; endOptional is to be called after
// them.
func optional[E any](c *coder, v **E) bool {
	if !c.flag(*v != nil) {
		return false
	}
	switch {
	case c.mode == reading && *v == nil:
		*v = new(E)
	case c.mode == blanking:
		copied := **v
		*v = &copied
	}
	return true
}

// endOptional drops a blanked value of which nothing is left.
func endOptional[E comparable](c *coder, v **E) {
	var blank E
	if c.mode == blanking && **v == blank {
		*v = nil
	}
}

// order passes an order's name, which mostly begins with the sale's own.
func (c *coder) order(v *string, id journal.SaleID) {
	if c.mode == blanking {
		*v = ""
		return
	}
	var room [32]byte
	name := append(appendPaper(room[:0], id), '-')
	if !c.flag(strings.HasPrefix(*v, string(name))) {
		text(c, v)
		return
	}
	c.bit++ // of the text that is not passed
	if c.mode == writing {
		c.putText((*v)[len(name):])
	} else {
		tail := c.getText()
		*v = string(append(name, tail...))
	}
	c.remember(*v) // the session calls the order the same
}
