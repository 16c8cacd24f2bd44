//go:build !cgo

package monitor

// Screens is nil in a program that opens no window.
func Screens() []Screen { return nil }

// Place knows no window.
func Place(any) (Area, bool) { return Area{}, false }

// Unfold knows no window.
func Unfold(any) {}
