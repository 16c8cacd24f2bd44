package settings

import (
	"testing"

	"sanduq/ui/customer"
)

func TestTheCustomersViewHasAPlace(t *testing.T) {
	r := newRig(t).reach(atLook)
	r.says("Customer’s window", "Second monitor", "Only by F6", "Plain window")
	page := r.screen.sections[atLook].(*lookPage)
	for i, m := range customer.Modes() {
		page.customer.OnSelected(i)
		page.paint()
		if r.mode != m || page.customer.Selected() != i {
			t.Errorf("%s: the view is at %s, %d is shown", m, r.mode, page.customer.Selected())
		}
	}
	newRig(t, func(r *rig) { r.deps.CustomerMode = nil }).reach(atLook).saysNot("Customer’s window")
}
