package setup

import (
	"errors"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/ui/words"
)

func TestTheRecoveryCodeIsShownOnce(t *testing.T) {
	r := newHarness(t)
	r.screen.goTo(stepRecovery)
	r.fail["code"] = errors.New("disk")
	r.keys(fyne.KeyReturn)
	r.says("The recovery code could not be made")
	delete(r.fail, "code")
	r.keys(fyne.KeyReturn)
	r.says("AAAA - BBBB - CCCC - DDDD", "EEEE - FFFF - GGGG - HHHH", "I have it on paper")
	r.saysNot("Not now")
	r.speak(words.French)
	r.says("AAAA - BBBB - CCCC - DDDD")
	r.speak(words.English)
	r.press("Save to print")
	r.says("Saved as Downloads/recovery-code.pdf.")
	r.screen.Press(pressed(fyne.KeyEscape))
	r.says("AAAA - BBBB - CCCC - DDDD")
	r.asked("code by Cashier", "sheet")
	for range 3 {
		r.screen.Press(pressed(fyne.KeyReturn))
	}
	r.says("AAAA - BBBB - CCCC - DDDD", "nobody can show this code again", "Yes, it is on paper")
	r.picture("setup-recovery-sure")
	r.keys(fyne.KeyReturn)
	r.asked("save My shop, Till 1, LYD, Cashier by Cashier", "done")
	if !r.memory.sheet.Empty() {
		t.Error("the code is still in the memory")
	}
}
