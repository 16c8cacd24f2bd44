package unknown

import (
	"context"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/keys"
	"sanduq/ui/pay"
	"sanduq/ui/pay/wording"
	"sanduq/ui/present"
)

// mayRepeat reports whether a manager may hand over the same code once more:
// the bank never said what became of it, and the till has stopped waiting.
func mayRepeat(v journal.View) bool {
	s := v.Session
	return s.OTPUnresolved && s.State == core.StateOTPRequired && v.Capped && s.Conflict == "" && !v.Watch.Denied
}

// repeating reports whether that is going on right now.
func repeating(v journal.View) bool {
	return v.Live.Busy == core.OpSubmitOTP || v.Step == journal.StepOTPIntent
}

// askRepeat asks for the code and for the manager who wishes it: by their PIN
// where people sign in, else by name. The till has no copy of the code: it is
// typed again, and the till sends it only if it is the same one.
func (u *Unknown) askRepeat() {
	v := u.View
	w := u.env.Words
	title, labels := w.T("repeat.title", "number", present.Number(v.ID)), []string{w.T("otp.label")}
	if !u.deps.Ask.Signs() {
		labels = append(labels, w.T("manager.name"))
	}
	fits := func(a []string) bool { return len(keys.Digits(a[0])) == pay.CodeDigits }
	u.deps.Ask.Ask("user", title, w.T("repeat.text"), w.T("repeat.do"), labels, fits, func(a []string) {
		otp := core.NewSecret(keys.Digits(a[0]))
		u.deps.Ask.Signed(title, w.T("repeat.sign"), a[1:], func(by string) {
			pay.Call(u.env, u.deps.Shell.Failed, func(ctx context.Context) error { return u.deps.Till.RepeatOTP(ctx, v.ID, otp, by) }, nil)
		})
	})
}

// repeatRefused is why the repetition was not taken; blank when it was, or when
// there was none. What the bank says against it proves nothing about the first
// time, so it is told as that and no more.
func (u *Unknown) repeatRefused() string {
	v := u.View
	if r := v.Refusal; r == nil || r.Operation != core.OpSubmitOTP || repeating(v) || !mayRepeat(v) {
		return ""
	}
	if code := v.Refusal.Code; !u.env.Words.Has("refusal." + code) { // the bank's own
		return u.env.Words.T("repeat.refused", "code", wording.OrDash(code))
	}
	return wording.Refusal(u.env, v)
}
