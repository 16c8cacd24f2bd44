package storetest

import (
	"context"
	"errors"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

type opener = func(testing.TB) Harness

const today = journal.Day("20261120")

func commitStores(t *testing.T, open opener) {
	s := open(t).Store
	full := fresh(today, 12)
	full.Reference, full.Capped, full.Copies = "طاولة ٧ / table 7", true, 3
	full.Route, full.Step = core.RouteAccount, journal.StepSession
	full.Refusal = &journal.Refusal{Operation: core.OpSubmitOTP, Code: "WRONG_OTP", HTTPStatus: 400, At: noon}
	full.Watch = journal.Watch{Since: noon, Last: noon.Add(time.Minute), Next: noon.Add(time.Hour), Tries: 4, Denied: true}
	full.SetAside = &journal.Decision{At: noon, By: "Amal", Reason: "customer left"}
	full.WithManager = &journal.Decision{At: noon, Reason: "asked"}
	full.ResolvedOutside = &journal.Decision{At: noon, By: "Huda", Reason: "paid cash"}
	full.AcknowledgedAt, full.LateAlertRead = noon, noon.Add(time.Nanosecond)
	full.Replaces, full.ReplacedBy = "20261119-000003", "20261120-000013"
	full.History = []journal.HistoryEvent{{At: noon, Code: "opened"}, {At: noon, Code: "word", Word: "IN CLEARING"}}
	full.Session = core.PaymentSession{PaymentID: "p", OrderID: full.OrderID, Amount: full.Amount,
		State: core.StateOTPRequired, Late: true, Route: core.RouteAccount, Rail: core.RailBank,
		QRPayload: "000201<&>\u2028", ByAccountNumber: true, MaskedAccount: "•••• 4417", MaskedCustomer: "A••• B•••",
		InstitutionCode: "FPB", DPHReference: "d-1", OTPUnresolved: true, TransactionID: "T/9", RawStatus: "Later",
		Conflict: "amount", UpdatedAt: noon}
	mustCommit(t, s, journal.Change{Sale: &full})
	same(t, "every field", mustSale(t, s, full.ID), full)
}

func commitWhole(t *testing.T, open opener) {
	s := open(t).Store
	sale := fresh(today, 1)
	mustCommit(t, s, journal.Change{Sale: &sale})
	paid, receipt := settled(sale, 1)
	token := journal.NewSecrets([]byte("token"))
	mustCommit(t, s, journal.Change{Sale: &paid, Secrets: &token, Receipt: &receipt,
		Audit: []journal.AuditRow{auditRow(1), auditRow(2)}, Settings: &journal.Settings{Shop: "Practice shop"}})
	got := readAll(t, s)
	same(t, "all parts", got, everything{
		Sales: []journal.Sale{paid}, Secrets: []string{"token"}, Open: []journal.Sale{paid},
		Receipts: []journal.Receipt{receipt}, Audit: []journal.AuditRow{auditRow(2), auditRow(1)},
		Figures:  []journal.Figure{{FigureKey: journal.FigureKeyOf(paid), Number: 1, Minor: paid.Amount.Minor}},
		Totals:   []journal.Total{{Group: journal.GroupPaid, Currency: "LYD", Count: 1, Minor: 1500}},
		Settings: journal.Settings{Shop: "Practice shop"}, Head: journal.Head{Number: 1, Receipt: 1, Audit: 2},
	})
	mustCommit(t, s, journal.Change{})
	same(t, "after an empty change", readAll(t, s), got)
}

func versions(t *testing.T, open opener) {
	s := open(t).Store
	first := fresh(today, 1)
	for _, version := range []uint64{0, 2, 7} {
		wrong := first
		wrong.Version = version
		wantErr(t, "first version", s.Commit(context.Background(), journal.Change{Sale: &wrong}), journal.ErrVersion)
	}
	mustCommit(t, s, journal.Change{Sale: &first})
	for _, version := range []uint64{0, 1, 3} {
		wrong := first
		wrong.Version = version
		wantErr(t, "second version", s.Commit(context.Background(), journal.Change{Sale: &wrong}), journal.ErrVersion)
	}
	second := next(first, func(s *journal.Sale) { s.Capped = true })
	mustCommit(t, s, journal.Change{Sale: &second})
	same(t, "newest version", mustSale(t, s, first.ID), second)
}

func receiptRules(t *testing.T, open opener) {
	s := open(t).Store
	one, two := fresh(today, 1), fresh(today, 2)
	mustCommit(t, s, journal.Change{Sale: &one})
	mustCommit(t, s, journal.Change{Sale: &two})
	paid, receipt := settled(one, 1)
	for name, change := range map[string]func() journal.Change{
		"no sale": func() journal.Change { return journal.Change{Receipt: &receipt} },
		"another sale": func() journal.Change {
			other := receipt
			other.SaleID = two.ID
			return journal.Change{Sale: &paid, Receipt: &other}
		},
		"number not on the sale": func() journal.Change {
			sale := paid
			sale.ReceiptSeq = 0
			return journal.Change{Sale: &sale, Receipt: &receipt}
		},
		"not in success": func() journal.Change {
			sale := paid
			sale.Session.State = core.StateFailed
			return journal.Change{Sale: &sale, Receipt: &receipt}
		},
		"number leaves a gap": func() journal.Change {
			sale, far := settled(one, 2)
			return journal.Change{Sale: &sale, Receipt: &far}
		},
		"number zero": func() journal.Change {
			sale, none := settled(one, 0)
			return journal.Change{Sale: &sale, Receipt: &none}
		},
		"number without a receipt": func() journal.Change { return journal.Change{Sale: &paid} },
	} {
		wantErr(t, name, s.Commit(context.Background(), change()), journal.ErrRefused)
	}
	mustCommit(t, s, journal.Change{Sale: &paid, Receipt: &receipt})
	again, second := settled(paid, 2)
	wantErr(t, "second receipt", s.Commit(context.Background(), journal.Change{Sale: &again, Receipt: &second}), journal.ErrRefused)
	renumbered := next(paid, func(s *journal.Sale) { s.ReceiptSeq = 2 })
	wantErr(t, "changed number", s.Commit(context.Background(), journal.Change{Sale: &renumbered}), journal.ErrRefused)
	dropped := next(paid, func(s *journal.Sale) { s.ReceiptSeq = 0 })
	wantErr(t, "dropped number", s.Commit(context.Background(), journal.Change{Sale: &dropped}), journal.ErrRefused)
	twoPaid, taken := settled(two, 1)
	wantErr(t, "number taken", s.Commit(context.Background(), journal.Change{Sale: &twoPaid, Receipt: &taken}), journal.ErrRefused)
	twoPaid, taken = settled(two, 2)
	mustCommit(t, s, journal.Change{Sale: &twoPaid, Receipt: &taken})
	for seq, want := range map[uint64]journal.Receipt{1: receipt, 2: taken} {
		same(t, "receipt", must[journal.Receipt](t)(s.Receipt(context.Background(), seq)), want)
	}
}

func auditRules(t *testing.T, open opener) {
	s := open(t).Store
	for name, rows := range map[string][]journal.AuditRow{
		"zero": {auditRow(0)}, "gap": {auditRow(2)}, "gap inside": {auditRow(1), auditRow(3)}, "twice": {auditRow(1), auditRow(1)},
	} {
		wantErr(t, name, s.Commit(context.Background(), journal.Change{Audit: rows}), journal.ErrRefused)
	}
	mustCommit(t, s, journal.Change{Audit: []journal.AuditRow{auditRow(1), auditRow(2)}})
	wantErr(t, "taken", s.Commit(context.Background(), journal.Change{Audit: []journal.AuditRow{auditRow(2)}}), journal.ErrRefused)
	mustCommit(t, s, journal.Change{Audit: []journal.AuditRow{auditRow(3)}})
}

// refusedLeaveNothing refuses changes of which the refused part comes last, so
// that whatever was written before must be undone.
func refusedLeaveNothing(t *testing.T, open opener) {
	s := open(t).Store
	sale := fresh(today, 1)
	token := journal.NewSecrets([]byte("token"))
	mustCommit(t, s, journal.Change{Sale: &sale, Secrets: &token, Settings: &journal.Settings{Shop: "A"}})
	before := readAll(t, s)
	paid, receipt := settled(sale, 1)
	other := journal.NewSecrets([]byte("other"))
	wantErr(t, "bad audit", s.Commit(context.Background(), journal.Change{Sale: &paid, Secrets: &other, Receipt: &receipt,
		Audit: []journal.AuditRow{auditRow(1), auditRow(5)}, Settings: &journal.Settings{Shop: "B"}}), journal.ErrRefused)
	wantErr(t, "secrets alone", s.Commit(context.Background(), journal.Change{Secrets: &other,
		Audit: []journal.AuditRow{auditRow(1)}, Settings: &journal.Settings{Shop: "B"}}), journal.ErrRefused)
	stale := sale
	wantErr(t, "stale", s.Commit(context.Background(), journal.Change{Sale: &stale, Secrets: &other,
		Settings: &journal.Settings{Shop: "B"}}), journal.ErrVersion)
	for _, id := range []journal.SaleID{"", "x", "20261120-12", "20261120-000000", "20261341-000001", "20261120-0000012", "20261120+000001"} {
		misnamed := fresh(today, 1)
		misnamed.ID = id
		wantErr(t, "misnamed "+string(id), s.Commit(context.Background(), journal.Change{Sale: &misnamed}), journal.ErrRefused)
	}
	same(t, "after refusals", readAll(t, s), before)
	mustCommit(t, s, journal.Change{Sale: &paid, Receipt: &receipt})
}

func poison(t *testing.T, open opener) {
	for _, outcome := range []Outcome{Lost, Kept} {
		h := open(t)
		s, ctx := h.Store, context.Background()
		sale := fresh(today, 1)
		mustCommit(t, s, journal.Change{Sale: &sale})
		before := readAll(t, s)
		paid, receipt := settled(sale, 1)
		h.Fail(outcome)
		err := s.Commit(ctx, journal.Change{Sale: &paid, Receipt: &receipt, Audit: []journal.AuditRow{auditRow(1)}})
		if err == nil || errors.Is(err, journal.ErrVersion) || errors.Is(err, journal.ErrRefused) || errors.Is(err, journal.ErrPoisoned) {
			t.Fatalf("failed commit returned %v", err)
		}
		everyCall(t, s, journal.ErrPoisoned)
		if err := s.Reopen(ctx); err != nil {
			t.Fatalf("reopen: %v", err)
		}
		after := readAll(t, s)
		if outcome == Lost {
			same(t, "lost commit", after, before)
			mustCommit(t, s, journal.Change{Sale: &paid, Receipt: &receipt})
			continue
		}
		same(t, "kept sale", after.Sales, []journal.Sale{paid})
		same(t, "kept receipt", after.Receipts, []journal.Receipt{receipt})
		same(t, "kept row", after.Audit, []journal.AuditRow{auditRow(1)})
		wantErr(t, "kept commit again", s.Commit(ctx, journal.Change{Sale: &paid, Receipt: &receipt}), journal.ErrVersion)
	}
}

// everyCall expects one error from every method but Reopen and Close.
func everyCall(t *testing.T, s journal.Store, want error) {
	t.Helper()
	ctx := context.Background()
	for name, call := range map[string]func() error{
		"Commit":      func() error { return s.Commit(ctx, journal.Change{Settings: &journal.Settings{Shop: "x"}}) },
		"Sale":        func() error { _, err := s.Sale(ctx, journal.NewSaleID(today, 1)); return err },
		"SaleSecrets": func() error { _, err := s.SaleSecrets(ctx, journal.NewSaleID(today, 1)); return err },
		"OpenSales":   func() error { _, err := s.OpenSales(ctx); return err },
		"Sales":       func() error { _, err := s.Sales(ctx, journal.SaleQuery{}); return err },
		"Totals":      func() error { _, err := s.Totals(ctx, journal.SaleQuery{}); return err },
		"Receipt":     func() error { _, err := s.Receipt(ctx, 1); return err },
		"Audit":       func() error { _, err := s.Audit(ctx, 0, 1); return err },
		"Head":        func() error { _, err := s.Head(ctx, today); return err },
		"Settings":    func() error { _, err := s.Settings(ctx); return err },
		"Staff":       func() error { _, err := s.Staff(ctx); return err },
		"Freeze":      func() error { _, err := s.Freeze(ctx); return err },
		"Shift":       func() error { _, err := s.Shift(ctx, 0); return err },
		"Z":           func() error { _, err := s.Z(ctx, 1); return err },
		"Zs":          func() error { _, err := s.Zs(ctx, 0, 1); return err },
		"CashReceipt": func() error { _, err := s.CashReceipt(ctx, 1); return err },
		"Movements":   func() error { _, err := s.Movements(ctx, 1, 0, 1); return err },
		"Debts":       func() error { _, err := s.Debts(ctx, journal.DebtQuery{}); return err },
		"DebtRows":    func() error { _, err := s.DebtRows(ctx, 1); return err },
	} {
		err := call()
		if err == nil || want != nil && !errors.Is(err, want) {
			t.Errorf("%s: error %v, want %v", name, err, want)
		}
	}
}
