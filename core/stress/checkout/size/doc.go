// Package size measures what open payment pages cost the server: memory and the
// time in which an event reaches the browser.
//
//sanduq:norace it measures memory and time of another process
package size
