// Package checkout is the payment page of the redirect flow: an http.Handler
// over core.WebSDK. It knows the SDK, the plan of watching and the standard
// library; the till, the practice bank and any database stay outside, and where
// payments are kept is a Store: a folder's, a database's (package sqlstore), or
// the program's own.
//
// A merchant's server opens the payment, hands it to Checkout.Open and sends
// the customer's browser to the address that Open returns. The page takes the
// payment from there: QR, bank account or wallet, one-time code, the wait, and
// the gateway's word. Afterwards the customer goes back to the shop, which asks
// Checkout.Outcome, never the browser.
//
// # What the browser gets
//
// The address holds an unguessable reference and is all that a customer needs.
// Neither the bearer token nor an account number nor a one-time code is ever
// written into a page or a cookie: they stay in this process, and in the Store
// only sealed. The one cookie is a random number that the forms' tokens are
// bound to. Everything comes from the page's own origin; nothing is inline, so
// the Content-Security-Policy forbids that.
//
// # What is lost when something stops
//
// Nothing. A payment is in the Store before the browser hears of it, and a
// one-time code is marked there as sent before it leaves (SnapshotBeforeOTP): a
// process that is killed in between leaves a payment of which any other knows that
// nobody knows, and asks. Every form works once: its turn is used up in the
// Store before anything is sent, so a reload, a second tab, the Back button, a
// second process and a form from before a restart change nothing and send no
// second code.
//
// # Any number of processes
//
// They share one Store, of which each write is bound to the version that it was
// made from. The process that holds a payment's lease polls the gateway and tells
// the shop (Config.Tell); when it stops, another takes over once the lease has run
// out. A payment that nobody polls any more is asked about on the plan of package
// watchplan, by the replica that comes to it first, and so is a settled one that can
// be debited twice: a QR that the customer gave up can still be paid. The lease only spares work: if two hold
// one, questions are asked twice and the shop is told twice, with the same
// Outcome.Key, and nothing else happens.
//
// Locks, from the outer to the inner: a payment's saving, which is held while the
// Store works; the Checkout's mu; a payment's mu. Neither mu is held while anything
// waits.
//
// # Scripts
//
// The page is whole without scripts: it refreshes itself while it waits. With
// them, events arrive by server-sent events as soon as they are stored.
package checkout
