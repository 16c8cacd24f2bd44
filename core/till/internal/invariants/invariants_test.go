package invariants

import (
	"errors"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
)

var (
	noon   = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	amount = money.Amount{Minor: 12500, Currency: "LYD"}
)

const id = journal.SaleID("20261120-000007")

// known is a sale whose bank has a code and has not said what came of it.
func known() journal.Sale {
	return journal.Sale{ID: id, Version: 3, OrderID: "T2-261120-007-AAAA", Amount: amount, Environment: core.Sandbox, BaseURL: "test",
		CreatedAt: noon, Step: journal.StepSession, Route: core.RouteAccount, CodeSubmitted: true,
		Session:     core.PaymentSession{PaymentID: "pay-1", OrderID: "T2-261120-007-AAAA", Amount: amount, State: core.StateWaitingPayment, Route: core.RouteAccount},
		WithManager: &journal.Decision{At: noon, By: "Samira"}, SetAside: &journal.Decision{At: noon, By: "Samira", Reason: journal.AsideNoCode},
		Instead: []journal.SaleID{"20261120-000008"}, ReplacedBy: "20261120-000008", Replaces: "20261120-000006"}
}

// from is a change that only moves the version of a record.
func from(was journal.Sale) (*Given, *journal.Change) {
	next := was
	next.Version++
	return &Given{Sale: was, Day: "20261120", Last: 9}, &journal.Change{Sale: &next}
}

func recorded() (*Given, *journal.Change) { return from(known()) }

func settles() (*Given, *journal.Change) {
	g, c := recorded()
	s := c.Sale
	s.Session.State, s.Session.TransactionID, s.ReceiptSeq, s.SettledAt = core.StateSuccess, "TX-1", 4, noon.Add(time.Minute)
	r := journal.ReceiptOf(*s, journal.Settings{}, 4, s.SettledAt)
	c.Receipt, c.Secrets = &r, &journal.Secrets{}
	return g, c
}

func paid() (*Given, *journal.Change) {
	_, c := settles()
	c.Sale.OwedSince = noon
	return from(*c.Sale)
}

func ended() (*Given, *journal.Change) {
	s := known()
	s.Session.State = core.StateFailed
	return from(s)
}

func intends() (*Given, *journal.Change) {
	s := journal.Sale{ID: "20261120-000010", Version: 1, OrderID: "T2-261120-010-AAAA", Amount: amount, CreatedAt: noon, Step: journal.StepIntent}
	return &Given{Day: "20261120", Last: 9}, &journal.Change{Sale: &s}
}

func cash() (*Given, *journal.Change) {
	g, c := intends()
	s := c.Sale
	s.Step, s.Route, s.CashSeq, s.SettledAt = journal.StepCash, journal.RouteCash, 3, noon
	c.Cash = &journal.CashReceipt{Seq: 3, SaleID: s.ID, Amount: amount, TakenAt: noon}
	return g, c
}

func announces() (*Given, *journal.Change) {
	s := known()
	s.Session.State, s.CodeSubmitted = core.StateOTPRequired, false
	g, c := from(s)
	sealed := journal.NewSecrets([]byte("{}"))
	c.Sale.Step, c.Sale.CodeSubmitted, c.Secrets = journal.StepOTPIntent, true, &sealed
	return g, c
}

func resolves() (*Given, *journal.Change) {
	g, c := recorded()
	c.Sale.ResolvedOutside, c.Secrets = &journal.Decision{At: noon, By: "Huda", Reason: "the bank says no"}, &journal.Secrets{}
	c.Audit = []journal.AuditRow{{Action: journal.AuditResolvedOutside, SaleID: id, By: "Huda"}}
	return g, c
}

func opened(s *journal.Sale) journal.DebtRow {
	return journal.DebtRow{Seq: 1, Debt: 1, Kind: journal.DebtOpened, Cause: journal.DebtBothLegs, Sale: s.ID, With: s.ID, Amount: s.Amount}
}

func owes() (*Given, *journal.Change) {
	g, c := paid()
	c.Debts = []journal.DebtRow{opened(c.Sale)}
	return g, c
}

// TestABentChangeBreaksItsInvariant bends a lawful change, one way at a time.
func TestABentChangeBreaksItsInvariant(t *testing.T) {
	type made = func() (*Given, *journal.Change)
	cases := []struct {
		code Code
		how  string
		from made
		bend func(g *Given, c *journal.Change)
	}{
		{Began, "a number is left out", intends, func(g *Given, _ *journal.Change) { g.Last = 8 }},
		{Began, "another day's number", intends, func(g *Given, _ *journal.Change) { g.Day = "20261121" }},
		{Began, "no intent", intends, func(_ *Given, c *journal.Change) { c.Sale.Step = journal.StepCreated }},
		{Began, "a payment before its intent", intends, func(_ *Given, c *journal.Change) { c.Sale.Session.PaymentID = "pay-1" }},
		{Began, "cash without its receipt", cash, func(_ *Given, c *journal.Change) { c.Cash = nil }},
		{Fixed, "amount", recorded, func(_ *Given, c *journal.Change) { c.Sale.Amount.Minor++ }},
		{Fixed, "currency", recorded, func(_ *Given, c *journal.Change) { c.Sale.Amount.Currency = "TND" }},
		{Fixed, "order", recorded, func(_ *Given, c *journal.Change) { c.Sale.OrderID += "X" }},
		{Fixed, "opening", recorded, func(_ *Given, c *journal.Change) { c.Sale.CreatedAt = noon.Add(1) }},
		{Fixed, "environment", recorded, func(_ *Given, c *journal.Change) { c.Sale.Environment = core.Live }},
		{Fixed, "gateway", recorded, func(_ *Given, c *journal.Change) { c.Sale.BaseURL = "other" }},
		{Fixed, "replaced sale", recorded, func(_ *Given, c *journal.Change) { c.Sale.Replaces = "" }},
		{Fixed, "payment", recorded, func(_ *Given, c *journal.Change) { c.Sale.Session.PaymentID = "pay-2" }},
		{Backwards, "paid, then waiting", paid, func(_ *Given, c *journal.Change) { c.Sale.Session.State = core.StateWaitingPayment }},
		{Backwards, "paid, then failed", paid, func(_ *Given, c *journal.Change) { c.Sale.Session.State = core.StateFailed }},
		{Backwards, "failed, then waiting", ended, func(_ *Given, c *journal.Change) { c.Sale.Session.State = core.StateWaitingPayment }},
		{Backwards, "failed, then expired", ended, func(_ *Given, c *journal.Change) { c.Sale.Session.State = core.StateExpired }},
		{Backwards, "waiting, then a code is asked for", recorded, func(_ *Given, c *journal.Change) { c.Sale.Session.State = core.StateOTPRequired }},
		{Backwards, "no session any more", recorded, func(_ *Given, c *journal.Change) { c.Sale.Session.State = "" }},
		{Paid, "the receipt is dropped", settles, func(_ *Given, c *journal.Change) { c.Receipt, c.Sale.ReceiptSeq = nil, 0 }},
		{Proof, "amount", settles, func(_ *Given, c *journal.Change) { c.Receipt.Amount.Minor-- }},
		{Proof, "currency", settles, func(_ *Given, c *journal.Change) { c.Receipt.Amount.Currency = "TND" }},
		{Proof, "payment", settles, func(_ *Given, c *journal.Change) { c.Receipt.PaymentID = "pay-2" }},
		{Proof, "transaction", settles, func(_ *Given, c *journal.Change) { c.Receipt.TransactionID = "TX-2" }},
		{Proof, "order", settles, func(_ *Given, c *journal.Change) { c.Receipt.OrderID = "X" }},
		{Proof, "environment", settles, func(_ *Given, c *journal.Change) { c.Receipt.Environment = core.Live }},
		{Proof, "late", settles, func(_ *Given, c *journal.Change) { c.Receipt.Late = true }},
		{Proof, "the gateway's amount", settles, func(_ *Given, c *journal.Change) { c.Sale.Session.Amount.Minor++ }},
		{Proof, "the gateway's order", settles, func(_ *Given, c *journal.Change) { c.Sale.Session.OrderID = "X" }},
		{Proof, "no payment", settles, func(g *Given, c *journal.Change) {
			g.Sale.Session.PaymentID, c.Sale.Session.PaymentID, c.Receipt.PaymentID = "", "", ""
		}},
		{Settled, "never", settles, func(_ *Given, c *journal.Change) { c.Sale.SettledAt, c.Receipt.SettledAt = time.Time{}, time.Time{} }},
		{Settled, "another moment", settles, func(_ *Given, c *journal.Change) { c.Sale.SettledAt = noon }},
		{Settled, "moved", paid, func(_ *Given, c *journal.Change) { c.Sale.SettledAt = noon }},
		{Settled, "without money", recorded, func(_ *Given, c *journal.Change) { c.Sale.SettledAt = noon }},
		{Settled, "another moment than the cash", cash, func(_ *Given, c *journal.Change) { c.Sale.SettledAt = noon.Add(1) }},
		{Settled, "cash, never", cash, func(_ *Given, c *journal.Change) { c.Sale.SettledAt, c.Cash.TakenAt = time.Time{}, time.Time{} }},
		{NotOpened, "not sent", recorded, func(_ *Given, c *journal.Change) { c.Sale.Step = journal.StepNotSent }},
		{NotOpened, "rejected", recorded, func(_ *Given, c *journal.Change) { c.Sale.Step = journal.StepRejected }},
		{NotOpened, "unknown", recorded, func(_ *Given, c *journal.Change) { c.Sale.Step = journal.StepCreateUnknown }},
		{Askable, "secrets removed while it is watched", recorded, func(_ *Given, c *journal.Change) { c.Secrets = &journal.Secrets{} }},
		{Askable, "secrets removed while the other leg is", settles, func(_ *Given, c *journal.Change) { c.Sale.Watch.Next = noon }},
		{Askable, "a code announced and nothing sealed", announces, func(_ *Given, c *journal.Change) { c.Secrets = nil }},
		{CodeSent, "forgotten", recorded, func(_ *Given, c *journal.Change) { c.Sale.CodeSubmitted = false }},
		{CodeSent, "announced and not recorded", announces, func(_ *Given, c *journal.Change) { c.Sale.CodeSubmitted = false }},
		{Decided, "no more set aside", recorded, func(_ *Given, c *journal.Change) { c.Sale.SetAside = nil }},
		{Decided, "no more with the manager", recorded, func(_ *Given, c *journal.Change) { c.Sale.WithManager = nil }},
		{Decided, "no more resolved", resolves, func(g *Given, c *journal.Change) {
			*g = Given{Sale: *c.Sale}
			c.Sale.ResolvedOutside, c.Secrets, c.Sale.Version = nil, nil, c.Sale.Version+1
			g.Sale.Version = c.Sale.Version - 1
		}},
		{Decided, "no more reversed", cash, func(g *Given, c *journal.Change) {
			next := *c.Sale
			g.Sale, next.Version = *c.Sale, 2
			g.Sale.Reversed = &journal.Decision{At: noon}
			*c = journal.Change{Sale: &next}
		}},
		{Decided, "closed by nobody", resolves, func(_ *Given, c *journal.Change) { c.Audit = nil }},
		{Decided, "closed with another sale's row", resolves, func(_ *Given, c *journal.Change) { c.Audit[0].SaleID = "20261120-000001" }},
		{Decided, "closed with another row", resolves, func(_ *Given, c *journal.Change) { c.Audit[0].Action = journal.AuditToManager }},
		{Decided, "closed before it was the manager's", resolves, func(g *Given, _ *journal.Change) { g.Sale.WithManager = nil }},
		{Decided, "closed after it was paid", paid, func(_ *Given, c *journal.Change) { c.Sale.ResolvedOutside = &journal.Decision{At: noon} }},
		{Replaced, "a paid sale", paid, func(_ *Given, c *journal.Change) { c.Sale.ReplacedBy = "20261120-000009" }},
		{Replaced, "a sale taken in cash", cash, func(g *Given, c *journal.Change) {
			next := *c.Sale
			g.Sale, next.Version, next.ReplacedBy = *c.Sale, 2, "20261120-000011"
			*c = journal.Change{Sale: &next}
		}},
		{Replaced, "forgotten", recorded, func(_ *Given, c *journal.Change) { c.Sale.Instead = nil }},
		{Owed, "more than was paid", owes, func(_ *Given, c *journal.Change) { c.Debts[0].Amount.Minor++ }},
		{Owed, "another currency", owes, func(_ *Given, c *journal.Change) { c.Debts[0].Amount.Currency = "TND" }},
		{Owed, "twice", owes, func(_ *Given, c *journal.Change) { c.Debts = append(c.Debts, c.Debts[0]) }},
		{Owed, "before money came", recorded, func(_ *Given, c *journal.Change) { c.Debts = []journal.DebtRow{opened(c.Sale)} }},
		{Owed, "since never", paid, func(_ *Given, c *journal.Change) { c.Sale.OwedSince = time.Time{} }},
	}
	tried := map[Code]bool{}
	for _, one := range cases {
		tried[one.code] = true
		if g, c := one.from(); Of(g, c) != nil {
			t.Errorf("%s, %s: the lawful change breaks %v", one.code, one.how, Of(g, c))
		}
		g, c := one.from()
		one.bend(g, c)
		v := Of(g, c)
		if v == nil || v.Code != one.code || v.Sale != c.Sale.ID {
			t.Errorf("%s, %s: found %v", one.code, one.how, v)
		}
		if v != nil && !errors.Is(v, journal.ErrRefused) {
			t.Errorf("%v is no refusal", v)
		}
	}
	for _, r := range rules {
		if !tried[r.code] {
			t.Errorf("%s is not tried", r.code)
		}
	}
}

// TestLawfulChanges are those that look like a violation and are none.
func TestLawfulChanges(t *testing.T) {
	for how, bend := range map[string]func(g *Given, c *journal.Change){
		"late money": func(g *Given, c *journal.Change) {
			g.Sale.Session.State, c.Sale.Session.Late, c.Receipt.Late = core.StateFailed, true, true
		},
		"its first payment":    func(g *Given, _ *journal.Change) { g.Sale.Session = core.PaymentSession{} },
		"without a sale":       func(_ *Given, c *journal.Change) { c.Sale = nil },
		"from an older record": func(_ *Given, c *journal.Change) { c.Sale.Version, c.Sale.Amount.Minor = 9, 1 }, // the store refuses it
		"another sale's debt": func(_ *Given, c *journal.Change) {
			other := opened(c.Sale)
			other.Sale = "20261120-000001"
			c.Debts = []journal.DebtRow{opened(c.Sale), other}
		},
		"a debt that is closed at once": func(_ *Given, c *journal.Change) {
			returned := opened(c.Sale)
			returned.Kind = journal.DebtReturned
			c.Debts = []journal.DebtRow{opened(c.Sale), returned}
		},
		"instead of cash that was taken off again": func(g *Given, c *journal.Change) {
			_, taken := cash()
			g.Sale = *taken.Sale
			g.Sale.Reversed = &journal.Decision{At: noon}
			next := g.Sale
			next.Version, next.ReplacedBy = 2, "20261120-000011"
			*c = journal.Change{Sale: &next}
		},
	} {
		g, c := settles()
		bend(g, c)
		if v := Of(g, c); v != nil {
			t.Errorf("%s: %v", how, v)
		}
	}
}
