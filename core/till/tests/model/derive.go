package model

import (
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// derived is what the product itself makes of a record.
type derived struct {
	status                                journal.Status
	group                                 journal.Group
	manager, watchable, inFlight, openNow bool
	late, twice                           bool
}

var (
	states = append([]core.State{""}, core.PaymentStateMachine{}.States()...)
	routes = [...]core.Route{noRoute: "", qr: core.RouteQR, account: core.RouteAccount, wallet: core.RouteWallet}
	steps  = [...]journal.Step{absent: "", intent: journal.StepIntent, notSent: journal.StepNotSent, rejected: journal.StepRejected,
		createUnknown: journal.StepCreateUnknown, created: journal.StepCreated, qrIntent: journal.StepQRIntent,
		validateIntent: journal.StepValidateIntent, otpIntent: journal.StepOTPIntent, session: journal.StepSession}
)

var moment = time.Date(2024, 5, 1, 9, 0, 0, 0, time.UTC)

// sale is the record as the product would hold it.
func (r record) sale() journal.Sale {
	mark := func(set bool) *journal.Decision {
		if set {
			return &journal.Decision{At: moment, Reason: "model"}
		}
		return nil
	}
	when := func(set bool) time.Time {
		if set {
			return moment
		}
		return time.Time{}
	}
	s := journal.Sale{
		Step: steps[r.step], Route: routes[r.route], Capped: r.capped, Stale: r.stale,
		Watch:    journal.Watch{Since: when(r.watch != unwatched), Next: when(r.watch == watched), Denied: r.denied},
		SetAside: mark(r.setAside), WithManager: mark(r.withManager), ResolvedOutside: mark(r.resolved),
		AcknowledgedAt: when(r.acked), LateAlertRead: when(r.alertRead),
	}
	if r.state != noSession {
		s.Session = core.PaymentSession{PaymentID: "pay", OrderID: "order", State: states[r.state], Late: r.late,
			ByAccountNumber: r.byAccount, QRLost: r.lost, OTPUnresolved: r.doubt != settled, OTPIndeterminate: r.indeterminate}
	}
	if r.shown {
		s.Session.QRPayload = "qr"
	}
	if r.conflict {
		s.Session.Conflict = "another payment"
	}
	if r.receipt {
		s.ReceiptSeq = 1
	}
	if r.twice {
		s.PaidTwiceWith = "other"
	}
	return s
}

// book remembers what was derived: there are few records and many worlds.
type book map[record]derived

func (b book) of(r record) derived {
	d, known := b[r]
	if !known {
		s := r.sale()
		d = derived{status: s.Status(), group: s.Status().Group(), manager: s.NeedsManager(), watchable: s.Watchable(),
			inFlight: s.InFlight(), openNow: s.Open(), late: s.LateMoney(), twice: s.PaidTwice()}
		b[r] = d
	}
	return d
}
