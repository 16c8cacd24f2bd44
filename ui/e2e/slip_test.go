//go:build e2e

package e2e

import (
	"image/png"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestPaperInPractice takes a payment on the practice bank and sees what came
// out of the practice printer: the slip by itself, and a copy by F9.
func TestPaperInPractice(t *testing.T) {
	t.Parallel()
	c := newHands(t)
	c.start()
	c.showQR()
	c.approve()
	c.wait("order="+c.order, "status=paid ", "print=done")
	first := c.slip(1)
	time.Sleep(time.Second) // an end is deaf at first
	c.must(c.screen.SaveStable(filepath.Join(pictures(t), "paper-1-paid.png")))
	c.press("F9")
	copied := c.slip(2)
	c.must(c.screen.SaveStable(filepath.Join(pictures(t), "paper-2-copy.png")))
	if copied <= first {
		t.Errorf("the copy is %d dots long, the original %d: it carries no mark", copied, first)
	}
}

// slip waits for a file of the practice printer and returns how long the paper
// is.
func (c *hands) slip(number int) (dots int) {
	c.t.Helper()
	name := []string{"", "slip-000001.png", "slip-000002.png"}[number]
	ctx, done := timeout(c.t, 10*time.Second)
	defer done()
	for ctx.Err() == nil {
		if found, _ := filepath.Glob(filepath.Join(c.data, "*", "slips", name)); len(found) == 1 {
			f, err := os.Open(found[0])
			c.must(err)
			img, err := png.Decode(f)
			_ = f.Close()
			if err == nil { // else it is being written
				if img.Bounds().Dx() != 576 {
					c.t.Errorf("the paper is %d dots wide", img.Bounds().Dx())
				}
				return img.Bounds().Dy()
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	c.t.Fatalf("no %s came out", name)
	return 0
}
