package codec

import (
	"encoding/binary"
	"encoding/json"
	"reflect"
	"sync"

	"sanduq/core/journal"
)

// Form is how the records of a type are written. It may be used from any goroutine.
type Form[T any] struct{ walk func(*coder, *T) }

// The forms of all records but sales, which do without their IDs.
var (
	Receipts  = Form[journal.Receipt]{flatOf[journal.Receipt]().walk}
	Audit     = Form[journal.AuditRow]{flatOf[journal.AuditRow]().walk}
	Cash      = Form[journal.CashReceipt]{flatOf[journal.CashReceipt]().walk}
	Movements = Form[journal.Movement]{flatOf[journal.Movement]().walk}
	DebtRows  = Form[journal.DebtRow]{flatOf[journal.DebtRow]().walk}
	Shifts    = Form[ShiftRecord]{walkShift}
	Zs        = Form[journal.Z]{walkZ}
	Debts     = Form[DebtRecord]{walkDebt}
)

// Append appends a record to a slice.
func (f Form[T]) Append(to []byte, record *T) ([]byte, error) { return encode(to, record, f.walk) }

// Decode reads what Append wrote. Error: ErrMalformed.
func (f Form[T]) Decode(from []byte, record *T) error {
	var none T
	*record = none
	return decode(from, record, f.walk)
}

// encode writes a record: walk shows every known field of a T.
func encode[T any](to []byte, record *T, walk func(*coder, *T)) ([]byte, error) {
	return encodeAs(to, version, record, walk)
}

// encodeAs writes a record of a version: the second one has the second half of
// the mask too.
func encodeAs[T any](to []byte, as byte, record *T, walk func(*coder, *T)) ([]byte, error) {
	rest := *record
	walk(&coder{mode: blanking}, &rest)
	var blank T
	var extra []byte
	if !reflect.DeepEqual(rest, blank) {
		var err error
		if extra, err = json.Marshal(rest); err != nil {
			return nil, err
		}
	}
	c := coder{mode: writing, out: make([]byte, 0, 512)}
	walk(&c, record)
	c.flag(extra != nil)
	to = append(to, as)
	to = binary.AppendUvarint(to, c.mask[0])
	if as == wideVersion {
		to = binary.AppendUvarint(to, c.mask[1])
	}
	to = append(to, c.out...)
	return append(to, extra...), nil
}

// coders are kept for the next reading: a page reads fifty records.
var coders = sync.Pool{New: func() any { return new(coder) }}

func (c *coder) release() {
	c.in, c.texts = "", [maxTexts]string{}
	coders.Put(c)
}

// readMask reads what a record begins with, behind its version.
func (c *coder) readMask(as byte) {
	c.mask[0] = c.number()
	if as == wideVersion {
		c.mask[1] = c.number()
	}
}

// decode reads a record into a zero T.
func decode[T any](from []byte, record *T, walk func(*coder, *T)) error {
	return decodeAs(from, version, record, walk)
}

// decodeAs reads a record of a version.
func decodeAs[T any](from []byte, as byte, record *T, walk func(*coder, *T)) error {
	if len(from) == 0 || from[0] != as {
		return ErrMalformed
	}
	c := coders.Get().(*coder)
	defer c.release()
	*c = coder{mode: reading, in: string(from[1:]), texts: c.texts} // one copy; the texts are parts of it
	c.readMask(as)
	walk(c, record)
	extra := c.flag(false)
	if c.bad || c.mask.beyond(c.bit) || extra == (c.in == "") {
		return ErrMalformed
	}
	if !extra {
		return nil
	}
	// What is known stands in its fields; JSON may only add to it.
	fresh := *record
	if err := json.Unmarshal([]byte(c.in), &fresh); err != nil {
		return ErrMalformed
	}
	again := &coder{mode: reading, in: string(from[1:])}
	again.readMask(as)
	walk(again, &fresh)
	*record = fresh
	return nil
}
