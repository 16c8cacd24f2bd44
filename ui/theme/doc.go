// Package theme is the look in numbers: every colour, size, weight and space by name, in three variants (light, dark,
// high contrast), two size classes and any text scale from 1 to 2.
//
// There is one current look for the whole program. Apply changes it; widgets read colours and sizes again whenever they
// are refreshed, and Fyne refreshes everything when its theme is set, so that a change shows at once. Whether money is
// real or practice is not part of the look: the widgets that must tell take it as a value.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package theme
