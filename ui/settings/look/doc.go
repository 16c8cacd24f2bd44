// Package look is the page on which a shop chooses how its till looks and sounds.
//
// It may import preferences, the toolkit and package page; it knows no other page. It
// belongs on the UI goroutine.
package look
