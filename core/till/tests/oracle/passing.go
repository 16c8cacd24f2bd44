package oracle

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// Noticed takes in what a till tells those who watch it.
func (w *Witness) Noticed(n journal.Notice) (all []Breach) {
	switch n.Kind {
	case journal.NoticeSale:
		all = w.show(n.View, true)
	case journal.NoticeLive:
		all = w.show(n.View, false)
	default:
		return nil
	}
	if p := n.Payment; p != nil && p.After.State == core.StateSuccess && n.View.Status() != journal.StatusPaid && n.View.ResolvedOutside == nil {
		all = append(all, Breach{Shown, string(n.View.ID) + ": a success is shown that is not recorded as paid"})
	}
	return all
}

// Shown takes in a record that stands on a screen.
func (w *Witness) Shown(v journal.View) []Breach { return w.show(v, false) }

// show: the version is on the disk, and says the same there. ordered is for
// notices of records, which come in the order of their versions.
func (w *Witness) show(v journal.View, ordered bool) []Breach {
	w.mu.Lock()
	defer w.mu.Unlock()
	found, trail := breaches{law: Shown}, w.trails[v.ID]
	at := int(v.Version) - int(w.base[v.ID]) - 1
	if at < 0 || at >= len(trail) {
		found.add("%s is shown in version %d, %s; the disk has %d", v.ID, v.Version, v.Status(), len(trail)+int(w.base[v.ID]))
		return found.all
	}
	a, b := v.Sale, trail[at]
	if a.Status() != b.Status() && (a.Status().Ended() || b.Status().Ended()) || a.ReceiptSeq != b.ReceiptSeq || a.PaidTwiceWith != b.PaidTwiceWith ||
		a.Amount != b.Amount || a.OrderID != b.OrderID {
		found.add("%s is shown in version %d as %s, receipt %d, twice %q; the disk has %s, %d, %q", v.ID, v.Version, a.Status(), a.ReceiptSeq,
			a.PaidTwiceWith, b.Status(), b.ReceiptSeq, b.PaidTwiceWith)
	}
	if ordered && (a.Step != b.Step || a.Status() != b.Status() || len(a.History) != len(b.History) || !slices.Equal(a.Instead, b.Instead)) {
		found.add("%s is told in version %d as %s, %s, %d events; the disk has %s, %s, %d", v.ID, v.Version, a.Step, a.Status(), len(a.History),
			b.Step, b.Status(), len(b.History))
	}
	if ordered && v.Version < w.shown[v.ID] {
		found.add("%s is shown in version %d after version %d", v.ID, v.Version, w.shown[v.ID])
	}
	if ordered {
		w.shown[v.ID] = v.Version
	}
	return append(found.all, w.maySay(v.Sale)...)
}

// announced is the step that must be on the disk when a call leaves.
var announced = map[core.Operation]journal.Step{core.OpInitiate: journal.StepIntent, core.OpGenerateQR: journal.StepQRIntent,
	core.OpValidateAccount: journal.StepValidateIntent, core.OpSubmitOTP: journal.StepOTPIntent}

// AnnouncedBy is the step that must be on the disk when a call leaves; false for
// one that needs none.
func AnnouncedBy(op core.Operation) (journal.Step, bool) {
	step, moves := announced[op]
	return step, moves
}

// Leaves takes in that a call leaves a living till for the gateway. A call that
// creates or moves something is on the disk before it leaves. A QR or an account
// may be asked for again while its announcement is the newest one, even if the
// gateway has said more since.
func (w *Witness) Leaves(op core.Operation, name string) []Breach {
	w.mu.Lock()
	defer w.mu.Unlock()
	want, moves := announced[op]
	if !moves {
		return nil
	}
	var all []Breach
	if w.frozen {
		all = append(all, Breach{Frozen, string(op) + " of " + name})
	}
	o := w.order(name)
	found, trail := breaches{law: Announced, all: all}, w.trails[o.sale]
	for _, s := range slices.Backward(trail) {
		if s.Step == want {
			return found.all
		}
		if op == core.OpInitiate || op == core.OpSubmitOTP || s.Step == journal.StepIntent || s.Step == journal.StepQRIntent ||
			s.Step == journal.StepValidateIntent || s.Step == journal.StepOTPIntent {
			break
		}
	}
	if len(trail) == 0 {
		found.add("%s left for %q, which is not on the disk", op, name)
	} else {
		found.add("%s of %s left while the disk says %s", op, trail[0].ID, trail[len(trail)-1].Step)
	}
	return found.all
}

// Sent takes in that bytes of a call went over the wire, whether they arrive or
// not.
func (w *Witness) Sent(op core.Operation, name string) []Breach {
	if op != core.OpInitiate {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	o := w.order(name)
	if o.sent++; o.sent > 1 {
		return []Breach{{OnePayment, fmt.Sprintf("initiate of %s %s was sent %d times", o.sale, name, o.sent)}}
	}
	return nil
}

// Opens takes in the moment before a payment is opened: of the sales of the same
// order none may be paid on the disk. What was paid in that very moment nobody
// could see. It is nearer to the till than Leaves, where calls take their time
// in between.
func (w *Witness) Opens(op core.Operation, name string) []Breach {
	if op != core.OpInitiate {
		return nil
	}
	found, id, now := breaches{law: OpenedPaid}, w.Track(name), time.Now()
	for other, at := range w.PaidBeside(id) {
		if at.Before(now) {
			found.add("%s is opened, and %s of the same order is paid on the disk for %v", id, other, now.Sub(at))
		}
	}
	return found.all
}

// PaidBeside are the other sales of the same order that are paid on the disk, and
// since when.
func (w *Witness) PaidBeside(id journal.SaleID) map[journal.SaleID]time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	paid, first := map[journal.SaleID]time.Time{}, w.family(id)
	for other, at := range w.paidAt {
		if other != id && w.family(other) == first {
			paid[other] = at
		}
	}
	return paid
}

func (w *Witness) family(id journal.SaleID) journal.SaleID {
	return Family(id, func(id journal.SaleID) (journal.Sale, bool) {
		trail := w.trails[id]
		if len(trail) == 0 {
			return journal.Sale{}, false
		}
		return trail[len(trail)-1], true
	})
}

// Newest returns the records as they are on the disk, in the order of their
// names.
func (w *Witness) Newest() (all []journal.Sale) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, trail := range w.trails {
		all = append(all, trail[len(trail)-1])
	}
	slices.SortFunc(all, func(a, b journal.Sale) int { return cmp.Compare(a.ID, b.ID) })
	return all
}

// Track is the sale that an order belongs to; blank before it is on the disk.
func (w *Witness) Track(name string) journal.SaleID {
	w.mu.Lock()
	defer w.mu.Unlock()
	if o := w.orders[name]; o != nil {
		return o.sale
	}
	return ""
}

// Sale returns a record as it is on the disk.
func (w *Witness) Sale(id journal.SaleID) (journal.Sale, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	trail := w.trails[id]
	if len(trail) == 0 {
		return journal.Sale{}, false
	}
	return trail[len(trail)-1], true
}

// PaidAt is when a sale was paid on the disk; zero before.
func (w *Witness) PaidAt(id journal.SaleID) time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.paidAt[id]
}
