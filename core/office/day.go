package office

import (
	"encoding/json"
	"maps"
	"slices"
	"time"

	"sanduq/core/journal"
)

// maxSums is how many bytes the figures of a Z may have.
const maxSums = 256 << 10

// Z is the end of a shift, as journal.Z, or a number that the till left out on purpose:
// then nothing but Seq and LeftOut is set. The drawer's amounts are in minor units
// of Currency, which is blank where nobody had opened the drawer.
type Z struct {
	Seq        uint64    `json:"seq"`
	LeftOut    bool      `json:"leftOut,omitempty"`
	Before     uint64    `json:"before,omitempty"`
	Shift      uint64    `json:"shift,omitempty"`
	Shop       string    `json:"shop,omitempty"`
	Place      string    `json:"place,omitempty"`
	Till       string    `json:"till,omitempty"`
	Begun      time.Time `json:"begun,omitzero"`
	OpenedAt   time.Time `json:"openedAt,omitzero"`
	OpenedBy   string    `json:"openedBy,omitempty"`
	At         time.Time `json:"at,omitzero"`
	By         string    `json:"by,omitempty"`
	SetBack    bool      `json:"setBack,omitempty"`
	Currency   string    `json:"currency,omitempty"`
	Float      int64     `json:"float,omitempty"`
	Expected   int64     `json:"expected,omitempty"`
	WasCounted bool      `json:"wasCounted,omitempty"`
	Counted    int64     `json:"counted,omitempty"`
	Difference int64     `json:"difference,omitempty"`
	Reason     string    `json:"reason,omitempty"`
	// Sums is a ZSums in JSON: a text that travels, is proved and is kept as it is,
	// so that nobody's spelling of JSON can change a link.
	Sums string `json:"sums,omitempty"`
}

// ZSums are the other figures of a Z. Its fields are frozen, one that is added later
// is left out of the JSON while it is zero: each till makes the same text of a Z
// for ever.
type ZSums struct {
	Taken    []ZTaken         `json:"taken,omitempty"`
	Cut      bool             `json:"cut,omitempty"` // Taken is left out: there was too much of it
	Receipts [2]uint64        `json:"receipts,omitzero"`
	Cash     [2]uint64        `json:"cash,omitzero"`
	Sales    ZTally           `json:"sales,omitzero"` // in cash
	Rounding int64            `json:"rounding,omitempty"`
	In       ZTally           `json:"in,omitzero"`
	Out      ZTally           `json:"out,omitzero"`
	Counts   int              `json:"counts,omitempty"`
	Open     []ZOpen          `json:"open,omitempty"`
	Owed     []ZOwed          `json:"owed,omitempty"`
	OwedBy   []journal.SaleID `json:"owedBy,omitempty"`
}

// ZTaken is what was taken by one route, by one cashier, in one currency.
type ZTaken struct {
	Opened   uint64 `json:"opened,omitempty"`
	Route    string `json:"route"`
	Cashier  string `json:"cashier,omitempty"`
	Currency string `json:"currency"`
	Number   int64  `json:"number"`
	Minor    int64  `json:"minor"`
	Rounding int64  `json:"rounding,omitempty"`
}

// ZTally is a number and a sum in minor units.
type ZTally struct {
	Number int64 `json:"number"`
	Minor  int64 `json:"minor"`
}

// ZOpen is what might still be paid, in one currency.
type ZOpen struct {
	Currency string `json:"currency"`
	ZTally
}

// ZOwed is what became in the shift of the money that is owed back, in one currency.
type ZOwed struct {
	Currency string `json:"currency"`
	Before   int64  `json:"before,omitempty"`
	Opened   int64  `json:"opened,omitempty"`
	Returned int64  `json:"returned,omitempty"`
	Kept     int64  `json:"kept,omitempty"`
}

// Cash is the record of what a person said they took in cash, as journal.CashReceipt,
// or a number that the till left out on purpose.
type Cash struct {
	Seq       uint64         `json:"seq"`
	LeftOut   bool           `json:"leftOut,omitempty"`
	SaleID    journal.SaleID `json:"saleId,omitempty"`
	Reference string         `json:"reference,omitempty"`
	Minor     int64          `json:"minor,omitempty"`
	Currency  string         `json:"currency,omitempty"`
	Rounding  int64          `json:"rounding,omitempty"`
	Given     int64          `json:"given,omitempty"`
	TakenAt   time.Time      `json:"takenAt,omitzero"`
	Shift     uint64         `json:"shift,omitempty"`
	Shop      string         `json:"shop,omitempty"`
	Place     string         `json:"place,omitempty"`
	Till      string         `json:"till,omitempty"`
	Cashier   string         `json:"cashier,omitempty"`
}

// OwedRow is one line of a till's ledger of what is owed back, as journal.DebtRow.
type OwedRow struct {
	Seq       uint64            `json:"seq"`
	Debt      uint64            `json:"debt"`
	Kind      journal.DebtKind  `json:"kind"`
	At        time.Time         `json:"at,omitzero"`
	By        string            `json:"by,omitempty"`
	LentBy    string            `json:"lentBy,omitempty"`
	Shift     uint64            `json:"shift,omitempty"`
	Cause     journal.DebtCause `json:"cause,omitempty"`
	SaleID    journal.SaleID    `json:"saleId,omitempty"`
	With      journal.SaleID    `json:"with,omitempty"`
	Owed      int64             `json:"owed,omitempty"` // of an opening row
	Currency  string            `json:"currency,omitempty"`
	Minor     int64             `json:"minor,omitempty"` // of a row that closes a part
	Open      int64             `json:"open,omitempty"`
	Reference string            `json:"reference,omitempty"`
	Reason    string            `json:"reason,omitempty"`
}

// Number returns the Z's number.
func (z *Z) Number() uint64 { return z.Seq }

// Number returns the record's number.
func (r *Cash) Number() uint64 { return r.Seq }

// Number returns the line's number.
func (r *OwedRow) Number() uint64 { return r.Seq }

// FollowZs returns the end of a chain after more Zs.
func (e End) FollowZs(more ...Z) (End, error) { return follow(ChainZs, e, more) }

// FollowCash returns the end of a chain after more records of cash.
func (e End) FollowCash(more ...Cash) (End, error) { return follow(ChainCash, e, more) }

// FollowOwed returns the end of a chain after more lines of what is owed back.
func (e End) FollowOwed(more ...OwedRow) (End, error) { return follow(ChainOwed, e, more) }

// ZOf returns what leaves the till of a Z.
func ZOf(z journal.Z) Z {
	out := Z{Seq: z.Seq, Before: z.Before, Shift: z.Shift, Shop: clean(z.Shop), Place: clean(z.Place), Till: clean(z.Till), Begun: Moment(z.Begun),
		At: Moment(z.At), By: clean(z.By), SetBack: z.SetBack}
	sums := ZSums{Receipts: [2]uint64{z.Receipts.First, z.Receipts.Last}, Cash: [2]uint64{z.Cash.First, z.Cash.Last}, OwedBy: z.OwedBy}
	if z.Opened != nil {
		out.OpenedAt, out.OpenedBy = Moment(z.Opened.At), clean(z.Opened.By)
	}
	if d := z.Drawer; d != nil {
		out.Currency, out.Float, out.Expected, out.Difference, out.Reason = clean(d.Currency), d.Float, d.Expected, d.Difference, clean(d.Reason)
		if d.Counted != nil {
			out.WasCounted, out.Counted = true, d.Counted.Minor
		}
		sums.Sales, sums.Rounding, sums.In, sums.Out, sums.Counts = ZTally(d.Sales), d.Rounding, ZTally(d.In), ZTally(d.Out), d.Counts
	}
	for _, t := range z.Taken {
		sums.Taken = append(sums.Taken, ZTaken{t.Opened, string(clean(t.Route)), clean(t.Cashier), clean(t.Currency), t.Number, t.Minor, t.Rounding})
	}
	for _, currency := range slices.Sorted(maps.Keys(z.Open.Sums)) {
		sums.Open = append(sums.Open, ZOpen{clean(currency), ZTally(z.Open.Sums[currency])})
	}
	for _, o := range z.Owed {
		sums.Owed = append(sums.Owed, ZOwed{clean(o.Currency), o.Before, o.Opened, o.Returned, o.Kept})
	}
	if out.Sums = sums.text(); len(out.Sums) > maxSums {
		sums.Taken, sums.OwedBy, sums.Cut = nil, nil, true
		out.Sums = sums.text()
	}
	return out
}

func (s ZSums) text() string {
	text, err := json.Marshal(s)
	if err != nil { // plain fields: there is no other way
		return ""
	}
	return string(text)
}

// CashOf returns what leaves the till of a record of cash.
func CashOf(r journal.CashReceipt) Cash {
	return Cash{Seq: r.Seq, SaleID: r.SaleID, Reference: clean(r.Reference), Minor: r.Amount.Minor, Currency: clean(r.Amount.Currency), Rounding: r.Rounding,
		Given: r.Given, TakenAt: Moment(r.TakenAt), Shift: r.Shift, Shop: clean(r.Shop), Place: clean(r.Place), Till: clean(r.Till), Cashier: clean(r.Cashier)}
}

// OwedRowOf returns what leaves the till of a line of what is owed back.
func OwedRowOf(r journal.DebtRow) OwedRow {
	return OwedRow{Seq: r.Seq, Debt: r.Debt, Kind: clean(r.Kind), At: Moment(r.At), By: clean(r.By), LentBy: clean(r.LentBy), Shift: r.Shift, Cause: clean(r.Cause),
		SaleID: r.Sale, With: r.With, Owed: r.Amount.Minor, Currency: clean(r.Amount.Currency), Minor: r.Minor, Open: r.Open, Reference: clean(r.Reference),
		Reason: clean(r.Reason)}
}

func (z *Z) canonical(c *canon) {
	c.whole(1, z.Seq)
	c.flag(2, z.LeftOut)
	c.whole(3, z.Before)
	c.whole(4, z.Shift)
	c.text(5, z.Shop)
	c.text(6, z.Place)
	c.text(7, z.Till)
	c.moment(8, z.Begun)
	c.moment(9, z.OpenedAt)
	c.text(10, z.OpenedBy)
	c.moment(11, z.At)
	c.text(12, z.By)
	c.flag(13, z.SetBack)
	c.text(14, z.Currency)
	c.signed(15, z.Float)
	c.signed(16, z.Expected)
	c.flag(17, z.WasCounted)
	c.signed(18, z.Counted)
	c.signed(19, z.Difference)
	c.text(20, z.Reason)
	c.text(21, z.Sums)
}

func (r *Cash) canonical(c *canon) {
	c.whole(1, r.Seq)
	c.flag(2, r.LeftOut)
	c.text(3, string(r.SaleID))
	c.text(4, r.Reference)
	c.signed(5, r.Minor)
	c.text(6, r.Currency)
	c.signed(7, r.Rounding)
	c.signed(8, r.Given)
	c.moment(9, r.TakenAt)
	c.whole(10, r.Shift)
	c.text(11, r.Shop)
	c.text(12, r.Place)
	c.text(13, r.Till)
	c.text(14, r.Cashier)
}

func (r *OwedRow) canonical(c *canon) {
	c.whole(1, r.Seq)
	c.whole(2, r.Debt)
	c.text(3, string(r.Kind))
	c.moment(4, r.At)
	c.text(5, r.By)
	c.text(6, r.LentBy)
	c.whole(7, r.Shift)
	c.text(8, string(r.Cause))
	c.text(9, string(r.SaleID))
	c.text(10, string(r.With))
	c.signed(11, r.Owed)
	c.text(12, r.Currency)
	c.signed(13, r.Minor)
	c.signed(14, r.Open)
	c.text(15, r.Reference)
	c.text(16, r.Reason)
}
