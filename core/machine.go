package core

// Trigger is what happened to a session. A trigger always leads to the same
// state, wherever it is allowed.
type Trigger string

// The triggers: replies to calls, and what a status answer reports.
const (
	TriggerQRGenerated      Trigger = "qrGenerated"      // the QR payload came
	TriggerAccountValidated Trigger = "accountValidated" // account or wallet accepted, code sent
	TriggerOTPAcknowledged  Trigger = "otpAcknowledged"  // bank: the code was taken, settlement follows
	TriggerOTPAuthorized    Trigger = "otpAuthorized"    // wallet: the code was taken, no final word yet
	TriggerOTPSucceeded     Trigger = "otpSucceeded"     // wallet: paid, said by the code's own reply
	TriggerOTPFailed        Trigger = "otpFailed"        // wallet: not paid, said by the code's own reply
	TriggerStatusProcessing Trigger = "statusProcessing" // the customer confirmed
	TriggerStatusSuccess    Trigger = "statusSuccess"
	TriggerStatusFailed     Trigger = "statusFailed"
	TriggerStatusExpired    Trigger = "statusExpired"
)

// leadsTo names the one state that each trigger asks for.
var leadsTo = map[Trigger]State{
	TriggerQRGenerated:      StateQRGenerated,
	TriggerAccountValidated: StateOTPRequired,
	TriggerOTPAcknowledged:  StateWaitingPayment,
	TriggerOTPAuthorized:    StateAuthorized,
	TriggerOTPSucceeded:     StateSuccess,
	TriggerOTPFailed:        StateFailed,
	TriggerStatusProcessing: StateWaitingPayment,
	TriggerStatusSuccess:    StateSuccess,
	TriggerStatusFailed:     StateFailed,
	TriggerStatusExpired:    StateExpired,
}

// allowed is the whole table: what may happen in which state. Success has no
// row, so nothing ever leaves it. Failed and expired are left by success
// alone: money that arrives late is still money.
var allowed = map[State]map[Trigger]bool{
	StatePending: {
		TriggerQRGenerated: true, TriggerAccountValidated: true,
		TriggerStatusSuccess: true, TriggerStatusFailed: true, TriggerStatusExpired: true,
	},
	StateQRGenerated: {
		TriggerQRGenerated: true, TriggerAccountValidated: true, TriggerStatusProcessing: true,
		TriggerStatusSuccess: true, TriggerStatusFailed: true, TriggerStatusExpired: true,
	},
	StateOTPRequired: {
		TriggerAccountValidated: true, TriggerOTPAcknowledged: true, TriggerOTPAuthorized: true,
		TriggerOTPSucceeded: true, TriggerOTPFailed: true, TriggerStatusProcessing: true,
		TriggerStatusSuccess: true, TriggerStatusFailed: true, TriggerStatusExpired: true,
	},
	StateWaitingPayment: {
		TriggerStatusSuccess: true, TriggerStatusFailed: true, TriggerStatusExpired: true,
	},
	StateAuthorized: {
		TriggerStatusSuccess: true, TriggerStatusFailed: true, TriggerStatusExpired: true,
	},
	StateFailed:  {TriggerStatusSuccess: true},
	StateExpired: {TriggerStatusSuccess: true},
}

// PaymentStateMachine enforces the transitions of a session. It has no state
// of its own and is safe for concurrent use.
type PaymentStateMachine struct{}

// Next returns the state that trigger leads to from a state, or a
// *PaymentStateTransitionError when the table does not hold the step.
func (PaymentStateMachine) Next(from State, trigger Trigger) (State, error) {
	to := leadsTo[trigger]
	if !allowed[from][trigger] {
		return from, &PaymentStateTransitionError{From: from, Trigger: trigger, To: to}
	}
	return to, nil
}

// Late reports whether a step is a settlement after the gateway had already
// called the payment failed or expired.
func (PaymentStateMachine) Late(from, to State) bool {
	return to == StateSuccess && (from == StateFailed || from == StateExpired)
}

// States returns every state, in the order in which a payment may meet them.
func (PaymentStateMachine) States() []State {
	return []State{StatePending, StateQRGenerated, StateOTPRequired, StateWaitingPayment,
		StateAuthorized, StateSuccess, StateFailed, StateExpired}
}

// reported maps the state that a status answer speaks of to its trigger. A
// state missing here, such as pending, is no news.
var reported = map[State]Trigger{
	StateWaitingPayment: TriggerStatusProcessing,
	StateSuccess:        TriggerStatusSuccess,
	StateFailed:         TriggerStatusFailed,
	StateExpired:        TriggerStatusExpired,
}
