// Package outgoing is the pages of what leaves the till by itself: Zs by e-mail, and files that are written each
// day. It tells how it stands with either, and sends nothing itself.
//
// It may import core, core/mailer, the toolkit and package page; it knows no other page. It belongs on the UI
// goroutine, but for what it asks of Mail and of Files.
package outgoing
