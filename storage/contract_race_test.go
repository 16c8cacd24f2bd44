//go:build race

package storage

import "testing"

// TestStoreKeepsTheContract leaves out the parts in which one goroutine asks most of all
// questions: they show the race detector nothing, and take it most of a minute.
func TestStoreKeepsTheContract(t *testing.T) {
	keepsTheContract(t, "model", "model of the day", "narrowed lists", "filters")
}
