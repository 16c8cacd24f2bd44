package codec

import (
	"encoding/binary"

	"sanduq/core/journal"
)

// AppendReceipt appends a receipt to a slice.
func AppendReceipt(to []byte, r *journal.Receipt) ([]byte, error) { return encode(to, r, walkReceipt) }

// DecodeReceipt reads what AppendReceipt wrote.
func DecodeReceipt(from []byte, r *journal.Receipt) error {
	*r = journal.Receipt{}
	return decode(from, r, walkReceipt)
}

// walkReceipt shows the fields in their frozen order.
func walkReceipt(c *coder, r *journal.Receipt) {
	c.whole(&r.Seq)
	c.sale(&r.SaleID)
	c.order(&r.OrderID, r.SaleID)
	text(c, &r.PaymentID)
	text(c, &r.TransactionID)
	walkAmount(c, &r.Amount)
	text(c, &r.Route)
	text(c, &r.Payer)
	text(c, &r.Institution)
	c.moment(&r.SettledAt)
	text(c, &r.Shop)
	text(c, &r.Place)
	text(c, &r.Till)
	text(c, &r.Cashier)
	text(c, &r.Environment)
	text(c, &r.Reference)
	c.boolean(&r.Late)
	c.whole(&r.Shift)
	c.whole(&r.Opened)
}

// AppendAudit appends an audit row to a slice.
func AppendAudit(to []byte, r *journal.AuditRow) ([]byte, error) { return encode(to, r, walkAudit) }

// DecodeAudit reads what AppendAudit wrote.
func DecodeAudit(from []byte, r *journal.AuditRow) error {
	*r = journal.AuditRow{}
	return decode(from, r, walkAudit)
}

func walkAudit(c *coder, r *journal.AuditRow) {
	c.whole(&r.Seq)
	c.moment(&r.At)
	text(c, &r.By)
	text(c, &r.Action)
	c.sale(&r.SaleID)
	text(c, &r.Detail)
	text(c, &r.LentBy)
}

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
