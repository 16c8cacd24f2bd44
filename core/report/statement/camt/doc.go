// Package camt reads ISO 20022's statements of a bank to its customer: camt.052,
// camt.053 and camt.054 of any version and in any encoding.
//
// An entry is what the account moved by. Its details are lines of their own only
// where their sum, and the charges that are stated, are the entry's; else the
// entry is one line and the difference is said.
package camt
