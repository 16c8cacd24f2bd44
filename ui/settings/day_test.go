package settings

import (
	"testing"

	"sanduq/core/till"
)

// TestShiftsAndCashAreOffUntilAShopChoosesThem, and what they need is asked only
// then.
func TestShiftsAndCashAreOffUntilAShopChoosesThem(t *testing.T) {
	r := newHarness(t).reach(atDay)
	p := r.screen.day
	if r.set.Shifts || r.set.Cash || p.shifts.Selected() != 0 || p.cash.Selected() != 0 {
		t.Fatal("a shop begins with shifts or cash")
	}
	r.saysNot("Smallest coin", "before it is counted")
	r.picture("day-off")
	p.shifts.OnSelected(1)
	p.cash.OnSelected(1)
	r.says("Smallest coin that is handed out", "0.250")
	p.expected.OnSelected(1)
	p.coin.OnSelected(1)
	r.picture("day-on")
	r.screen.enter()
	if s := r.set; !s.Shifts || !s.Cash || !s.ShowExpected || s.Coin != 500 {
		t.Errorf("kept %+v", s)
	}
	p.coin.OnSelected(0)
	r.screen.enter()
	if r.set.Coin != 0 {
		t.Errorf("the currency's own coin is kept as %d", r.set.Coin)
	}
}

// TestAnOpenShiftForbidsInWords what cannot be changed while it is open, where it
// is chosen.
func TestAnOpenShiftForbidsInWords(t *testing.T) {
	r := newHarness(t).reach(atDay)
	r.screen.day.shifts.OnSelected(1)
	r.saveErr = &till.Error{Code: till.CodeShiftOpen}
	r.screen.turn(atLook)
	r.screen.enter()
	r.says("A shift is open. Close it first.")
	if r.screen.memory.at != atDay || r.set.Shifts {
		t.Errorf("at %d, shifts %v", r.screen.memory.at, r.set.Shifts)
	}
}
