//go:build !linux || race

package storage

// openDamaged has no limit of a process's memory to work under here.
func openDamaged([]string) int { return 2 }
