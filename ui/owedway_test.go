package ui

import (
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/shell/navigation"
)

// owing leaves an order that was paid twice two days ago; what else is owed back is
// newer.
func owing(r *harness, _ *Options) {
	r.till.sales = []journal.View{sale(20, of(125000), aside, paid, func(v *journal.View) { v.ID, v.PaidTwiceWith = "20261118-000020", "20261118-000019" })}
}

// TestWhatIsOwedBackIsAKeyAway: from the banner, and from the list of what must be
// settled, at the entry of that very order.
func TestWhatIsOwedBackIsAKeyAway(t *testing.T) {
	for name, way := range map[string]func(r *harness){
		"banner": func(r *harness) { r.tap("Owed back") },
		"list": func(r *harness) {
			r.shell.openSettle()
			r.says("Owed back, #20 and #19")
			r.keys(fyne.KeyReturn)
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := newHarness(t, owing, withDay)
			way(r)
			if r.shell.nav.At != (navigation.Place{Location: navigation.Reports}) || r.shell.nav.Owed != "" {
				t.Fatalf("at %+v", r.shell.nav.At)
			}
			r.says("Paid twice, #19 and #20", "125 .000", "Reference of the return")
			r.asked() // it only leads there
			r.picture("owed-from-" + name)
		})
	}
}

// TestWhoMayNotCloseWhatIsOwedIsLedToTheSale: they take note of it, as ever.
func TestWhoMayNotCloseWhatIsOwedIsLedToTheSale(t *testing.T) {
	r, _ := staffed(t, owing, withDay)
	r.saysNot("Owed back")
	r.tap("Open #20")
	if r.shell.nav.At.Sale != "20261118-000020" {
		t.Errorf("at %+v", r.shell.nav.At)
	}
}
