package crash

import (
	"fmt"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/till/tests/driver"
)

// witness remembers what the processes of one folder showed, and what lay on
// the disk at each restart.
type witness struct {
	shown map[journal.SaleID]*state // the newest version of each sale that was shown
	life  []*state                  // all that was shown since the last restart
	disk  map[journal.SaleID]*state // the newest that was found
	done  map[string]*announced     // by order: the intents that were found so far
	found []*state                  // at the restart under way
}

// announced are the intents that the disk ever held for an order. A restart
// takes some back; what was sent before it was announced all the same.
type announced struct{ qr, name, code bool }

func newWitness() *witness {
	return &witness{shown: map[journal.SaleID]*state{}, disk: map[journal.SaleID]*state{}, done: map[string]*announced{}}
}

// show takes over one record that a process showed.
func (w *witness) show(s *state) {
	w.life = append(w.life, s)
	if old := w.shown[s.ID]; old == nil || s.Version >= old.Version {
		w.shown[s.ID] = s
	}
}

// newest is what is known of a sale last.
func (w *witness) newest(id journal.SaleID) *state {
	shown, disk := w.shown[id], w.disk[id]
	if disk == nil || shown != nil && shown.Version > disk.Version {
		return shown
	}
	return disk
}

// unended counts the sales that have no end yet.
func (w *witness) unended() (n int) {
	for id := range w.disk {
		if !w.newest(id).Status.Ended() {
			n++
		}
	}
	for id := range w.shown {
		if w.disk[id] == nil && !w.newest(id).Status.Ended() {
			n++
		}
	}
	return n
}

// restart holds what lies on the disk against what was shown and against what
// the bank was asked. say is told of each breach.
func (w *witness) restart(bank map[string]driver.Payment, say func(Breach, string, ...any)) (compared int) {
	clear(w.disk)
	orders := make(map[string]*state, len(w.found))
	for _, s := range w.found {
		w.disk[s.ID], orders[s.Order] = s, s
		w.remember(s)
	}
	for _, s := range w.life { // an answer may follow an intent within one life
		if d := w.disk[s.ID]; d != nil && s.Version <= d.Version {
			w.remember(s)
		}
	}
	w.life = w.life[:0]
	for _, s := range w.found {
		if s.State == core.StateSuccess && s.Receipt == 0 {
			say(PaidNoReceipt, "%s is settled on disk, in version %d, without a receipt", s.Order, s.Version)
		}
	}
	w.found = w.found[:0]
	for id, s := range w.shown {
		compared++
		d := w.disk[id]
		switch {
		case d == nil:
			say(Lost, "%s was shown as %s and is not on disk", s.Order, s.Status)
		case d.Order != s.Order:
			say(Lost, "%s was shown as %s and is %s on disk", id, s.Order, d.Order)
		case d.Version < s.Version:
			say(ShownFirst, "%s was shown in version %d (%s, %s), on disk it is version %d (%s, %s)", s.Order, s.Version,
				s.Step, s.State, d.Version, d.Step, d.State)
		case s.Status == journal.StatusPaid && (d.Status != journal.StatusPaid || d.Receipt != s.Receipt || s.Receipt == 0):
			say(PaidNotSaid, "%s was shown paid with receipt %d, on disk it is %s with %d", s.Order, s.Receipt, d.Status, d.Receipt)
		}
	}
	for order, p := range bank {
		compared++
		s := orders[order]
		if s == nil {
			say(SentFirst, "%s is at the bank and not on disk", order)
			continue
		}
		w.sent(s, p, say)
	}
	return compared
}

// remember remembers which intents the disk holds, or held.
func (w *witness) remember(s *state) {
	a := w.done[s.Order]
	if a == nil {
		a = &announced{}
		w.done[s.Order] = a
	}
	a.qr = a.qr || s.QR || s.Step == journal.StepQRIntent
	a.name = a.name || s.Named || s.Step == journal.StepValidateIntent
	after := s.State != core.StatePending && s.State != core.StateQRGenerated && s.State != core.StateOTPRequired
	a.code = a.code || s.Step == journal.StepOTPIntent || s.Unresolved || s.Named && after
}

// sent checks that the disk announced what the bank was asked for.
func (w *witness) sent(s *state, p driver.Payment, say func(Breach, string, ...any)) {
	a := w.done[s.Order]
	where := fmt.Sprintf("on disk it is version %d, %s, %s", s.Version, s.Step, s.State)
	if p.QR != "" && !a.qr {
		say(SentFirst, "%s has a QR at the bank, %s", s.Order, where)
	}
	if !p.Named {
		return
	}
	if !a.name {
		say(SentFirst, "%s has an account at the bank, %s", s.Order, where)
	}
	taken := p.Taken()
	switch {
	case taken && !a.code:
		say(SentFirst, "%s had its code taken by the bank, %s", s.Order, where)
	case taken && s.Status == journal.StatusCode:
		say(Contradiction, "%s had its code taken by the bank, and another is asked for: %s", s.Order, where)
	}
}
