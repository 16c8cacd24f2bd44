// Package toolkit tests the packages below it together; it has no code of its own. From the lowest to the highest:
//
//	draw      renderer, rounded rectangles, colours, mirrored places
//	graphic   icons, states, rings, QR codes, panels
//	typeset   texts, amounts, key caps
//	input     pointer, keys, focus
//	layout    placement, rows, columns, scrolling
//	control   buttons, chips, keys, fields
//	form      a table of fields
//	list      lists and their rows
//	dialog    decisions, banner, ribbon
//
// A widget shows what it is told and calls back when it is touched: it does no input or output, knows no rule of the
// till, and decides nothing about money. All of them read colours and sizes from ui/theme on each Refresh, so that a
// change of theme, text scale or direction shows at once. Everything belongs to the UI goroutine and holds no lock.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package toolkit
