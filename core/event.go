package core

import "time"

// EventKind tells why a PaymentEvent was sent.
type EventKind string

// The kinds of event. New kinds may be added; a reader ignores those that it
// does not know and still takes the session from After.
const (
	// EventCall: a call succeeded. It carries the call's transition, if any.
	EventCall EventKind = "call"
	// EventState: the state or another fact changed by a status answer.
	EventState EventKind = "state"
	// EventRestored: RestoreSession put a session back. No transition.
	EventRestored EventKind = "restored"
	// EventAdopted: AdoptSession took a payment over that was opened elsewhere.
	EventAdopted EventKind = "adopted"
	// EventQRLost: a QR was asked for and no reply told of it: it may be out.
	EventQRLost EventKind = "qrLost"
	// EventOTPUnresolved: a code was submitted and its outcome is not known.
	EventOTPUnresolved EventKind = "otpUnresolved"
	// EventPollingCapped: the poller reached its cap. The outcome is unknown;
	// the state stays as it is.
	EventPollingCapped EventKind = "pollingCapped"
	// EventPollingDenied: the gateway refused the token of a status check, or
	// ClearSession took it away; the poller stopped and the state stays as it is.
	// Health.LastError says why, and RawStatus in which word, if any.
	EventPollingDenied EventKind = "pollingDenied"
	// EventPollingRefused: StartStatusPolling was called for a payment that is
	// not this SDK's. Nothing was done; After is the session that is polled, or
	// not, as before.
	EventPollingRefused EventKind = "pollingRefused"
	// EventConflict: a status answer named another payment, amount or currency.
	EventConflict EventKind = "conflict"
)

// PaymentEvent is one message of WebSDK.SessionStream. This shape is frozen:
// fields may be added, none removed or given another meaning.
//
// Contract of the stream:
//   - Seq starts at 1 for each WebSDK and grows by one with each event.
//   - A successful call is one event, which carries the transition it caused.
//     A check that the SDK makes by itself before or after a step is a call, and
//     so is each leg of a question that is put to both: the answer that decides
//     comes last. A transition without a call is one event; a poll tick that
//     brought nothing new sends nothing.
//   - CurrentSession already equals After, or something newer, when an event
//     arrives.
//   - Every subscriber sees every event after its snapshot, in order, whatever
//     the others do; a subscriber that does not read delays nobody.
//   - No event holds a secret.
type PaymentEvent struct {
	Seq       uint64         `json:"seq"`
	Kind      EventKind      `json:"kind"`
	Operation Operation      `json:"operation,omitempty"` // blank when no call was involved
	Before    PaymentSession `json:"before"`              // zero before the first session
	After     PaymentSession `json:"after"`
	At        time.Time      `json:"at"`
	RawStatus string         `json:"rawStatus,omitempty"` // the gateway's word that caused it, as sent
	// RequestID is the X-Request-Id of the call that caused it; blank when no
	// call was involved.
	RequestID string `json:"requestId,omitempty"`
}

// Transition reports whether the event moved the session to another state.
func (e PaymentEvent) Transition() bool { return e.Before.State != e.After.State }
