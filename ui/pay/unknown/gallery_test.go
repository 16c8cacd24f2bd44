package unknown

import (
	"testing"

	"sanduq/core"
	"sanduq/ui/screen"
	"sanduq/ui/uitest/harness"
)

func gallery(h *harness.Harness) map[string]screen.Screen {
	r := fixtureOf(h)
	printing := r.deps
	printing.Prints = harness.WithPrinter(true)
	waits := harness.State(core.StateWaitingPayment)
	return map[string]screen.Screen{
		"unknown":       New(r.Env, r.deps, harness.Sale(waits, harness.Capped)),
		"unknown-slip":  New(r.Env, printing, harness.Sale(waits, harness.Capped)),
		"unknown-code":  New(r.Env, r.deps, harness.Sale(harness.Unanswered)),
		"unknown-given": New(r.Env, r.deps, harness.Sale(waits, harness.Capped, harness.Given)),
	}
}

func TestWhatNobodyKnowsCanBeDrawnInEveryLook(t *testing.T) { harness.InEveryLook(t, gallery) }

func TestStructureOfWhatNobodyKnows(t *testing.T) { harness.Masters(t, gallery, "unknown") }
