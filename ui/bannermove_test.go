package ui

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core/till"
	"sanduq/ui/uitest"
)

// linkDown tells of a gateway that is silent, or answers again.
func (r *harness) linkDown(down bool) {
	r.shell.notice(till.Notice{Kind: till.NoticeLink, Link: till.Link{LastAnswer: r.now.Add(-time.Minute), Down: down, Since: r.now.Add(-time.Minute)}})
}

// keyFive is where the key 5 of the pad is.
func (r *harness) keyFive() (top float32) {
	top, _ = r.placed(func(o fyne.Widget) bool {
		_, ok := o.(fyne.Tappable)
		return ok && uitest.Words(o) == "5"
	})
	return top
}

func TestNothingMovesUnderAFinger(t *testing.T) {
	r := newHarness(t, shopFloor, allRoutes, everything, rooms)
	r.at()
	r.keys(fyne.KeyF2)
	before := r.keyFive()
	for _, o := range r.buttonsOfPad() {
		if uitest.Words(o) == "5" {
			test.Tap(o.(fyne.Tappable))
		}
	}
	r.linkDown(true)
	r.picture("banner-under-a-finger")
	if now := r.keyFive(); now != before {
		t.Errorf("a banner that came with a tap moved the key from %.0f to %.0f", before, now)
	}
	r.pass(390 * time.Millisecond)
	if r.shell.work.banner != nil {
		t.Error("the banner came before 400 ms")
	}
	r.pass(10 * time.Millisecond)
	if r.shell.work.banner == nil {
		t.Fatal("the banner never came")
	}
	there := r.keyFive()
	r.linkDown(false)
	r.pass(backTime)
	r.picture("banner-gone")
	if r.shell.work.banner != nil {
		t.Error("the banner stays although the bank answers")
	}
	if now := r.keyFive(); now != there {
		t.Errorf("a banner that went moved the key from %.0f to %.0f", there, now)
	}
	r.linkDown(true)
	if now := r.keyFive(); now != there {
		t.Errorf("a banner that came back moved the key from %.0f to %.0f", there, now)
	}
	r.linkDown(false)
	r.pass(backTime)
	r.keys(fyne.KeyF4, fyne.KeyF2) // another screen needs no place of the last one's banner
	if now := r.keyFive(); now != before {
		t.Errorf("the next screen still keeps the place: %.0f, not %.0f", now, before)
	}
}
