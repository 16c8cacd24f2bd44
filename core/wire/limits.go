package wire

import (
	"context"
	"time"
)

// Attempt is one attempt of a call, as an Observer hears of it.
type Attempt struct {
	Operation Operation
	PaymentID string // blank for initiate and for the institution list
	RequestID string
	Number    int           // from 1
	Status    int           // of the reply; 0 when none came
	Duration  time.Duration // by the Client's clock
	Err       error         // nil for a success; holds no secret of ours
}

// Observer hears of every attempt a Client makes, when it is over, with the
// context of the call that it belongs to. One that does not return within a
// tenth of a second runs on unheard, and a panic of its ends with it.
type Observer interface {
	ObserveAttempt(ctx context.Context, a Attempt)
}

// Limits are the deadlines of a Client's calls and how often each operation is
// attempted. What may be attempted again is not a matter of settings: a code and
// an initiate are repeated only if nothing of them left, whatever stands here. A
// zero member is the default:
//
// A whole call ends within 45 seconds, attempts and the waits between them
// included, and a connection is given 5 seconds. What may be attempted again,
// and after what, differs by what a repetition could do:
//
//	                   attempts  again after                        each within
//	initiate           3         only if nothing was sent           20 s
//	submitOtp          3         only if nothing was sent           20 s
//	validateAccount    2         a lost reply, 502, 503, 504        20 s
//	generateQr         3         a lost reply, 502, 503, 504        20 s
//	fetchInstitutions  3         a lost reply, 502, 503, 504, 429   20 s
//	fetchStatus        1         the next tick asks again           8 s
//
// Waits are random up to a bound that doubles; a Retry-After that asks for more
// is honoured, up to ten seconds; a context that ends cuts a wait short. The
// checks that no tick follows (before a switch, before a code, after a
// wallet's code) try three times within ten seconds. Redirects are not
// followed, replies above 1 MiB are refused, TLS is 1.2 at least.
type Limits struct {
	Connect time.Duration // to open a connection, and once more for its TLS handshake; 5 s
	Status  time.Duration // for one status attempt; 8 s
	Attempt time.Duration // for one attempt of any other operation; 20 s
	Call    time.Duration // for a whole call, attempts and waits included; 45 s
	// Attempts is the most per operation, from 1 to 5; validateAccount at most 2
	// and fetchStatus 1.
	Attempts map[Operation]int
}

// ClockTolerance is how far this computer's clock may be from the gateway's
// before a person should set it. Signatures and tokens carry times.
const ClockTolerance = 2 * time.Minute
