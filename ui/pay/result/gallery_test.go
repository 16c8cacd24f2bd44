package result

import (
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/screen"
	"sanduq/ui/uitest/harness"
)

// gallery is every end.
func gallery(h *harness.Harness) map[string]screen.Screen {
	r := fixtureOf(h)
	live := r.Env
	live.Practice = false
	kept := r.deps
	kept.Prints, kept.Save = harness.WithPrinter(true), saved("Downloads/T-0412.pdf", nil)
	kept.Takes = func(journal.SaleID) bool { return true }
	refused := func(op core.Operation, code string, s journal.Step) func(*journal.View) {
		return func(v *journal.View) {
			v.Step, v.Live = s, journal.LiveStatus{}
			v.Refusal = &journal.Refusal{Operation: op, Code: code, At: harness.Noon}
		}
	}
	end := func(change ...func(*journal.View)) screen.Screen { return New(r.Env, r.deps, harness.Sale(change...)) }
	liveEnd := func(change ...func(*journal.View)) screen.Screen { return New(live, r.deps, harness.Sale(change...)) }
	return map[string]screen.Screen{
		"paid-practice": end(harness.Paid),
		"paid-live":     liveEnd(harness.Paid),
		"paid-keep":     New(live, kept, harness.Sale(harness.Paid, harness.SlipState(journal.PrintDone, ""))),
		"failed": liveEnd(harness.State(core.StateFailed), func(v *journal.View) {
			v.Refusal = &journal.Refusal{Code: "INSUFFICIENT_FUNDS"}
			v.Live.LastWord = "FAILED"
		}),
		"declined":       end(harness.State(core.StateFailed), func(v *journal.View) { v.Live.LastWord = "FAILED" }),
		"expired":        end(harness.State(core.StateExpired), func(v *journal.View) { v.Live.LastWord = "EXPIRED" }),
		"not-sent":       end(refused(core.OpInitiate, journal.RefusalNotSent, journal.StepNotSent)),
		"rejected":       end(refused(core.OpInitiate, "LIMIT_EXCEEDED", journal.StepRejected)),
		"create-unknown": end(refused(core.OpInitiate, journal.RefusalNoAnswer, journal.StepCreateUnknown)),
		"resolved": end(harness.Capped, func(v *journal.View) {
			v.ResolvedOutside = &journal.Decision{At: harness.Noon, By: "Huda", Reason: "The customer paid by transfer on Thursday"}
		}),
		"late":  liveEnd(harness.Paid, func(v *journal.View) { v.Session.Late = true }),
		"twice": liveEnd(harness.Paid, func(v *journal.View) { v.PaidTwiceWith = "20261120-000013" }),
	}
}

func TestEveryEndCanBeDrawnInEveryLook(t *testing.T) { harness.InEveryLook(t, gallery) }

func TestStructureOfEnds(t *testing.T) {
	harness.Masters(t, gallery, "paid-live", "paid-keep", "failed", "expired", "not-sent", "create-unknown", "resolved", "twice")
}
