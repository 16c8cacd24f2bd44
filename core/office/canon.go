package office

import (
	"encoding/binary"
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

func (r *Receipt) canonical(c *canon) {
	c.whole(1, r.Seq)
	c.flag(2, r.LeftOut)
	c.text(3, string(r.SaleID))
	c.text(4, r.OrderID)
	c.text(5, r.PaymentID)
	c.text(6, r.TransactionID)
	c.text(7, r.Reference)
	c.signed(8, r.Minor)
	c.text(9, r.Currency)
	c.text(10, string(r.Route))
	c.text(11, r.Payer.shown)
	c.text(12, r.Institution)
	c.moment(13, r.SettledAt)
	c.text(14, r.Shop)
	c.text(15, r.Place)
	c.text(16, r.Till)
	c.text(17, r.Cashier)
	c.flag(18, r.Late)
}

func (r *AuditRow) canonical(c *canon) {
	c.whole(1, r.Seq)
	c.moment(2, r.At)
	c.text(3, r.By)
	c.text(4, string(r.Action))
	c.text(5, string(r.SaleID))
	c.text(6, r.Detail)
}
