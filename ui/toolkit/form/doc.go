// Package form draws a table of fields and checks what stands in it. A screen
// describes each field: its kind, where its value comes from and goes, what is wrong
// with it, and when it is offered. The form builds the widgets, fills them in, shows
// the fault of each field below it, all at once, and gives the focus to the first. It
// saves nothing: a Draft holds what was changed and is not saved yet.
//
// It imports the toolkit below it and the theme, and knows no screen. All of it
// belongs on the UI goroutine.
//
//sanduq:norace its tests draw widgets, in one goroutine
package form
