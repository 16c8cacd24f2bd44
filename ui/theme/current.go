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

// Apply makes a look current and repaints every window of the application, but for the size class, which is only the
// main window's: whoever changes that lays it out anew. It belongs on the UI goroutine.
func Apply(a fyne.App, l Look) {
	Use(l)
	if t, ours := a.Settings().Theme().(*fyneTheme); ours {
		old, now := t.look, Now()
		if old.Small != now.Small {
			old.Small = now.Small
			if old == now {
				t.look = now
				return // Fyne would forget the fonts and read them again
			}
		}
	}
	a.Settings().SetTheme(New())
}
