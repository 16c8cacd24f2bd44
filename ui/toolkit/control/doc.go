// Package control holds what people press and type into: buttons, chips, keys and pads, choices, fields. A control
// shows what it is told and calls back: it does no input or output, knows no rule of the till, and decides nothing
// about money. It imports draw, graphic, typeset, input and layout. Everything in it belongs to the UI goroutine and
// holds no lock.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package control
