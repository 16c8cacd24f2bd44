// Package storetest holds what every implementation of journal.Store is measured
// by: Run, a conformance suite of the contract, and Memory, a store without a
// disk that models one, for tests of the cash desk and as the naive model that
// real stores are compared with.
package storetest
