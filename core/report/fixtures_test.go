package report_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"time"

	"sanduq/core"
	"sanduq/core/money"
	"sanduq/core/report"
	"sanduq/core/till"
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
func saleAt(at time.Time, number int, status till.Status, minor int64, currency string) till.Sale {
	amount := money.Amount{Minor: minor, Currency: currency}
	s := till.Sale{ID: till.NewSaleID(till.DayOf(at), number), Amount: amount, CreatedAt: at, Step: till.StepSession, Route: core.RouteQR,
		Session: core.PaymentSession{Amount: amount, State: core.StateWaitingPayment}}
	switch status {
	case till.StatusPaid:
		s.Session.State, s.ReceiptSeq, s.SettledAt = core.StateSuccess, uint64(number), at.Add(time.Minute)
	case till.StatusFailed:
		s.Session.State = core.StateFailed
	case till.StatusExpired:
		s.Session.State = core.StateExpired
	case till.StatusUnknown:
		s.Capped = true
	case till.StatusSetAside:
		s.SetAside = &till.Decision{At: at, Reason: till.AsideCustomerLeft}
	case till.StatusNotOpened:
		s.Step = till.StepRejected
	case till.StatusResolved:
		s.ResolvedOutside = &till.Decision{At: at, Reason: "paid at the desk"}
	case till.StatusWaiting:
	default:
		panic("no such fixture: " + status)
	}
	if s.Status() != status {
		panic(fmt.Sprintf("%s became %s", status, s.Status()))
	}
	return s
}

var statuses = []till.Status{till.StatusPaid, till.StatusPaid, till.StatusPaid, till.StatusFailed, till.StatusExpired, till.StatusUnknown,
	till.StatusSetAside, till.StatusNotOpened, till.StatusResolved, till.StatusWaiting}

// history is n sales, spread over days that end with the last.
func history(seed uint64, n int, last time.Time, days int, currencies ...string) []till.Sale {
	r := rand.New(rand.NewPCG(seed, 18))
	all := make([]till.Sale, n)
	for i := range all {
		at := last.AddDate(0, 0, -r.IntN(days)).Add(time.Duration(r.IntN(86400)) * time.Second)
		s := saleAt(at, i+1, statuses[r.IntN(len(statuses))], int64(1+r.IntN(400))*250, currencies[r.IntN(len(currencies))])
		s.Route = []core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet}[r.IntN(3)]
		s.Cashier = []string{"Samira", "Yusuf", "مريم", ""}[r.IntN(4)]
		all[i] = s
	}
	return all
}

func each(sales []till.Sale) iter.Seq2[till.Sale, error] {
	return func(yield func(till.Sale, error) bool) {
		for _, s := range sales {
			if !yield(s, nil) {
				return
			}
		}
	}
}

func count(sales []till.Sale, zone *time.Location) *report.Tally {
	t, err := report.Count(each(sales), zone)
	if err != nil {
		panic(err)
	}
	return t
}
