// Package input is what reaches a widget: pointer, keys and focus. Pressable is embedded in everything that can be
// pressed. A widget that has the focus keeps only the keys that it understands; every other key goes on to the handlers
// of its canvas, so that a screen sees function keys whatever has the focus. It imports draw and ui/keys. Everything in
// it belongs to the UI goroutine and holds no lock.
package input
