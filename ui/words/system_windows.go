package words

import (
	"os"

	"golang.org/x/sys/windows"
)

// System are the languages that the person has chosen for this computer, the
// first wish first.
func System() []string {
	chosen, _ := windows.GetUserPreferredUILanguages(windows.MUI_LANGUAGE_NAME) // without them English is spoken
	return append([]string{os.Getenv("LC_ALL"), os.Getenv("LANG")}, chosen...)
}
