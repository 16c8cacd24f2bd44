//go:build race

package sim

// raced: the race detector shuffles goroutines on purpose, so that no seed
// passes twice in the same way.
const raced = true
