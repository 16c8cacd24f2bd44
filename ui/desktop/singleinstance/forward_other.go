//go:build !windows

package singleinstance

// letForward is for Windows, which alone keeps programs from coming forward.
func letForward() {}
