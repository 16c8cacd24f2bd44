package overflow

import "os"

// Some returns the first and the last of what a test could try, between which
// layouts rarely break; all of it when FIT=all is set in the environment, which
// takes minutes. Under the race detector it is the first alone.
func Some[T any](all ...T) []T {
	if raced {
		return all[:1]
	}
	if len(all) < 3 || os.Getenv("FIT") == "all" {
		return all
	}
	return []T{all[0], all[len(all)-1]}
}
