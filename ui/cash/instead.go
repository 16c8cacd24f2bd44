package cash

import (
	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/present"
	"sanduq/ui/screen"
)

// NewInstead takes cash instead of an open sale, for its amount. Cash taken is
// what sets that sale aside; leaving the screen before changes nothing.
func NewInstead(env screen.Env, deps Deps, old journal.View) *Cash {
	d := pay.DraftFor(old)
	d.Reason = journal.AsidePaidCash
	return New(env, deps, d)
}

// instead is the open sale that cash is taken instead of; blank for a new one.
func (c *Cash) instead() journal.SaleID {
	if c.draft.Reason != journal.AsidePaidCash {
		return ""
	}
	return c.draft.Replaces
}

// advice is what stands below the change before anything is recorded.
func (c *Cash) advice() string {
	if id := c.instead(); id != "" {
		return c.env.Words.T("cash.note.instead", "number", present.Number(id))
	}
	return c.env.Words.T("cash.note")
}
