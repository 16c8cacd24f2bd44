// Package practice is a receipt printer that needs no paper: it listens on loopback, answers as a real one does, and
// keeps what came out as pictures. A window can show them, and tests can hold them against what was sent.
//
// It understands what printer.Encode makes and the questions that printer asks. Anything else is noted, never printed.
package printer
