package preferences

import "testing"

func TestAPlaceIsKeptAsText(t *testing.T) {
	for _, p := range []Place{{}, {X: -8, Y: 31, Width: 1366, Height: 690}, {X: 10, Y: 20, Width: 1280, Height: 760, Full: true}, {Full: true}} {
		if got := parsePlace(p.String()); got != p {
			t.Errorf("%+v came back as %+v", p, got)
		}
	}
	for _, s := range []string{"", "full", "1 2 3", "1 2 -3 4", "a b c d"} {
		if got := parsePlace(s); got != (Place{}) {
			t.Errorf("%q is %+v", s, got)
		}
	}
}
