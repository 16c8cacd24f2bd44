// Package statement is the screen on which a manager holds a bank's statement
// against the till: the file is chosen, its columns once, and what came of it is
// listed: matched, only at the bank, only at the till, at another amount. It
// changes nothing at the till. Reading and matching are core/report/statement's.
//
// Everything here but what says otherwise belongs on the UI goroutine.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package statement
