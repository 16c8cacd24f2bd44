// Package statement holds a bank's statement against the till: which payments
// both have, which only one of them, and which at another amount or twice.
//
// It reads CSV in the encodings that banks write, XLSX and camt.053. Columns
// are found by a Mapping, which is guessed once, corrected by a person and kept.
// A row that cannot be read is said by its number and code; the others are read
// all the same. Matching is a pure function and changes no sale.
//
// What a bank writes beside a payment may hold account numbers: it is kept as
// a secret, and shown with long numbers masked.
package statement
