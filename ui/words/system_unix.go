//go:build !windows

package words

import "os"

// System are the languages that the person has chosen for this computer, the
// first wish first.
func System() []string { return []string{os.Getenv("LC_ALL"), os.Getenv("LANG")} }
