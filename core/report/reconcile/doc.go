// Package reconcile makes of the findings of a statement what a manager decides on: a
// row for each finding that needs somebody, the rest folded, and sums that add up to
// the visible rows. It says what is to be kept of each sale, so that a file that was
// read before, whole or in part, changes nothing, and which days are still open.
//
// All but StandingOf is arithmetic over values. It knows package statement's findings and the
// records of core/journal; it reads no file, writes nothing and holds no lock.
//
//sanduq:norace it computes, in one goroutine
package reconcile
