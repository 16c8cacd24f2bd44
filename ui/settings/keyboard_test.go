package settings

import (
	"testing"

	"sanduq/ui/onscreenkeyboard"
)

func TestTheKeyboardOnTheScreenIsChosen(t *testing.T) {
	r := newRig(t).reach(atLook)
	r.says("On-screen keyboard", "Automatic", "Always", "Never")
	page := r.screen.sections[atLook].(*lookPage)
	for i, m := range onscreenkeyboard.Modes() {
		page.keyboard.OnSelected(i)
		page.paint()
		if r.keyboard != m || page.keyboard.Selected() != i {
			t.Errorf("%s: it is %s, %d is shown", m, r.keyboard, page.keyboard.Selected())
		}
	}
	newRig(t, func(r *rig) { r.deps.Keyboard = nil }).reach(atLook).saysNot("On-screen keyboard")
}
