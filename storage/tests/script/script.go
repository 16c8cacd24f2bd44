// Package script is what the proofs of the store let a shop do, change by change,
// and the book of what must be there after each.
package script

import (
	"fmt"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/wire"
)

// Day is when the scripted shop is open.
const Day journal.Day = "20261120"

var Noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Script returns the changes of a Day in a shop, one for each commit: settings,
// then sales by every route with the commits that the till makes of each, two
// sales under way at a time. It is the same each time.
func Script(sales int) []journal.Change {
	w := &writer{}
	w.settings()
	for number := 1; number <= sales; number++ {
		w.work(w.sale(number), number == sales)
	}
	w.settings()
	return w.changes
}

// writer counts the numbers that a till gives out.
type writer struct {
	changes        []journal.Change
	waiting        []func() bool // sales under way
	audit, receipt uint64
	day
}

// work goes on with the sales that are under way until one or, at last, none is
// left.
func (w *writer) work(sale func() bool, last bool) {
	w.waiting = append(w.waiting, sale)
	for len(w.waiting) > 1 || last && len(w.waiting) > 0 {
		for i := 0; i < len(w.waiting); i++ {
			if !w.waiting[i]() {
				w.waiting = append(w.waiting[:i], w.waiting[i+1:]...)
				i--
			}
		}
	}
}

func (w *writer) row(action journal.AuditAction, id journal.SaleID) []journal.AuditRow {
	w.audit++
	return []journal.AuditRow{{Seq: w.audit, At: Noon, By: "Amal", Action: action, SaleID: id}}
}

func (w *writer) settings() {
	w.changes = append(w.changes, journal.Change{
		Settings: &journal.Settings{Shop: "Al Noor Market", Till: fmt.Sprint("Till ", len(w.changes)), Currency: "LYD", Cashier: "Amal",
			Shifts: w.shift.Number != 0},
		Audit: w.row(journal.AuditSettings, ""),
	})
}

// sale returns what makes the sale's next commit; false after the last.
func (w *writer) sale(number int) func() bool {
	id := journal.NewSaleID(Day, number)
	routes := wire.Routes()
	s := journal.Sale{ID: id, OrderID: fmt.Sprintf("%s-%06d", id.Paper(), number*7919), Environment: core.Sandbox, BaseURL: "embedded",
		Amount: money.Amount{Minor: int64(number)*1250 + 500, Currency: "LYD"}, Cashier: "Amal", CreatedAt: Noon,
		Route: routes[number%3], Reference: fmt.Sprintf("table %d", number)}
	steps := steps(s.Route, number%5 == 4)
	return func() bool {
		if s.Version++; s.Version == 1 {
			s.Shift = w.shift.Number
		}
		s.UpdatedAt = Noon.Add(time.Duration(len(w.changes)) * time.Second)
		c := journal.Change{}
		steps[0](&s, &c, w)
		s.History = append(append([]journal.HistoryEvent(nil), s.History...), journal.HistoryEvent{At: s.UpdatedAt, Code: string(s.Step)})
		sale := s
		c.Sale = &sale
		w.changes = append(w.changes, c)
		steps = steps[1:]
		return len(steps) > 0
	}
}

type step func(s *journal.Sale, c *journal.Change, w *writer)

// sealed are the secrets of a sale at a commit: about as many as in earnest.
func sealed(s *journal.Sale) *journal.Secrets {
	text := make([]byte, 0, 900)
	for len(text) < 880 {
		text = fmt.Appendf(text, "%s.%d.", s.OrderID, s.Version)
	}
	secrets := journal.NewSecrets(text)
	return &secrets
}

// steps are the commits of one sale, as the till makes them.
func steps(route core.Route, fails bool) []step {
	list := []step{
		func(s *journal.Sale, _ *journal.Change, _ *writer) { s.Step = journal.StepIntent },
		func(s *journal.Sale, c *journal.Change, _ *writer) {
			s.Step, s.Session = journal.StepCreated, core.PaymentSession{PaymentID: "pay-" + string(s.ID), OrderID: s.OrderID,
				Amount: s.Amount, State: core.StatePending, UpdatedAt: s.UpdatedAt}
			c.Secrets = sealed(s)
		},
	}
	if route == core.RouteQR {
		list = append(list,
			func(s *journal.Sale, c *journal.Change, _ *writer) {
				s.Step, c.Secrets = journal.StepQRIntent, sealed(s)
			},
			session(core.StateQRGenerated), session(core.StateWaitingPayment))
	} else {
		list = append(list,
			func(s *journal.Sale, c *journal.Change, _ *writer) {
				s.Step, c.Secrets = journal.StepValidateIntent, sealed(s)
			},
			func(s *journal.Sale, c *journal.Change, w *writer) {
				s.Session.MaskedAccount = fmt.Sprintf("•••• %04d", s.ID.Number()*37%10000)
				session(core.StateOTPRequired)(s, c, w)
			},
			func(s *journal.Sale, c *journal.Change, _ *writer) {
				s.Step, c.Secrets = journal.StepOTPIntent, sealed(s)
			},
			session(core.StateWaitingPayment))
	}
	if fails {
		list = append(list, session(core.StateFailed))
	} else {
		list = append(list, settle)
	}
	return append(list, func(s *journal.Sale, _ *journal.Change, _ *writer) {
		s.AcknowledgedAt = s.UpdatedAt
		s.Watch.Since = s.UpdatedAt
	})
}

func session(state core.State) step {
	return func(s *journal.Sale, c *journal.Change, _ *writer) {
		s.Step, s.Session.State, s.Session.UpdatedAt = journal.StepSession, state, s.UpdatedAt
		c.Secrets = sealed(s)
	}
}

func settle(s *journal.Sale, c *journal.Change, w *writer) {
	w.receipt++
	s.Session.State, s.Session.TransactionID = core.StateSuccess, "TXN"+string(s.ID)
	s.ReceiptSeq, s.SettledAt = w.receipt, s.UpdatedAt
	c.Secrets = &journal.Secrets{}
	c.Audit = w.row(journal.AuditSettled, s.ID)
	c.Receipt = &journal.Receipt{Seq: w.receipt, SaleID: s.ID, OrderID: s.OrderID, PaymentID: s.Session.PaymentID,
		TransactionID: s.Session.TransactionID, Amount: s.Amount, Route: s.Route, SettledAt: s.SettledAt,
		Shop: "Al Noor Market", Till: "Till 2", Environment: s.Environment, Shift: w.shift.Number, Opened: s.Shift}
	w.addTaken(journal.TakenKey{Opened: s.Shift, Route: s.Route, Currency: s.Amount.Currency}, s.Amount.Minor, 0, w.receipt)
}
