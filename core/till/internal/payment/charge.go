package payment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/till/internal/commit"
	"sanduq/core/till/internal/staff"
	"sanduq/core/wire"
)

// Charge is till.Till.Charge.
func (t *Teller) Charge(_ context.Context, asked journal.Draft) (journal.View, error) {
	d := draft{Draft: asked}
	if d.Amount.Minor <= 0 || d.Amount.Valid() != nil {
		return journal.View{}, journal.Refuse(journal.CodeAmount, d.Amount.Valid())
	}
	if !slices.Contains(t.cfg.Routes, d.Route) {
		return journal.View{}, journal.Refuse(journal.CodeRoute, fmt.Errorf("route %q", d.Route))
	}
	if err := t.Frozen(); err != nil {
		return journal.View{}, err
	}
	if t.cfg.Room != nil {
		if err := t.cfg.Room(); err != nil {
			return journal.View{}, journal.Refuse(journal.CodeDiskFull, err)
		}
	}
	if err := t.cfg.Shift.MayTake(""); err != nil {
		return journal.View{}, err
	}
	if err := t.allow(&d); err != nil {
		return journal.View{}, err
	}
	r, err := t.announce(d)
	if err != nil {
		d.end(err)
		return journal.View{}, err
	}
	d.end(nil) // the grants themselves hold until the payment is sent
	if !t.cfg.Work.Go(func() {
		defer r.finish()
		if t.orders.replaced(d, r) {
			r.open(d)
		}
	}) { // closed meanwhile: the next start finds the intent, and that nothing was sent
		r.op.Unlock()
		return journal.View{}, journal.Refuse(journal.CodeUnavailable, nil)
	}
	return r.view(), nil
}

// draft is a Draft and the grants on which its names stand.
type draft struct {
	journal.Draft
	replace, amount *staff.Grant // of Manager and of AllowedBy; nil where none is needed
}

// announce makes the intent of a draft durable and holds its sale for the step
// that follows.
func (t *Teller) announce(d draft) (*run, error) {
	if err := t.orders.mayReplace(d); err != nil {
		return nil, err
	}
	r, err := t.intend(d)
	if err == nil {
		r.op.Lock()
	}
	return r, err
}

// allow finds out whether its cashier is who is at the till, and on whose right the
// other names in a draft stand; end must follow. A
// Manager who is nobody of the kind is taken out: whether one is needed is asked
// when the sales of the order have been read. Error: CodeRight, also for an amount far
// above the usual that nobody allows.
func (t *Teller) allow(d *draft) (err error) {
	if d.Cashier, err = t.cfg.Staff.Signed(d.Cashier); err != nil {
		return err
	}
	if d.Manager != "" && d.Replaces != "" {
		if d.replace, err = t.cfg.Staff.Authorize(staff.ActReplace, d.Manager); err != nil {
			d.Manager = ""
		}
	}
	switch {
	case d.AllowedBy == "" && t.cfg.Staff.Settings().Caution(d.Amount) == journal.CautionManager:
		err = fmt.Errorf("%s is far above the usual, and nobody allows it", d.Amount)
		d.replace.End(err)
		return journal.Refuse(journal.CodeRight, err)
	case d.AllowedBy == "":
	case d.replace != nil && d.Manager == d.AllowedBy:
		d.amount = d.replace // both are one act
	default:
		if d.amount, err = t.cfg.Staff.Authorize(staff.ActAllowAmount, d.AllowedBy); err != nil {
			d.replace.End(err)
			return journal.Refuse(journal.CodeRight, err)
		}
	}
	return nil
}

// replacing is in whose name a sale is set aside for a draft, and the row that
// tells of it.
func (d draft) replacing(detail string) (who string, row journal.AuditRow) {
	if d.replace == nil {
		return d.Cashier, journal.AuditRow{By: d.Cashier, Action: journal.AuditReplaced, Detail: detail}
	}
	return d.replace.Word(), d.replace.Row(journal.AuditReplaced, detail)
}

// end spends what was granted for a draft, as grant.end does.
func (d draft) end(err error) {
	d.replace.End(err)
	d.amount.End(err)
}

// noteStaleClock writes down that a sale is opened while the clock shows a day that the
// books have left.
func (t *Teller) noteStaleClock(h *journal.Head, s *journal.Sale, day journal.Day) []journal.AuditRow {
	behind := t.cfg.Writer.StaleClock(day)
	if behind == "" {
		return nil
	}
	s.Record(s.CreatedAt, journal.HistoryClockBehind, behind)
	return t.cfg.Writer.Rows(h, journal.AuditRow{By: s.Cashier, Action: journal.AuditClockBehind, SaleID: s.ID, Detail: behind})
}

// intend gives the sale its name and writes the intent.
func (t *Teller) intend(d draft) (*run, error) {
	t.adopting.Lock()
	defer t.adopting.Unlock()
	s := journal.Sale{
		Version: 1, Reference: d.Reference, Amount: d.Amount, Environment: t.cfg.Environment, BaseURL: t.cfg.BaseURL,
		Cashier: d.Cashier, Step: journal.StepIntent, Route: d.Route, Replaces: d.Replaces,
	}
	err := t.cfg.Writer.Update(func(h *journal.Head, day journal.Day) (journal.Change, error) {
		now := t.cfg.Now()
		s.CreatedAt, s.UpdatedAt = now, now
		s.Record(now, journal.HistoryCharged, d.Cashier)
		if d.amount != nil {
			s.Record(now, journal.HistoryAmountAllowed, d.amount.Word())
		}
		s.ID, s.Shift = journal.NewSaleID(day, h.Number+1), h.Shift
		s.OrderID = newOrderID(s.ID)
		c := journal.Change{Sale: &s}
		if d.amount != nil {
			row := d.amount.Row(journal.AuditAmountAllowed, s.Amount.String())
			row.SaleID = s.ID
			c.Audit = t.cfg.Writer.Rows(h, row)
		}
		c.Audit = append(c.Audit, t.noteStaleClock(h, &s, day)...)
		return c, nil
	})
	if err != nil {
		return nil, journal.WithCode(err)
	}
	r := newRun(t, s)
	r.write.Lock() // anyone who finds the sale by its name waits until it was published
	defer r.write.Unlock()
	t.mu.Lock()
	if t.closed {
		t.mu.Unlock()
		return nil, journal.Refuse(journal.CodeUnavailable, nil)
	}
	t.runs[s.ID] = r
	t.mu.Unlock()
	r.attach(t.cfg.NewSDK())
	r.publish(s, nil)
	return r, nil
}

// open creates the payment and goes on to the route that was picked. In the
// moment before it is sent, with no settlement being written and the store in
// order, it looks once more whether the order was paid, or may be any moment.
func (r *run) open(d draft) {
	s := r.view().Sale
	var forbidden error
	err := r.call(core.OpInitiate, func(ctx context.Context, sdk *core.WebSDK) error {
		if forbidden = r.t.orders.mayOpen(d); forbidden != nil {
			return forbidden
		}
		if broken := r.t.cfg.Writer.Refusal(); broken != nil { // since it was announced
			return fmt.Errorf("%w: %v", core.ErrNotSent, broken)
		}
		_, err := sdk.CreateInvoice(ctx, core.CreateInvoiceRequest{
			OrderID: s.OrderID, Amount: s.Amount, Description: s.Reference, IdempotencyKey: s.OrderID,
		})
		return err
	})
	switch {
	case journal.CodeOf(forbidden) == journal.CodeUnavailable:
		return // the next start finds the intent
	case forbidden != nil:
		r.t.orders.notReplaced(r, forbidden)
		return
	case journal.CodeOf(err) == journal.CodeOwnError:
		return // as above
	case err != nil:
		r.notOpened(err)
		return
	}
	if s.Route.Scanned() {
		r.askQR()
	}
}

// notOpened writes down why the payment did not open, as exactly as is known.
func (r *run) notOpened(err error) {
	if r.t.cfg.Work.Context().Err() != nil && errors.Is(err, journal.ErrPoisoned) {
		return
	}
	step, event := journal.StepCreateUnknown, journal.HistoryCreateUnknown
	var audit []journal.AuditRow
	switch api, refused := errors.AsType[*core.PaymentAPIError](err); {
	case errors.Is(err, core.ErrConflict):
		event = journal.HistoryConflict
		audit = []journal.AuditRow{{Action: journal.AuditConflict, Detail: err.Error()}}
	case errors.Is(err, core.ErrNotSent):
		step, event = journal.StepNotSent, journal.HistoryNotSent
	case refused && wire.InWords(api.HTTPStatus):
		step, event = journal.StepRejected, journal.HistoryRejected
	}
	if r.view().Step != journal.StepIntent {
		r.t.cfg.Logger.Warn("payment opened, but its call reported an error", "sale", r.id, "err", err)
		return
	}
	r.t.cfg.Logger.Warn("payment not opened", "sale", r.id, "step", step, "err", err)
	_ = r.Update(commit.SaleUpdate{
		Mutate: func(s *journal.Sale) {
			s.Step = step
			s.Refusal = refusalOf(core.OpInitiate, err, r.t.cfg.Now())
			s.Record(s.Refusal.At, event, s.Refusal.Code)
		},
		Audit:  audit,
		Insist: commit.UntilDurable,
	})
}

// OfferQR is till.Till.OfferQR.
func (t *Teller) OfferQR(_ context.Context, id journal.SaleID) error {
	return t.step(id, func(r *run, s journal.Sale) error {
		if s.Step != journal.StepCreated && (s.Step != journal.StepSession || s.Session.State != core.StateQRGenerated) {
			return journal.Refuse(journal.CodeStep, fmt.Errorf("sale stands at %s, %s", s.Step, s.Session.State))
		}
		return nil
	}, (*run).askQR)
}

// step runs work in the background as the sale's one operation, after check
// allowed it. After a journal was put back it is refused with CodeFrozen: the
// step may have been taken already. For an order that another sale was paid for
// it is refused with CodeStep.
func (t *Teller) step(id journal.SaleID, check func(*run, journal.Sale) error, work func(*run)) error {
	r, err := t.run(id)
	if err != nil {
		return err
	}
	if err := t.Frozen(); err != nil {
		return err
	}
	if !r.op.TryLock() {
		return journal.Refuse(journal.CodeBusy, nil)
	}
	s := r.view().Sale
	err = check(r, s)
	if err == nil && s.ResolvedOutside != nil {
		err = journal.Refuse(journal.CodeStep, errors.New("a manager has closed the sale"))
	}
	if err == nil {
		err = t.orders.unpaid(s)
	}
	if err == nil && r.sdkNow() == nil { // see unrestorable
		err = journal.Refuse(journal.CodeStep, errors.New("the sale cannot be asked about, so nothing can be sent for it"))
	}
	if err != nil {
		r.op.Unlock()
		return err
	}
	if !t.cfg.Work.Go(func() {
		defer r.finish()
		work(r)
	}) {
		r.op.Unlock()
		return journal.Refuse(journal.CodeUnavailable, nil)
	}
	return nil
}

// finish ends a step. Who took note of the sale's end meanwhile has waited for
// this with letting go of it.
func (r *run) finish() {
	r.op.Unlock()
	r.t.evict(r)
}

// askQR writes the intent, then asks for the QR. A refusal, or no answer, leaves
// the payment open with its routes offered again. A QR whose reply was lost may
// be out: its leg is asked about from then on.
func (r *run) askQR() {
	back := r.view().Step
	if err := r.intent(journal.StepQRIntent, core.RouteQR, nil); err != nil {
		return
	}
	err := r.call(core.OpGenerateQR, func(ctx context.Context, sdk *core.WebSDK) error {
		_, err := sdk.GenerateQR(ctx, core.GenerateQRRequest{Rail: core.RailBank})
		return err
	})
	if err == nil || cutOff(r, err) {
		return
	}
	r.t.cfg.Logger.Warn("no QR", "sale", r.id, "err", err)
	_ = r.Update(commit.SaleUpdate{
		Mutate: func(s *journal.Sale) {
			if s.Step != journal.StepQRIntent {
				return
			}
			s.Step = back
			s.Refusal = refusalOf(core.OpGenerateQR, err, r.t.cfg.Now())
			s.Record(s.Refusal.At, journal.HistoryQRRefused, s.Refusal.Code)
		},
		Insist: commit.UntilDurable,
	})
}

// intent makes the announcement of a call durable, with secrets if they must
// be believed should the machine stop during the call. When it fails, nothing
// may be sent; CodeStep where the order was paid or taken meanwhile.
func (r *run) intent(step journal.Step, route core.Route, secrets *journal.Secrets, audit ...journal.AuditRow) error {
	r.write.Lock()
	defer r.write.Unlock()
	// Under the lock that taking cash for the order holds: what is announced before
	// it is known there, and after it there is nothing to send for any more.
	if err := r.t.orders.unpaid(r.view().Sale); err != nil {
		return err
	}
	if err := r.t.cfg.Writer.Refusal(); err != nil {
		return err
	}
	// Under the same lock as reading back, so that an announcement which did
	// reach the disk and whose call is sent is never taken back.
	r.undo = r.view().Step
	err := r.updateLocked(commit.SaleUpdate{
		Mutate: func(s *journal.Sale) {
			s.Step, s.Route, s.Refusal = step, route, nil
			s.CodeSubmitted = s.CodeSubmitted || step == journal.StepOTPIntent
		},
		Secrets: secrets,
		Audit:   audit,
	})
	if err == nil {
		r.undo = ""
	}
	return err
}

func refusalOf(op core.Operation, err error, at time.Time) *journal.Refusal {
	f := &journal.Refusal{Operation: op, Code: journal.RefusalNoAnswer, At: at}
	api, decoded := errors.AsType[*core.PaymentAPIError](err)
	if decoded {
		f.Code, f.HTTPStatus = api.Code, api.HTTPStatus
	}
	switch {
	case errors.Is(err, errQRTaken):
		f.Code = journal.RefusalQRTaken
	case errors.Is(err, core.ErrConflict):
		f.Code = journal.RefusalElsewhere
	case errors.Is(err, core.ErrQRMismatch):
		f.Code = journal.RefusalQR
	case errors.Is(err, core.ErrUnauthorized):
		f.Code = journal.RefusalDenied
	case op == core.OpSubmitOTP && errors.Is(err, core.ErrUnresolved): // not sent either: only the same code may be
		f.Code = journal.RefusalOtherCode
	case errors.Is(err, core.ErrLegUnanswered): // which is not sent either, and says why
		f.Code = journal.RefusalUnanswered
	case errors.Is(err, core.ErrNotSent):
		f.Code = journal.RefusalNotSent
	case decoded && f.Code == "":
		f.Code = fmt.Sprintf("HTTP_%d", f.HTTPStatus)
	}
	return f
}
