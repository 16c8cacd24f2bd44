package settings

import (
	"testing"
)

func TestOpens(t *testing.T) {
	r := newRig(t)
	for i := range r.screen.sections {
		r.screen.turn(i)
		_ = r.text()
	}
	r.says("Settings")
}
