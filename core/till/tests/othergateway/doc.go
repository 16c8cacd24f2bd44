// Package othergateway is a second implementation of the payment service, for
// proofs alone. It was written from the contract by other hands than
// core/practice/sandbox and shares no code, no model and no habit with it, so that what
// the till takes for the contract and is only a habit of the practice bank
// shows.
//
// Where the contract speaks, both agree: paths, authentication, the names of
// the members that it gives, amounts as a number on initiate and as a string
// with a bank's code, exactly two members in a status question, each leg
// answering for itself. Where it is silent, a Gateway does as its Options say:
// how a refusal is spelt and with which HTTP status, what else stands in a
// reply and in which order, which fields name the payment, when connections
// end, how often a code may be tried, when tokens and orders are forgotten.
// Preset and Random choose among the ways that deployments have.
//
// A Gateway never lies. It may be slow, laconic, forgetful and odd; what it
// says of a payment is so. Its ledger holds every debit with the leg, the
// amount and the moment: tests take it for the truth about money.
//
// Time is asked for, never waited for: a state is worked out when somebody
// looks, so that a Gateway has no goroutine and feels at home in a synctest
// bubble.
package othergateway
