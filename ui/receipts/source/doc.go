// Package source reads a list of sales and its totals from the history, page by page,
// off the UI goroutine. Its methods belong on the UI goroutine. It draws nothing.
package source
