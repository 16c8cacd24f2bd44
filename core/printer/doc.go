// Package printer puts one-bit pictures on paper: Encode makes the bytes of ESC/POS that receipt printers understand,
// and Open gives a way to one printer, which may be a network address, a queue of the system or a device file. It knows
// pictures and bytes, nothing of sales or words.
//
// What cannot be known is not claimed: a Delivery says how far a job is known to have come, and an Error how many of
// its bytes may have reached paper. No call outlives its context and its Limits, whatever the other side does. A
// Printer holds no connection between calls: one that was lost is found again by the next call.
//
// Real-time commands of ESC/POS are seen by a printer in a picture's bytes too, where a sequence happens to look like
// one. What such a printer answers unasked is read and thrown away.
package printer
