package model

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"sanduq/core"
	"sanduq/core/journal"
)

// sealed is what the store keeps of a session beside the sale.
type sealed struct {
	doubt  doubt
	repeat bool
	coded  [legs]bool
	lost   bool
	known  bool
}

func (r *harness) sealed(i int, s journal.Sale) (out sealed, err error) {
	secret, err := r.store.SaleSecrets(context.Background(), r.ids[i])
	if err != nil || secret.Empty() {
		return out, err
	}
	var snap core.Snapshot
	var open struct {
		Session core.PaymentSession `json:"session"`
		Sent    struct {
			Bank   bool `json:"bank"`
			Wallet bool `json:"wallet"`
		} `json:"otpSent"`
	}
	var closed struct {
		OTP struct{ Capped, Worded, Definite bool } `json:"otp"`
	}
	for _, part := range []struct {
		raw  func() []byte
		into any
	}{{secret.Reveal, &snap}, {func() []byte { return snap.Public }, &open}, {func() []byte { return snap.Secret }, &closed}} {
		if err := json.Unmarshal(part.raw(), part.into); err != nil {
			return out, err
		}
	}
	out = sealed{known: true, lost: open.Session.QRLost, repeat: closed.OTP.Capped, coded: [legs]bool{byQR: open.Sent.Wallet, byAccount: open.Sent.Bank}}
	if s.Session.OTPUnresolved {
		if out.doubt = unheard; closed.OTP.Worded {
			out.doubt = misspoken
		} else if closed.OTP.Definite {
			out.doubt = unasked
		}
	}
	return out, nil
}

// differs says in what the real sale is not the model's; blank for nothing.
func (r *harness) differs(i int, want sale) (string, error) {
	v, there := r.view(i)
	if there != (want.record.step != absent) {
		return fmt.Sprintf("there is a sale: %v", there), nil
	}
	if !there {
		return "", nil
	}
	seal, err := r.sealed(i, v.Sale)
	if err != nil {
		return "", err
	}
	w, s := want.record, v.Session
	var differences []string
	check := func(what string, got, want any) {
		if got != want {
			differences = append(differences, fmt.Sprintf("%s is %v, not %v", what, got, want))
		}
	}
	check("step", v.Step, steps[w.step])
	check("state", s.State, states[w.state])
	if w.step == created {
		check("route", v.Route, routes[w.route])
	}
	check("QR shown", s.QRPayload != "", w.shown)
	check("QR lost", s.QRLost, w.lost)
	check("byAccount", s.ByAccountNumber, w.byAccount)
	check("unresolved", s.OTPUnresolved, w.doubt != settled)
	check("indeterminate", s.OTPIndeterminate, w.indeterminate)
	check("conflict", s.Conflict != "", w.conflict)
	check("late", s.Late, w.late)
	check("capped", v.Capped, w.capped)
	check("stale", v.Stale, w.stale)
	check("denied", v.Watch.Denied, w.denied)
	check("set aside", v.SetAside != nil, w.setAside)
	check("with the manager", v.WithManager != nil, w.withManager)
	check("resolved", v.ResolvedOutside != nil, w.resolved)
	check("acknowledged", !v.AcknowledgedAt.IsZero(), w.acked)
	check("receipt", v.ReceiptSeq != 0, w.receipt)
	check("paid twice", v.PaidTwiceWith != "", w.twice)
	check("alert read", !v.LateAlertRead.IsZero(), w.alertRead)
	check("linked", len(v.Instead) > 0 && slices.Contains(v.Instead, r.ids[1]), w.linked)
	check("status", v.Status(), book{}.of(w).status)
	if w.state != failed && w.state != ended { // a poller started over an end stops at its first answer
		check("polling", !v.Live.PollingSince.IsZero(), want.memory.polling)
	}
	if seal.known && w.step != otpIntent {
		check("doubt", seal.doubt, w.doubt)
		check("may be repeated", seal.repeat && w.doubt != settled, w.repeat)
		if want.memory.call == idle {
			check("QR lost, as sealed", seal.lost && v.Watchable(), w.lost && v.Watchable()) // else nobody will ask by it
			check("code sent by QR's leg", seal.coded[byQR], w.coded[byQR])
			check("code sent by account's leg", seal.coded[byAccount], w.coded[byAccount])
			check("rail is wallet", s.Rail == core.RailWallet, w.rail == wallet)
		}
	}
	planned, over := !v.Watch.Next.IsZero(), !v.Watch.Since.IsZero() && v.Watch.Next.IsZero()
	switch quiet := !want.memory.polling && want.memory.call == idle && v.Watchable(); {
	case w.watch == watched && quiet:
		check("watched", planned, true)
	case v.Watchable() && w.watch != watched:
		check("watch used up", over, w.watch == done)
	}
	check("call", r.call(i), callOps[want.memory.call])
	return fmt.Sprint(differences), nil
}

var callOps = [...]core.Operation{idle: "", linking: "linking", initiating: core.OpInitiate, drawing: core.OpGenerateQR,
	validating: core.OpValidateAccount, submitting: core.OpSubmitOTP, repeating: core.OpSubmitOTP}

func (r *harness) call(i int) core.Operation {
	if i == 1 && r.linking != nil {
		return "linking"
	}
	r.gate.mu.Lock()
	defer r.gate.mu.Unlock()
	if c := r.gate.calls[i]; c != nil {
		return c.op
	}
	return ""
}
