//go:build linux

// Package together proves tills, agents, collectors and PostgreSQL as one:
// whatever fails between them, the office comes to have what the tills have, once,
// and nothing that it acknowledged is lost.
//
//sanduq:norace other processes do the work: tills, collectors, PostgreSQL
package together

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/money"
)

// shop is a till's disk on which somebody works: sales in all states, as a till
// would write them down.
type shop struct {
	*rand.Rand
	name string

	mu    sync.Mutex
	store *storetest.Memory
	now   time.Time
	sales []journal.SaleID
}

func newShop(name string, seed uint64) *shop {
	return &shop{Rand: rand.New(rand.NewPCG(seed, 3)), name: name, store: storetest.NewMemory(), now: time.Date(2026, 10, 30, 8, 0, 0, 123456789, time.UTC)}
}

// disk is the store at this moment.
func (s *shop) disk() *storetest.Memory {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.store
}

func (s *shop) commit(c journal.Change) {
	if err := s.store.Commit(context.Background(), c); err != nil {
		panic(fmt.Sprintf("the shop's own change: %v", err))
	}
}

// act does one thing, and returns the sale that it was about.
func (s *shop) act() journal.SaleID {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(time.Duration(s.IntN(600)+1) * time.Second)
	if s.IntN(40) == 0 {
		s.now = s.now.Add(16 * time.Hour)
	}
	switch n := s.IntN(10); {
	case n < 3 || len(s.sales) == 0:
		return s.open()
	case n == 9:
		h := s.head()
		s.commit(journal.Change{Audit: []journal.AuditRow{{Seq: h.Audit + 1, At: s.now, By: "Huda", Action: journal.AuditSignedIn}}})
		return ""
	case n == 8:
		s.owe()
		return ""
	}
	at := s.IntN(len(s.sales))
	if s.IntN(4) > 0 { // mostly a new one
		at = len(s.sales) - 1 - s.IntN(min(4, len(s.sales)))
	}
	return s.change(s.sales[at])
}

// owe opens a debt, or closes a part of the newest.
func (s *shop) owe() {
	h := s.head()
	row := journal.DebtRow{Seq: h.DebtRow + 1, At: s.now, By: "Huda"}
	if debts, err := s.store.Debts(context.Background(), journal.DebtQuery{Limit: 1}); err != nil {
		panic(err)
	} else if len(debts) > 0 && debts[0].Open() > 1 {
		row.Debt, row.Open, row.Minor = debts[0].Number, debts[0].Open(), 1+s.Int64N(debts[0].Open())
		row.Kind, row.Reference = journal.DebtReturned, fmt.Sprint("R-", h.DebtRow)
		if s.IntN(3) == 0 {
			row.Kind, row.Reference, row.Reason = journal.DebtKept, "", "agreed"
		}
	} else {
		of := s.sales[s.IntN(len(s.sales))]
		row.Debt, row.Kind, row.Cause, row.Sale, row.With = h.Debt+1, journal.DebtOpened, journal.DebtBothLegs, of, of
		row.Amount = money.Amount{Minor: 1 + s.Int64N(100_000), Currency: "LYD"}
	}
	s.commit(journal.Change{Debts: []journal.DebtRow{row}})
}

func (s *shop) head() journal.Head {
	h, err := s.store.Head(context.Background(), journal.DayOf(s.now))
	if err != nil {
		panic(err)
	}
	return h
}

func (s *shop) open() journal.SaleID {
	h := s.head()
	id := journal.NewSaleID(journal.DayOf(s.now), h.Number+1)
	amount := money.Amount{Minor: 1 + s.Int64N(100_000), Currency: []string{"LYD", "EUR"}[s.IntN(2)]}
	order := fmt.Sprintf("%s-%s%x", id.Paper(), s.name, s.Uint32())
	s.commit(journal.Change{Sale: &journal.Sale{ID: id, Version: 1, OrderID: order, Amount: amount, Environment: core.Live, BaseURL: "https://canary.example",
		Cashier: "Samira", CreatedAt: s.now, UpdatedAt: s.now, Step: journal.StepCreated, Route: core.RouteQR, Session: core.PaymentSession{PaymentID: "P-" + order,
			OrderID: order, Amount: amount, State: core.StatePending, QRPayload: "canary-qr"}}, Secrets: ptr(journal.NewSecrets([]byte("canary-token")))})
	s.sales = append(s.sales, id)
	return id
}

func ptr[T any](v T) *T { return &v }

// change lets one thing happen to a sale, as it may: once paid it stays paid.
func (s *shop) change(id journal.SaleID) journal.SaleID {
	x, err := s.store.Sale(context.Background(), id)
	if err != nil {
		panic(err)
	}
	x.Version++
	x.UpdatedAt = s.now
	x.Step = journal.StepSession
	c := journal.Change{Sale: &x}
	h := s.head()
	note := func(action journal.AuditAction) {
		c.Audit = []journal.AuditRow{{Seq: h.Audit + 1, At: s.now, By: "Samira", Action: action, SaleID: id}}
	}
	switch n := s.IntN(12); {
	case x.Session.State == core.StateSuccess && n < 3:
		x.Copies++
		note(journal.AuditCopy)
	case x.Session.State == core.StateSuccess && n < 6:
		x.AcknowledgedAt = s.now
	case x.Session.State == core.StateSuccess: // told at a sale that is over, without a line in the audit
		x.OwedSince = s.now
	case n < 5:
		x.Session.State, x.Session.TransactionID = core.StateSuccess, "T-"+x.OrderID
		x.ReceiptSeq, x.SettledAt = h.Receipt+1, s.now
		x.Book(journal.DayOf(s.now))
		c.Receipt = &journal.Receipt{Seq: x.ReceiptSeq, SaleID: id, OrderID: x.OrderID, PaymentID: x.Session.PaymentID, TransactionID: x.Session.TransactionID,
			Amount: x.Amount, Route: x.Route, SettledAt: s.now, Shop: "Al Noor Market", Till: s.name, Cashier: x.Cashier, Environment: core.Live}
		note(journal.AuditSettled)
	case n < 7:
		x.Session.State, x.AcknowledgedAt = core.StateFailed, s.now
	case n < 8:
		x.Capped = true
		x.Session.State = core.StateWaitingPayment
	case n < 9:
		x.SetAside = &journal.Decision{At: s.now, By: "Amal", Reason: "left"}
		note(journal.AuditSetAside)
	default:
		x.Session.State = core.StateWaitingPayment
	}
	s.commit(c)
	return id
}

// restore puts the disk back to how it stood some changes ago, as a till does that
// finds its journal put back, or says nothing of it.
func (s *shop) restore(back int, said bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.store = s.store.At(max(0, s.store.Commits()-back))
	page, err := s.store.Sales(context.Background(), journal.SaleQuery{Limit: 1 << 20})
	if err != nil {
		panic(err)
	}
	s.sales = s.sales[:0]
	for _, x := range slices.Backward(page.Sales) {
		s.sales = append(s.sales, x.ID)
	}
	s.now = s.now.Add(time.Minute)
	if said {
		h := s.head()
		s.commit(journal.Change{Freeze: &journal.Freeze{Cause: journal.FreezeRestored, At: s.now, TakenUp: s.now, Day: journal.DayOf(s.now), Number: h.Number + 100, Receipt: h.Receipt + 30},
			Audit: []journal.AuditRow{{Seq: h.Audit + 1, At: s.now, Action: journal.AuditRestored}}})
	}
}

// The agent reads whichever disk is there.

func (s *shop) Sale(ctx context.Context, id journal.SaleID) (journal.Sale, error) {
	return s.disk().Sale(ctx, id)
}
func (s *shop) OpenSales(ctx context.Context) ([]journal.Sale, error) { return s.disk().OpenSales(ctx) }
func (s *shop) Sales(ctx context.Context, q journal.SaleQuery) (journal.SalePage, error) {
	return s.disk().Sales(ctx, q)
}
func (s *shop) Figures(ctx context.Context, from, to journal.Day) iter.Seq2[journal.Figure, error] {
	return s.disk().Figures(ctx, from, to)
}
func (s *shop) Receipt(ctx context.Context, seq uint64) (journal.Receipt, error) {
	return s.disk().Receipt(ctx, seq)
}
func (s *shop) Audit(ctx context.Context, before uint64, limit int) ([]journal.AuditRow, error) {
	return s.disk().Audit(ctx, before, limit)
}
func (s *shop) Head(ctx context.Context, day journal.Day) (journal.Head, error) {
	return s.disk().Head(ctx, day)
}
func (s *shop) Z(ctx context.Context, seq uint64) (journal.Z, error) { return s.disk().Z(ctx, seq) }
func (s *shop) CashReceipt(ctx context.Context, seq uint64) (journal.CashReceipt, error) {
	return s.disk().CashReceipt(ctx, seq)
}
func (s *shop) Debts(ctx context.Context, q journal.DebtQuery) ([]journal.Debt, error) {
	return s.disk().Debts(ctx, q)
}
func (s *shop) DebtRows(ctx context.Context, debt uint64) ([]journal.DebtRow, error) {
	return s.disk().DebtRows(ctx, debt)
}
