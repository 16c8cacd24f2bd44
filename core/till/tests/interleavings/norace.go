//sanduq:norace one goroutine at a time goes on, which the test chooses
package interleavings
