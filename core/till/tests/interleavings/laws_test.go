package interleavings

import (
	"slices"

	"sanduq/core"
	"sanduq/core/journal"
)

// laws is what a play has shown so far of what must always hold.
type laws struct {
	shown    map[journal.SaleID]journal.Sale // by the newest notice
	events   map[journal.SaleID]uint64       // the newest of the SDK's events that was shown
	promised map[journal.SaleID]string       // the transactions of which the gateway's SUCCESS was heard
}

func (l *laws) init() {
	l.shown, l.events = map[journal.SaleID]journal.Sale{}, map[journal.SaleID]uint64{}
	l.promised = map[journal.SaleID]string{}
}

func paid(s journal.Sale) bool { return s.Status() == journal.StatusPaid }

// initiates looks at a payment in the moment in which it is opened.
func (w *world) initiates(id journal.SaleID) {
	if w.till.StoreFault() != nil {
		w.breaks("initiate of %s is sent although the till is in trouble with its disk", id)
	}
	s, _ := w.law.Sale(id)
	w.broke(w.law.Leaves(core.OpInitiate, s.OrderID))
	for other := range w.law.PaidBeside(id) {
		w.breaks("initiate of %s is sent although %s, a payment of the same order, is PAID on the disk", id, other)
	}
	if old, ok := w.law.Sale(s.Replaces); ok && !slices.Contains(old.Instead, id) {
		w.breaks("initiate of %s is sent, but on the disk %s does not know it", id, old.ID)
	}
}

// wakeActs takes the notices in, wakes the acts that waited for one, and reports
// whether it woke any.
func (w *world) wakeActs() bool {
	for {
		n, ok := w.sub.TryNext()
		if !ok {
			return w.wake()
		}
		if n.Kind == journal.NoticeSale {
			w.notice(n)
		}
	}
}

func (w *world) notice(n journal.Notice) {
	s := n.View.Sale
	w.broke(w.law.Noticed(n))
	w.laws.shown[s.ID] = s
	if n.Payment == nil {
		return
	}
	if want := w.laws.events[s.ID] + 1; n.Payment.Seq != want {
		w.breaks("%s: event %d of its SDK is shown, not %d", s.ID, n.Payment.Seq, want)
	}
	w.laws.events[s.ID] = n.Payment.Seq
}

// checkHeld: the locks that guard memory are never held across a point.
func (w *world) checkHeld() {
	for _, n := range w.allHeld() {
		if n.memory {
			w.breaks("%s is held over something that takes time", n)
		}
	}
}

// stuck looks at a till that does nothing any more: nobody may wait for
// anything but news.
func (w *world) stuck(standing []*request) {
	for _, r := range standing {
		w.breaks("nobody can go on, and there stands %s", r)
	}
	if left := w.unfinished(); len(left) > 0 {
		w.breaks("nobody can go on, and of %q not all wait for news", left)
	}
	for _, n := range w.allHeld() {
		w.breaks("nobody can go on, and %s is held", n)
	}
}
