package theme

import (
	"sync/atomic"

	"fyne.io/fyne/v2"
)

// Variant is one of the three sets of colours.
type Variant int

// Light is the default: shops are bright.
const (
	Light Variant = iota
	Dark
	Contrast
)

// Variants lists all of them, in the order in which settings offer them.
func Variants() []Variant { return []Variant{Light, Dark, Contrast} }

// String is the variant's name in settings files.
func (v Variant) String() string {
	switch v {
	case Dark:
		return "dark"
	case Contrast:
		return "contrast"
	default:
		return "light"
	}
}

// ParseVariant reads what String wrote; anything else is Light.
func ParseVariant(name string) Variant {
	for _, v := range Variants() {
		if v.String() == name {
			return v
		}
	}
	return Light
}

// SmallBelow is the width in units of the main window under which the small size class holds.
const SmallBelow = 1100

// Look is everything that decides how the program looks. It is a value: change a copy and Apply it.
type Look struct {
	Variant   Variant
	Small     bool    // the main window is narrower than SmallBelow
	TextScale float32 // 1 to 2; 0 means 1
	RTL       bool    // layouts are mirrored: the language is written from right to left
	Still     bool    // no motion: every animation shows its last picture at once
}

var current atomic.Pointer[Look]

// Now is the current look. Safe from any goroutine.
func Now() Look {
	if l := current.Load(); l != nil {
		return *l
	}
	return Look{TextScale: 1}
}

// Use makes a look current without repainting anything. Programs call Apply; tests and pictures may call Use.
func Use(l Look) {
	l.TextScale = min(max(l.TextScale, 1), 2)
	current.Store(&l)
}

// Within runs f in a look of its own, and takes the other one up again: for what is drawn in the midst of another look.
// Nothing is repainted. It belongs on the UI goroutine.
func Within(l Look, f func()) {
	before := Now()
	Use(l)
	defer Use(before)
	f()
}

// Apply makes a look current for whatever is drawn from now on, in Fyne's own widgets too. What stands already is not
// repainted: the caller builds its windows again, as a change of the language does anyway. Fyne's theme stays the
// same one: Fyne answers another by reading every font again, and keeps what it had read of the last thirty-two, some
// eight megabytes each. It belongs on the UI goroutine.
func Apply(a fyne.App, l Look) {
	Use(l)
	if _, ours := a.Settings().Theme().(fyneTheme); !ours {
		a.Settings().SetTheme(New())
	}
}
