package cashier

import "sanduq/ui/widgets"

// setButton shows a button as on or off and with what it says.
func setButton(b *widgets.Button, spec widgets.ButtonSpec, on bool) {
	b.Set(spec)
	if on {
		b.Enable()
		return
	}
	b.Disable()
}
