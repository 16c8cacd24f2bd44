package office

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// Who reads: the owner's window asks over HTTPS, below /office/api/, in a session of
// the page.
//
//	GET sales     Question -> Listed   sales, the newest first
//	GET totals    Question -> []Sum    what they come to
//	GET figures   Question -> Figures  the same for reports, day by day
//	GET receipt   till, epoch, seq -> Receipt
//	GET audit     till, epoch, sale -> []AuditRow  what was decided about a sale, oldest first
//	GET tills     -> Tills             of whom one sees something, and when each was heard
//	GET events    server-sent: one each time that something has changed
//
// A question is JSON in the parameter q. Practice and live are never asked for
// together.

// Question selects sales. Blank fields select nothing.
type Question struct {
	Practice bool            `json:"practice"`
	From     journal.Day     `json:"from,omitempty"` // inclusive, as To
	To       journal.Day     `json:"to,omitempty"`
	Booked   bool            `json:"booked,omitempty"` // From and To are days of booking and not the sales' own, as in journal.SaleQuery
	Status   journal.Status  `json:"status,omitempty"`
	Route    string          `json:"route,omitempty"`
	Owed     bool            `json:"owed,omitempty"`
	Cashier  string          `json:"cashier,omitempty"` // journal.Nobody is none
	Amounts  journal.Amounts `json:"amounts,omitzero"`
	Search   string          `json:"search,omitempty"`
	Currency string          `json:"currency,omitempty"` // in which an amount is searched for
	Hour     *ClockHour      `json:"hour,omitempty"`
	Shop     int64           `json:"shop,omitempty"`
	Till     int64           `json:"till,omitempty"`
	Before   journal.SaleID  `json:"before,omitempty"` // a Listing's; not for totals
	Limit    int             `json:"limit,omitempty"`  // MaxListed at most; 0 is 50
}

// MaxListed is how many sales are listed at once.
const MaxListed = 1000

// Listing is a sale as one of many tills'.
type Listing struct {
	Till  int64 `json:"till"`
	Epoch int   `json:"epoch"`
	Sale  Sale  `json:"sale"`
}

// Listed is a page of them.
type Listed struct {
	Sales []Listing `json:"sales"`
	More  bool      `json:"more"`
	// Gone is the last day up to which retention has let single sales of the question's days
	// go; blank for none, and on all pages but the first. They are in totals of whole shops.
	Gone journal.Day `json:"gone,omitempty"`
}

// MaxSum is the largest sum, either way, that an answer tells: more than all shops of a
// chain take in a century, and so little that thousands of sums can be added up. Where
// more comes together a till has said what cannot be true; then Minor is MaxSum and
// Beyond is set, and an alarm names the till.
const MaxSum = 1_000_000_000_000_000

// Sum is what sales of a status come to.
type Sum struct {
	Status   journal.Status `json:"status"`
	Currency string         `json:"currency"`
	Sales    int            `json:"sales"`
	Minor    int64          `json:"minor"`
	Beyond   bool           `json:"beyond,omitempty"`
}

// ClockHour selects sales that were opened in an hour of the asker's clock, which no
// office knows: for each span of time, how far that clock is ahead of UTC.
type ClockHour struct {
	Hour  int    `json:"hour"` // 0 to 23
	Clock []Span `json:"clock"`
}

// Span is a span of time in which a clock is not changed, in Unix seconds, the
// end not in it.
type Span struct {
	From  int64 `json:"from"`
	To    int64 `json:"to"`
	Ahead int   `json:"ahead"` // seconds
}

// MaxSpans is how many an hour may be told in.
const MaxSpans = 100

// Figures are what the sales of some days come to, of a shop, a till or all. Totals do
// not tell hours and cashiers apart: those are counted from the sales themselves, and
// told where there are no more than MaxCounted of them and retention has let none go.
type Figures struct {
	Whole   bool     `json:"whole"` // hours and cashiers are told
	Figures []Figure `json:"figures"`
}

// MaxCounted is of how many sales hours and cashiers are told at once.
const MaxCounted = 50_000

// Figure is one of them.
type Figure struct {
	Day      journal.Day     `json:"day"`
	Quarter  journal.Quarter `json:"quarter,omitempty"` // as Cashier, only where all is told
	Route    core.Route      `json:"route,omitempty"`
	Status   journal.Status  `json:"status"`
	Cashier  string          `json:"cashier,omitempty"`
	Currency string          `json:"currency"`
	Sales    int64           `json:"sales"`
	Minor    int64           `json:"minor"`
	Beyond   bool            `json:"beyond,omitempty"` // as of a Sum
}

// Tills are those that a person sees.
type Tills struct {
	Who   string      `json:"who"`
	Now   time.Time   `json:"now"` // by the office's clock
	Tills []TillHeard `json:"tills"`
}

// TillHeard is a till, and when it was heard last.
type TillHeard struct {
	Till     int64     `json:"till"`
	ShopID   int64     `json:"shopId"`
	Shop     string    `json:"shop"`
	Name     string    `json:"name"`
	Practice bool      `json:"practice"`
	Heard    time.Time `json:"heard,omitzero"` // zero: never
	Silent   bool      `json:"silent"`         // longer than a till is by itself
}

// ID names the sale among those of all tills: such names sort by business day, then
// by the moment when the sale was opened. What journal.SaleID tells of itself, day and
// number, they tell too.
func (l Listing) ID() journal.SaleID {
	micros := int64(0)
	if !l.Sale.CreatedAt.IsZero() {
		micros = l.Sale.CreatedAt.UnixMicro()
	}
	return journal.SaleID(fmt.Sprintf("%s-%018d-%08d-%04d-%06d", l.Sale.ID.Day(), micros, l.Till, l.Epoch, l.Sale.ID.Number()))
}

// ParseID takes such a name apart; false when it is none.
func ParseID(id journal.SaleID) (l Listing, ok bool) {
	parts := strings.Split(string(id), "-")
	if len(parts) != 5 || len(parts[0]) != 8 {
		return Listing{}, false
	}
	var n [4]int64
	for i, part := range parts[1:] {
		var err error
		if n[i], err = strconv.ParseInt(part, 10, 64); err != nil || n[i] < 0 {
			return Listing{}, false
		}
	}
	l = Listing{Till: n[1], Epoch: int(n[2])}
	l.Sale.ID, l.Sale.CreatedAt = journal.NewSaleID(journal.Day(parts[0]), int(n[3])), time.UnixMicro(n[0]).UTC()
	return l, !journal.Day(parts[0]).Time(time.UTC).IsZero()
}
