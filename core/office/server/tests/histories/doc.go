//go:build linux

// Package histories proves that till, bank and head office together are linearizable:
// every history of what people did and were answered can be put into one order that
// the law of an order allows.
//
// A history is of one shop: a real till over a disk of memory, the practice bank
// behind a line of its own, and head office's collector over PostgreSQL, to which the
// till's agent sends. Cashiers, screens, customers and owners act at the same time in
// virtual time. Replies are lost on every way, and the till's process is killed. What
// each was answered, and when it had asked, is checked by porcupine against the model
// in model_test.go, which knows the specification and nothing of core.
//
// A seed draws what people do and when, what gets lost and when the till is killed. It
// does not draw which of two goroutines goes first at one moment, nor how long an agent
// pauses after an error: a failure therefore prints its whole history.
//
//sanduq:norace PostgreSQL and the collector, other processes and goroutines, do a part of the work
package histories
