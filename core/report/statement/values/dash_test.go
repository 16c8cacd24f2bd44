package values_test

import (
	"testing"

	"sanduq/core/report/statement/values"
)

// "100.-" is a hundred without decimals where people write so, and one that went where a minus
// stands behind: the cell says neither.
func TestADashBehindASeparatorIsNoSide(t *testing.T) {
	for cell, c := range map[string]struct {
		side  values.Side
		clash bool
	}{
		"100.-": {clash: true}, "100,-": {clash: true}, "CHF 1'250.–": {clash: true}, "100,- EUR": {clash: true}, "1.250,— €": {clash: true},
		"-100.-": {side: values.Out}, "100.- Dr": {side: values.Out}, "(100.-)": {side: values.Out},
		"100-": {side: values.Out}, "100.00-": {side: values.Out}, "100,00 -": {side: values.Out}, "-100.": {side: values.Out}, "100.": {}, "+100,-": {side: values.In}, "100.- Cr": {side: values.In}, "100,--": {clash: true},
	} {
		n, ok := values.ParseNumber(cell)
		if !ok || n.Clash != c.clash || !c.clash && n.Side != c.side {
			t.Errorf("%q: %+v, %v", cell, n, ok)
		}
	}
}
