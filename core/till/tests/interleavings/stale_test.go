package interleavings

import (
	"fmt"
	"strings"
	"testing"
)

// TestAStaleNamePanics: a function that was renamed must not silently take a
// dependency away, as Trouble once did when it became StoreFault.
func TestAStaleNamePanics(t *testing.T) {
	t.Logf("%d names of the program are resolved before the first test", len(table))
	for _, name := range []string{inWrite + "(*Writer).Trouble", inPay + "run.gone", inPay + "(*run).call g", "sanduq/core/till/gone.F"} {
		says := func() (says string) {
			defer func() { says = fmt.Sprint(recover()) }()
			theProgram.lookup(name)
			return
		}()
		if !strings.HasPrefix(says, "the program has no ") {
			t.Errorf("%s: %s", name, says)
		}
		t.Log(says)
	}
}
