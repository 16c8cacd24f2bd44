// Package statement holds a bank's statement against the till: which payments
// both have, which only one of them, and which at another amount or twice.
//
// Open tells what a file is and has it read by the package of its format: tables
// (CSV, XLSX), camt.052 to camt.054, MT940 and MT942, OFX, QIF and BAI2. What is
// known and not read here is refused by name. A Mapping says what a format leaves
// open: columns, currency, sign; it is asked for once per bank, kept by Banks, and
// validated against each file. A row that cannot be read is said by its number and
// code; the others are read all the same.
//
// Matching is a pure function and changes no sale. A payment is Matched by its
// number, or Assumed by sum and time, which is never certain. A sum that is several
// payments is Grouped, by package deposit; one that may be two groups is Unclear.
//
//sanduq:norace it computes, in one goroutine
package statement
