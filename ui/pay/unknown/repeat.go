package unknown

import (
	"sanduq/core"
	"sanduq/core/journal"
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
