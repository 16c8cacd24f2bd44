package keys

import "runtime"

// Control is the name of the key that goes with a digit or letter.
func Control() string {
	if runtime.GOOS == "darwin" {
		return "Cmd"
	}
	return "Ctrl"
}
