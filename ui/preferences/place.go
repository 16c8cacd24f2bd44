package preferences

import (
	"fmt"
	"strings"
)

// Place is where the program's window stood last, in the desktop's coordinates, its frame left out; the zero one until
// it was closed once.
type Place struct {
	X, Y, Width, Height int
	Full                bool // it filled the screen, and stood there before
}

const fullScreen = "full"

// String is the place as it is kept.
func (p Place) String() string {
	s := fmt.Sprintf("%d %d %d %d", p.X, p.Y, p.Width, p.Height)
	if p.Full {
		s += " " + fullScreen
	}
	return s
}

// parsePlace reads what String wrote; anything else is the zero place.
func parsePlace(s string) (p Place) {
	numbers, full := strings.CutSuffix(s, " "+fullScreen)
	if n, err := fmt.Sscanf(numbers, "%d %d %d %d", &p.X, &p.Y, &p.Width, &p.Height); n != 4 || err != nil || p.Width < 0 || p.Height < 0 {
		return Place{}
	}
	p.Full = full
	return p
}

// place is nowhere until the window was closed once.
func place(name string, field func(*Values) *Place) entry {
	return newEntry(field, func(p Holder) Place { return parsePlace(p.String(name)) },
		func(p Holder, v Place) { p.SetString(name, v.String()) })
}
