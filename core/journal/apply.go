package journal

import (
	"time"

	"sanduq/core"
)

// Apply returns the sale as it stands after one event of its SDK. It is a pure
// function, and applying the same event to its own result changes nothing:
// after a commit whose outcome was indeterminate the event is simply applied again
// to what the store reads back.
func Apply(s Sale, ev core.PaymentEvent, pollingSince time.Time) Sale {
	before, plan := s.Session, s.Watch
	s.Session = ev.After
	advanceStep(&s, ev)
	switch ev.Kind {
	case core.EventPollingCapped:
		if !s.Capped {
			s.Record(ev.At, HistoryCapped, "")
		}
		s.Capped = true
		StartWatch(&s, pollingSince, ev.At)
	case core.EventPollingDenied:
		if !s.Watch.Denied {
			s.Record(ev.At, HistoryDenied, "")
		}
		s.Watch.Denied = true
		StartWatch(&s, pollingSince, ev.At)
		if ev.RawStatus == "" {
			s.retryDenied(ev.At)
		}
	case core.EventQRLost:
		s.RenewWatch() // what may be out now is watched for as long as what is shown
		if s.Capped || s.Watch.Denied {
			StartWatch(&s, time.Time{}, ev.At)
		}
	case core.EventConflict:
		if before.Conflict == "" {
			s.Record(ev.At, HistoryConflict, ev.RawStatus)
		}
	}
	if ev.Kind == core.EventCall && ev.Operation == core.OpValidateAccount && !s.endsWith(HistoryCodeSent, ev.At) {
		s.Record(ev.At, HistoryCodeSent, ev.After.MaskedCustomer) // the first code and each later one
	}
	if restartsWatch(ev) {
		if ev.Operation != core.OpSubmitOTP || ev.After.OTPUnresolved {
			s.Capped = false // it is asked about often again; a code taken late is told by its state
		}
		s.RenewWatch()
		if s.Capped || s.Watch.Denied { // it is not polled, or not after a restart
			StartWatch(&s, time.Time{}, ev.At)
		}
	}
	if before.State != ev.After.State || before.OTPUnresolved != ev.After.OTPUnresolved {
		noteState(&s, before, ev)
	}
	if s.PayableUnpolled() {
		StartWatch(&s, time.Time{}, ev.At)
	}
	if ev.After.State.Ended() {
		s.Capped = false
		if ev.After.State != core.StateSuccess {
			StartWatch(&s, pollingSince, ev.At)
		}
	}
	if before.State == core.StateSuccess {
		s.Watch = plan // that of its other leg: no event changes it
	}
	return s
}

// restartsWatch reports whether the watch begins again with an event: a QR was shown,
// an account was accepted, so that its code is entered next, or a code went out.
func restartsWatch(ev core.PaymentEvent) bool {
	if ev.Kind != core.EventCall {
		return ev.Kind == core.EventOTPUnresolved
	}
	return ev.Operation == core.OpGenerateQR || ev.Operation == core.OpValidateAccount || ev.Operation == core.OpSubmitOTP
}

// advanceStep closes the intent that the event answers.
func advanceStep(s *Sale, ev core.PaymentEvent) {
	switch {
	case ev.Operation == core.OpInitiate:
		if s.Step == StepIntent { // else the disk has it already
			s.Step = StepCreated
			s.Record(ev.At, HistoryOpened, "")
		}
	case ev.After.State.Ended():
		s.Step = StepSession
	case ev.Kind == core.EventQRLost:
		// The caller that announced it takes the announcement back.
	case ev.Kind == core.EventRestored:
		// A restored session answers no intent: the restart table does. But one
		// that is further than its record tells its own story.
		if s.Step == StepCreated && ev.After.State != core.StatePending {
			s.Step = StepSession
		}
	case ev.Operation == core.OpGenerateQR, ev.Operation == core.OpValidateAccount, ev.Operation == core.OpSubmitOTP:
		s.Step = StepSession
		if ev.Operation == core.OpValidateAccount {
			s.TriesLeft = ev.After.OTPTries
		}
	case ev.Transition() && s.Step != StepIntent:
		s.Step = StepSession
	}
	if s.Step == StepSession && (ev.Operation != core.OpFetchStatus || ev.Transition()) {
		s.Refusal = nil // a status that brings no news leaves the word about the newest step
	}
}

func noteState(s *Sale, before core.PaymentSession, ev core.PaymentEvent) {
	switch ev.After.State {
	case core.StateQRGenerated:
		if ev.After.QRPayload != "" {
			s.Record(ev.At, HistoryQRShown, "")
		}
	case core.StateWaitingPayment:
		code := HistoryConfirmed
		if ev.Operation == core.OpSubmitOTP {
			code = HistoryCodeTaken
		}
		s.Record(ev.At, code, ev.RawStatus)
	case core.StateAuthorized:
		s.Record(ev.At, HistoryCodeTaken, ev.RawStatus)
	case core.StateOTPRequired:
		switch {
		case ev.After.OTPUnresolved && !before.OTPUnresolved:
			s.Record(ev.At, HistoryCodeUnknown, ev.After.OTPRefusal)
		case before.OTPUnresolved && !ev.After.OTPUnresolved && ev.Operation == core.OpFetchStatus:
			s.reopenPad(ev)
		}
	case core.StateSuccess:
		if ev.After.Late || s.SetAside != nil {
			s.Record(ev.At, HistoryPaidLate, ev.RawStatus)
		} else {
			s.Record(ev.At, HistoryPaid, ev.RawStatus)
		}
	case core.StateFailed:
		s.Record(ev.At, HistoryFailed, ev.RawStatus)
	case core.StateExpired:
		s.Record(ev.At, HistoryExpired, ev.RawStatus)
	}
}

// reopenPad takes in that a code which was refused in words moved nothing as
// far as the bank knows: another may be entered.
func (s *Sale) reopenPad(ev core.PaymentEvent) {
	s.Refusal = &Refusal{Operation: core.OpSubmitOTP, Code: ev.After.OTPRefusal, At: ev.At}
	if s.Refusal.Code == "" {
		s.Refusal.Code = RefusalCode
	}
	s.Capped = false
	s.Record(ev.At, HistoryCodeRefused, s.Refusal.Code)
}

// PayableUnpolled reports whether money may come by a way that nobody polls: a wallet's
// payment whose polling is off, a QR whose reply was lost, a QR under the entry of
// a code, a code that was refused, or one of these that a journal put back does
// not know of.
func (s Sale) PayableUnpolled() bool {
	switch s.Session.State {
	case core.StatePending:
		return s.Session.QRLost
	case core.StateAuthorized:
		return true
	case core.StateOTPRequired:
		return !s.Session.OTPUnresolved && (s.Session.QROut() || s.CodeSubmitted || s.Stale)
	}
	return false
}

// StartWatch begins the watching of a sale that is no longer polled, once.
func StartWatch(s *Sale, pollingSince, now time.Time) {
	if !s.Watch.Since.IsZero() {
		return
	}
	since := pollingSince
	if since.IsZero() || since.After(now) {
		since = now
	}
	s.Watch.Since = since
	s.Watch.Next = nextWatch(since, now, 0, 0)
	if now.Sub(since) > 2*watches.First[0] {
		// Polling lasts five minutes: the clock was set, or the machine slept.
		s.Watch.Since, s.Watch.Next = now, now.Add(time.Minute)
	}
}

// RenewWatch lets a plan that came to its end begin again.
func (s *Sale) RenewWatch() {
	if !s.Watch.Since.IsZero() && s.Watch.Next.IsZero() {
		s.Watch = Watch{Denied: s.Watch.Denied}
	}
}
