package ui

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core/journal"
	"sanduq/ui/alarm"
	"sanduq/ui/shell/feed"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
)

// linkDown tells of a gateway that is silent, or answers again.
func (r *harness) linkDown(down bool) {
	r.shell.feed.Notice(journal.Notice{Kind: journal.NoticeLink, Link: journal.Link{LastAnswer: r.now.Add(-time.Minute), Down: down, Since: r.now.Add(-time.Minute)}})
}

// tappable is where everything stands that a tap can reach, but for the banner.
func (r *harness) tappable() (all []uitest.Drawn) {
	banner := r.banner()
	for _, layer := range uitest.Scene(r.win.Canvas()) {
		for _, d := range layer {
			if _, is := d.Object.(fyne.Tappable); !is || d.Seen.Empty() || banner != nil && (d.Object == banner || d.Inside(banner)) {
				continue
			}
			if t, is := d.Object.(*control.Tool); is && t.OnTapped == nil {
				continue // it only tells
			}
			all = append(all, d)
		}
	}
	return all
}

// unmoved lets a banner come and go, and finds what of all that can be tapped
// does not stay where it is, or is gone.
func (r *harness) unmoved(name string) {
	r.t.Helper()
	compare := func(when string, before []uitest.Drawn) {
		now := map[fyne.CanvasObject]uitest.Drawn{}
		for _, d := range r.tappable() {
			now[d.Object] = d
		}
		for _, d := range before {
			if at, there := now[d.Object]; !there || at.Box != d.Box || at.Seen != d.Seen {
				r.t.Errorf("%s: when a banner %s, %T %q goes from %v to %v", name, when, d.Object, uitest.Words(d.Object), d.Seen, at.Seen)
				return
			}
		}
		if len(now) != len(before) {
			r.t.Errorf("%s: when a banner %s, %d things can be tapped, before it %d", name, when, len(now), len(before))
		}
	}
	now := r.now
	r.now = now.Add(time.Second) // the finger has rested
	before := r.tappable()
	missed := alarm.Missed{About: "Put cash into the drawer", Said: "The disk is full."}
	r.shell.banner.Miss(missed.About, missed.Said)
	if r.banner() == nil && !r.shell.input.Away() {
		r.t.Errorf("%s: there is no banner", name)
	}
	compare("comes", before)
	r.shell.banner.Understand(missed)
	compare("goes", before)
	r.now = now
}

// TestABannerComesWhenTheFingerHasRested: its own buttons come up under no finger
// either.
func TestABannerComesWhenTheFingerHasRested(t *testing.T) {
	r := newHarness(t, shopFloor, allRoutes, everything, rooms)
	r.at()
	r.keys(fyne.KeyF2)
	for _, o := range r.buttonsOfPad() {
		if uitest.Words(o) == "5" {
			test.Tap(o.(fyne.Tappable))
		}
	}
	r.linkDown(true)
	r.pass(390 * time.Millisecond)
	if r.banner() != nil {
		t.Error("the banner came before 400 ms")
	}
	r.pass(10 * time.Millisecond)
	if r.banner() == nil {
		t.Fatal("the banner never came")
	}
	r.linkDown(false)
	r.pass(feed.BackTime)
	if r.banner() != nil {
		t.Error("the banner stays although the bank answers")
	}
}

// TestNoAlarmIsReadUnseen: one that takes the place of another is not what a finger came
// down for.
func TestNoAlarmIsReadUnseen(t *testing.T) {
	twice := func(n int) journal.View {
		return sale(n, version(4), aside, paid, func(v *journal.View) { v.PaidTwiceWith = v.ID })
	}
	r := newHarness(t)
	r.shell.env.Miss("Settings", "Not saved.")
	r.says("Understood")
	r.pass(time.Second)
	r.notice(twice(12))
	r.shell.open(sale(12).ID)
	r.says("PAID TWICE: #12")
	r.shell.banner.Act() // meant for what was missed
	r.asked()
	r.pass(time.Second)
	r.shell.banner.Act()
	r.asked("read #12")
}
