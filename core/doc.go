// Package core is the payment SDK: one WebSDK drives one payment session of a
// hosted payment gateway, from opening it to the gateway's final word. It knows
// package money, package wire and the standard library, and no window, store, till or service.
//
// # Beginning
//
// Three things are put together: a Client, which speaks HTTP and may be shared
// by any number of payments; a TokenStore for one payment's bearer token; and
// the WebSDK, one for each payment:
//
//	client, err := core.NewClient(core.ClientConfig{
//		Environment: core.Sandbox, BaseURL: base, APIKey: key, SecretKey: secret,
//	})
//	sdk := core.NewWebSDK(client, new(core.InMemoryTokenStore))
//	defer sdk.Close()
//
// A page that a merchant's server redirects to does not open the payment, it
// takes it over: AdoptSession, with what the redirect carries.
//
// The examples below walk each route from there. Amounts are integers in minor
// units throughout (package money); times are the wall clock's unless said
// otherwise; whatever must not be printed is a Secret.
//
// # The three routes
//
// Every payment begins with CreateInvoice, which opens a session and obtains
// its bearer token, or with AdoptSession where that was done elsewhere. The
// customer then pays in one of three ways:
//
//	QR       GenerateQR shows a payload that the customer scans and confirms in
//	         a banking app; the poller that GenerateQR starts sees the rest.
//	account  ValidateAccount names a bank account and makes the gateway send a
//	         six-digit code; SubmitOTP hands the code over; the debit happens
//	         later, and the poller that SubmitOTP starts sees it.
//	wallet   the same two calls with RailWallet; the reply to the code may be
//	         final, and if it is not, SubmitOTP itself asks once more.
//
// A customer who was shown a QR may change to the account or wallet, and from
// one of these to the other, until a code is taken. A status call answers for
// one leg of the session, the account or QR and wallet, never for both
// (PaymentSession.ByAccountNumber says which). Since a QR that was shown can
// still be paid, its leg is asked before the change and again before the code
// is sent: if the money came, the call returns the settled session and sends
// nothing; if nobody answers, it sends nothing and returns ErrLegUnanswered; if
// the customer turns out to be confirming the QR right now, the session stays
// with the QR. A deployment without a status path cannot be asked: the change
// is allowed then, and PaymentSession.QRUnasked says so.
//
// A QR whose reply was lost may be out as well: from then on it counts as shown,
// wherever money is asked about (PaymentSession.QRLost). If the customer turns out
// to be confirming it, the session has its QR, without the payload.
//
// From the moment a code leaves for a leg, each status question asks every leg
// by which money may come. Success on either is success; a refusal of one in
// words ("no such order") means that no money is known there and hides nothing;
// failed and expired need an answer from both.
//
// # States
//
// PaymentStateMachine holds the whole table; whatever is not in it is a
// *PaymentStateTransitionError.
//
//	from            may become
//	pending         qrGenerated, otpRequired, success, failed, expired
//	qrGenerated     qrGenerated, otpRequired, waitingPayment, success, failed, expired
//	otpRequired     otpRequired, waitingPayment, authorized, success, failed, expired
//	waitingPayment  success, failed, expired
//	authorized      success, failed, expired
//	failed          success, marked Late
//	expired         success, marked Late
//	success         nothing
//
// Only the gateway's word ends a payment: no timeout and no error of ours ever
// makes it failed or expired. A paymentStatus that is not in the wire profile's
// table changes no state; events show it as it came.
//
// # What is believed
//
// A success is believed only from a complete JSON envelope whose success is
// true, and only if whatever it names of the payment (paymentId, orderId,
// currency, amount in major or minor units) is the session's. That holds for
// status answers and for the reply to a code. Otherwise the session gets a
// Conflict, the stream an EventConflict, and the state stays. A profile may
// declare members, which must then be there, or have them ignored. A program
// that knows of other payments can refuse a payment or a transaction that is
// theirs, and a QR by which they can still be paid (WebSDK.Ledger). An answer
// to a question from before the customer began to enter a code counts only if it
// says success.
//
// Each request has a connection of its own, on which nothing is taken that came
// before the request: a reply that is surplus or late belongs to nobody.
//
// # Errors
//
// The calls that move a payment fail in exactly one of three ways:
//
//	ErrNotSent          nothing left this machine; doing it again is safe
//	*PaymentAPIError    the gateway refused, in words; nothing was done
//	ErrOutcomeUnknown   anything else: it may have been done
//
// CreateInvoice reaches the wire at most once for each idempotency key, and
// not at all for an order that may already have a payment. That holds for one
// SDK and what restores its snapshots; for all the SDKs and processes that share
// an IdempotencyStore it holds with WithIdempotencyStore. SnapshotBeforeCreate,
// made durable before the call, does the same for a program with a journal of
// its own.
//
// A refusal of a code is a *PaymentAPIError only if its code is one of the
// profile's DefiniteOTPCodes, in 200 or in a 4xx other than 408, 409, 425 and
// 429. Every other reply that is no acknowledgement is ErrOutcomeUnknown: the
// session is OTPUnresolved and polled over the full schedule, and until a
// status answer resolves it nothing can be sent but, after the poller's cap,
// the same code once more (SubmitOTPRequest.Again). A refusal in unlisted words
// (*UnlistedRefusal) is resolved by the first answer that knows of no payment
// under way; PENDING is a payment under way. After a refusal that is definite the
// legs are asked before SubmitOTP returns: money that was found is returned, and
// without an answer the session is OTPUnresolved until one comes. Before every
// further code they are asked again. So a code that somebody on the way delivered
// twice, carried out the first time and refused the second, is not followed by
// another one.
//
// A 401 matches ErrUnauthorized and one of the errors beside it. One that is about the
// token ends polling (TokenRefused); while the others last the SDK asks on. A status
// question whose signature was refused is signed again at once, at most twice, while
// another time is known to sign it with: the gateway's by its Date header, or this
// computer's after that one was refused.
//
// # Polling
//
// The default schedule asks at 3, 6 … 30 seconds and then at 40, 50 … 300
// seconds after the start, by absolute times: a slow reply shifts nothing, and
// ticks whose time passed meanwhile merge. Time that the machine slept counts;
// after a sleep there is one tick at once, also when the cap has passed. One
// request is in flight at a time and RefreshStatus joins it. An error keeps the
// rhythm, a refused token ends it. At the cap the state stays as it is and the stream gets
// EventPollingCapped: the outcome is unknown, and RefreshStatus still works.
// Polling is off while the customer enters a code. A wallet's payment that stays
// authorized is polled too.
//
// # Events
//
// SessionStream hands every subscriber a snapshot and every event after it, in
// one order, without gaps; PaymentEvent states the contract. WatchHealth is a
// second observer for what is no news about money: whether the gateway answers
// and when it will be asked until.
//
// # Code of the program's
//
// A TokenStore, a log handler, a Signer, a hook and a PaymentAPI may call back: none of
// them runs under a lock. A panic of theirs ends as an ErrCallback; one that does not
// return runs on unheard, a TokenStore after two seconds, a log handler after a tenth of
// one, a Signer with its attempt. Under a context that has ended nothing is sent.
//
// # Putting a session down
//
// Snapshot and RestoreSession carry a session over a restart, used idempotency
// keys and an unresolved code included. Make SnapshotBeforeOTP durable before
// SubmitOTP, so that a machine that stops in between wakes up knowing that it
// does not know. RestorePaymentSession takes the public half alone.
//
// # Beside this package
//
// A ClientConfig takes an Observer of every attempt, and Limits (package wire, where
// the deadlines and attempts stand). Each call has a request id (wire.WithRequestID,
// RequestIDOf), which goes out as X-Request-Id. Package webhook verifies a webhook, which
// is a reason to ask for the status and nothing else. Package coretest has a scripted
// PaymentAPI, a clock that is moved by hand, and a payment service on loopback.
package core
