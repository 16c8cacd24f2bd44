package form

import (
	"slices"

	"fyne.io/fyne/v2"

	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/typeset"
)

// Catalogue has the sentences that the fields name by keys.
type Catalogue interface {
	T(key string, args ...any) string
}

// Kind is how a value is filled in.
type Kind int

// The kinds.
const (
	Text    Kind = iota // a line in any script
	Latin               // a line in Latin letters: an address, a path
	Secret              // Latin, not drawn
	Digits              // digits, not drawn
	Choice              // one of a few words, side by side
	Note                // a sentence, nothing to fill in: Label
	Said                // what was said of no line: only while there is something
	Objects             // what the screen draws itself, among the rows
)

// Field is one row of a table.
type Field struct {
	Name string // by which Say finds it
	Kind Kind
	// Label, Hint and Help are keys of the catalogue: what stands above a value, in
	// an empty line, and below a choice. Blank shows nothing. Args go with each of
	// them and with faults.
	Label, Hint, Help string
	Args              []any
	Placeholder       string        // in an empty line, the same in every language
	Style             typeset.Style // of a Note, in the place of the form's own

	// Value is where a line gets its text and puts what is typed; the zero value
	// leaves it in the line.
	Value Value
	// Options is what a Choice chooses from.
	Options Options
	// Draw returns what Objects draws now; nothing leaves the row out.
	Draw func() []fyne.CanvasObject

	// Around draws a line with what stands beside it; nil draws the line alone.
	Around func(line *control.Field) fyne.CanvasObject
	// Filter may change or refuse what is typed; nil takes all.
	Filter func(rune) (rune, bool)
	// Wrong returns the key of what is wrong with a text, blank for nothing.
	Wrong func(text string) string
	// Same names a field above that must hold the same text; Differs is said if not.
	Same, Differs string

	// Offered reports whether the row is shown; nil always. With Keep its place stays
	// while it is not.
	Offered func() bool
	Keep    bool
	// Beside sets the row at the end of the one above it. Share is how much of the
	// line it gets; 0 is 1.
	Beside bool
	Share  float32
	// Needed is a line that must be filled in: Enter goes there first.
	Needed bool
	// Inline sets a choice at the end of its label, not below it.
	Inline bool
}

// Fault is what is wrong with a line: the key of a sentence, with its values.
type Fault struct {
	Name, Key string
	Args      []any
}

// Value is where a text comes from and goes.
type Value struct {
	Get func() string
	Set func(string)
}

// At is the value of a variable.
func At(text *string) Value {
	return Value{Get: func() string { return *text }, Set: func(t string) { *text = t }}
}

// Options are words to choose from. Chosen is the index of the one that holds, less
// than 0 for none.
type Options struct {
	Words  []string
	Chosen func() int
	Choose func(int)
}

// OneOf chooses one of all for a variable; word names each.
func OneOf[T comparable](all []T, word func(T) string, at *T) Options {
	return Options{Words: Words(all, word), Chosen: func() int { return slices.Index(all, *at) }, Choose: func(i int) { *at = all[i] }}
}

// Words names each of all.
func Words[T any](all []T, word func(T) string) []string {
	words := make([]string, len(all))
	for i, one := range all {
		words[i] = word(one)
	}
	return words
}

// Switch chooses off or on for a variable: off stands first on every page.
func Switch(w Catalogue, at *bool) Options {
	return OneOf([]bool{false, true}, func(on bool) string {
		if on {
			return w.T("settings.on")
		}
		return w.T("settings.off")
	}, at)
}
