package office

import (
	"cmp"
	"encoding/binary"
	"reflect"
	"slices"
	"time"
)

// canon writes canonical bytes: for each field that is not blank its number, and
// its value in one way only. Numbers of fields are frozen. A field that is added
// later gets the next number, and stays blank in rows from before it existed.
type canon struct{ out []byte }

func (c *canon) text(field byte, s string) {
	if s != "" {
		c.out = append(binary.AppendUvarint(append(c.out, field), uint64(len(s))), s...)
	}
}

func (c *canon) whole(field byte, n uint64) {
	if n != 0 {
		c.out = binary.AppendUvarint(append(c.out, field), n)
	}
}

func (c *canon) signed(field byte, n int64) {
	if n != 0 {
		c.out = binary.AppendVarint(append(c.out, field), n)
	}
}

func (c *canon) flag(field byte, is bool) {
	if is {
		c.out = append(c.out, field)
	}
}

// moment writes microseconds since 1970.
func (c *canon) moment(field byte, t time.Time) {
	if !t.IsZero() {
		c.out = binary.AppendVarint(append(c.out, field), t.UnixMicro())
	}
}

// row writes the fields of a row that a chain or a seal proves, in the order of their
// numbers.
func (c *canon) row(v reflect.Value) {
	for _, f := range proved[v.Type()] {
		switch v := f.Value(v); f.Kind {
		case Number:
			if v.CanUint() {
				c.whole(f.Number, v.Uint())
			} else {
				c.signed(f.Number, v.Int())
			}
		case Flag:
			c.flag(f.Number, v.Bool())
		case Instant:
			c.moment(f.Number, *instant(v))
		case Record:
			if !v.IsZero() {
				var within canon
				within.row(v)
				c.text(f.Number, string(within.out))
			}
		case Account:
			c.text(f.Number, v.Addr().Interface().(*Masked).shown)
		default:
			c.text(f.Number, v.String())
		}
	}
}

// proved are the fields of the rows of chains, in the order of their numbers.
var proved = func() map[reflect.Type][]*Field {
	out := map[reflect.Type][]*Field{}
	for of, all := range descriptions {
		for i := range all {
			if all[i].Number != 0 {
				out[of] = append(out[of], &all[i])
			}
		}
		slices.SortFunc(out[of], func(a, b *Field) int { return cmp.Compare(a.Number, b.Number) })
	}
	return out
}()
