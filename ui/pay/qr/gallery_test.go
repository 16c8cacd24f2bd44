package qr

import (
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/wire"
	"sanduq/ui/screen"
	"sanduq/ui/uitest/harness"
)

func gallery(h *harness.Harness) map[string]screen.Screen {
	r := fixtureOf(h)
	all := r.deps
	all.Routes = wire.Routes()
	says := New(r.Env, r.deps, harness.Sale())
	says.CustomerSays()
	return map[string]screen.Screen{
		"opening": NewOpening(r.Env, harness.Sale(func(v *journal.View) {
			v.Step, v.Session, v.Live = journal.StepIntent, core.PaymentSession{}, journal.LiveStatus{}
		})),
		"qr": New(r.Env, r.deps, harness.Sale()), "qr-says": says,
		"qr-silent": New(r.Env, r.deps, harness.Sale(func(v *journal.View) { v.Live.Unanswered = true })),
		"qr-routes": New(r.Env, all, harness.Sale()),
	}
}

func TestAQRCanBeDrawnInEveryLook(t *testing.T) { harness.InEveryLook(t, gallery) }

func TestAQRCanBeDrawnBesideLargeWords(t *testing.T) { harness.FormsInEveryLook(t, gallery) }

func TestStructureOfQR(t *testing.T) {
	harness.Masters(t, gallery, "opening", "qr-says", "qr-silent", "qr-routes")
}
