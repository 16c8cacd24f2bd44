// Package powerfail proves what the store promises at a power cut: a shop's day
// is recorded, call by call, and every state that a disk may be left in at every
// moment of it is built, opened and read.
//
// The recorded program is this package's own test binary, started again by
// another name; see TestMain.
//
//sanduq:norace other processes do the work, under strace
package powerfail
