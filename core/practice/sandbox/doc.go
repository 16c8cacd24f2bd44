// Package sandbox is the payment service itself, small enough to live inside the till: the same paths, shapes and
// errors as the hosted service, a ledger that survives a pulled plug, and the customer's side of every payment.
//
// # What it promises
//
// A merchant opens a payment with initiate and gets a paymentId and a JWT that names this one payment. Opening is not
// idempotent: each call is a new payment, and a second payment for one orderId is remembered and shown loudly. Every
// later call is: the same QR, the same one-time code and the same settlement come back, however often it is asked.
//
// A payment has two legs, and check-status answers for the one it is asked about. byAccountNumber=false is the leg of
// the QR and of the wallet, byAccountNumber=true the leg of the bank account. Money moves at most once per payment,
// whichever leg brings it: a second settlement finds the posting and changes nothing.
//
// Whatever a reply says is on disk before the reply leaves. No payment is ever deleted: the ledger grows by one to two
// KiB a payment, and who wants to begin again removes its folder. Money is integer minor units throughout; the wire
// carries major units with at most as many fraction digits as the currency has.
//
// # Who is who
//
// Neither this package nor those below it import anything else of this module. The service and the client are two
// independent witnesses of one contract, and openapi.yaml in this folder is that contract in writing; it is served at
// /openapi.yaml.
//
// A program that gave an address with [Server.Webhooks] hears of each status that a payment takes. What is assumed of
// that stands in package webhooks; the word of check-status is the only one that counts.
//
// The customer's bank (First Practice Bank, an invented one) is a web page under /bank, and for a panel in the till
// [Server.Bank].
//
// What the service does for which account and amount stands in one table, in package tables. What can go wrong on the
// way is switched on with [Server.Faults] and with the drills of [Server.Bank].
//
// # Its packages
//
//	sandbox     Server: starts and ends all of them; control calls; the checks that each request passes
//	service     the merchant's calls
//	bank, page  the customer's side, as Go calls and as web pages
//	webhooks    events to those who asked for them
//	payments    what happens to a payment by itself, and the settlement
//	ledger      all of it on disk, and what must add up
//	faults, clock, hub, network, emv, tables, contract, secret
//
// Each imports only what stands below it in this list.
//
// All exported methods are safe for concurrent use.
package sandbox
