package interleavings

import (
	"testing/synctest"

	"sanduq/core/journal"
)

// alone are scenarios of one sale.
var alone = []scene{
	{
		name: "copied and acknowledged",
		setup: func(w *world) {
			paying(opened, saleA)(w)
			_ = w.till.Check(w.t.Context(), saleA)
			synctest.Wait()
		},
		acts: func(w *world) {
			w.act("acknowledge", func() { _ = w.till.Acknowledge(w.t.Context(), saleA) })
			w.act("copy", func() { _, _ = w.till.Copy(w.t.Context(), saleA, "Samira") })
			w.act("copy again", func() { _, _ = w.till.Copy(w.t.Context(), saleA, "Samira") })
		},
		ends: func(w *world) {
			if s, _ := w.law.Sale(saleA); s.Copies != 2 {
				w.breaks("%d copies are written down, want 2", s.Copies)
			}
		},
	},
	{
		name:  "set aside and checked twice while it settles",
		setup: paying(opened, saleA),
		acts: func(w *world) {
			w.check("check", saleA)
			w.check("check again", saleA)
			w.act("set aside", func() { _ = w.till.SetAside(w.t.Context(), saleA, journal.AsidePaidCash) })
		},
		ends: allPaid(saleA),
	},
	{
		// Not among the small ones that are gone through whole: since each answered
		// check is an event, how two answers meet inside the SDK is not seen here, and
		// the search leaves some orders out.
		name:  "a poll and a check meet",
		setup: polled(paying(opened, saleA)),
		acts: func(w *world) {
			w.atTick("check", func() { _ = w.till.Check(w.t.Context(), saleA) })
			w.atTick("set aside", func() {
				_ = w.till.SetAside(w.t.Context(), saleA, journal.AsidePaidCash)
			})
		},
		ends: allPaid(saleA),
	},
	{
		name:  "resolved outside while it settles",
		small: true,
		setup: func(w *world) {
			opened(w)
			if err := w.till.ToManager(w.t.Context(), saleA, "unknown"); err != nil {
				w.t.Fatal(err)
			}
			w.bank.says(saleA, "SUCCESS")
		},
		acts: func(w *world) {
			w.check("check A", saleA)
			s, _ := w.law.Sale(saleA)
			w.law.Resolves(s.OrderID)
			w.act("resolve A", func() { _ = w.till.ResolveOutside(w.t.Context(), saleA, "paid at the bank", "Huda") })
		},
	},
	{
		name:  "fails and is paid",
		setup: func(w *world) { opened(w); w.bank.says(saleA, "FAILED") },
		acts: func(w *world) {
			w.check("check", saleA)
			w.check("check again", saleA)
			w.pays("customer", saleA)
			w.acknowledges("acknowledge", saleA, func(s journal.Sale) bool { return s.Status().Ended() })
		},
	},
}
