package code

import (
	"testing"

	"sanduq/core"
	"sanduq/ui/screen"
	"sanduq/ui/uitest/harness"
)

// gallery is the pad for a code. It is in windows already.
func gallery(h *harness.Harness) map[string]screen.Screen {
	r := fixtureOf(h)
	r.deps.OnPhone = func(string) bool { return true }
	code := newCode(r)
	harness.Keys(code, "4812")
	full := newCode(r)
	harness.Keys(full, "481230")
	full.primary.SetShare(.4)
	refused := newCode(r)
	refused.Update(harness.Sale(harness.Coded, harness.RefusedBy(core.OpSubmitOTP, "INSUFFICIENT_FUNDS", harness.Noon)))
	wrong := New(r.Env, r.deps, harness.Sale(tried(1, 2, 3)))
	r.Window(wrong)
	return map[string]screen.Screen{"code": code, "code-wrong": wrong, "code-full": full, "code-refused": refused}
}

func TestCodesCanBeDrawnInEveryLook(t *testing.T) { harness.FormsInEveryLook(t, gallery) }

func TestStructureOfCodes(t *testing.T) {
	harness.Masters(t, gallery, "code", "code-refused", "code-wrong")
}
