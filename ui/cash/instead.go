package cash

import (
	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/present"
	"sanduq/ui/screen"
)

// draftInstead is a draft for cash instead of an open sale, for its amount. Cash taken is
// what sets that sale aside.
func draftInstead(old journal.View) *pay.Draft {
	d := pay.DraftFor(old)
	d.Reason = journal.AsidePaidCash
	return d
}

// instead is the open sale that a draft takes cash instead of; blank for a new one.
func instead(d *pay.Draft) journal.SaleID {
	if d.Reason != journal.AsidePaidCash {
		return ""
	}
	return d.Replaces
}

// advice is what stands below the change before anything is recorded.
func advice(env screen.Env, d *pay.Draft) string {
	if id := instead(d); id != "" {
		return env.Words.T("cash.note.instead", "number", present.Number(id))
	}
	return env.Words.T("cash.note")
}
