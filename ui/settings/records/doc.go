// Package records is the pages of what keeps a till's records when its computer is
// lost: the copies, where else they go, and the recovery code that opens them. The
// first run uses the code.
//
// It may import core, the toolkit and package page; it knows no other page. It belongs
// on the UI goroutine, but for what it asks of Backups and Recovery.
package records
