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
	Seq        uint64    `json:"seq" office:"1,seq,min=1"`
	LeftOut    bool      `json:"leftOut,omitempty" office:"2,left_out,of=-"`
	Before     uint64    `json:"before,omitempty" office:"3,before"`
	Shift      uint64    `json:"shift,omitempty" office:"4,shift"`
	Shop       string    `json:"shop,omitempty" office:"5,shop"`
	Place      string    `json:"place,omitempty" office:"6,place"`
	Till       string    `json:"till,omitempty" office:"7,till"`
	Begun      time.Time `json:"begun,omitzero" office:"8,begun_at"`
	OpenedAt   time.Time `json:"openedAt,omitzero" office:"9,opened_at,of=Opened.At"`
	OpenedBy   string    `json:"openedBy,omitempty" office:"10,opened_by,of=Opened.By"`
	At         time.Time `json:"at,omitzero" office:"11,at"`
	By         string    `json:"by,omitempty" office:"12,by_whom"`
	SetBack    bool      `json:"setBack,omitempty" office:"13,set_back"`
	Currency   string    `json:"currency,omitempty" office:"14,currency,currency,of=Drawer.Currency"`
	Float      int64     `json:"float,omitempty" office:"15,float,signed,of=Drawer.Float"`
	Expected   int64     `json:"expected,omitempty" office:"16,expected,signed,of=Drawer.Expected"`
	WasCounted bool      `json:"wasCounted,omitempty" office:"17,was_counted,of=Drawer.Counted"`
	Counted    int64     `json:"counted,omitempty" office:"18,counted,signed,of=Drawer.Counted.Minor"`
	Difference int64     `json:"difference,omitempty" office:"19,difference,signed,of=Drawer.Difference"`
	Reason     string    `json:"reason,omitempty" office:"20,reason,of=Drawer.Reason"`
	// Sums is a ZSums in JSON: a text that travels, is proved and is kept as it is,
	// so that nobody's spelling of JSON can change a link.
	Sums   string      `json:"sums,omitempty" office:"21,sums,json,min=2,max=sums,of=-"`
	Booked journal.Day `json:"booked,omitempty" office:"22,booked,since=3"` // the day on which it stands, where At shows an earlier one
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
	// As journal.OwedSum has them; a till of an older program tells none.
	OpenedApart   int64 `json:"openedApart,omitempty"`
	ReturnedApart int64 `json:"returnedApart,omitempty"`
	Alone         int64 `json:"alone,omitempty"`
	Reversed      int64 `json:"reversed,omitempty"`
}

// Cash is the record of what a person said they took in cash, as journal.CashReceipt,
// or a number that the till left out on purpose.
type Cash struct {
	Seq       uint64         `json:"seq" office:"1,seq,min=1"`
	LeftOut   bool           `json:"leftOut,omitempty" office:"2,left_out,of=-"`
	SaleID    journal.SaleID `json:"saleId,omitempty" office:"3,sale,min=1"`
	Reference string         `json:"reference,omitempty" office:"4,reference"`
	Minor     int64          `json:"minor,omitempty" office:"5,minor,min=1,of=Amount.Minor"`
	Currency  string         `json:"currency,omitempty" office:"6,currency,currency,min=3,of=Amount.Currency"`
	Rounding  int64          `json:"rounding,omitempty" office:"7,rounding,signed"`
	Given     int64          `json:"given,omitempty" office:"8,given"`
	TakenAt   time.Time      `json:"takenAt,omitzero" office:"9,taken_at"`
	Shift     uint64         `json:"shift,omitempty" office:"10,shift"`
	Shop      string         `json:"shop,omitempty" office:"11,shop"`
	Place     string         `json:"place,omitempty" office:"12,place"`
	Till      string         `json:"till,omitempty" office:"13,till"`
	Cashier   string         `json:"cashier,omitempty" office:"14,cashier"`
}

// OwedRow is one line of a till's ledger of what is owed back, as journal.DebtRow; At is its
// CountsAt.
type OwedRow struct {
	Seq         uint64            `json:"seq" office:"1,seq,min=1"`
	Debt        uint64            `json:"debt" office:"2,debt,min=1"`
	Kind        journal.DebtKind  `json:"kind" office:"3,kind,word,min=1"`
	At          time.Time         `json:"at,omitzero" office:"4,at"`
	By          string            `json:"by,omitempty" office:"5,by_whom"`
	DelegatedBy string            `json:"lentBy,omitempty" office:"6,lent_by"`
	Shift       uint64            `json:"shift,omitempty" office:"7,shift"`
	Cause       journal.DebtCause `json:"cause,omitempty" office:"8,cause,word"`
	SaleID      journal.SaleID    `json:"saleId,omitempty" office:"9,sale,of=Sale"`
	With        journal.SaleID    `json:"with,omitempty" office:"10,with_sale"`
	Owed        int64             `json:"owed,omitempty" office:"11,owed,of=Amount.Minor"` // of an opening row
	Currency    string            `json:"currency,omitempty" office:"12,currency,currency,of=Amount.Currency"`
	Minor       int64             `json:"minor,omitempty" office:"13,minor"` // of a row that closes a part
	Open        int64             `json:"open,omitempty" office:"14,open"`
	Reference   string            `json:"reference,omitempty" office:"15,reference"`
	Reason      string            `json:"reason,omitempty" office:"16,reason"`
	// Booked is the business day that the line counts towards: that of At where the till is. No
	// chain proves it, since a till whose time zone is set anew would break the links of what it sent.
	Booked journal.Day `json:"booked,omitempty" office:"-,booked,since=4,of=-"`
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
	out := copyOf[Z](&z)
	sums := ZSums{Receipts: [2]uint64{z.Receipts.First, z.Receipts.Last}, Cash: [2]uint64{z.Cash.First, z.Cash.Last}, OwedBy: z.OwedBy}
	if d := z.Drawer; d != nil {
		sums.Sales, sums.Rounding, sums.In, sums.Out, sums.Counts = ZTally(d.Sales), d.Rounding, ZTally(d.In), ZTally(d.Out), d.Counts
	}
	for _, t := range z.Taken {
		sums.Taken = append(sums.Taken, ZTaken{t.Opened, string(clean(t.Route)), clean(t.Cashier), clean(t.Currency), t.Number, t.Minor, t.Rounding})
	}
	for _, currency := range slices.Sorted(maps.Keys(z.Open.Sums)) {
		sums.Open = append(sums.Open, ZOpen{clean(currency), ZTally(z.Open.Sums[currency])})
	}
	for _, o := range z.Owed {
		sums.Owed = append(sums.Owed, ZOwed{clean(o.Currency), o.Before, o.Opened, o.Returned, o.Kept, o.OpenedApart, o.ReturnedApart, o.Alone, o.Reversed})
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
func CashOf(r journal.CashReceipt) Cash { return copyOf[Cash](&r) }

// OwedRowOf returns what leaves the till of a line of what is owed back. Its moment is the one
// that it counts at: a clock that was set back moves nothing into a period that is over. The
// zone is the till's.
func OwedRowOf(r journal.DebtRow, zone *time.Location) OwedRow {
	r.At, r.BookedAt = r.CountsAt(), time.Time{}
	out := copyOf[OwedRow](&r)
	if !out.At.IsZero() {
		out.Booked = journal.DayOf(r.At.In(zone))
	}
	return out
}
