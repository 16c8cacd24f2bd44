package payment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/till/internal/commit"
	"sanduq/core/wire"
)

// restore brings one sale back after a restart. What it finds decides what
// happens:
//
//	intent                       nobody knows whether initiate arrived: createUnknown, never sent again
//	created                      the routes are offered again; after a QR whose reply was
//	                             lost asked once now, then as planned
//	qrIntent                     the QR is offered again on a tap; asked once now, then as
//	                             planned, since the reply was lost
//	validateIntent               the account is entered again; a code is sent only on a tap
//	otpIntent                    the code's outcome is unknown: asked and polled, no second code
//	qrGenerated, waitingPayment,
//	authorized                   asked at once, polling resumed
//	otpRequired                  the code is entered; no polling
//	capped, failed, expired      asked once now, then as planned
//	paid, its other leg watched  the other leg is asked once now, then as planned
//
// The questions are the watcher's: newest sale first, one a second. The newest
// alone are polled again; polling hundreds at once would drown those that have
// a customer in front of them.
func (t *Teller) restore(ctx context.Context, s journal.Sale, poll bool) error {
	r := newRun(t, s)
	t.mu.Lock() // those restored before already listen
	t.runs[s.ID] = r
	t.mu.Unlock()
	if s.Session.QRPayload != "" && s.QRPayable() {
		t.claims.takeQR(s.Session.QRPayload, s.ID, "")
	}
	t.cfg.Logger.Info("restored", logged(s)...)
	switch {
	case s.Step == journal.StepIntent, s.Session.PaymentID == "" && (s.Step == journal.StepQRIntent || s.Step == journal.StepValidateIntent):
		// The till was closed in the moment of the reply: what it opened is not on disk.
		return r.Update(commit.SaleUpdate{
			Mutate: func(s *journal.Sale) {
				now := t.cfg.Now()
				s.Step = journal.StepCreateUnknown
				s.Refusal = &journal.Refusal{Operation: core.OpInitiate, Code: journal.RefusalNoAnswer, At: now}
				s.Record(now, journal.HistoryCreateUnknown, "")
			},
		})
	case !s.Watchable() && !s.SecondWatched():
		return nil
	case s.Environment != t.cfg.Environment || !wire.SameBaseURL(s.BaseURL, t.cfg.BaseURL):
		return r.unrestorable(errors.New("sale belongs to another gateway"))
	}
	snap, err := t.snapshot(ctx, s.ID)
	if err != nil {
		if errors.Is(err, journal.ErrPoisoned) {
			return err
		}
		return r.unrestorable(err)
	}
	sdk := t.cfg.NewSDK()
	if s.Stale {
		sdk.Ledger().AskBothLegs()
	}
	r.attach(sdk)
	mine := sdk.SessionStream()
	defer mine.Close()
	if err := sdk.RestoreSession(snap); err != nil {
		return r.unrestorable(err)
	}
	if s.Step == journal.StepQRIntent { // after what restoring forgets
		sdk.Ledger().AskAboutLostQR()
	}
	var last uint64
	for ev, ok := mine.TryNext(); ok; ev, ok = mine.TryNext() {
		last = ev.Seq
	}
	r.op.Lock()
	t.cfg.Work.Go(func() {
		defer r.finish()
		if r.reached(last) {
			r.resume(poll)
		}
	})
	return nil
}

// A few restored sales are polled again, all of them. Of many, the newest alone
// is: more than a question a second would drown out the one in front of the
// cashier.
const (
	fewRestored = 8
	repolled    = 1
)

// notPolled picks those that are not.
func notPolled(oldestFirst []journal.Sale) map[journal.SaleID]bool {
	var polled []journal.SaleID
	for _, s := range slices.Backward(oldestFirst) {
		if s.Polled() && !s.Capped || s.Step == journal.StepOTPIntent {
			polled = append(polled, s.ID)
		}
	}
	picked := make(map[journal.SaleID]bool)
	if len(polled) > fewRestored {
		for _, id := range polled[repolled:] {
			picked[id] = true
		}
	}
	return picked
}

func (t *Teller) snapshot(ctx context.Context, id journal.SaleID) (core.Snapshot, error) {
	sec, err := t.cfg.Store.SaleSecrets(ctx, id)
	if err != nil {
		return core.Snapshot{}, fmt.Errorf("read secrets: %w", err)
	}
	var snap core.Snapshot
	if err := json.Unmarshal(sec.Reveal(), &snap); err != nil {
		return core.Snapshot{}, errors.New("secrets are not a snapshot")
	}
	return snap, nil
}

// unrestorable says of a sale that it cannot be asked about in this run of the
// application: another gateway is set up, or its secrets cannot be read. It is
// not written down, so that the next start may do better.
func (r *run) unrestorable(cause error) error {
	r.t.cfg.Logger.Error("sale cannot be asked about", "sale", r.id, "err", cause)
	if r.view().SecondWatched() {
		return r.forsakeSecond()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sdk = nil
	r.sale.Watch.Denied = true
	r.sale.Record(r.t.cfg.Now(), journal.HistoryUnrestorable, "")
	return nil
}

// resume takes a restored sale up where its journal stands.
func (r *run) resume(poll bool) {
	s := r.view().Sale
	if s.SecondWatched() {
		r.askSoon()
		return
	}
	now := r.t.cfg.Now()
	polled := s.Polled() && !s.Capped || s.Step == journal.StepOTPIntent
	announced := s.Step == journal.StepQRIntent || s.Step == journal.StepValidateIntent || s.Step == journal.StepOTPIntent || s.Step == journal.StepCreated
	settle := func(s *journal.Sale) {
		if s.InFlight() {
			s.RecordAgain(now, journal.HistoryRestored)
		}
		switch s.Step {
		case journal.StepQRIntent, journal.StepValidateIntent:
			s.Step = stepBefore(*s)
		case journal.StepOTPIntent:
			s.Step, s.Capped = journal.StepSession, false // polled again, so that it comes to its cap and may be repeated
		case journal.StepCreated:
			s.Route = ""
		}
		if polled && !poll {
			s.Capped = true
			journal.StartWatch(s, time.Time{}, now)
		}
	}
	if s.InFlight() || announced || polled && !poll {
		_ = r.Update(commit.SaleUpdate{Mutate: settle, Insist: commit.UntilDurable})
	}
	if !polled && s.Step == journal.StepCreated && !s.Watch.Denied && !s.PayableUnpolled() {
		return // a route is to be picked: nobody can have paid
	}
	if polled || s.Capped || s.Watch.Denied || s.Step == journal.StepQRIntent || s.Session.State.Ended() || !s.Watch.Since.IsZero() {
		r.mu.Lock()
		r.repoll = polled && poll
		r.mu.Unlock()
		r.askSoon()
	}
}

// reached waits until the event numbered seq is on disk; false when the till
// closes first.
func (r *run) reached(seq uint64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.applied < seq && !r.dead {
		r.changed.Wait()
	}
	return r.applied >= seq
}

// stepBefore is where a sale stands when a validation was announced and
// nothing came of it: the payment is open, or its QR was already shown.
func stepBefore(s journal.Sale) journal.Step {
	if s.Session.State == core.StatePending {
		return journal.StepCreated
	}
	return journal.StepSession
}

// ReadBack takes over what the reopened store holds. An announced call that
// was never sent is taken back. When it fails it waits a moment, with no lock
// held, since the store may be reopened meanwhile; false means that the till
// closes.
func (r *run) ReadBack() bool {
	if r.tryBack() {
		return true
	}
	select {
	case <-r.t.cfg.Work.Context().Done():
		return false
	case <-time.After(time.Second):
		return true
	}
}

func (r *run) tryBack() bool {
	err := r.takeOver()
	if err != nil {
		r.t.cfg.Logger.Error("read back", "sale", r.id, "err", err)
	}
	return err == nil
}

func (r *run) takeOver() error {
	r.write.Lock()
	defer r.write.Unlock()
	s, err := r.t.cfg.Store.Sale(r.t.cfg.Work.Context(), r.id)
	if err != nil {
		return err
	}
	r.publish(s, nil)
	r.t.cfg.Slips.Queue(s)
	if r.undo == "" || s.Step == r.undo {
		r.undo = "" // the announcement did not reach the disk
		return nil
	}
	next := s
	next.Step = r.undo
	c := journal.Change{Sale: &next}
	if r.sdkNow() != nil && s.Session.PaymentID != "" {
		if c.Secrets, err = r.secrets(next); err != nil {
			return err
		}
	}
	saved, err := r.commit(func(*journal.Head, journal.Day) journal.Change { return c })
	if err != nil {
		return err
	}
	r.undo = ""
	r.publish(saved, nil)
	return nil
}

// holding is the run of a sale that is in hand; nil for one that is not.
func (t *Teller) holding(id journal.SaleID) *run {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.runs[id]
}

// ReadBack takes over every open sale after the store was reopened. A sale
// that is on disk but that nobody holds was announced by a commit that seemed
// to fail: its call was never sent. It waits for nothing, since no sale can be
// opened meanwhile: if the store fails again, its next reopening does this once
// more.
func (t *Teller) ReadBack() {
	t.adopting.Lock()
	defer t.adopting.Unlock()
	sales, err := t.cfg.Store.OpenSales(t.cfg.Work.Context())
	if err != nil {
		t.cfg.Logger.Error("read back open sales", "err", err)
		return
	}
	t.mu.Lock()
	held := t.list()
	t.mu.Unlock()
	for _, r := range held { // one that the disk calls closed may have been closed by the indeterminate commit
		if !slices.ContainsFunc(sales, func(s journal.Sale) bool { return s.ID == r.id }) && r.tryBack() {
			t.evict(r)
		}
	}
	for _, s := range sales {
		r := t.holding(s.ID)
		if r != nil {
			r.tryBack()
			continue
		}
		// One that was let go of since it was listed had ended by then, on the disk.
		s, err := t.cfg.Store.Sale(t.cfg.Work.Context(), s.ID)
		if err != nil {
			t.cfg.Logger.Error("read back", "sale", s.ID, "err", err)
			continue
		}
		if !s.Open() {
			continue
		}
		r = newRun(t, s)
		t.mu.Lock()
		t.runs[s.ID] = r
		t.mu.Unlock()
		t.cfg.Slips.Queue(s)
		if s.Step != journal.StepIntent {
			continue
		}
		if r.Update(commit.SaleUpdate{
			Mutate: func(s *journal.Sale) {
				now := t.cfg.Now()
				s.Step = journal.StepNotSent
				s.Refusal = &journal.Refusal{Operation: core.OpInitiate, Code: journal.RefusalStore, At: now}
				s.Record(now, journal.HistoryNotSent, journal.RefusalStore)
			},
		}) != nil { // still nobody's, for the next time
			t.mu.Lock()
			delete(t.runs, s.ID)
			t.mu.Unlock()
		}
	}
}
