// Package benchmarks holds Sanduq's payment SDK beside what else one could use for
// the same work, and prints one table of the figures.
//
// It is a module of its own, so that no peer's code ever enters the
// application's list of dependencies. Run it with make bench from the root of
// the repository; the settings are environment variables:
//
//	VERSUS_ROUNDS    how often the contenders of a row take turns (40)
//	VERSUS_CALLS     calls of one contender in one round (400)
//	VERSUS_EVENTS    events whose way to the subscriber is timed (20000)
//	VERSUS_SESSIONS  sessions that poll in one process (10000)
//
// Contenders take turns within one run on one machine, and a ratio is the
// median of the rounds' ratios: a machine that is busy for a while slows both
// sides of a round. Allocations are exact, whatever else the machine does.
//
// Beside it, package gateway measures the practice bank beside stripe-mock, and
// package ledger the till's store beside SQLite, and package exports what a till
// writes for an accountant beside sqlite3 -csv.
//
// What the figures must reach stands beside each figure in the table; a run
// that misses a target ends with an error.
package benchmarks
