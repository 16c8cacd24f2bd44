// Package onscreenkeyboard is the keyboard on the screen, for tills with a
// touch screen and no keys: Latin and Arabic letters, digits, signs, and digits
// alone for PINs. It types into whatever field has the focus, as a keyboard on
// the desk would, and knows nothing of what the fields are for. Amounts, account
// numbers and one-time codes have pads of their own; they are no fields and
// never open it.
//
// A Keyboard belongs to one window, on the UI goroutine. It decides when it is
// seen and what its keys do; where it stands is for the window to say.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package onscreenkeyboard
