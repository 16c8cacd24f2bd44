package storage

import (
	"runtime"
	"strings"
)

// odd are names of folders that a person, or a system, may give.
func odd() []string {
	names := []string{"Shop [2", "Shop [main]", "Shop {a,b}", "two  spaces ", "متجر النور", "Café", "100% %20 %s", "dots...", "-rf", "~", "$HOME",
		strings.Repeat("long ", 48)}
	if runtime.GOOS != "windows" {
		names = append(names, "star * and ?", `back\slash`, "line\nfeed", "ends in one\n", `"quoted"`, "not \xff UTF-8")
	}
	return names
}
