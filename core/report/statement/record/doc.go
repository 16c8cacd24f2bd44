// Package record holds what a bank's file says, whatever its format: the
// movements, the rows that could not be read, the rows that are no movement yet,
// and the sums that the file states and its rows do not give.
//
// Each row of a file is in exactly one of the first three. A reader never guesses
// a sign, a currency or a date: what it is not told is an unread row.
//
// What a bank writes beside a payment may hold account numbers: it is kept as
// a secret, and shown with long numbers masked.
package record
