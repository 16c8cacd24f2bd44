package onscreenkeyboard

// Mode says when the keyboard opens by itself.
type Mode string

// Automatic opens it when a field was pressed by a finger or a mouse, until a
// hand has typed on a keyboard that is plugged in; the zero Mode is Automatic.
// Always opens it for each field that gets the focus, Never for none.
const (
	Automatic Mode = "auto"
	Always    Mode = "always"
	Never     Mode = "never"
)

// Modes lists them in the order in which they are offered.
func Modes() []Mode { return []Mode{Automatic, Always, Never} }

// ParseMode reads a mode that was remembered; anything else is Automatic.
func ParseMode(s string) Mode {
	for _, m := range Modes() {
		if string(m) == s {
			return m
		}
	}
	return Automatic
}
