package preferences

import (
	"slices"
	"testing"

	"sanduq/core"
	"sanduq/ui/uitest"
)

// TestLengthsAreLearntOfEachBank, kept, and say which number lacks one digit.
func TestLengthsAreLearntOfEachBank(t *testing.T) {
	place := uitest.OwnApp(t).Preferences()
	s := Open(place)
	for code, lengths := range map[string][]int{"FPB": {12, 10, 12}, "SRB, the \"old\"": {24}, "": {9}, "DCB": {0}} {
		for _, n := range lengths {
			s.Update(func(v *Values) { v.Institutions.LengthsOf(core.RouteAccount).Learn(code, n) })
		}
	}
	kept := Open(place).Get().Institutions
	l := *kept.LengthsOf(core.RouteAccount)
	if got := l.Of("FPB"); !slices.Equal(got, []int{10, 12}) || len(l.Of("SRB, the \"old\"")) != 1 || l.Of("") != nil || l.Of("DCB") != nil {
		t.Errorf("kept %q", l)
	}
	for n, short := range map[int]bool{8: false, 9: true, 10: false, 11: true, 12: false, 13: false} {
		if l.Short("FPB", n, 1) != short || l.Short("DCB", n, 1) {
			t.Errorf("%d digits at a bank of 10 and 12: short %v; at one that is new: %v", n, l.Short("FPB", n, 1), l.Short("DCB", n, 1))
		}
	}
	if !l.Short("FPB", 8, 2) || l.Short("FPB", 10, 2) || l.Short("FPB", 10, 0) {
		t.Error("two digits are missed of 8, and none of 10")
	}
	if *kept.LengthsOf(core.RouteWallet) != "" || kept.LengthsOf(core.RouteQR) != nil {
		t.Error("another way to pay has learnt of it")
	}
	for _, nonsense := range []string{"", "null", "[3]", `{"FPB":"ten"}`} {
		l := Lengths(nonsense)
		if l.Learn("FPB", 10); !l.Short("FPB", 9, 1) {
			t.Errorf("after %q nothing is learnt: %q", nonsense, l)
		}
	}
}
