package pause

import (
	"testing"
	"time"
)

func TestLeft(t *testing.T) {
	now := time.Date(2026, 3, 29, 1, 59, 0, 0, time.UTC)
	const most = time.Minute
	for _, c := range []struct {
		name        string
		until, want time.Duration // until: after now
	}{
		{"ended", -time.Second, 0},
		{"ends now", 0, 0},
		{"goes on", 20 * time.Second, 20 * time.Second},
		{"has just begun", most, most},
		{"the clock was set back a little", most + time.Nanosecond, 0},
		{"the clock was set back by a year", 365 * 24 * time.Hour, 0},
	} {
		if got := Left(now.Add(c.until), now, most); got != c.want {
			t.Errorf("%s: %v are left, want %v", c.name, got, c.want)
		}
	}
	if got := Left(time.Time{}, now, most); got != 0 {
		t.Errorf("no pause at all: %v are left", got)
	}
}
