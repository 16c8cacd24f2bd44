// Package days plays shop days from seeds: sales by every route, cash, movements,
// late money, orders paid twice, counts, Zs; with plugs pulled at every commit, disks
// that fail and records that are put back. After each day the oracle holds every
// row against every other, and at the end hledger adds all of them up again.
// Beside them stand a few days by hand,
// whose every figure was reckoned on paper.
//
//sanduq:norace days pass in each run, ten times slower with it; the row sim plays the same till with it
package days
