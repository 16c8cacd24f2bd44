package storetest

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
)

// wholeDay: a shift begins, is opened, takes money by every way, is counted and
// ends with its Z, and the next goes on.
func wholeDay(t *testing.T, open opener) {
	h := open(t)
	s, ctx := h.Store, context.Background()
	early := charged(t, s, 1) // before there were shifts
	mustCommit(t, s, journal.Change{Sale: &early})
	mustCommit(t, s, begins(t, s))
	same(t, "first shift", present(t, s), journal.ShiftState{Shift: journal.Shift{Number: 1, Version: 1, Begun: noon}})
	mustCommit(t, s, opened(t, s, 20_000))
	mustCommit(t, s, paid(t, s, early))
	own := charged(t, s, 2)
	mustCommit(t, s, journal.Change{Sale: &own})
	mustCommit(t, s, paid(t, s, own))
	mustCommit(t, s, inCash(t, s, 3, 4_130)) // rounded to 4.000
	mustCommit(t, s, moved(t, s, journal.MovementIn, 5_000))
	mustCommit(t, s, moved(t, s, journal.MovementOut, 2_000))
	mustCommit(t, s, moved(t, s, journal.MovementHand, 0))
	mustCommit(t, s, owes(t, s, 2_500, "LYD"))
	mustCommit(t, s, counted(t, s, 26_900))

	key := journal.TakenKey{Cashier: "Amal", Currency: "LYD"}
	lateKey, ownKey, cashKey := key, key, key
	ownKey.Opened, cashKey.Opened, cashKey.Route = 1, 1, journal.RouteCash
	want := journal.ShiftFigures{
		Taken: []journal.Taken{{TakenKey: lateKey, Number: 1, Minor: 1_500}, {TakenKey: ownKey, Number: 1, Minor: 2_500},
			{TakenKey: cashKey, Number: 1, Minor: 4_130, Rounding: -130}},
		Receipts: journal.SeqRange{First: 1, Last: 2}, Cash: journal.SeqRange{First: 1, Last: 1}, In: journal.Tally{Number: 1, Minor: 5_000},
		Out: journal.Tally{Number: 1, Minor: 2_000}, Owed: []journal.OwedSum{{Currency: "LYD", Opened: 2_500}},
	}
	same(t, "figures", present(t, s).Figures, want)
	z := ends(t, s)
	mustCommit(t, s, z)
	same(t, "Z", must[journal.Z](t)(s.Z(ctx, 1)), *z.Z)
	if d := z.Z.Drawer; d == nil || d.Expected != 27_000 || d.Difference != -100 || d.Counts != 1 {
		t.Errorf("the drawer of the Z: %+v", d)
	}
	next := present(t, s)
	same(t, "next shift", next, journal.ShiftState{Shift: journal.Shift{Number: 2, Version: 1, After: 1, Begun: z.Z.At},
		Figures: journal.ShiftFigures{Owed: []journal.OwedSum{{Currency: "LYD", Before: 2_500}}}})
	over := must[journal.ShiftState](t)(s.Shift(ctx, 1))
	same(t, "figures of a shift that is over", over.Figures, want)
	if over.Z != 1 || over.Version != 3 {
		t.Errorf("a shift that is over: %+v", over)
	}
	mustCommit(t, s, endsAll(t, s))
	if _, err := s.Shift(ctx, 0); !errors.Is(err, journal.ErrNotFound) {
		t.Errorf("a present shift in a shop without: %v", err)
	}
	last := charged(t, s, 4)
	mustCommit(t, s, journal.Change{Sale: &last})
	before := readAll(t, s)
	if len(before.Zs) != 2 || len(before.Shifts) != 2 || len(before.Movements) != 3 || len(before.CashReceipts) != 1 || len(before.DebtRows) != 1 {
		t.Errorf("read back: %+v", before)
	}
	same(t, "after a crash", readAll(t, h.Crash(t)), before)
}

func shiftRules(t *testing.T, open opener) {
	s := open(t).Store
	settings, off := withShifts, withoutShifts
	refuses(t, s, "switched on without a shift", journal.Change{Settings: &settings})
	first := *begins(t, s).Shift
	refuses(t, s, "by itself", journal.Change{Shift: &first})
	refuses(t, s, "with settings that have none", journal.Change{Shift: &first, Settings: &off})
	for name, bend := range map[string]func(*journal.Shift){
		"another number":  func(s *journal.Shift) { s.Number = 2 },
		"after another":   func(s *journal.Shift) { s.After = 1 },
		"version 2":       func(s *journal.Shift) { s.Version = 2 },
		"opened at once":  func(s *journal.Shift) { s.Opened = &journal.Opening{At: noon, Currency: "LYD"} },
		"counted at once": func(s *journal.Shift) { s.Counts = []journal.ShiftCount{{At: noon}} },
	} {
		bent := first
		bend(&bent)
		refuses(t, s, "first shift: "+name, journal.Change{Shift: &bent, Settings: &settings})
	}
	same(t, "after refusals", readAll(t, s), everything{})
	mustCommit(t, s, journal.Change{Shift: &first, Settings: &settings})
	refuses(t, s, "begun again", journal.Change{Shift: &first, Settings: &settings})
	refuses(t, s, "switched off without a Z", journal.Change{Settings: &off})
	refuses(t, s, "counted before it was opened", counted(t, s, 0))
	refuses(t, s, "a float below nothing", opened(t, s, -1))
	mustCommit(t, s, opened(t, s, 0))
	mustCommit(t, s, counted(t, s, 7))
	for name, bend := range map[string]func(*journal.Shift){
		"skipped a version": func(s *journal.Shift) { s.Version++ },
		"the same version":  func(s *journal.Shift) { s.Version-- },
		"another number":    func(s *journal.Shift) { s.Number++ },
		"begun otherwise":   func(s *journal.Shift) { s.Begun = s.Begun.Add(time.Second) },
		"after another Z":   func(s *journal.Shift) { s.After++ },
		"not opened":        func(s *journal.Shift) { s.Opened = nil },
		"another float":     func(s *journal.Shift) { s.Opened = &journal.Opening{At: noon, By: "Amal", Currency: "LYD", Float: 1} },
		"a count less":      func(s *journal.Shift) { s.Counts = nil },
		"another count":     func(s *journal.Shift) { s.Counts[0].Cash.Minor = 8 },
		"another currency": func(s *journal.Shift) {
			s.Counts = append(s.Counts, journal.ShiftCount{At: noon, Cash: journal.DrawerCount{Currency: "TND"}})
		},
	} {
		refuses(t, s, name, later(t, s, bend))
	}
	leaving := counted(t, s, 8)
	leaving.Settings = &off
	refuses(t, s, "switched off beside a count", leaving)
	mustCommit(t, s, counted(t, s, 8))
	mustCommit(t, s, journal.Change{Settings: &settings})
	if got := present(t, s); len(got.Counts) != 2 || got.Version != 4 {
		t.Errorf("the shift: %+v", got)
	}
}

func zRules(t *testing.T, open opener) {
	s := open(t).Store
	mustCommit(t, s, begins(t, s))
	mustCommit(t, s, opened(t, s, 1_000))
	mustCommit(t, s, inCash(t, s, 1, 5_000))
	before := readAll(t, s)
	sale := charged(t, s, 2)
	for name, bend := range map[string]func(*journal.Change){
		"number two":          func(c *journal.Change) { c.Z.Seq, c.Shift.Number, c.Shift.After = 2, 3, 2 },
		"number zero":         func(c *journal.Change) { c.Z.Seq, c.Shift.Number, c.Shift.After = 0, 1, 0 },
		"after another":       func(c *journal.Change) { c.Z.Before = 1 },
		"another shift":       func(c *journal.Change) { c.Z.Shift = 2 },
		"nothing follows":     func(c *journal.Change) { c.Shift = nil },
		"two ways on":         func(c *journal.Change) { off := withoutShifts; c.Settings = &off },
		"the next is opened":  func(c *journal.Change) { c.Shift.Opened = &journal.Opening{At: noon, Currency: "LYD"} },
		"the next's number":   func(c *journal.Change) { c.Shift.Number++ },
		"after no Z":          func(c *journal.Change) { c.Shift.After = 0 },
		"more money":          func(c *journal.Change) { c.Z.Taken[0].Minor++ },
		"a sale more":         func(c *journal.Change) { c.Z.Taken[0].Number++ },
		"no money":            func(c *journal.Change) { c.Z.Taken = nil },
		"another drawer":      func(c *journal.Change) { c.Z.Drawer.Expected++ },
		"a count":             func(c *journal.Change) { c.Z.Drawer.Counts = 1 },
		"another float":       func(c *journal.Change) { c.Z.Drawer.Float-- },
		"no drawer":           func(c *journal.Change) { c.Z.Drawer = nil },
		"another beginning":   func(c *journal.Change) { c.Z.Begun = c.Z.Begun.Add(1) },
		"opened by another":   func(c *journal.Change) { c.Z.Opened.By = "Bilal" },
		"a receipt more":      func(c *journal.Change) { c.Z.Receipts.Last = 1 },
		"a cash receipt more": func(c *journal.Change) { c.Z.Cash.Last = 2 },
		"owed":                func(c *journal.Change) { c.Z.Owed = []journal.OwedSum{{Currency: "LYD", Opened: 1}} },
		"a sale with it":      func(c *journal.Change) { c.Sale = &sale },
		"a movement with it":  func(c *journal.Change) { c.Movements = moved(t, s, journal.MovementIn, 1).Movements },
		"a debt with it":      func(c *journal.Change) { c.Debts = owes(t, s, 1, "LYD").Debts },
	} {
		c := ends(t, s)
		bend(&c)
		refuses(t, s, name, c)
	}
	same(t, "after refusals", readAll(t, s), before)

	stale := ends(t, s) // money came after it was summed up
	mustCommit(t, s, journal.Change{Sale: &sale})
	mustCommit(t, s, paid(t, s, sale))
	refuses(t, s, "something was committed since", stale)
	good := ends(t, s)
	mustCommit(t, s, good)
	refuses(t, s, "twice", good)
	again := ends(t, s)
	first := again
	z := *again.Z
	first.Z, z.Before = &z, 0
	refuses(t, s, "another first one", first)
	mustCommit(t, s, again)
	if again.Z.Before != 1 || again.Z.Drawer != nil {
		t.Errorf("a Z of a shift that nobody opened: %+v", again.Z)
	}
	same(t, "newest first", must[[]journal.Z](t)(s.Zs(context.Background(), 0, 9)), []journal.Z{*again.Z, *good.Z})
	same(t, "a page", must[[]journal.Z](t)(s.Zs(context.Background(), 2, 9)), []journal.Z{*good.Z})
	same(t, "a limit", must[[]journal.Z](t)(s.Zs(context.Background(), 0, 1)), []journal.Z{*again.Z})
}

func cashRules(t *testing.T, open opener) {
	s, ctx := open(t).Store, context.Background()
	free := inCash(t, s, 1, 5_000) // a shop without shifts takes cash too
	mustCommit(t, s, free)
	same(t, "cash receipt", must[journal.CashReceipt](t)(s.CashReceipt(ctx, 1)), *free.Cash)
	same(t, "its sale", mustSale(t, s, free.Sale.ID), *free.Sale)
	mustCommit(t, s, begins(t, s))
	refuses(t, s, "in a shift that nobody opened", inCash(t, s, 2, 5_000))
	mustCommit(t, s, opened(t, s, 0))
	old := charged(t, s, 3)
	mustCommit(t, s, journal.Change{Sale: &old})
	token := journal.NewSecrets([]byte("token"))
	for name, bend := range map[string]func(*journal.Change){
		"without its sale":      func(c *journal.Change) { c.Sale = nil },
		"without its receipt":   func(c *journal.Change) { c.Cash = nil },
		"a gap":                 func(c *journal.Change) { c.Cash.Seq, c.Sale.CashSeq = 3, 3 },
		"taken":                 func(c *journal.Change) { c.Cash.Seq, c.Sale.CashSeq = 1, 1 },
		"another number":        func(c *journal.Change) { c.Sale.CashSeq = 3 },
		"no number":             func(c *journal.Change) { c.Sale.CashSeq = 0 },
		"of another sale":       func(c *journal.Change) { c.Cash.SaleID = old.ID },
		"another amount":        func(c *journal.Change) { c.Cash.Amount.Minor++ },
		"another cashier":       func(c *journal.Change) { c.Cash.Cashier = "Bilal" },
		"another environment":   func(c *journal.Change) { c.Cash.Environment = core.Live },
		"too little":            func(c *journal.Change) { c.Cash.Given = 1 },
		"less than nothing due": func(c *journal.Change) { c.Cash.Rounding = -9_000 },
		"no shift":              func(c *journal.Change) { c.Cash.Shift = 0 },
		"its sale in no shift":  func(c *journal.Change) { c.Sale.Shift = 0 },
		"another currency": func(c *journal.Change) {
			c.Sale.Amount.Currency, c.Cash.Amount.Currency = "TND", "TND"
		},
		"another step":  func(c *journal.Change) { c.Sale.Step = journal.StepSession },
		"another route": func(c *journal.Change) { c.Sale.Route = core.RouteQR },
		"a payment":     func(c *journal.Change) { c.Sale.Session.PaymentID = "p" },
		"paid":          func(c *journal.Change) { c.Sale.Session.State = core.StateSuccess },
		"numbered":      func(c *journal.Change) { c.Sale.ReceiptSeq = 1 },
		"secrets":       func(c *journal.Change) { c.Secrets = &token },
		"a receipt": func(c *journal.Change) {
			c.Receipt = &journal.Receipt{Seq: 1, SaleID: c.Sale.ID}
			c.Sale.ReceiptSeq = 1
		},
		"a sale that was there": func(c *journal.Change) {
			c.Sale.ID, c.Cash.SaleID, c.Sale.Version = old.ID, old.ID, 2
		},
	} {
		c := inCash(t, s, 2, 5_000)
		bend(&c)
		refuses(t, s, name, c)
	}
	good := inCash(t, s, 2, 5_130)
	mustCommit(t, s, good)
	for name, bend := range map[string]func(*journal.Sale){
		"dropped":             func(s *journal.Sale) { s.CashSeq = 0 },
		"renumbered":          func(s *journal.Sale) { s.CashSeq = 9 },
		"another shift":       func(s *journal.Sale) { s.Shift = 0 },
		"a step of a payment": func(s *journal.Sale) { s.Step = journal.StepSession },
		"a payment":           func(s *journal.Sale) { s.Session.State = core.StatePending },
	} {
		after := next(*good.Sale, bend)
		refuses(t, s, "cash sale: "+name, journal.Change{Sale: &after})
	}
	into := next(old, func(s *journal.Sale) { s.CashSeq, s.Step, s.Route = 3, journal.StepCash, journal.RouteCash })
	refuses(t, s, "a payment that becomes cash", journal.Change{Sale: &into})
	printed := next(*good.Sale, func(s *journal.Sale) { s.Print, s.AcknowledgedAt = journal.PrintDone, noon })
	mustCommit(t, s, journal.Change{Sale: &printed})
	totals := must[[]journal.Total](t)(s.Totals(ctx, journal.SaleQuery{}))
	same(t, "totals", totals, []journal.Total{{Group: journal.GroupCash, Currency: "LYD", Count: 2, Minor: 10_130}, {Group: journal.GroupOpen, Currency: "LYD", Count: 1, Minor: 3_500}})
	for search, want := range map[string][]journal.Sale{"C-0002": {printed}, "2": {printed}, "c-1": {*free.Sale}, "T-0002": nil, "5.13": {printed}} {
		same(t, "search "+search, must[journal.SalePage](t)(s.Sales(ctx, journal.SaleQuery{Search: search})).Sales, want)
	}
	same(t, "by status", must[journal.SalePage](t)(s.Sales(ctx, journal.SaleQuery{Status: journal.StatusCash, Limit: 1})), journal.SalePage{Sales: []journal.Sale{printed}, More: true})
	same(t, "by route", must[journal.SalePage](t)(s.Sales(ctx, journal.SaleQuery{Route: journal.RouteCash})).Sales, []journal.Sale{printed, *free.Sale})
}

// shiftOfMoney: what settles belongs to the shift that is present in that moment.
func shiftOfMoney(t *testing.T, open opener) {
	s := open(t).Store
	early := charged(t, s, 1)
	mustCommit(t, s, journal.Change{Sale: &early})
	mustCommit(t, s, begins(t, s))
	missing := charged(t, s, 2)
	missing.Shift = 0
	refuses(t, s, "a sale without its shift", journal.Change{Sale: &missing})
	missing.Shift = 2
	refuses(t, s, "a sale of another shift", journal.Change{Sale: &missing})
	for name, bend := range map[string]func(*journal.Receipt){
		"no shift":       func(r *journal.Receipt) { r.Shift = 0 },
		"another shift":  func(r *journal.Receipt) { r.Shift = 2 },
		"opened in this": func(r *journal.Receipt) { r.Opened = 1 },
	} {
		c := paid(t, s, early)
		bend(c.Receipt)
		refuses(t, s, "receipt: "+name, c)
	}
	shifted := next(early, func(s *journal.Sale) { s.Shift = 1 })
	refuses(t, s, "a sale that changes its shift", journal.Change{Sale: &shifted})
	mustCommit(t, s, paid(t, s, early)) // nobody has opened it, and it counts
	inside := charged(t, s, 2)
	mustCommit(t, s, journal.Change{Sale: &inside})
	mustCommit(t, s, ends(t, s))
	mustCommit(t, s, paid(t, s, inside))
	same(t, "late money", present(t, s).Figures, journal.ShiftFigures{Receipts: journal.SeqRange{First: 2, Last: 2},
		Taken: []journal.Taken{{TakenKey: journal.TakenKey{Opened: 1, Cashier: "Amal", Currency: "LYD"}, Number: 1, Minor: 2_500}}})
}

func movementRules(t *testing.T, open opener) {
	s, ctx := open(t).Store, context.Background()
	refuses(t, s, "without a shift", moved(t, s, journal.MovementIn, 1))
	mustCommit(t, s, begins(t, s))
	refuses(t, s, "in a shift that nobody opened", moved(t, s, journal.MovementIn, 1))
	mustCommit(t, s, opened(t, s, 0))
	for name, bend := range map[string]func(*journal.Movement){
		"a gap": func(m *journal.Movement) { m.Seq = 2 }, "number zero": func(m *journal.Movement) { m.Seq = 0 },
		"another shift": func(m *journal.Movement) { m.Shift = 2 }, "nothing": func(m *journal.Movement) { m.Minor = 0 },
		"below nothing": func(m *journal.Movement) { m.Minor = -5 }, "no reason": func(m *journal.Movement) { m.Reason = " " },
		"no kind": func(m *journal.Movement) { m.Kind = "" },
	} {
		c := moved(t, s, journal.MovementIn, 1)
		bend(&c.Movements[0])
		refuses(t, s, name, c)
	}
	two := moved(t, s, journal.MovementIn, math.MaxInt64-1)
	two.Movements = append(two.Movements, moved(t, s, journal.MovementOut, 1).Movements...)
	two.Movements[1].Seq = 2
	mustCommit(t, s, two)
	refuses(t, s, "a sum beyond 64 bits", moved(t, s, journal.MovementIn, 2))
	mustCommit(t, s, ends(t, s))
	mustCommit(t, s, opened(t, s, 0))
	other := moved(t, s, journal.MovementOut, 3)
	mustCommit(t, s, other)
	same(t, "of a shift, newest first", must[[]journal.Movement](t)(s.Movements(ctx, 1, 0, 9)), []journal.Movement{two.Movements[1], two.Movements[0]})
	same(t, "a page", must[[]journal.Movement](t)(s.Movements(ctx, 1, 2, 9)), two.Movements[:1])
	same(t, "a limit", must[[]journal.Movement](t)(s.Movements(ctx, 1, 0, 1)), two.Movements[1:])
	same(t, "of the next shift", must[[]journal.Movement](t)(s.Movements(ctx, 2, 0, 9)), other.Movements)
}

// numbersLeftOut: a journal that was put back leaves numbers of Zs and of cash out,
// for good, and the shift that was present goes on.
func numbersLeftOut(t *testing.T, open opener) {
	h := open(t)
	s, ctx := h.Store, context.Background()
	mustCommit(t, s, begins(t, s))
	mustCommit(t, s, opened(t, s, 0))
	mustCommit(t, s, inCash(t, s, 1, 1_000))
	freeze := journal.Freeze{Cause: journal.FreezeRestored, At: noon, Day: today, Z: 30, Cash: 40, Receipt: 50}
	mustCommit(t, s, journal.Change{Freeze: &freeze})
	same(t, "numbers", headOf(t, s), journal.Head{Number: 1, Shift: 1, Z: 30, Cash: 40, Receipt: 50})
	for _, lower := range []journal.Freeze{{Z: 29, Cash: 40, Receipt: 50}, {Z: 30, Cash: 39, Receipt: 50}, {Z: 30, Cash: 40, Receipt: 49}} {
		refuses(t, s, "taken back", journal.Change{Freeze: &lower})
	}
	mustCommit(t, s, inCash(t, s, 2, 2_000))
	z := ends(t, s)
	mustCommit(t, s, z)
	if z.Z.Seq != 31 || z.Z.Shift != 1 || z.Z.Before != 0 || z.Z.Cash != (journal.SeqRange{First: 1, Last: 41}) {
		t.Errorf("the Z: %+v", z.Z)
	}
	mustCommit(t, s, ends(t, s))
	after := h.Crash(t)
	same(t, "numbers after a crash", headOf(t, after), journal.Head{Number: 2, Shift: 33, Z: 32, Cash: 41, Receipt: 50})
	for _, seq := range []uint64{0, 1, 30, 33} {
		_, err := after.Z(ctx, seq)
		wantErr(t, "a Z that was left out", err, journal.ErrNotFound)
	}
	_, err := after.CashReceipt(ctx, 40)
	wantErr(t, "a cash receipt that was left out", err, journal.ErrNotFound)
	if got := must[journal.Z](t)(after.Z(ctx, 32)); got.Before != 31 || got.Shift != 32 {
		t.Errorf("the Z after it: %+v", got)
	}
}

// amountOf keeps a test's literal short.
func amountOf(minor int64, currency string) money.Amount {
	return money.Amount{Minor: minor, Currency: currency}
}
