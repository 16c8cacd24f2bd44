package customer

// Mode is where the customer's view is shown, as the settings offer it.
type Mode string

// The modes. Whatever the mode, the main window can be turned into the
// customer's view where no window of the customer's is open.
const (
	Second Mode = "second" // full screen on the second monitor while there is one
	Key    Mode = "key"    // only in the main window, by F6
	Plain  Mode = "plain"  // in a plain window, to be put anywhere
)

// Modes lists them in the order of offering.
func Modes() []Mode { return []Mode{Second, Key, Plain} }

// ParseMode reads what was remembered; anything else is Second.
func ParseMode(name string) Mode {
	for _, m := range Modes() {
		if string(m) == name {
			return m
		}
	}
	return Second
}
