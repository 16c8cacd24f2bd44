package sale

import (
	"testing"

	"sanduq/ui/amount"
	"sanduq/ui/pay"
	"sanduq/ui/screen"
	"sanduq/ui/uitest/harness"
)

func gallery(h *harness.Harness) map[string]screen.Screen {
	r := fixtureOf(h)
	draft := pay.NewDraft("LYD")
	draft.Amount = amount.EntryOf(harness.LYD(12500))
	half := pay.NewDraft("LYD")
	half.Amount = harness.Typed("LYD", "1234.5")
	quick := r.deps
	quick.Shop = quickShop("LYD", "5 10 20 50 100 2.5", true)
	again := pay.NewDraft("LYD")
	again.Amount, again.Last = amount.EntryOf(harness.LYD(20000)), harness.LYD(12500)
	return map[string]screen.Screen{
		"sale": New(r.Env, r.deps, draft), "sale-empty": New(r.Env, r.deps, pay.NewDraft("LYD")), "sale-half": New(r.Env, r.deps, half),
		"sale-quick": New(r.Env, quick, again),
	}
}

func TestTheAmountCanBeDrawnInEveryLook(t *testing.T) { harness.InEveryLook(t, gallery) }

func TestStructureOfTheAmount(t *testing.T) { harness.Masters(t, gallery, "sale-half", "sale-quick") }
