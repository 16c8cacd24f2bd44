// Package wreck proves what the store promises by wrecking it: power cuts at
// every moment, system calls that fail, a disk that fills up, bits that flip,
// and processes killed in the middle of looking after the file.
//
// The programs that get wrecked are this package's own test binary, started
// again by another name; see TestMain.
package wreck
