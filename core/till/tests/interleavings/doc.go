// Package interleavings proves the till's law for every order in which its
// goroutines can go on, not for a sample of orders.
//
// A scenario is a few things that happen at the same moment around linked
// sales: one is replaced, another settles, a third is acknowledged. The real
// till runs in a bubble of testing/synctest. All its mutexes ask a scheduler of
// ours before they are taken (package sched), and so do both sides of every
// call to the gateway and both sides of every commit, which therefore takes as
// long as the scheduler likes. One goroutine goes on at a time, up to the next
// such point. When all stand still the scheduler picks the next one, and a
// scenario is played again from its start for each choice that can matter.
//
// Which choices can matter is decided as in the literature on stateless model
// checking (dynamic partial-order reduction with source sets and sleep sets):
// two steps commute if they touch different things, or the same thing only to
// read it. Orders that differ in commuting steps alone are played once. See
// explore_test.go for the search, touch_test.go for what a step touches, and
// laws_test.go for what must hold.
//
// A scenario with more orders than there is time for is gone through within a
// bound that is counted and named: every play that departs from the usual one in
// one place, or in two (delay_test.go).
//
// One scenario, in which the till closes, is played by chance only: what a select
// takes of two things that are ready is not the scheduler's to pick.
//
// What is not explored: time passes only when nobody can go on (scenarios that
// need it otherwise have a goroutine for it), two goroutines that only look, the
// one that follows the connection's health and the one that reads the plan of
// watching, are let go on at once, and between two points a goroutine is not
// interrupted: that nothing is shared without a lock is for the race detector.
package interleavings
