package cashier

import "sanduq/ui/widgets"

// dress shows a button as on or off and with what it says. A button draws its
// words anew only when they or their width change, neither when their ink does
// nor when one amount is as wide as another: so it says something else first.
// An amount on a button must never be the one before.
func dress(b *widgets.Button, spec widgets.ButtonSpec, on bool) {
	if on == !b.Disabled() && spec == b.Spec() {
		return
	}
	if on {
		b.Enable()
	} else {
		b.Disable()
	}
	other := spec
	other.Label, other.Currency = "", ""
	if spec.Amount != "" {
		other.Amount = "0"
	}
	b.Set(other)
	b.Set(spec)
}
