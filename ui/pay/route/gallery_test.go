package route

import (
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/amount"
	"sanduq/ui/pay"
	"sanduq/ui/screen"
	"sanduq/ui/uitest/harness"
)

func gallery(h *harness.Harness) map[string]screen.Screen {
	r := fixtureOf(h)
	draft := pay.NewDraft("LYD")
	draft.Amount = amount.EntryOf(harness.LYD(12500))
	return map[string]screen.Screen{
		"route": New(r.Env, r.deps, draft),
		"choose": NewChoose(r.Env, r.deps, harness.Sale(func(v *journal.View) {
			v.Step, v.Live = journal.StepCreated, journal.LiveStatus{}
			v.Refusal = &journal.Refusal{Operation: core.OpGenerateQR, Code: "NO_ANSWER", At: harness.Noon}
		})),
	}
}

func TestTheWaysToPayCanBeDrawnInEveryLook(t *testing.T) { harness.InEveryLook(t, gallery) }

func TestStructureOfTheWaysToPay(t *testing.T) { harness.Masters(t, gallery, "choose") }
