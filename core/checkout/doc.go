// Package checkout is the payment page of the redirect flow: an http.Handler
// over core.WebSDK. It knows the SDK and the standard library; the till, the
// practice bank and any database stay outside, and where payments are kept is a
// Store that the program brings.
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
// process that is killed in between finds a payment of which it knows that it
// does not know, and asks. Every form works once: its token is used up in the
// Store before anything is sent, so a reload, a second tab, the Back button and
// a form from before a restart change nothing and send no second code.
//
// # Scripts
//
// The page is whole without scripts: it refreshes itself while it waits. With
// them, events arrive by server-sent events as soon as they are stored.
package checkout
