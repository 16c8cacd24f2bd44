// Package report answers how a shop did: the figures of any period, compared
// with another, by hour, day, route and cashier, and what did not become money.
// It reads figures that a Source keeps, never sales: a year is a walk over
// aggregates, whatever the number of sales behind them.
//
// Package export takes sales, receipts and figures along as files; package
// statement holds a bank's statement against the till.
//
// Errors carry codes, no sentences. Words, fonts and figures are injected; a
// Report is a value, and all of it may be used from any goroutine.
//
//sanduq:norace it computes, in one goroutine
package report
