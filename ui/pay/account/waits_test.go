package account

import (
	"testing"

	"sanduq/ui/theme"
)

// TestAListOnItsWayTurns: not behind another screen, and not once it has come.
func TestAListOnItsWayTurns(t *testing.T) {
	r := newFixture(t)
	theme.Use(theme.Look{})
	r.Till.Banks = practiceBanks
	var arrive func()
	r.Env.Go = func(f func()) { arrive = f }
	a := newAccount(r)
	if !a.list.ring.Turning() {
		t.Error("the list is on its way, and nothing moves")
	}
	if arrive(); a.list.ring.Turning() {
		t.Error("the list has come, and its ring turns")
	}
	a.fetch()
	if a.Hidden(); a.list.ring.Turning() {
		t.Error("the list's ring turns behind another screen")
	}
}
