// Package values reads the cells of a bank's file: numbers with their signs and
// currencies, dates, and the words for a side and a state.
//
// A cell is first taken apart without a guess. How a column is written (point or
// comma, day or month first) is decided from all of its cells together, and where
// they do not decide it, that is said.
//
//sanduq:norace it computes, in one goroutine
package values
