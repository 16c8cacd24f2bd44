//go:build race

package fit

// raced: the race detector makes a layout ten times slower and finds nothing in
// it.
const raced = true
