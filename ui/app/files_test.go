package app

import (
	"testing"

	"sanduq/core"
)

// TestFilesOfPracticeTakeNoOthersPlace, and no name of a till leads out of the folder.
func TestFilesOfPracticeTakeNoOthersPlace(t *testing.T) {
	for _, c := range []struct {
		env        core.Environment
		till, want string
	}{
		{core.Live, "Till 1", "Till-1-sales.csv"},
		{core.Sandbox, "Till 1", "TEST-Till-1-sales.csv"},
		{core.Live, "../../صندوق", "------صندوق-sales.csv"},
	} {
		if got := fileOf(c.env, c.till, "sales.csv"); got != c.want {
			t.Errorf("%s %q: %s, want %s", c.env, c.till, got, c.want)
		}
	}
}
