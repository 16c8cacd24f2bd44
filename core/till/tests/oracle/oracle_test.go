package oracle

import (
	"slices"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
)

const day journal.Day = "20261120"

var (
	noon   = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	first  = journal.NewSaleID(day, 1)
	second = journal.NewSaleID(day, 2)
	third  = journal.NewSaleID(day, 3)
)

// day in a shop: a sale was set aside for a second one, and both were paid; a
// third never opened, and a fourth was resolved by a manager.
func truth() Evidence {
	amount := money.Amount{Minor: 12500, Currency: "LYD"}
	sale := func(n int, state core.State) journal.Sale {
		id := journal.NewSaleID(day, n)
		s := journal.Sale{ID: id, Version: 4, OrderID: id.Paper() + "-X", Amount: amount, Step: journal.StepSession, CreatedAt: noon}
		s.Session = core.PaymentSession{PaymentID: "pay-" + string(id), OrderID: s.OrderID, Amount: amount, State: state}
		return s
	}
	var e Evidence
	row := func(id journal.SaleID, action journal.AuditAction) {
		e.Audit = append(e.Audit, journal.AuditRow{Seq: uint64(len(e.Audit) + 1), SaleID: id, Action: action})
	}
	pay := func(s *journal.Sale) {
		seq := uint64(len(e.Receipts) + 1)
		s.Session.State, s.Session.TransactionID, s.ReceiptSeq = core.StateSuccess, "TX-"+string(s.ID), seq
		e.Receipts = append(e.Receipts, journal.Receipt{Seq: seq, SaleID: s.ID, OrderID: s.OrderID, PaymentID: s.Session.PaymentID,
			TransactionID: s.Session.TransactionID, Amount: amount})
		e.Debits = append(e.Debits, Debit{Order: s.OrderID, Payment: s.Session.PaymentID, Transaction: s.Session.TransactionID, Amount: amount, At: noon})
		row(s.ID, journal.AuditSettled)
	}
	a, b, c, d := sale(1, core.StateQRGenerated), sale(2, core.StateQRGenerated), sale(3, ""), sale(4, core.StateQRGenerated)
	a.Instead, a.ReplacedBy, b.Replaces = []journal.SaleID{b.ID}, b.ID, a.ID
	a.SetAside = &journal.Decision{At: noon, Reason: journal.AsideWrongAmount}
	row(a.ID, journal.AuditReplaced)
	pay(&b)
	pay(&a)
	a.PaidTwiceWith, a.History = b.ID, []journal.HistoryEvent{{Code: journal.HistoryPaidTwice, Word: b.ID.Paper()}}
	row(a.ID, journal.AuditPaidTwice)
	c.Step, c.Session.PaymentID = journal.StepNotSent, ""
	d.WithManager, d.ResolvedOutside = &journal.Decision{Reason: "no answer"}, &journal.Decision{By: "Huda", Reason: "seen"}
	row(d.ID, journal.AuditToManager)
	row(d.ID, journal.AuditResolvedOutside)
	e.Sales = []journal.Sale{a, b, c, d}
	for _, s := range []journal.Sale{a, b, d} {
		e.Orders = append(e.Orders, Order{ID: s.OrderID, Arrived: 1, Opened: 1})
	}
	return e
}

// TestEveryLawAtRestCatches breaks the truth in one place after another. Its law
// says so, and of the others those alone that the same break is against.
func TestEveryLawAtRestCatches(t *testing.T) {
	if found := Validate(truth()); len(found) > 0 {
		t.Fatalf("the truth breaks laws: %v", found)
	}
	caught := map[Law]int{}
	for _, c := range []struct {
		what  string
		laws  []Law
		spoil func(e *Evidence)
	}{
		{"a receipt is lost", []Law{Receipts, Numbered, PaidTwice}, func(e *Evidence) { e.Receipts = e.Receipts[1:] }},
		{"a sale has two receipts", []Law{Receipts}, func(e *Evidence) {
			r := e.Receipts[1]
			r.Seq = 3
			e.Receipts = append(e.Receipts, r)
		}},
		{"a receipt of another amount", []Law{Receipts, Covered}, func(e *Evidence) { e.Receipts[0].Amount.Minor++ }},
		{"a receipt in another currency", []Law{Receipts, Covered}, func(e *Evidence) { e.Receipts[0].Amount.Currency = "TND" }},
		{"a receipt names another transaction", []Law{Receipts, Covered}, func(e *Evidence) { e.Receipts[0].TransactionID = "TX-other" }},
		{"a receipt names another payment", []Law{Receipts, Covered}, func(e *Evidence) { e.Receipts[0].PaymentID = "pay-other" }},
		{"a sale is settled without a receipt", []Law{Receipts}, func(e *Evidence) { e.Sales[2].Session.State = core.StateSuccess; e.Sales[2].Step = journal.StepSession }},
		{"a receipt of nobody", []Law{Receipts, Covered}, func(e *Evidence) { e.Receipts = append(e.Receipts, journal.Receipt{Seq: 3, SaleID: "20261120-000009"}) }},
		{"no money was taken", []Law{Covered}, func(e *Evidence) { e.Debits = e.Debits[1:] }},
		{"money is not known", []Law{Known}, func(e *Evidence) {
			e.Debits = append(e.Debits, Debit{Order: e.Sales[2].OrderID, Payment: "pay-3", Amount: e.Sales[2].Amount})
		}},
		{"money of an order that nobody knows", []Law{Known}, func(e *Evidence) { e.Debits = append(e.Debits, Debit{Order: "TILL-X"}) }},
		{"initiate went twice", []Law{OnePayment}, func(e *Evidence) { e.Orders[0].Arrived = 2 }},
		{"two payments were opened", []Law{OnePayment}, func(e *Evidence) { e.Orders[0].Opened = 2 }},
		{"two sales by one transaction", []Law{OneTransaction}, func(e *Evidence) {
			for i := range 2 {
				e.Sales[i].Session.TransactionID, e.Receipts[i].TransactionID, e.Debits[i].Transaction = "TX", "TX", "TX"
			}
		}},
		{"the same, known after the receipts", []Law{OneTransaction}, func(e *Evidence) {
			for i := range 2 {
				e.Sales[i].Session.TransactionID, e.Receipts[i].TransactionID = "TX", ""
			}
		}},
		{"paid twice is not in the record", []Law{PaidTwice}, func(e *Evidence) { e.Sales[0].PaidTwiceWith = "" }},
		{"paid twice is not in the history", []Law{PaidTwice}, func(e *Evidence) { e.Sales[0].History = nil }},
		{"paid twice is not in the audit", []Law{PaidTwice}, func(e *Evidence) { e.Audit = e.without(journal.AuditPaidTwice) }},
		{"paid twice is told of the first one", []Law{PaidTwice}, func(e *Evidence) { e.Sales[1].PaidTwiceWith = first }},
		{"paid twice with a sale of another order", []Law{PaidTwice}, func(e *Evidence) { e.Sales[0].PaidTwiceWith = third }},
		{"the other leg was debited too", []Law{BothLegs}, func(e *Evidence) {
			d := e.Debits[0]
			d.ByAccount, d.Transaction = true, "TX-leg"
			e.Debits = append(e.Debits, d)
		}},
		{"an audit row is gone", []Law{Numbered}, func(e *Evidence) { e.Audit[3].Seq++ }},
		{"a sale is gone", []Law{Numbered, Recorded}, func(e *Evidence) {
			e.Sales = slices.Delete(e.Sales, 2, 3)
			e.Orders = append(e.Orders, Order{ID: "TILL-261120-003-X", Arrived: 1})
		}},
		{"an order is there twice", []Law{Numbered}, func(e *Evidence) { e.Sales[2].OrderID = e.Sales[3].OrderID; e.Sales[2].Step = journal.StepRejected }},
		{"a sale does not know what replaced it", []Law{Linked}, func(e *Evidence) { e.Sales[0].Instead = nil }},
		{"a decision is not in the audit", []Law{Decided}, func(e *Evidence) { e.Audit = e.without(journal.AuditResolvedOutside) }},
		{"a decision is in the audit only", []Law{Decided}, func(e *Evidence) { e.Sales[3].WithManager = nil }},
		{"nobody's name stands at it", []Law{Decided}, func(e *Evidence) { e.Sales[3].ResolvedOutside.By = "" }},
		{"a settlement is not in the audit", []Law{Decided}, func(e *Evidence) { e.Audit = e.without(journal.AuditSettled) }},
		{"set aside by nobody", []Law{Decided}, func(e *Evidence) { e.Audit = e.without(journal.AuditReplaced) }},
		{"nothing was sent, and it arrived", []Law{NotSent}, func(e *Evidence) { e.Orders = append(e.Orders, Order{ID: e.Sales[2].OrderID, Arrived: 1}) }},
		{"a watch ended unsaid", []Law{WatchEnds}, func(e *Evidence) {
			e.Sales[3].ResolvedOutside, e.Sales[3].Watch.Since = nil, noon
			e.Audit = e.without(journal.AuditResolvedOutside)
		}},
	} {
		e := truth()
		c.spoil(&e)
		var found []Law
		for _, b := range Validate(e) {
			if caught[b.Law]++; !slices.Contains(found, b.Law) {
				found = append(found, b.Law)
			}
		}
		slices.Sort(found)
		slices.Sort(c.laws)
		if !slices.Equal(found, c.laws) {
			t.Errorf("%s: %q says so, want %q: %v", c.what, found, c.laws, Validate(e))
		}
	}
	for _, one := range judged {
		if caught[one.law] == 0 {
			t.Errorf("nothing breaks %q", one.law)
		}
	}
}

// without are the rows but those of one action, numbered again.
func (b Books) without(action journal.AuditAction) (rows []journal.AuditRow) {
	for _, row := range b.Audit {
		if row.Action != action {
			row.Seq = uint64(len(rows) + 1)
			rows = append(rows, row)
		}
	}
	return rows
}

// story is what a witness saw of a sale that was paid by QR.
func story(w *Witness) []Breach {
	var found []Breach
	s := journal.Sale{ID: second, OrderID: "B", Replaces: first, Amount: money.Amount{Minor: 5, Currency: "LYD"}}
	commit := func(change func(*journal.Sale)) {
		s.Version++
		change(&s)
		next := s
		found = append(found, w.Committed(journal.Change{Sale: &next})...)
	}
	old := journal.Sale{ID: first, OrderID: "A", Version: 1, Step: journal.StepCreated}
	old.Session.State, old.Session.PaymentID = core.StatePending, "pay-A"
	found = append(found, w.Committed(journal.Change{Sale: &old})...)
	commit(func(s *journal.Sale) { s.Step = journal.StepIntent })
	found = append(found, w.Opens(core.OpInitiate, "B")...)
	found = append(found, w.Leaves(core.OpInitiate, "B")...)
	found = append(found, w.Sent(core.OpInitiate, "B")...)
	commit(func(s *journal.Sale) {
		s.Step, s.Session.State, s.Session.PaymentID = journal.StepCreated, core.StatePending, "pay-B"
	})
	commit(func(s *journal.Sale) { s.Step = journal.StepQRIntent })
	found = append(found, w.Leaves(core.OpGenerateQR, "B")...)
	commit(func(s *journal.Sale) { s.Step, s.Session.State = journal.StepSession, core.StateQRGenerated })
	w.Said("B", wordPaid)
	commit(func(s *journal.Sale) { s.Session.State, s.ReceiptSeq = core.StateSuccess, 1 })
	return append(found, w.Noticed(journal.Notice{Kind: journal.NoticeSale, View: journal.View{Sale: s}, Payment: &core.PaymentEvent{After: s.Session}})...)
}

// TestEveryLawOfAWitnessCatches goes on from there in ways that must not be.
func TestEveryLawOfAWitnessCatches(t *testing.T) {
	if found := story(NewWitness()); len(found) > 0 {
		t.Fatalf("the truth breaks laws: %v", found)
	}
	record := func(w *Witness, id journal.SaleID, change func(*journal.Sale)) journal.Sale {
		s, _ := w.Sale(id)
		s.Version++
		change(&s)
		return s
	}
	commit := func(id journal.SaleID, change func(*journal.Sale)) func(*Witness) []Breach {
		return func(w *Witness) []Breach {
			s := record(w, id, change)
			return w.Committed(journal.Change{Sale: &s})
		}
	}
	show := func(kind journal.NoticeKind, id journal.SaleID, change func(*journal.Sale)) func(*Witness) []Breach {
		return func(w *Witness) []Breach {
			return w.Noticed(journal.Notice{Kind: kind, View: journal.View{Sale: record(w, id, change)}})
		}
	}
	for _, c := range []struct {
		what string
		law  Law
		then func(w *Witness) []Breach
	}{
		{"paid, and nobody said so", FalsePaid, commit(first, func(s *journal.Sale) { s.Session.State, s.ReceiptSeq = core.StateSuccess, 2 })},
		{"failed, and nobody said so", FalseNotPaid, commit(first, func(s *journal.Sale) { s.Session.State = core.StateFailed })},
		{"expired, and a screen alone says so", FalseNotPaid, show(journal.NoticeLive, first, func(s *journal.Sale) { s.Version--; s.Session.State = core.StateExpired })},
		{"resolved, and nobody asked", Resolved, commit(first, func(s *journal.Sale) { s.ResolvedOutside = new(journal.Decision) })},
		{"shown before it is on the disk", Shown, show(journal.NoticeSale, first, func(s *journal.Sale) {})},
		{"shown with another receipt", Shown, show(journal.NoticeLive, second, func(s *journal.Sale) { s.Version--; s.ReceiptSeq = 7 })},
		{"shown twice paid", Shown, show(journal.NoticeLive, second, func(s *journal.Sale) { s.Version--; s.PaidTwiceWith = first })},
		{"an older record after a newer one", Shown, func(w *Witness) []Breach {
			return w.Noticed(journal.Notice{Kind: journal.NoticeSale, View: journal.View{Sale: w.trails[second][1]}})
		}},
		{"a success that is not recorded", Shown, func(w *Witness) []Breach {
			s, _ := w.Sale(first)
			return w.Noticed(journal.Notice{Kind: journal.NoticeSale, View: journal.View{Sale: s}, Payment: &core.PaymentEvent{After: core.PaymentSession{State: core.StateSuccess}}})
		}},
		{"a step that the table does not have", Steps, commit(first, func(s *journal.Sale) { s.Session.State = core.StateAuthorized })},
		{"another amount", Steps, commit(first, func(s *journal.Sale) { s.Amount.Minor++ })},
		{"another order", Steps, commit(first, func(s *journal.Sale) { s.OrderID = "C" })},
		{"the order of another sale", Steps, commit(third, func(s *journal.Sale) { s.ID, s.OrderID = third, "A" })},
		{"the payment of another sale", Steps, commit(third, func(s *journal.Sale) { s.ID, s.OrderID, s.Session.PaymentID = third, "C", "pay-A" })},
		{"a version is left out", Steps, commit(first, func(s *journal.Sale) { s.Version++ })},
		{"another receipt", Steps, commit(second, func(s *journal.Sale) { s.ReceiptSeq++ })},
		{"another payment", Steps, commit(second, func(s *journal.Sale) { s.Session.PaymentID = "pay-C" })},
		{"initiate unannounced", Announced, func(w *Witness) []Breach { return w.Leaves(core.OpInitiate, "A") }},
		{"a code unannounced", Announced, func(w *Witness) []Breach { return w.Leaves(core.OpSubmitOTP, "B") }},
		{"an account after the QR", Announced, func(w *Witness) []Breach { return w.Leaves(core.OpValidateAccount, "B") }},
		{"a QR of nothing", Announced, func(w *Witness) []Breach { return w.Leaves(core.OpGenerateQR, "C") }},
		{"initiate is sent again", OnePayment, func(w *Witness) []Breach { return w.Sent(core.OpInitiate, "B") }},
		{"initiate was sent, and nothing was", NotSent, func(w *Witness) []Breach {
			w.Sent(core.OpInitiate, "A")
			return commit(first, func(s *journal.Sale) { s.Step = journal.StepNotSent })(w)
		}},
		{"the order is paid", OpenedPaid, func(w *Witness) []Breach { time.Sleep(time.Millisecond); return w.Opens(core.OpInitiate, "A") }},
		{"the till is frozen", Frozen, func(w *Witness) []Breach {
			w.Committed(journal.Change{Freeze: new(journal.Freeze)})
			return w.Leaves(core.OpGenerateQR, "B")
		}},
	} {
		w := NewWitness()
		story(w)
		if found := c.then(w); !slices.ContainsFunc(found, func(b Breach) bool { return b.Law == c.law }) || len(found) > 2 {
			t.Errorf("%s: %v, want %q", c.what, found, c.law)
		}
	}
}

// TestWitnessForgets: what was put back, taken back or restarted is no breach.
func TestWitnessForgets(t *testing.T) {
	w := NewWitness()
	story(w)
	old := w.trails[second][2]
	w.Restarted()
	if found := w.Noticed(journal.Notice{Kind: journal.NoticeSale, View: journal.View{Sale: old}}); len(found) > 0 {
		t.Errorf("after a restart: %v", found)
	}
	w.PutBack(Books{Sales: []journal.Sale{old}})
	w.Committed(journal.Change{Freeze: &journal.Freeze{Confirmed: new(journal.Decision)}})
	old.Version++
	old.Step = journal.StepQRIntent
	if found := append(w.Committed(journal.Change{Sale: &old}), w.Leaves(core.OpGenerateQR, "B")...); len(found) > 0 {
		t.Errorf("after the journal was put back: %v", found)
	}
	undo := w.Said("C", wordFailed)
	undo()
	if w.order("C").words[wordFailed] {
		t.Error("a word that nobody heard counts")
	}
}
