package codec

import (
	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
)

// AppendSale appends a sale to a slice. Its ID is not written: it is the key
// under which the store keeps it.
func AppendSale(to []byte, s *journal.Sale) ([]byte, error) {
	if s.Shift == 0 && s.CashSeq == 0 && s.Booked == "" && !s.OwedDoubt {
		return encode(to, s, walkSale)
	}
	return encodeAs(to, wideVersion, s, walkWideSale)
}

// DecodeSale reads what AppendSale wrote for a sale of this ID.
func DecodeSale(from []byte, id journal.SaleID, s *journal.Sale) error {
	*s = journal.Sale{ID: id}
	if len(from) > 0 && from[0] == wideVersion {
		return decodeAs(from, wideVersion, s, identified(id, walkWideSale))
	}
	return decode(from, s, identified(id, walkSale))
}

// identified is a walk for reading, which gives the sale its ID before
// anything else: JSON may have blanked it, and the order's name needs it.
func identified(id journal.SaleID, walk func(*coder, *journal.Sale)) func(*coder, *journal.Sale) {
	return func(c *coder, s *journal.Sale) {
		s.ID = id
		walk(c, s)
	}
}

// walkSale shows the fields in their frozen order, the usual ones first. The
// mask's first half is full: what comes later stands in walkWideSale.
func walkSale(c *coder, s *journal.Sale) {
	c.whole(&s.Version)
	c.order(&s.OrderID, s.ID)
	if c.mode == blanking {
		s.ID = ""
	}
	walkAmount(c, &s.Amount)
	text(c, &s.Environment)
	text(c, &s.BaseURL)
	text(c, &s.Cashier)
	c.moment(&s.CreatedAt)
	c.moment(&s.UpdatedAt)
	text(c, &s.Step)
	text(c, &s.Route)
	walkSession(c, &s.Session, s)
	c.moment(&s.AcknowledgedAt)
	c.moment(&s.SettledAt)
	c.whole(&s.ReceiptSeq)
	text(c, &s.Print)
	text(c, &s.Institution)
	list(c, &s.History)
	for i := range s.History {
		c.plainMoment(&s.History[i].At)
		plainText(c, &s.History[i].Code)
		plainText(c, &s.History[i].Word)
	}
	endList(c, &s.History)
	text(c, &s.Reference)
	walkRareSession(c, &s.Session)
	c.moment(&s.Watch.Since)
	c.moment(&s.Watch.Last)
	c.moment(&s.Watch.Next)
	signed(c, &s.Watch.Tries)
	c.boolean(&s.Watch.Denied)
	c.boolean(&s.Capped)
	c.boolean(&s.Stale)
	if optional(c, &s.Refusal) {
		plainText(c, &s.Refusal.Operation)
		plainText(c, &s.Refusal.Code)
		plainSigned(c, &s.Refusal.HTTPStatus)
		c.plainMoment(&s.Refusal.At)
		endOptional(c, &s.Refusal)
	}
	for _, mark := range []**journal.Decision{&s.SetAside, &s.WithManager, &s.ResolvedOutside} {
		if optional(c, mark) {
			c.plainMoment(&(*mark).At)
			plainText(c, &(*mark).By)
			plainText(c, &(*mark).Reason)
			endOptional(c, mark)
		}
	}
	c.moment(&s.LateAlertRead)
	signed(c, &s.Copies)
	text(c, &s.PaidTwiceWith)
	text(c, &s.Replaces)
	text(c, &s.ReplacedBy)
	list(c, &s.Instead)
	for i := range s.Instead {
		plainText(c, &s.Instead[i])
	}
	endList(c, &s.Instead)
	c.boolean(&s.CodeSubmitted)
	signed(c, &s.Watch.Silent)
	c.boolean(&s.Session.OTPIndeterminate)
	text(c, &s.Session.OTPRefusal)
	c.boolean(&s.Session.QRUnasked)
	text(c, &s.AlsoPaid)
	c.moment(&s.OwedSince)
}

// walkWideSale shows what only a wide record has, behind all else.
func walkWideSale(c *coder, s *journal.Sale) {
	walkSale(c, s)
	c.whole(&s.Shift)
	c.whole(&s.CashSeq)
	c.boolean(&s.Session.QRLost)
	text(c, &s.Booked)
	if optional(c, &s.Reversed) {
		c.plainMoment(&s.Reversed.At)
		plainText(c, &s.Reversed.By)
		plainText(c, &s.Reversed.Reason)
		endOptional(c, &s.Reversed)
	}
	c.boolean(&s.OwedDoubt)
}

func walkAmount(c *coder, a *money.Amount) {
	signed(c, &a.Minor)
	text(c, &a.Currency)
}

// walkSession shows what most sessions have. The session repeats much of its
// sale.
func walkSession(c *coder, p *core.PaymentSession, s *journal.Sale) {
	text(c, &p.PaymentID)
	text(c, &p.OrderID)
	if c.flag(p.Amount == s.Amount) {
		c.bit += 2
		p.Amount = s.Amount
		if c.mode == blanking {
			p.Amount = money.Amount{}
		}
	} else {
		walkAmount(c, &p.Amount)
	}
	text(c, &p.State)
	text(c, &p.Route)
	text(c, &p.Rail)
	text(c, &p.QRPayload)
	c.boolean(&p.ByAccountNumber)
	text(c, &p.MaskedAccount)
	text(c, &p.MaskedCustomer)
	text(c, &p.InstitutionCode)
	text(c, &p.DPHReference)
	text(c, &p.TransactionID)
	text(c, &p.RawStatus)
	c.moment(&p.UpdatedAt)
}

func walkRareSession(c *coder, p *core.PaymentSession) {
	c.boolean(&p.Late)
	c.boolean(&p.OTPUnresolved)
	text(c, &p.Conflict)
}
