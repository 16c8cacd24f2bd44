package receipts

import (
	"context"
	"errors"
	"time"

	"sanduq/ui/keys"
	"sanduq/ui/receipts/emptystate"
	"sanduq/ui/receipts/filter"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/draw"
)

// askFill asks before anything is written. Nothing keeps the focus: Enter, out of habit, says no.
func (x *index) askFill() {
	draw.Focus(x.root, nil)
	x.memory.fill = filling{asked: x.env.Now(), told: x.filled}
	x.explain()
}

// unasked is for a refusal, and for a person who goes elsewhere.
func (x *index) unasked() {
	x.memory.fill.asked = time.Time{}
	x.explain()
}

// fillAsk says how much is written and what it takes.
func (x *index) fillAsk() emptystate.Spec {
	w := x.env.Words
	return emptystate.Spec{Icon: "receipt", Title: w.T("receipts.fill.ask", "n", x.deps.FillTotal), Hint: w.T("receipts.fill.takes"),
		Action: control.ButtonSpec{Kind: control.Filled, Label: w.T("receipts.fill.no"), Key: "Enter"}, Do: x.unasked,
		Also: w.T("receipts.fill.do"), AlsoDo: func() {
			if x.env.Now().Sub(x.memory.fill.asked) >= keys.HoldTime { // else it is the second half of a double tap
				x.startFill()
			}
		}}
}

// startFill begins once; the window stays usable.
func (x *index) startFill() {
	f := &x.memory.fill
	if f.running {
		return
	}
	life, stop := context.WithCancel(x.env.Life)
	*f = filling{running: true, total: x.deps.FillTotal, stop: stop, told: x.filled}
	draw.Focus(x.root, nil)
	x.filled()
	post := x.env.Post
	x.env.Go(func() {
		err := x.deps.Fill(life, func(done, total int) {
			post(func() {
				if f.done, f.total = done, total; f.running {
					f.told()
				}
			})
		})
		post(func() {
			stop()
			f.running, f.stop = false, nil
			f.stopped = errors.Is(err, context.Canceled) && x.env.Life.Err() == nil
			if f.failed = err != nil && !f.stopped; f.failed {
				x.env.Report(x.deps.Failed, err)
			}
			f.told()
		})
	})
}

// filled shows how far it is, and in the end what there is now.
func (x *index) filled() {
	f := &x.memory.fill
	switch {
	case f.running:
		x.explain()
	case !f.failed && (!f.stopped || f.done > 0) && x.empty.Root.Visible():
		x.filters.pickRange(filter.SevenDays)
	default:
		x.source.Restart()
	}
}
