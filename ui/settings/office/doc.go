// Package office is the page on which a till joins its head office, tells how it
// stands between the two, and leaves it again.
//
// It may import core, the toolkit and package page; it knows no other page. It belongs
// on the UI goroutine, but for what it asks of Office.
package office
