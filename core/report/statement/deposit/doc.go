// Package deposit finds which of many sales a bank paid in one sum, less its fee,
// and learns the fee from several such sums. It knows integers alone, in one
// currency. What two groups of sales would give is never chosen between.
//
//sanduq:norace it computes, in one goroutine
package deposit
