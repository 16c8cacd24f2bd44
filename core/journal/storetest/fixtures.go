package storetest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 123456789, time.FixedZone("shop", 2*3600))

// sameValue compares stored values: times by their instant, no list like an
// empty one.
var sameValue = cmp.Options{cmpopts.EquateEmpty(), cmp.Comparer(time.Time.Equal)}

// tester is what *testing.T and *rapid.T have in common.
type tester interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// fresh returns the first version of a sale that waits for a route.
func fresh(day journal.Day, number int) journal.Sale {
	id := journal.NewSaleID(day, number)
	amount := money.Amount{Minor: int64(number)*1000 + 500, Currency: "LYD"}
	order := fmt.Sprintf("%s-x%dq", id.Paper(), number)
	return journal.Sale{
		ID: id, Version: 1, OrderID: order, Amount: amount,
		Environment: core.Sandbox, BaseURL: "https://practice.example", Cashier: "Amal",
		CreatedAt: noon, UpdatedAt: noon.Add(time.Second), Step: journal.StepCreated,
		Session: core.PaymentSession{PaymentID: "pay-" + string(id), OrderID: order, Amount: amount,
			State: core.StatePending, UpdatedAt: noon},
	}
}

// next returns the following version of a sale, changed by f.
func next(s journal.Sale, f func(*journal.Sale)) journal.Sale {
	s.Version++
	s.UpdatedAt = s.UpdatedAt.Add(time.Second)
	f(&s)
	return s
}

// settled returns the version of a sale that the gateway reported as paid,
// with its receipt.
func settled(s journal.Sale, seq uint64) (journal.Sale, journal.Receipt) {
	s = next(s, func(s *journal.Sale) {
		s.Step, s.Session.State = journal.StepSession, core.StateSuccess
		if s.Session.TransactionID == "" {
			s.Session.TransactionID = "TXN" + string(s.ID)
		}
		s.ReceiptSeq, s.SettledAt, s.Print = seq, noon, journal.PrintPending
	})
	return s, journal.Receipt{Seq: seq, SaleID: s.ID, OrderID: s.OrderID, PaymentID: s.Session.PaymentID,
		TransactionID: s.Session.TransactionID, Amount: s.Amount, Route: s.Route, SettledAt: noon,
		Shop: "Practice shop", Till: "1", Environment: s.Environment}
}

func auditRow(seq uint64) journal.AuditRow {
	return journal.AuditRow{Seq: seq, At: noon, By: "Amal", Action: journal.AuditSettings, Detail: fmt.Sprintf("row %d", seq)}
}

func mustCommit(t tester, s journal.Store, c journal.Change) {
	t.Helper()
	if err := s.Commit(context.Background(), c); err != nil {
		t.Fatalf("commit: %v", err)
	}
}

func mustSale(t tester, s journal.Store, id journal.SaleID) journal.Sale {
	t.Helper()
	sale, err := s.Sale(context.Background(), id)
	if err != nil {
		t.Fatalf("sale %s: %v", id, err)
	}
	return sale
}

// must returns a value read from a store and fails the test on an error.
func must[T any](t tester) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatalf("read: %v", err)
		}
		return v
	}
}

func same(t tester, what string, got, want any) {
	t.Helper()
	if reflect.DeepEqual(want, got) { // as nearly all are, and in a tenth of the time
		return
	}
	if diff := cmp.Diff(want, got, sameValue); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func wantErr(t tester, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: error %v, want %v", what, err, want)
	}
}

// everything reads all that a store holds of the given sales and its books, to
// compare before and after.
type everything struct {
	Sales    []journal.Sale
	Secrets  []string
	Open     []journal.Sale
	Receipts []journal.Receipt
	Audit    []journal.AuditRow
	Totals   []journal.Total
	Figures  []journal.Figure
	Settings journal.Settings
	Staff    string
	Head     journal.Head
	Freeze   journal.Freeze

	Shifts       []journal.ShiftState // the present one first
	Zs           []journal.Z
	CashReceipts []journal.CashReceipt
	Movements    []journal.Movement
	Reconciled   []journal.Reconciled
	Statements   []journal.BankStatement
	Debts        []journal.Debt
	DebtRows     []journal.DebtRow
}

func readAll(t tester, s journal.Store) everything {
	t.Helper()
	ctx := context.Background()
	var e everything
	e.Sales = must[journal.SalePage](t)(s.Sales(ctx, journal.SaleQuery{Limit: 10_000})).Sales
	for _, sale := range e.Sales {
		secret := must[journal.Secrets](t)(s.SaleSecrets(ctx, sale.ID))
		e.Secrets = append(e.Secrets, string(secret.Reveal()))
		same(t, "sale by its ID", mustSale(t, s, sale.ID), sale)
	}
	if len(e.Sales) > 0 {
		e.Head = must[journal.Head](t)(s.Head(ctx, e.Sales[0].ID.Day()))
	}
	e.Open = must[[]journal.Sale](t)(s.OpenSales(ctx))
	e.Audit = must[[]journal.AuditRow](t)(s.Audit(ctx, 0, 10_000))
	e.Totals = must[[]journal.Total](t)(s.Totals(ctx, journal.SaleQuery{}))
	e.Figures = figuresOf(t, s, "", "")
	same(t, "figures by counting", e.Figures, count(slices.Clone(e.Sales)))
	for seq := uint64(1); seq <= e.Head.Receipt; seq++ {
		receipt, err := s.Receipt(ctx, seq)
		if errors.Is(err, journal.ErrNotFound) { // left out by a freeze
			continue
		}
		e.Receipts = append(e.Receipts, must[journal.Receipt](t)(receipt, err))
	}
	settings, err := s.Settings(ctx)
	if err != nil && !errors.Is(err, journal.ErrNotFound) {
		t.Fatalf("settings: %v", err)
	}
	e.Settings = settings
	staff := must[journal.Secrets](t)(s.Staff(ctx))
	e.Staff = string(staff.Reveal())
	if e.Freeze, err = s.Freeze(ctx); err != nil && !errors.Is(err, journal.ErrNotFound) {
		t.Fatalf("freeze: %v", err)
	}
	e.readDay(t, s)
	e.Reconciled = must[[]journal.Reconciled](t)(s.Reconciled(ctx, "", "9"))
	e.Statements = must[[]journal.BankStatement](t)(s.Statements(ctx, 10_000))
	return e
}

// readDay reads shifts, cash and what is owed back.
func (e *everything) readDay(t tester, s journal.Store) {
	t.Helper()
	ctx := context.Background()
	if len(e.Sales) == 0 {
		e.Head = must[journal.Head](t)(s.Head(ctx, today))
	}
	e.Zs = must[[]journal.Z](t)(s.Zs(ctx, 0, 10_000))
	shifts := []uint64{e.Head.Shift}
	for _, z := range e.Zs {
		same(t, "Z by its number", must[journal.Z](t)(s.Z(ctx, z.Seq)), z)
		shifts = append(shifts, z.Shift)
	}
	for _, number := range shifts {
		if number == 0 {
			continue
		}
		shift := must[journal.ShiftState](t)(s.Shift(ctx, number))
		e.Shifts = append(e.Shifts, shift)
		e.Movements = append(e.Movements, must[[]journal.Movement](t)(s.Movements(ctx, number, 0, 10_000))...)
	}
	for seq := uint64(1); seq <= e.Head.Cash; seq++ {
		receipt, err := s.CashReceipt(ctx, seq)
		if !errors.Is(err, journal.ErrNotFound) { // left out by a freeze
			e.CashReceipts = append(e.CashReceipts, must[journal.CashReceipt](t)(receipt, err))
		}
	}
	e.Debts = must[[]journal.Debt](t)(s.Debts(ctx, journal.DebtQuery{Limit: 10_000}))
	for _, debt := range e.Debts {
		e.DebtRows = append(e.DebtRows, must[[]journal.DebtRow](t)(s.DebtRows(ctx, debt.Number))...)
	}
}
