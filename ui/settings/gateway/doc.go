// Package gateway is the pages on which a shop chooses how its till reaches the bank:
// the keys, practice or live, the address, and a test of the connection. The first
// run uses parts of it. It holds no key longer than it takes to hand it over, and
// shows none again.
//
// It may import core, the toolkit and package page; it knows no other page. It belongs
// on the UI goroutine, but for what a save writes.
//
//sanduq:norace its pages are tested with the settings
package gateway
