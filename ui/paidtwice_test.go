package ui

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
)

// TestAStandingEndSaysWhatBecameOfItsMoney: that the order was paid a second time, and
// that the money was returned, while its end stands.
func TestAStandingEndSaysWhatBecameOfItsMoney(t *testing.T) {
	live := func(r *harness, _ *Options) {
		r.env.Practice = false
		r.till.sales = []journal.View{sale(12, of(12500), paid)}
	}
	for name, d := range map[string]dress{"usual": {}, "large, in a small window": {size: fyne.NewSize(800, 600), text: 1.5}} {
		t.Run(name, func(t *testing.T) {
			r := newHarness(t, live)
			r.wear(d)
			v := r.till.sales[0]
			r.shell.open(v.ID)
			r.pass(time.Second)
			r.says("Hand over goods.")
			v.PaidTwiceWith, v.Version = v.ID, v.Version+1
			r.notice(v)
			r.says("paid twice, in two ways.", "Call the manager")
			r.saysNot("Hand over goods.")
			r.keys(fyne.KeyReturn) // meant for what stood there before
			r.asked()
			v.OwedEnd, v.Version = journal.DebtReturned, v.Version+1
			r.notice(v)
			r.says("Do not return it again.")
			r.saysNot("paid twice, in two ways.")
			r.pass(time.Second)
			r.keys(fyne.KeyReturn)
			r.asked("acknowledge #12")
		})
	}
}
