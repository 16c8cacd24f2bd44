package cashier

import (
	"context"

	"sanduq/core"
	"sanduq/core/till"
	"sanduq/ui/keys"
)

// mayRepeat tells whether a manager may hand over the same code once more: the
// bank never said what became of it, and the till has stopped waiting.
func mayRepeat(v till.View) bool {
	s := v.Session
	return s.OTPUnresolved && s.State == core.StateOTPRequired && v.Capped && s.Conflict == "" && !v.Watch.Denied
}

// repeating tells whether that is going on right now.
func repeating(v till.View) bool {
	return v.Pulse.Busy == core.OpSubmitOTP || v.Step == till.StepOTPIntent
}

// askRepeat asks a manager for the code and a name. The till has no copy of the
// code: it is typed again, and the till sends it only if it is the same one.
func (d Deps) askRepeat(v till.View) {
	w := d.Words
	q := d.ask("user", w.T("repeat.title", "number", hash(v.ID)), w.T("repeat.text"), w.T("repeat.do"),
		[]string{w.T("otp.label"), w.T("manager.name")}, func(a []string) {
			otp, by := core.NewSecret(keys.Digits(a[0])), a[1]
			d.call(func(ctx context.Context) error { return d.Desk.RepeatOTP(ctx, v.ID, otp, by) }, nil)
		})
	q.fits = func(a []string) bool { return len(keys.Digits(a[0])) == codeDigits }
}

// repeatRefused is why the repetition was not taken; blank when it was, or when
// there was none. What the bank says against it proves nothing about the first
// time, so it is told as that and no more.
func (d Deps) repeatRefused(v till.View) string {
	if r := v.Refusal; r == nil || r.Operation != core.OpSubmitOTP || repeating(v) || !mayRepeat(v) {
		return ""
	}
	if code := v.Refusal.Code; !d.Words.Has("refusal." + code) { // the bank's own
		return d.Words.T("repeat.refused", "code", orDash(code))
	}
	return d.refusal(v)
}
