package till_test

import (
	"testing"
	"time"

	"sanduq/core/journal"
)

// TestADebitOfTheStatementIsNotAskedAbout, also where a question was under way when it was
// entered, and whatever the gateway calls it; nor where an older program had planned the
// next question all the same, once that has its answer.
func TestADebitOfTheStatementIsNotAskedAbout(t *testing.T) {
	for _, name := range []string{"TX-QR", "TX-ACCOUNT 2026-11-20"} {
		t.Run(name, func(t *testing.T) {
			onTwoLegs(t, func(d *desk, g *twoLegs) {
				v := d.charge()
				d.byAccount(g, v.ID, func() {})
				sealed, err := d.store.SaleSecrets(d.t.Context(), v.ID)
				d.do(err)
				g.slow.Store(true)
				d.pass(22 * time.Second) // the question of the thirtieth second is under way
				d.do(d.Refunds.OweByStatement(d.t.Context(), v.ID, "Huda", amount, name))
				d.pass(10 * time.Second) // nothing was paid so far
				g.slow.Store(false)
				d.gate.set(v.OrderID, "SUCCESS", "TX-QR")
				ends := func(d *desk, most int) {
					asked := len(d.gate.questions())
					d.pass(time.Hour)
					n := len(d.gate.questions()) - asked
					if s := d.sale(v.ID); s.SecondWatched() || n > most || len(d.debts()) != 1 {
						d.t.Errorf("asked %d times, %d entries, the plan is %+v", n, len(d.debts()), s.Watch)
					}
				}
				ends(d, 0)
				d.Close()
				s := d.sale(v.ID).Sale
				s.Version++
				s.Watch.Next = time.Now()
				d.do(d.store.Commit(d.t.Context(), journal.Change{Sale: &s, Secrets: &sealed}))
				disk := d.store.Crash()
				e := on(d.t, disk, g, disk, d.gate, nil)
				defer e.Close()
				ends(e, 1)
			})
		})
	}
}
