package storage

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/storage/internal/record"
	"sanduq/storage/internal/writing"
)

// BenchmarkNewestPage reads the newest page of several filters out of a history
// of N sales (environment variable N, 20,000 when unset). The budget is 2 ms
// whatever N is.
func BenchmarkNewestPage(b *testing.B) {
	s := historyOf(b)
	for _, c := range []struct {
		name string
		q    journal.SaleQuery
	}{
		{"all", journal.SaleQuery{}},
		{"today", journal.SaleQuery{From: "20261120", To: "20261120"}},
		{"paid", journal.SaleQuery{Status: journal.StatusPaid}},
		{"rare-status", journal.SaleQuery{Status: journal.StatusUnknown}},
		{"none", journal.SaleQuery{Status: journal.StatusSetAside}},
		{"route", journal.SaleQuery{Route: core.RouteWallet}},
		{"status-and-route", journal.SaleQuery{Status: journal.StatusFailed, Route: core.RouteQR}},
		{"deep", journal.SaleQuery{Before: "20240310-000050"}},
		{"transaction", journal.SaleQuery{Search: "txn-0000000777"}},
		{"common-start", journal.SaleQuery{Search: "txn"}},
		{"account", journal.SaleQuery{Search: "4417"}},
		{"amount", journal.SaleQuery{Search: "12.5"}},
		{"number", journal.SaleQuery{Search: "#12"}},
		{"paper", journal.SaleQuery{Search: "till-26112"}},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := s.Sales(context.Background(), c.q); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkTotals adds up the same history.
func BenchmarkTotals(b *testing.B) {
	s := historyOf(b)
	for name, q := range map[string]journal.SaleQuery{"all": {}, "today": {From: "20261120"}, "week": {From: "20261114"},
		"paid": {Status: journal.StatusPaid}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := s.Totals(context.Background(), q); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkCommit makes one change of a sale durable, with the same history
// around it.
func BenchmarkCommit(b *testing.B) {
	s := historyOf(b)
	sale := mustRead(b, s, journal.NewSaleID("20261120", 1))
	for b.Loop() {
		sale.Version++
		if err := s.Commit(context.Background(), journal.Change{Sale: &sale}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSale takes a sale from its opening to its receipt, with the same history
// around it: three commits, by which the gateway's names of it come one by one, as
// random as a gateway makes them.
func BenchmarkSale(b *testing.B) {
	s := historyOf(b)
	day := journal.Day("20261121")
	if h, err := s.Head(context.Background(), day); err != nil || h.Number > 0 {
		b.Fatal("the history is not a fresh one", err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for n := 1; b.Loop(); n++ {
		h, err := s.Head(context.Background(), day)
		if err != nil {
			b.Fatal(err)
		}
		all := aged(n*10, journal.NewSaleID(day, n))
		paid := *all.Sale
		opened := paid
		opened.Step, opened.SettledAt = journal.StepCreated, time.Time{}
		opened.Session = core.PaymentSession{PaymentID: fmt.Sprintf("%016x", random.Uint64()), OrderID: paid.OrderID, Amount: paid.Amount, State: core.StatePending, UpdatedAt: clock}
		shown := opened
		shown.Version, shown.Step, shown.Session.State = 2, journal.StepSession, core.StateQRGenerated
		shown.Session.QRPayload = fmt.Sprintf("%s%016x", paid.Session.QRPayload, random.Uint64())
		paid.Version, paid.Session.PaymentID, paid.Session.QRPayload = 3, shown.Session.PaymentID, shown.Session.QRPayload
		paid.Session.TransactionID = fmt.Sprintf("%016x", random.Uint64())
		all.Receipt.Seq = h.Receipt + 1
		paid.ReceiptSeq = all.Receipt.Seq
		for _, c := range []journal.Change{{Sale: &opened}, {Sale: &shown}, {Sale: &paid, Receipt: all.Receipt}} {
			if err := s.Commit(context.Background(), c); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkOpen opens the history, which a cashier waits for.
func BenchmarkOpen(b *testing.B) {
	s := historyOf(b)
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		s, err := open(s.opts.Dir)
		if err != nil {
			b.Fatal(err)
		}
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkVerify reads all of it.
func BenchmarkVerify(b *testing.B) {
	s := historyOf(b)
	for b.Loop() {
		if _, err := s.Verify(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
}

// historyOf builds N sales, some hundred a day up to 20 November 2026, in
// large transactions. HISTORY names a folder in which to keep the file for the
// next run.
func historyOf(b *testing.B) *Store {
	b.Helper()
	n := 20_000
	if given, err := strconv.Atoi(os.Getenv("N")); err == nil {
		n = given
	}
	dir := os.Getenv("HISTORY")
	if dir == "" {
		dir = b.TempDir()
	}
	s := openTest(b, dir)
	if h, err := s.Head(context.Background(), "20261120"); err != nil || h.Number > 0 {
		return s
	}
	const perDay, perStep = 400, 5_000
	last := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for done := 0; done < n; done += perStep {
		if err := s.bulk(done, min(perStep, n-done), func(i int) journal.Change {
			day := journal.DayOf(last.AddDate(0, 0, (i-n+1)/perDay))
			return aged(i, journal.NewSaleID(day, perDay-(n-1-i)%perDay))
		}); err != nil {
			b.Fatal(err)
		}
	}
	return s
}

// bulk commits changes without syncing after each.
func (s *Store) bulk(from, n int, change func(i int) journal.Change) error {
	begun, err := s.db.Begin(true)
	if err != nil {
		return err
	}
	defer func() { _ = begun.Rollback() }()
	w, err := writing.NewWriter(record.NewTx(begun, s.seal()), false)
	if err != nil {
		return err
	}
	if w.Tx, err = w.Merge(&w.Head); err != nil {
		return err
	}
	for i := from; i < from+n; i++ {
		c := change(i)
		if c.Receipt != nil {
			c.Receipt.Seq = w.Head.ReceiptNumbers().Newest() + 1
			c.Sale.ReceiptSeq = c.Receipt.Seq
		}
		if err := w.Change(c); err != nil {
			return err
		}
	}
	if err := w.PutManifest(w.Head); err != nil {
		return err
	}
	return begun.Commit()
}

// aged is the i-th sale of a history: nine of ten are paid, one of 10,000 has
// stayed unknown.
func aged(i int, id journal.SaleID) journal.Change {
	amount := money.Amount{Minor: int64(1+i%400) * 250, Currency: "LYD"}
	route := []core.Route{core.RouteQR, core.RouteQR, core.RouteAccount, core.RouteWallet}[i%4]
	sale := journal.Sale{ID: id, Version: 1, OrderID: fmt.Sprintf("%s-%06x", id.Paper(), i*7919&0xffffff), Amount: amount,
		Environment: core.Sandbox, BaseURL: "https://practice.example", Cashier: "Amal", CreatedAt: clock, UpdatedAt: clock,
		Step: journal.StepSession, Route: route, AcknowledgedAt: clock, SettledAt: clock,
		History: []journal.HistoryEvent{{At: clock, Code: "opened"}, {At: clock, Code: "shown"}, {At: clock, Code: "settled", Word: "SUCCESS"}},
		Session: core.PaymentSession{PaymentID: fmt.Sprintf("pay-%010d", i), OrderID: id.Paper(), Amount: amount,
			State: core.StateSuccess, Route: route, QRPayload: "00020101021226580014ly.practice.pay0136" + fmt.Sprint(i),
			TransactionID: fmt.Sprintf("TXN-%010d", i), RawStatus: "SUCCESS", UpdatedAt: clock}}
	if route != core.RouteQR {
		sale.Session.MaskedAccount = fmt.Sprintf("•••• %04d", i*31%10_000)
	}
	c := journal.Change{Sale: &sale}
	switch {
	case i%10_000 == 77:
		sale.Session.State, sale.Capped, sale.SettledAt = core.StateWaitingPayment, true, time.Time{}
		sale.AcknowledgedAt = time.Time{}
	case i%10 == 3:
		sale.Session.State, sale.SettledAt = core.StateFailed, time.Time{}
		sale.Watch = journal.Watch{Since: clock, Tries: 76}
	default:
		c.Receipt = &journal.Receipt{SaleID: id, OrderID: sale.OrderID, Amount: amount, Route: route, SettledAt: clock}
	}
	return c
}

// BenchmarkSettle commits a sale that settles, with its receipt and its row of the
// book, in turns to a shop without shifts and to one with them, and reports the
// medians of both: what else the machine does meets the two alike.
func BenchmarkSettle(b *testing.B) {
	shops := [2]*desk{newDesk(b, openTest(b, b.TempDir())), newDesk(b, openTest(b, b.TempDir()))}
	shops[1].begin()
	shops[1].open(0)
	for number := range 40 { // the lines of a shift that is under way
		sale := shops[1].charge(int64(number) + 1)
		sale.Cashier = fmt.Sprint("Cashier ", number%8)
		shops[1].pay(sale)
	}
	var took [2][]time.Duration
	for b.Loop() {
		for i, d := range shops {
			h := d.head()
			id := journal.NewSaleID(tradingDay, h.Number+1)
			sale := journal.Sale{ID: id, OrderID: id.Paper() + "-K3", Amount: lyd(1_000), Environment: core.Sandbox, BaseURL: "embedded", Cashier: "Amal",
				CreatedAt: clock, UpdatedAt: clock, Route: core.RouteQR, Shift: h.Shift, Session: core.PaymentSession{PaymentID: "P-" + string(id)}}
			c := d.settled(sale)
			c.Audit = []journal.AuditRow{{Seq: h.Audit + 1, At: clock, Action: journal.AuditSettled, SaleID: id}}
			began := time.Now()
			if err := d.s.Commit(context.Background(), c); err != nil {
				b.Fatal(err)
			}
			took[i] = append(took[i], time.Since(began))
		}
	}
	for i := range took {
		slices.Sort(took[i])
	}
	off, on := took[0][len(took[0])/2], took[1][len(took[1])/2]
	b.ReportMetric(float64(off.Microseconds()), "off-µs")
	b.ReportMetric(float64(on.Microseconds()), "on-µs")
	b.ReportMetric(float64(on)/float64(off), "on/off")
}

// BenchmarkOpenDebts lists what is still owed among N debts that are closed
// (environment variable N, 20,000 when unset): they must not be in its way.
func BenchmarkOpenDebts(b *testing.B) {
	n := 20_000
	if given, err := strconv.Atoi(os.Getenv("N")); err == nil {
		n = given
	}
	s := openTest(b, b.TempDir())
	const open = 20
	seq, reason := uint64(0), "for the next purchase"
	for done := 0; done < n; {
		var rows []journal.DebtRow
		for range min(2_000, n-done) {
			done++
			sale := journal.NewSaleID(tradingDay, done%900_000+1)
			seq++
			rows = append(rows, journal.DebtRow{Seq: seq, Debt: uint64(done), Kind: journal.DebtOpened, At: clock, Cause: journal.DebtBothLegs, Sale: sale, With: sale,
				Amount: lyd(1_000)})
			if done%(n/open) != 0 {
				seq++
				rows = append(rows, journal.DebtRow{Seq: seq, Debt: uint64(done), Kind: journal.DebtKept, At: clock, By: "Huda", Minor: 1_000, Open: 1_000, Reason: reason})
			}
		}
		if err := s.CommitAll(context.Background(), []journal.Change{{Debts: rows}}); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if debts, err := s.Debts(context.Background(), journal.DebtQuery{Open: true}); err != nil || len(debts) != open {
			b.Fatal(len(debts), err)
		}
	}
}
