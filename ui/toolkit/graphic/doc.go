// Package graphic holds the pictures of the toolkit that take neither focus nor words: icons, states, rings, QR codes,
// panels, cards and hatching. It imports draw. Everything in it belongs to the UI goroutine and holds no lock.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package graphic
