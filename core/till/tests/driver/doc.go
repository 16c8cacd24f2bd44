// Package driver drives a till for the proofs: it opens the gateways that a
// proof can run on, with what customers do there, and tills before them, with
// what a cashier does there. What must be true of such a till is not its
// business: see package oracle.
//
// A Gateway is the practice bank or, with SOAK_GATEWAY=other, a second one by
// other hands. A Desk is a till of one process, as Open opens it over any
// store. Which act comes next, when, and what becomes of a call on its way, each
// proof draws itself; the sources that it draws from are a Seed's.
package driver
