package gateway

import (
	"testing"
	"time"
)

func TestSecondsAreRoundedDown(t *testing.T) {
	for d, want := range map[time.Duration]string{0: "0.0", 400 * time.Millisecond: "0.4", 9990 * time.Millisecond: "9.9", 130 * time.Second: "130"} {
		if got := seconds(d); got != want {
			t.Errorf("%v: %s, want %s", d, got, want)
		}
	}
}
