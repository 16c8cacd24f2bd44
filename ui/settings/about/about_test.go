package about

import "testing"

func TestLongVersionsAreCut(t *testing.T) {
	for long, short := range map[string]string{
		"v1.2.3": "v1.2.3", "": "", "v0.0.0-20260331235117-4566fea9a276": "v0.0.0", "v1.12.3-0.20260810170012-af4e8e793ec4": "v1.12.3",
		"v2.0.0-beta.1": "v2.0.0-beta.1",
	} {
		if got := shortVersion(long); got != short {
			t.Errorf("%q is shown as %q, want %q", long, got, short)
		}
	}
}
