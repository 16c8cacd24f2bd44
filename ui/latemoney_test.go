package ui

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core/journal"
	"sanduq/ui/present"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/list"
	"sanduq/ui/uitest"
)

// cameLate is a sale whose money came after it had expired.
func cameLate(v *journal.View) {
	paid(v)
	v.Session.Late = true
}

// tileOf is the tile of a sale.
func (r *harness) tileOf(number string) *list.SaleTile {
	r.t.Helper()
	for _, tile := range uitest.All[*list.SaleTile](r.shell.frame.Object()) {
		if tile.Spec().Number == number {
			return tile
		}
	}
	r.t.Fatalf("%s has no tile", number)
	return nil
}

// TestLookingAtLateMoneySilencesNothing: it says itself that it came late, stands in To
// settle until somebody says that they have read it, and no key does that.
func TestLookingAtLateMoneySilencesNothing(t *testing.T) {
	r := newHarness(t, func(r *harness, _ *Options) { r.till.sales = []journal.View{sale(9, cameLate)} })
	r.says("Late money: #9 is paid now.")
	if spec := r.tileOf("#9").Spec(); spec.Word != "Paid late" || spec.State != graphic.StateLate || spec.Time != present.Clock(noon, r.shell.env.Zone) {
		t.Errorf("its tile says %q at %s", spec.Word, spec.Time)
	}
	test.Tap(r.tileOf("#9"))
	r.says("Paid late", "Do not hand over goods yet.", "The money came", "I have read it")
	r.pass(time.Second)
	r.keys(fyne.KeyReturn, fyne.KeyReturn, fyne.KeyF2)
	r.says("Late money: #9 is paid now.")
	if got := r.shell.feed.Groups().Settle.Late; got != 1 {
		t.Errorf("To settle counts %d", got)
	}
	r.asked()
}

// TestATapOnAListThatHasMovedDoesNothing for a moment.
func TestATapOnAListThatHasMovedDoesNothing(t *testing.T) {
	r := newHarness(t, func(r *harness, _ *Options) {
		r.till.sales = []journal.View{sale(11, at("14:29")), sale(10, at("14:20"))}
	})
	r.keys(fyne.KeyF2)
	before := r.shell.nav.At
	r.pass(time.Second)
	r.shell.saw(sale(10, at("14:20"), capped), true) // it goes to the top
	r.shell.paint()
	r.pass(300 * time.Millisecond)
	test.Tap(r.tileOf("#10"))
	test.Tap(r.tileOf("#11"))
	if r.shell.nav.At != before {
		t.Errorf("a hurried tap opened %v", r.shell.nav.At)
	}
	r.pass(200 * time.Millisecond)
	test.Tap(r.tileOf("#11"))
	if r.shell.nav.At.Sale != sale(11).ID {
		t.Errorf("it is at %v", r.shell.nav.At)
	}
}
