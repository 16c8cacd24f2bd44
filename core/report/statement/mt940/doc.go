// Package mt940 reads SWIFT's customer statements, MT940 and MT942, as banks write
// them: with or without an envelope, an account, a currency in each field, and
// with a line that is broken where it should not be.
package mt940
