// Package draw is what widgets are drawn with: a renderer, rounded rectangles, broken outlines, mixed colours, and
// places that are mirrored from right to left. It knows ui/theme only and is the lowest package of the toolkit. Sizes
// are in Fyne units. Everything in it belongs to the UI goroutine and holds no lock.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package draw
