package codec

import (
	"encoding/binary"

	"sanduq/core/journal"
)

// sales passes a list of sales.
func (c *coder) sales(ids *[]journal.SaleID) {
	list(c, ids)
	for i := range *ids {
		c.plainSale(&(*ids)[i])
	}
	endList(c, ids)
}

// plainSale passes the ID of a sale that is always there: one more than the
// number that it is packed into, or zero and a text.
func (c *coder) plainSale(id *journal.SaleID) {
	switch c.mode {
	case blanking:
		*id = ""
	case writing:
		if packed, fits := Pack(*id); fits {
			c.out = binary.AppendUvarint(c.out, packed+1)
			return
		}
		c.out = append(c.out, 0)
		c.putText(string(*id))
	case reading:
		switch packed := c.number(); {
		case packed == 0:
			*id = journal.SaleID(c.getText())
		case packed > packedEnd:
			c.bad = true
		default:
			*id = Unpack(packed - 1)
		}
	}
}

// sale passes the ID of a sale: a number where it can be packed, else a text.
func (c *coder) sale(id *journal.SaleID) {
	if c.mode == blanking {
		*id = ""
		return
	}
	packed, fits := uint64(0), false
	if c.mode == writing {
		packed, fits = Pack(*id)
	}
	if !c.flag(fits) {
		text(c, id)
		return
	}
	c.bit++ // of the text that is not passed
	if c.mode == writing {
		c.out = binary.AppendUvarint(c.out, packed)
		return
	}
	if packed = c.number(); packed >= packedEnd {
		c.bad = true
		return
	}
	*id = Unpack(packed)
}
