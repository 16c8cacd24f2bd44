// Package faults proves what the store promises where things go wrong: system
// calls that fail, a disk that fills up, bits that flip, and processes killed in
// the middle of looking after the file.
//
// The programs that this happens to are this package's own test binary, started
// again by another name; see TestMain.
//
//sanduq:norace other processes do the work, under strace
package faults
