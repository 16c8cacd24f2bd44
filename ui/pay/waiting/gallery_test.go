package waiting

import (
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/screen"
	"sanduq/ui/uitest/harness"
)

func gallery(h *harness.Harness) map[string]screen.Screen {
	r := fixtureOf(h)
	waits := harness.State(core.StateWaitingPayment)
	return map[string]screen.Screen{
		"waiting": New(r.Env, r.deps, harness.Sale(waits)),
		"aside": New(r.Env, r.deps, harness.Sale(func(v *journal.View) {
			v.SetAside = &journal.Decision{At: harness.Noon, Reason: pay.ReasonWrongAmount}
			v.Live = journal.LiveStatus{}
			v.Watch = journal.Watch{Last: harness.Noon, Next: harness.Noon.Add(30 * time.Minute)}
		})),
		"waiting-given": New(r.Env, r.deps, harness.Sale(waits, harness.Given)),
		"unresolved":    New(r.Env, r.deps, harness.Sale(harness.Coded, func(v *journal.View) { v.Session.OTPUnresolved = true })),
	}
}

func TestAWaitCanBeDrawnInEveryLook(t *testing.T) { harness.InEveryLook(t, gallery) }

func TestAWaitCanBeDrawnBesideLargeWords(t *testing.T) { harness.FormsInEveryLook(t, gallery) }

func TestStructureOfWaits(t *testing.T) { harness.Masters(t, gallery, "aside", "waiting-given") }
