// Package widgets holds the parts every screen is built from. A widget shows what it is told and calls back when it is
// touched: it does no input or output, knows no rule of the till, and decides nothing about money.
//
// All of them read colours and sizes from package theme on each Refresh, so that a change of theme, text scale or
// direction shows at once. Sizes are in Fyne units. Unless a name says otherwise, every method belongs on the UI
// goroutine. Leading and trailing follow the current direction: left and right, mirrored from right to left.
//
// A widget that has the focus keeps only the keys that it understands. Every other key goes on to the handlers of its
// canvas, so that a screen sees function keys whatever has the focus.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package widgets
