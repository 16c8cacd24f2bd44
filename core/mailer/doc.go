// Package mailer sends the Zs of a till by e-mail, each with its paper as a PDF, beside everything else: nothing
// at the till waits for it.
//
// It knows SMTP (by go-mail) and a queue; it knows neither what a Z is nor where files lie. A Source tells which
// Zs there are and writes the letter of one, a Holder holds a few kilobytes on the disk. What is due is every Z of
// the source after the one at which mail was set up, so that a Z cannot be lost between its commit and the queue.
//
// SMTP cannot promise that a letter arrives once. Before a try begins it is on the disk that it does; a try that
// was cut off after the whole letter was handed over, or while the program was killed, may have arrived. It is
// made again, and the letter says that it may be there already (Item.Doubt), by the same Message-ID.
//
// Nothing is sent without TLS, and no reply to a password is shown.
//
// It may import core (for Secret) alone of ours. An Outbox has one lock, which guards what it remembers; it is not
// held while a letter is sent or the source is read.
package mailer
