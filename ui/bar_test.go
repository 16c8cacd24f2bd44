package ui

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
)

// counted counts how often a container is laid out anew, which paints the
// whole window.
type counted struct {
	inner fyne.Layout
	times int
}

func (c *counted) Layout(all []fyne.CanvasObject, size fyne.Size) {
	c.times++
	c.inner.Layout(all, size)
}

func (c *counted) MinSize(all []fyne.CanvasObject) fyne.Size { return c.inner.MinSize(all) }

// TestASecondWithoutNewsPaintsNothing makes sure that a till at rest does not
// paint its window every second, and does so when the minute changes.
func TestASecondWithoutNewsPaintsNothing(t *testing.T) {
	r := newRig(t)
	root := r.shell.bar.root.(*fyne.Container)
	bar := &counted{inner: root.Layout}
	root.Layout = bar
	for range 5 {
		r.pass(time.Second)
	}
	if bar.times != 0 {
		t.Errorf("in five seconds without news the bar was laid out %d times", bar.times)
	}
	r.pass(time.Minute)
	if bar.times != 1 {
		t.Errorf("when the minute changed the bar was laid out %d times, want once", bar.times)
	}
}
