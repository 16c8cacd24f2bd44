package report_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/tests/shop"
)

var (
	tripoli = mustZone("Africa/Tripoli")
	cairo   = mustZone("Africa/Cairo")
)

func mustZone(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil {
		panic(err)
	}
	return zone
}

// saleAt is a sale of a day's number that was opened in a moment.
func saleAt(at time.Time, number int, status journal.Status, minor int64, currency string) journal.Sale {
	amount := money.Amount{Minor: minor, Currency: currency}
	s := journal.Sale{ID: journal.NewSaleID(journal.DayOf(at), number), Amount: amount, CreatedAt: at, Step: journal.StepSession, Route: core.RouteQR,
		Session: core.PaymentSession{Amount: amount, State: core.StateWaitingPayment}}
	switch status {
	case journal.StatusPaid:
		s.Session.State, s.ReceiptSeq, s.SettledAt = core.StateSuccess, uint64(number), at.Add(time.Minute)
	case journal.StatusFailed:
		s.Session.State = core.StateFailed
	case journal.StatusExpired:
		s.Session.State = core.StateExpired
	case journal.StatusUnknown:
		s.Capped = true
	case journal.StatusSetAside:
		s.SetAside = &journal.Decision{At: at, Reason: journal.AsideCustomerLeft}
	case journal.StatusNotOpened:
		s.Step = journal.StepRejected
	case journal.StatusResolved:
		s.ResolvedOutside = &journal.Decision{At: at, Reason: "paid at the desk"}
	case journal.StatusWaiting:
	default:
		panic("no such fixture: " + status)
	}
	if s.Status() != status {
		panic(fmt.Sprintf("%s became %s", status, s.Status()))
	}
	return s
}

var statuses = []journal.Status{journal.StatusPaid, journal.StatusPaid, journal.StatusPaid, journal.StatusFailed, journal.StatusExpired, journal.StatusUnknown,
	journal.StatusSetAside, journal.StatusNotOpened, journal.StatusResolved, journal.StatusWaiting}

// history is n sales, spread over days that end with the last.
func history(seed uint64, n int, last time.Time, days int, currencies ...string) []journal.Sale {
	r := rand.New(rand.NewPCG(seed, 18))
	all := make([]journal.Sale, n)
	for i := range all {
		at := last.AddDate(0, 0, -r.IntN(days)).Add(time.Duration(r.IntN(86400)) * time.Second)
		s := saleAt(at, i+1, statuses[r.IntN(len(statuses))], int64(1+r.IntN(400))*250, currencies[r.IntN(len(currencies))])
		s.Route = []core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet}[r.IntN(3)]
		s.Cashier = []string{"Samira", "Yusuf", "مريم", ""}[r.IntN(4)]
		all[i] = s
	}
	return all
}

func each(sales []journal.Sale) iter.Seq2[journal.Sale, error] {
	return func(yield func(journal.Sale, error) bool) {
		for _, s := range sales {
			if !yield(s, nil) {
				return
			}
		}
	}
}

func count(sales []journal.Sale, zone *time.Location) *shop.Tally {
	t, err := shop.Count(each(sales), zone)
	if err != nil {
		panic(err)
	}
	return t
}
