package day

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// slow lets nothing be answered before it is asked to.
type slow struct{ waits []func() }

func (s *slow) delay(f func()) { s.waits = append(s.waits, f) }

func (s *slow) answer() {
	for len(s.waits) > 0 {
		f := s.waits[0]
		s.waits = s.waits[1:]
		f()
	}
}

// TestWhatIsTypedBeforeTheDayWasReadGoesToThePageThatComes, with what was typed back
// and the rows gone down; an Enter decides nothing there.
func TestWhatIsTypedBeforeTheDayWasReadGoesToThePageThatComes(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{})
	r.key(fyne.KeyReturn)
	r.runes("5")
	var disk slow
	r.env.Go = disk.delay
	r.show()
	r.runes("1")
	r.key(fyne.KeyReturn)
	r.runes("78")
	r.key(fyne.KeyBackspace, fyne.KeyReturn, fyne.KeyDown, fyne.KeyReturn)
	r.scan("6281007032018")
	r.runes("3")
	r.key(fyne.KeyReturn, fyne.KeyReturn, fyne.KeyReturn, fyne.KeyReturn)
	if r.memory.counted[50_000] != "5" {
		t.Errorf("before it was read, %v", r.memory.counted)
	}
	disk.answer()
	got := r.memory.counted
	if got[50_000] != "51" || got[20_000] != "7" || got[10_000] != "" || got[5_000] != "" || got[1_000] != "3" || r.memory.at != stepCount || len(r.till.shift.Counts) != 0 {
		t.Errorf("at %v: %v", r.memory.at, got)
	}

	r.memory.at, r.memory.kind = stepMove, journal.MovementOut
	r.show()
	r.runes("12")
	r.key(fyne.KeyDelete)
	r.runes("3.5")
	disk.answer()
	if p, ok := r.screen.page.(*movePage); !ok || p.entry.Value().Minor != 3_500 {
		t.Errorf("%T holds another sum: %s", r.screen.page, r.words())
	}
}

// TestAFloatBeforeItsShiftWasReadIsNotLost: the Z is left before anything is known of
// the next shift, and the one that it ended is not shown as open.
func TestAFloatBeforeItsShiftWasReadIsNotLost(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{})
	r.key(fyne.KeyReturn)
	r.counted("5", "9", "11", "9", "22", "11", "20")
	var disk slow
	r.screen.env.Go = disk.delay
	r.key(fyne.KeyReturn)
	closes := disk.waits[0]
	disk.waits = nil
	closes()
	if r.memory.at != stepClosed {
		t.Fatalf("at %v: %s", r.memory.at, r.words())
	}
	r.key(fyne.KeyReturn)
	r.runes("1")
	if said := r.words(); strings.Contains(said, "Shift 42") || strings.Contains(said, "Close the shift") || !r.screen.page.(*dayPage).frame.Primary.Hidden {
		t.Errorf("the shift that was closed is shown: %s", said)
	}
	disk.answer()
	r.runes("50")
	if got := r.screen.page.(*dayPage).float.Value().Minor; got != 150_000 || len(r.printed) != 1 {
		t.Errorf("the float is %d, and %d Zs were printed: %s", got, len(r.printed), r.words())
	}
}

// TestTheZStaysWhileTheNextShiftIsRead, with what was said on it.
func TestTheZStaysWhileTheNextShiftIsRead(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{})
	r.key(fyne.KeyReturn)
	r.counted("5", "9", "11", "9", "22", "11", "20")
	r.till.fail = &journal.Error{Code: journal.CodeShiftClosed}
	r.key(fyne.KeyReturn)
	page := r.screen.page
	r.screen.Refresh()
	if r.screen.page != page || !strings.Contains(r.words(), "Huda has already closed this shift") {
		t.Error(r.words())
	}
}

// TestADayThatCannotBeReadForgetsNoCount: it is gone on with once the day is there.
func TestADayThatCannotBeReadForgetsNoCount(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{})
	r.key(fyne.KeyReturn)
	r.counted("5", "9")
	r.till.torn = journal.ErrCorrupt
	r.show()
	if said := r.words(); !strings.Contains(said, "cannot be read now") {
		t.Error(said)
	}
	r.till.torn = nil
	r.screen.Refresh()
	if r.memory.at != stepCount || r.memory.counted[50_000] != "5" || r.memory.counted[20_000] != "9" || !strings.Contains(r.words(), "180.000") {
		t.Errorf("at %v with %v: %s", r.memory.at, r.memory.counted, r.words())
	}
}
