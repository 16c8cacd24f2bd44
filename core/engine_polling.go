package core

import (
	"context"
	"log/slog"
)

// startPolling is the facade's start. Everything that makes it pointless makes
// it silent: no status path, a disposed poller, a settled session, and code
// entry, during which polling is off. A schedule takes the place of the one by
// which the SDK began to poll by itself, not of one that the program chose.
func (e *engine) startPolling(paymentID string, schedule *PollSchedule) {
	e.lock()
	defer e.unlock()
	switch {
	case e.closed || e.statusPath == "" || !e.exists:
		return
	case e.session.PaymentID != paymentID:
		e.logLocked(slog.LevelWarn, "polling refused: not this SDK's payment", "payment", e.session.PaymentID)
		e.emitLocked(EventPollingRefused, OpFetchStatus, e.session, replyInfo{})
		return
	}
	e.startPollingLocked(paymentID, schedule, e.poll.choose() && schedule != nil)
	e.poll.choose()
}

func (e *engine) startPollingLocked(paymentID string, schedule *PollSchedule, replace bool) {
	s := e.session
	if e.closed || e.statusPath == "" || s.State == StateSuccess || s.State == StateOTPRequired && !s.OTPUnresolved {
		return
	}
	if schedule == nil {
		schedule = &e.poll.schedule
	}
	if run := e.poll.start(e.ctx, paymentID, *schedule, replace); run != nil {
		e.health.pollingFrom(run.since, run.until())
	}
}

func (e *engine) stopPolling() {
	e.lock()
	defer e.unlock()
	e.stopPollingLocked(errPollStopped)
}

func (e *engine) stopPollingLocked(cause error) {
	if e.poll.stop(cause) {
		e.health.pollingOff()
	}
}

// clearSession forgets the token, without which nobody can be asked.
func (e *engine) clearSession() {
	e.tokens.clear()
	e.lock()
	defer e.unlock()
	if !e.poll.stop(errTokenCleared) {
		return
	}
	err := errNoToken()
	e.health.update(func(h *Health) { h.Polling, h.LastError, h.Degraded = false, err, true })
	e.emitLocked(EventPollingDenied, OpFetchStatus, e.session, replyInfo{})
}

func (e *engine) disposePolling() {
	e.lock()
	defer e.unlock()
	if e.poll.dispose() {
		e.health.pollingOff()
	}
}

// pollTick is one tick. An error keeps the cadence, except for a refused
// token, with which no later tick can fare better.
func (e *engine) pollTick(ctx context.Context, run *pollRun) (over bool) {
	after, err := e.check(ctx, run.paymentID, false)
	if ctx.Err() != nil {
		return true
	}
	e.lock()
	defer e.unlock()
	denied := TokenRefused(err)
	if !denied && (err != nil || !after.State.Ended()) {
		return false
	}
	if e.poll.finish(run) {
		e.health.pollingOff()
		if denied && e.session.PaymentID == run.paymentID {
			e.emitLocked(EventPollingDenied, OpFetchStatus, e.session, replyInfo{refusalWord(err), RequestIDOf(err)})
		}
	}
	return true
}

// pollCapped ends a run at its cap. The state stays as it is: what became of
// the payment is unknown. From here on a code whose outcome is open may be
// sent again.
func (e *engine) pollCapped(run *pollRun) {
	e.lock()
	defer e.unlock()
	if !e.poll.finish(run) {
		return
	}
	e.health.pollingOff()
	if e.session.PaymentID != run.paymentID {
		return
	}
	if e.session.OTPUnresolved {
		e.code.mark.Capped = true
	}
	e.emitLocked(EventPollingCapped, "", e.session, replyInfo{})
}
