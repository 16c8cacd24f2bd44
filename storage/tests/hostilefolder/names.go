package hostilefolder

import (
	"runtime"
	"strings"
)

// names are what a data folder may be called.
func names() []string {
	all := []string{"shop", "Shop [2", "Shop [main]", "two  blanks ", "متجر النور", "Café 100%", "%20 %s {a,b}", "dots...", "-rf", "~", "$HOME",
		strings.Repeat("long ", 45)}
	if runtime.GOOS != "windows" {
		all = append(all, "star * and ?", `back\slash`, "line\nfeed", "ends in one\n", `"quoted'`, "not \xff UTF-8")
	}
	return all
}
