//go:build race

package overflow

// raced: the race detector makes a layout ten times slower and finds nothing in
// it.
const raced = true
