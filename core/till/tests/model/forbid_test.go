package model

import (
	"context"
	"fmt"
	"testing/synctest"

	"sanduq/core"
	"sanduq/core/journal"
)

// place is where a sale stands, as far as what may be done with it.
type place struct {
	record record
	memory memory
	frozen bool
	other  uint8
}

// forbidden are the acts of people that the law may not allow now.
func forbidden(i uint8) []label {
	all := []label{{act: actOfferQR}, {act: actValidate, arg: uint8(account)}, {act: actSubmit}, {act: actRepeat}, {act: actSetAside},
		{act: actToManager}, {act: actResolve}, {act: actAcknowledge}, {act: actConfirm}}
	for n := range all {
		all[n].sale = i
	}
	return all
}

// dare tries everything that the law forbids where the sales now stand, once
// for each such place. Nothing may be sent for it, and nothing may change.
func (o *tour) dare(r *harness, w world) string {
	for i := range o.m.sales {
		at := place{w.sale[i].record, w.sale[i].memory, w.frozen, o.m.context(w.sale[1-i])}
		if at.record.step == absent || at.memory.call == linking || o.dared[at] {
			continue
		}
		o.dared[at] = true
		for _, l := range forbidden(uint8(i)) {
			if _, may := o.m.do(w, l); may || r.ids[i] == "" {
				continue
			}
			if problem := o.refuses(r, w, l); problem != "" {
				return fmt.Sprintf("%s, which must not be: %s", l, problem)
			}
		}
	}
	if old := w.sale[0]; old.record.step != absent && w.sale[1].record.step == absent && !w.sale[1].heard.gone {
		l := label{act: actCharge, sale: 1, arg: uint8(qr)}
		t := &turn{m: o.m, world: w}
		if !t.mayReplace(false, false) || w.frozen {
			return o.refuses(r, w, l)
		}
	}
	return ""
}

// refuses performs what must have no effect.
func (o *tour) refuses(r *harness, w world, l label) string {
	before := r.sent()
	id, ctx := r.ids[l.sale], context.Background()
	switch l.act {
	case actCharge:
		if _, err := r.till.Charge(ctx, journal.Draft{Amount: amount, Route: core.RouteQR, Replaces: r.ids[0], Reason: journal.AsideCustomerLeft}); err == nil {
			return "a replacement is charged without a manager"
		}
	case actOfferQR:
		_ = r.till.OfferQR(ctx, id)
	case actValidate:
		_ = r.till.Validate(ctx, id, journal.AccountEntry{Route: core.RouteAccount, Account: core.NewSecret("0123456789014417"), InstitutionCode: "FPB"})
	case actSubmit:
		_ = r.till.SubmitOTP(ctx, id, core.NewSecret("999999"), false)
	case actRepeat:
		_ = r.till.RepeatOTP(ctx, id, core.NewSecret("999999"), "Huda") // not the code that was sent
		_ = r.till.RepeatOTP(ctx, id, r.code(int(l.sale)), "")          // nobody's wish
	case actSetAside:
		_ = r.till.SetAside(ctx, id, journal.AsideNoCode)
	case actToManager:
		_ = r.till.ToManager(ctx, id, "unknown")
	case actResolve:
		_ = r.till.ResolveOutside(ctx, id, "asked", "Huda")
	case actAcknowledge:
		_ = r.till.Acknowledge(ctx, id)
	case actConfirm:
		_ = r.till.ConfirmRecovery(ctx, "Huda")
	}
	synctest.Wait()
	o.refusals++
	if after := r.sent(); after != before {
		return fmt.Sprintf("calls went out: %v, before %v", after, before)
	}
	return o.compare(r, w)
}

// sent is how many calls of each kind have gone out.
func (r *harness) sent() [2][4]int {
	r.gate.mu.Lock()
	defer r.gate.mu.Unlock()
	var all [2][4]int
	for i := range all {
		for n, op := range []core.Operation{core.OpInitiate, core.OpGenerateQR, core.OpValidateAccount, core.OpSubmitOTP} {
			all[i][n] = r.gate.sent[i][op]
		}
	}
	return all
}
