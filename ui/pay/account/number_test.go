package account

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sanduq/core"
)

func TestNumbersAreGroupedForReading(t *testing.T) {
	for _, c := range []struct {
		number, want string
		route        core.Route
	}{
		{"", "", core.RouteAccount},
		{"1234", "1234", core.RouteAccount},
		{"12345", "1234 5", core.RouteAccount},
		{"LY83002048000020100120361", "LY83 0020 4800 0020 1001 2036 1", core.RouteAccount},
		{"0912345678", "0912 3456 78", core.RouteWallet},
		{"amal@wallet", "amal@wallet", core.RouteWallet},
	} {
		if got := grouped(c.number, c.route); got != c.want {
			t.Errorf("%s: %q, want %q", c.number, got, c.want)
		}
	}
}

func TestWhatIsSentIsWhatIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		route := rapid.SampledFrom([]core.Route{core.RouteAccount, core.RouteWallet}).Draw(t, "route")
		text := rapid.StringOf(rapid.RuneFrom([]rune("0123456789٠١٢٣٤٥٦٧٨٩۰۹abzAZ+@._- \n\u200f,!"))).Draw(t, "text")
		number := numberSigns(text, route)
		if len(number) > longestNumber {
			t.Fatalf("%d signs", len(number))
		}
		if again := numberSigns(number, route); again != number {
			t.Fatalf("%q becomes %q", number, again)
		}
		if read := strings.ReplaceAll(grouped(number, route), " ", ""); read != number {
			t.Fatalf("%q is read as %q", number, read)
		}
		if route == core.RouteAccount && strings.ContainsFunc(number, func(r rune) bool { return (r < '0' || r > '9') && (r < 'A' || r > 'Z') }) {
			t.Fatalf("%q is no account number", number)
		}
	})
}
