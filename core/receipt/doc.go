// Package receipt turns a journal.Receipt into what people see and keep: first a Content (labelled lines in order, in
// one language), then one picture of it. The screen, the printer, the PNG and the PDF all show that same picture, so
// that none of them can say something else about the money. A Card, for the counter, is drawn by the same pen.
//
// A Slip is what one piece of paper says: a receipt, a copy, what the customer takes along while it is not known
// whether money came, a test page. Paper draws it for a thermal printer, by the same pen, in dots that are black or
// white.
//
// Everything that depends on the program is injected: the words by a Words, the typeface by Fonts. The package does no
// input or output. A Content is a value; a Drawer may be used from any goroutine.
//
//sanduq:norace it draws slips, in one goroutine
package receipt
