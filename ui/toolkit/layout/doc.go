// Package layout places objects: by one function, in rows, columns and grids, in what scrolls, in what stays in view.
// Leading and trailing follow the current direction: left and right, mirrored from right to left. It imports draw,
// graphic and typeset, and knows the widgets of higher packages by what they answer. Everything in it belongs to the UI
// goroutine and holds no lock.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package layout
