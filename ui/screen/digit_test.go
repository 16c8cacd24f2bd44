package screen_test

import (
	"slices"
	"testing"
	"time"

	"sanduq/ui/screen"
	"sanduq/ui/uitest/harness"
)

// TestOnlyADigitThatStandsAlonePicks: neither one of a barcode, nor the first of two.
func TestOnlyADigitThatStandsAlonePicks(t *testing.T) {
	for name, c := range map[string]struct {
		typed string
		scan  bool
		want  []int
	}{
		"alone": {"3", false, []int{3}}, "of another script": {"٣", false, []int{3}}, "nought": {"0", false, nil}, "a letter": {"x", false, nil},
		"two at once": {"12", false, nil}, "a barcode": {"1234561", true, nil}, "the end of a barcode": {"1", true, nil},
	} {
		r := harness.New(t)
		var d screen.DebouncedDigit
		var got []int
		for _, k := range c.typed {
			d.Press(r.Env, k, func(n int) { got = append(got, n) })
		}
		if c.scan {
			d.Interrupt()
		}
		if len(got) > 0 {
			t.Errorf("%s: %v before it is known that nothing follows", name, got)
		}
		if r.Pass(time.Second); !slices.Equal(got, c.want) {
			t.Errorf("%s: picked %v, want %v", name, got, c.want)
		}
	}
}
