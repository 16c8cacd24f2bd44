// Package typeset sets words: texts of one or several styles, amounts of money, key caps. It breaks lines, orders mixed
// directions and cuts what has no room. It imports draw. Everything in it belongs to the UI goroutine and holds no
// lock.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package typeset
