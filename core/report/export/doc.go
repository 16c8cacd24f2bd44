// Package export writes sales and figures into files that leave the till: CSV,
// XLSX and PDF. Each file says what was asked, when and by whom, and that no
// money moved when it is practice.
//
// Rows come one by one and go out one by one, so that the size of an export is
// not the size of the memory it takes. A file is written aside and renamed when
// it is whole and on disk: a cancelled or killed export leaves nothing half.
// No token and no whole account number can be in one, since no column holds
// any, and what a payer's mask hides stays hidden.
//
//sanduq:norace it writes files, in one goroutine
package export
