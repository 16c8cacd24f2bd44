// Package charset finds out how the text of a bank's file is written and turns it
// into UTF-8.
package charset
