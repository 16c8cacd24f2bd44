// Package printer is the page on which a shop chooses its printer and how it prints,
// beside a test page.
//
// It may import core/printer, preferences, the toolkit and package page; it knows no
// other page. It belongs on the UI goroutine, but for what it asks of Printers.
package printer
