// Package about is the page that tells which version this is, whether a newer one is
// there, and whose work is in it.
//
// It may import the assets, the toolkit and package page; it knows no other page. It
// belongs on the UI goroutine, but for Updates.Set.
//
//sanduq:norace its page is tested with the settings
package about
