package interleavings

import (
	"testing/synctest"

	"sanduq/core/journal"
)

// linked are scenarios of several sales of one order.
var linked = []scene{
	{
		name:  "both settle",
		small: true,
		setup: paying(pair, saleA, saleB),
		acts: func(w *world) {
			w.check("check A", saleA)
			w.check("check B", saleB)
		},
		ends: allPaid(saleA, saleB),
	},
	{
		name:  "a chain settles",
		setup: paying(chain, saleA, saleB, saleC),
		acts: func(w *world) {
			w.check("check A", saleA)
			w.check("check B", saleB)
			w.check("check C", saleC)
		},
		ends: allPaid(saleA, saleB, saleC),
	},
	{
		name:  "replaced while it settles",
		setup: paying(opened, saleA),
		acts: func(w *world) {
			w.check("check A", saleA)
			w.replace("charge B", saleA)
		},
		ends: allPaid(saleA),
	},
	{
		name:  "replaced while what it replaced settles",
		setup: paying(pair, saleA),
		acts: func(w *world) {
			w.check("check A", saleA)
			w.replace("charge C", saleB)
		},
		ends: allPaid(saleA),
	},
	{
		name:  "replaced while it settles, both pay",
		setup: paying(opened, saleA),
		acts: func(w *world) {
			w.check("check A", saleA)
			w.replace("charge B", saleA, w.collects)
		},
		ends: allPaid(saleA),
	},
	{
		name:  "replaced at a poll that settles it",
		setup: polled(paying(opened, saleA)),
		acts: func(w *world) {
			w.atTick("charge B", func() {
				_, _ = w.till.Charge(w.t.Context(), w.draft(journal.Draft{Replaces: saleA}))
			})
		},
		ends: allPaid(saleA),
	},
	{
		name:  "acknowledged while it is replaced",
		setup: paying(opened, saleA),
		acts: func(w *world) {
			w.check("check A", saleA)
			w.acknowledges("acknowledge A", saleA, paid)
			w.replace("charge B", saleA)
		},
		ends: allPaid(saleA),
	},
	{
		name: "late money while it is acknowledged and replaced",
		setup: func(w *world) {
			opened(w)
			w.bank.says(saleA, "FAILED")
			_ = w.till.Check(w.t.Context(), saleA)
			synctest.Wait()
			w.bank.says(saleA, "SUCCESS")
		},
		acts: func(w *world) {
			w.check("check A", saleA)
			w.acknowledges("acknowledge A", saleA, func(journal.Sale) bool { return true })
			w.replace("charge B", saleA)
		},
	},
	{
		// A goroutine that hears both of its news and of the end takes either.
		name:    "closed while it settles and is replaced",
		random:  true,
		restart: true,
		setup:   paying(opened, saleA),
		acts: func(w *world) {
			w.check("check A", saleA)
			w.replace("charge B", saleA)
			w.act("close", w.till.Close)
		},
		ends: allPaid(saleA),
	},
	{
		name: "acknowledged while it is replaced, though it was not opened",
		setup: func(w *world) {
			w.bank.refuses = true
			opened(w)
			w.bank.refuses = false
		},
		acts: func(w *world) {
			w.act("acknowledge A", func() { _ = w.till.Acknowledge(w.t.Context(), saleA) })
			w.replace("charge B", saleA)
		},
	},
	{
		name:  "one transaction for two sales",
		small: true,
		setup: func(w *world) {
			paying(pair, saleA, saleB)(w)
			w.bank.shares(saleA, saleB)
		},
		acts: func(w *world) {
			w.check("check A", saleA)
			w.check("check B", saleB)
		},
	},
	{
		name:  "two charges replace one sale",
		setup: opened,
		acts: func(w *world) {
			w.replace("charge B", saleA)
			w.replace("charge C", saleA)
		},
	},
}
