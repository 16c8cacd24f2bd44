package journal

import (
	"time"

	"sanduq/core"
	"sanduq/core/money"
	"sanduq/core/wire"
)

// Draft is what a cashier asks to be paid, before anything is sent.
type Draft struct {
	Amount    money.Amount
	Reference string // the shop's own order reference, optional
	Route     core.Route
	Cashier   string
	Replaces  SaleID // the sale that this one is opened instead of, if any
	// Manager is who allows it where Sale.NeedsManager; and Reason why the sale
	// that is replaced is set aside, if it is not yet.
	Manager string
	Reason  string
	// AllowedBy is who allows an amount far above the usual; blank where nobody
	// need. It is written down with the sale.
	AllowedBy string
}

// View is a sale as a screen shows it: the committed record and, beside it,
// what is going on at this moment and is not worth a commit.
type View struct {
	Sale
	Live LiveStatus
}

// LiveStatus is the passing part of a View. It never decides whether a sale is
// paid.
type LiveStatus struct {
	Busy         core.Operation // the call in flight that the cashier waits for; blank when none
	Checking     bool           // a status request is in flight
	LastAnswer   time.Time      // the newest answer to a status request; zero before the first
	LastWord     string         // the gateway's word in it, as sent
	Unanswered   bool           // the newest request got no answer
	Asked        int            // status requests since polling began
	PollingSince time.Time      // zero while polling is off
	PollingUntil time.Time
	// Paper is why the newest slip is not on paper, the code of a PaperError;
	// blank while nothing is wrong.
	Paper string
}

// Link is the connection to the gateway over all sales.
type Link struct {
	LastAnswer time.Time // zero before the first
	Down       bool      // the newest call got no answer
	Since      time.Time // of the newest change between down and up
	// Offset is the gateway's clock less the till's, as of the newest answer.
	Offset time.Duration
}

// ClockWrong reports whether someone should set the till's clock: signatures
// and tokens carry times, and receipts must not lie about theirs.
func (l Link) ClockWrong() bool { return l.Offset.Abs() > wire.ClockTolerance }

// StoreFault is why the till refuses to send or to show: something could not be recorded,
// or, with CodeOwnError, must not be. Nil everywhere while all is well.
type StoreFault struct {
	Since time.Time
	Code  string // "store", "diskFull", "corrupt", "slow", "replaced", "ownError"
	Err   error  // for the log
}

// NoticeKind is what a Notice is about.
type NoticeKind string

// The kinds of notice.
const (
	NoticeSale       NoticeKind = "sale"       // the record changed; it is on disk
	NoticeLive       NoticeKind = "live"       // only the passing part changed
	NoticeLink       NoticeKind = "link"       // the connection went up or down
	NoticeStoreFault NoticeKind = "storeFault" // the store failed, or works again
	NoticeDay        NoticeKind = "day"        // shift, cash or what is owed back changed; it is on disk
	// NoticeRecovery: a journal that was put back is further on, or done with.
	NoticeRecovery NoticeKind = "recovery"
)

// Notice is one message of a till to its subscribers. The order is the SDK's: for each
// sale, notices come in the order of its events, none is lost, and a
// subscriber that does not read delays nobody. A Notice with a sale's record
// is sent only after that record is durable.
type Notice struct {
	Kind NoticeKind
	View View // with NoticeSale and NoticeLive
	// Payment is the SDK's event that caused the change, unchanged; nil when
	// the till itself caused it.
	Payment    *core.PaymentEvent
	Link       Link        // with NoticeLink
	StoreFault *StoreFault // with NoticeStoreFault; nil when it is over
	// Recovery comes with NoticeRecovery; nil when the freeze is over.
	Recovery *Recovery
}

// AccountEntry is the account or wallet that the customer wants to pay from.
type AccountEntry struct {
	Route           core.Route // one that is Coded
	Account         core.Secret
	InstitutionCode string
	InstitutionName string // shown on the receipt
}

// DayView is the present shift and what stands beside it, as the disk has it.
type DayView struct {
	Shift   ShiftState
	Present bool // false: the shop uses no shifts
	X       Z
	Last    *LastCount // while nobody has opened the shift; nil where no Z counted a drawer of the shop's currency
	Debts   []Debt     // of which something is still owed, newest first
	Ahead   Day        // the first day that may be booked on, where it lies after today: the clock was ahead, or is behind
	Blank   bool       // who asked may not see sums: how many is there, and how much is not
}

// HideSums leaves how many and drops how much.
func (v *DayView) HideSums() {
	v.Blank = true
	for _, taken := range [][]Taken{v.X.Taken, v.Shift.Figures.Taken} {
		for i := range taken {
			taken[i].Minor, taken[i].Rounding = 0, 0
		}
	}
	v.X.Owed, v.Shift.Figures.Owed = nil, nil
	v.Shift.Figures.In.Minor, v.Shift.Figures.Out.Minor = 0, 0
	for currency, sum := range v.X.Open.Sums {
		v.X.Open.Sums[currency] = Tally{Number: sum.Number}
	}
	if d := v.X.Drawer; d != nil {
		v.X.Drawer = d.numbers()
	}
}

// HideExpected takes out of an X what the drawer should hold, and all that it could be reckoned
// from: what was taken in cash, and what was put in and taken out. How often, stays.
func (z *Z) HideExpected() {
	z.Blind = true
	var taken []Taken
	for _, t := range z.Taken {
		if t.Route != RouteCash {
			taken = append(taken, t)
		}
	}
	z.Taken = taken
	if d := z.Drawer; d != nil {
		z.Drawer = d.numbers()
	}
}

// numbers are a drawer's float, and how often cash came and went.
func (d *DrawerSum) numbers() *DrawerSum {
	return &DrawerSum{Currency: d.Currency, Float: d.Float, Sales: Tally{Number: d.Sales.Number}, In: Tally{Number: d.In.Number}, Out: Tally{Number: d.Out.Number}, Counts: d.Counts}
}
