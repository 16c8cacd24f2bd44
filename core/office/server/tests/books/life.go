//go:build linux

package books

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/money"
	"sanduq/core/report"
	"sanduq/core/wire"
)

// life is a till's disk on which somebody works: money at once, late, in cash, by a clock
// that is set back now and then, in shifts that end with a Z.
type life struct {
	*storetest.Memory
	r    *rand.Rand
	now  time.Time
	off  time.Duration    // of the clock
	late []journal.SaleID // whose money may still come
	from journal.Day      // on which the present shift was opened
}

func newLife(seed uint64) *life {
	l := &life{Memory: storetest.NewMemory(), r: rand.New(rand.NewPCG(seed, 37)), now: time.Date(2026, 9, 1, 8, 0, 0, 123456000, time.UTC)}
	set := journal.Settings{Shifts: true, Currency: "LYD", Shop: "Al Noor Market", Till: "1"}
	l.commit(journal.Change{Settings: &set, Shift: &journal.Shift{Number: 1, Version: 1, Begun: l.now}})
	return l
}

func (l *life) commit(c journal.Change) {
	if err := l.Commit(context.Background(), c); err != nil {
		panic(fmt.Sprintf("the till's own change: %v", err))
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// clock is what the till believes.
func (l *life) clock() time.Time { return l.now.Add(-l.off) }

func (l *life) head(day journal.Day) journal.Head { return must(l.Head(context.Background(), day)) }

// today is the day on which money is booked that comes now: never one before that on
// which the shift was opened.
func (l *life) today() journal.Day { return max(journal.DayOf(l.clock()), l.from) }

// period is some days that end with a Z, from the morning of a later day on.
func (l *life) period() report.Period {
	ctx := context.Background()
	y, m, d := l.now.Date()
	l.now = time.Date(y, m, d+1+l.r.IntN(20), 8, 0, 0, 123456000, time.UTC)
	s := must(l.Shift(ctx, 0)).Shift
	l.from = journal.DayOf(l.now)
	s.Version, s.Opened = s.Version+1, &journal.Opening{At: l.now, By: "Amal", Currency: "LYD"}
	l.commit(journal.Change{Shift: &s})
	for range 3 + l.r.IntN(10) {
		l.now = l.now.Add(time.Duration(1+l.r.IntN(3600)) * time.Second)
		if l.r.IntN(4) == 0 {
			l.off = time.Duration(1+l.r.IntN(60)) * 24 * time.Hour
		}
		l.act()
		l.off = 0
		if l.r.IntN(6) == 0 {
			l.now = l.now.Add(24 * time.Hour)
		}
	}
	state := must(l.Shift(ctx, 0))
	h := l.head("")
	z := must(journal.SumUp(state.Shift, state.Figures, journal.Closing{Settings: journal.Settings{Shop: "Al Noor Market", Till: "1", Currency: "LYD"}, Environment: core.Live,
		At: l.now, By: "Amal", Seq: h.Z + 1, Before: h.Z}))
	l.commit(journal.Change{Z: &z, Shift: &journal.Shift{Number: z.Seq + 1, Version: 1, After: z.Seq, Begun: l.now},
		Audit: []journal.AuditRow{{Seq: h.Audit + 1, At: l.now, By: "Amal", Action: journal.AuditShiftClosed}}})
	return report.Period{From: l.from, To: journal.DayOf(l.now)}
}

// act is one thing that happens.
func (l *life) act() {
	switch l.r.IntN(6) {
	case 0, 1:
		l.paid(l.open())
	case 2:
		l.late = append(l.late, l.open())
	case 3, 4:
		if len(l.late) > 0 {
			at := l.r.IntN(len(l.late))
			id := l.late[at]
			l.late = slices.Delete(l.late, at, at+1)
			l.paid(id)
		}
	case 5:
		l.cash()
	}
}

// sale is a new one, by the till's clock.
func (l *life) sale(currency string) journal.Sale {
	at := l.clock()
	h := l.head(journal.DayOf(at))
	id := journal.NewSaleID(journal.DayOf(at), h.Number+1)
	return journal.Sale{ID: id, Version: 1, OrderID: "TILL-" + string(id), Amount: money.Amount{Minor: int64(1+l.r.IntN(400)) * 125, Currency: currency}, Environment: core.Live,
		CreatedAt: at, UpdatedAt: at, Cashier: []string{"Amal", "Bilal"}[l.r.IntN(2)], Shift: h.Shift}
}

func (l *life) open() journal.SaleID {
	s := l.sale([]string{"LYD", "LYD", "TND"}[l.r.IntN(3)])
	s.Route, s.Step = wire.Routes()[l.r.IntN(3)], journal.StepSession
	s.Session = core.PaymentSession{PaymentID: "P-" + s.OrderID, OrderID: s.OrderID, Amount: s.Amount, State: core.StateWaitingPayment}
	token := journal.NewSecrets([]byte("token"))
	l.commit(journal.Change{Sale: &s, Secrets: &token})
	return s.ID
}

func (l *life) paid(id journal.SaleID) {
	s := must(l.Sale(context.Background(), id))
	h, at := l.head(""), l.clock()
	s.Version, s.UpdatedAt, s.SettledAt, s.AcknowledgedAt = s.Version+1, at, at, at
	s.Session.State, s.Session.TransactionID, s.ReceiptSeq = core.StateSuccess, "T-"+s.OrderID, h.Receipt+1
	s.Book(l.today())
	l.commit(journal.Change{Sale: &s, Receipt: &journal.Receipt{Seq: s.ReceiptSeq, SaleID: id, OrderID: s.OrderID, PaymentID: s.Session.PaymentID, TransactionID: s.Session.TransactionID,
		Amount: s.Amount, Route: s.Route, SettledAt: at, Shop: "Al Noor Market", Till: "1", Cashier: s.Cashier, Environment: core.Live, Shift: h.Shift, Opened: s.Shift, Late: s.Booked != ""},
		Audit: []journal.AuditRow{{Seq: h.Audit + 1, At: at, By: s.Cashier, Action: journal.AuditSettled, SaleID: id}}})
}

func (l *life) cash() {
	s := l.sale("LYD")
	h := l.head("")
	s.Route, s.Step, s.CashSeq, s.SettledAt = journal.RouteCash, journal.StepCash, h.Cash+1, s.CreatedAt
	s.Book(l.today())
	l.commit(journal.Change{Sale: &s, Cash: &journal.CashReceipt{Seq: s.CashSeq, SaleID: s.ID, Amount: s.Amount, Given: s.Amount.Minor, Environment: core.Live, TakenAt: s.CreatedAt, Shift: h.Shift,
		Shop: "Al Noor Market", Till: "1", Cashier: s.Cashier}, Audit: []journal.AuditRow{{Seq: h.Audit + 1, At: s.CreatedAt, By: s.Cashier, Action: journal.AuditSettled, SaleID: s.ID}}})
}
