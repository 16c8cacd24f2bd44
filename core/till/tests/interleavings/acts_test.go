package interleavings

import (
	"time"

	"sanduq/core/journal"
)

// day is the business day of every play: a bubble's clock starts in 2000.
const day journal.Day = "20000101"

var (
	saleA = journal.NewSaleID(day, 1)
	saleB = journal.NewSaleID(day, 2)
	saleC = journal.NewSaleID(day, 3)
)

// opened sets up one sale whose QR is on show; pair one more that was opened
// instead of it, chain a third that was opened instead of that one.
func opened(w *world) { w.charge(journal.Draft{}) }

func pair(w *world) {
	opened(w)
	w.charge(journal.Draft{Replaces: saleA})
}

func chain(w *world) {
	pair(w)
	w.charge(journal.Draft{Replaces: saleB})
}

// paying sets the gateway's answer for sales to SUCCESS.
func paying(setup func(*world), ids ...journal.SaleID) func(*world) {
	return func(w *world) {
		setup(w)
		for _, id := range ids {
			w.bank.says(id, "SUCCESS")
		}
	}
}

// The acts.

func (w *world) check(name string, id journal.SaleID) {
	w.act(name, func() { _ = w.till.Check(w.t.Context(), id) })
}

func (w *world) replace(name string, id journal.SaleID, then ...func(by journal.SaleID)) {
	w.act(name, func() {
		v, err := w.till.Charge(w.t.Context(), w.draft(journal.Draft{Replaces: id}))
		for _, f := range then {
			if err == nil {
				f(v.ID)
			}
		}
	})
}

// collects waits until a sale's QR is on show, lets the customer pay it and
// asks.
func (w *world) collects(id journal.SaleID) {
	if !w.until(id, func(s journal.Sale) bool { return s.Status() == journal.StatusWaiting || s.Status().Ended() }) {
		return
	}
	if w.bank.pays(id) {
		_ = w.till.Check(w.t.Context(), id)
	}
}

func (w *world) pays(name string, id journal.SaleID) {
	w.act(name, func() { w.bank.pays(id) })
}

func (w *world) acknowledges(name string, id journal.SaleID, when func(journal.Sale) bool) {
	w.act(name, func() {
		if w.until(id, when) {
			_ = w.till.Acknowledge(w.t.Context(), id)
		}
	})
}

// tick is how often a sale is polled in scenarios that are about polling.
const tick = 5 * time.Second

// polled sets up sales whose next poll is a moment away; atTick is an act that
// begins in the same moment.
func polled(setup func(*world)) func(*world) {
	return func(w *world) {
		w.bank.pollEvery = tick
		setup(w)
		time.Sleep(tick - time.Millisecond)
	}
}

func (w *world) atTick(name string, f func()) {
	w.act(name, func() {
		time.Sleep(time.Millisecond)
		w.Point("the tick")
		f()
	})
}
