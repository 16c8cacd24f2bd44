// Package list shows long lists: List draws the rows of a Source that are in view, in objects that it uses again;
// Window is the part of it that does so, for a list that scrolls in its own way. The rest are rows. It imports draw,
// graphic, typeset, input and layout. Everything in it belongs to the UI goroutine and holds no lock.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package list
