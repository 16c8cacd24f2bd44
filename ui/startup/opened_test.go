package startup

import (
	"testing"

	"fyne.io/fyne/v2/test"
)

// TestTheToolkitSavesNothingInItsLastTurn: what it would do there is done after its loop. Without that, an end may
// stand still; and a version of the toolkit that has other hooks is to be looked at.
func TestTheToolkitSavesNothingInItsLastTurn(t *testing.T) {
	l := test.NewTempApp(t).Lifecycle()
	h, ok := l.(hooked)
	if !ok {
		t.Fatal("the toolkit has another way to save its preferences at the end")
	}
	saved := 0
	h.SetOnStoppedHookExecuted(func() { saved++ })
	save := unhook(l)
	if h.OnStopped() != nil {
		t.Error("the toolkit still does something in its last turn")
	}
	if save(); saved != 1 {
		t.Errorf("saved %d times after the loop, want once", saved)
	}
}
