package control

// Input says what a field is for, as far as a keyboard on the screen must know.
type Input int

// InputText is any letters, InputLatin mostly what has no Arabic: addresses, keys, codes. InputDigits is digits alone.
const (
	InputText Input = iota
	InputLatin
	InputDigits
)

// FieldNews is what happened to a field.
type FieldNews int

// A field got the focus from a key or from the program; it got it from a finger or a mouse that is still down; that was
// let go again, or pressed a button that opened the field, so that the field may move now; it lost the focus.
const (
	FieldEntered FieldNews = iota
	FieldTouched
	FieldPressed
	FieldLeft
)
