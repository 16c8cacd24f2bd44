// Package proof holds head office's database against what tills have proved: every chain
// from its rows, every receipt against its sale, every sale against the digest of its day
// that the till has signed, every total against the sales. A day is read of one moment
// and by itself, so that a year needs no transaction that lasts an hour. What was found
// is a line that is chained to the one before (Verdicts) and can be published.
//
// It may import package office and its records, package table, and pgx. It changes
// nothing but its own tables, proved and verdicts, and locks nobody out.
package proof
