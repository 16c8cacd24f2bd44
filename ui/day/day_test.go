package day

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/words"
)

// walk goes through every page of the day by keys.
func walk(r *harness, look func(name string)) {
	look("day")
	r.screen.goTo(stepHand)
	look("hand")
	r.key(fyne.KeyEscape)
	r.screen.page.(*dayPage).move(journal.MovementOut)
	look("move")
	r.runes("20")
	r.key(fyne.KeyReturn)
	r.runes("cleaning")
	look("move-typed")
	r.key(fyne.KeyReturn)
	r.screen.page.(*dayPage).x()
	look("x")
	r.key(fyne.KeyEscape)
	r.screen.zs()
	look("zs")
	r.key(fyne.KeyEscape)
	r.key(fyne.KeyReturn)
	r.counted("5", "9", "11", "9", "22", "11")
	r.runes("10")
	look("count")
	r.key(fyne.KeyReturn)
	look("difference")
	r.runes("Too much change given, sale #41")
	look("reason")
	r.key(fyne.KeyReturn)
	look("closed")
	r.key(fyne.KeyReturn)
	r.runes("150")
	look("open")
	r.key(fyne.KeyReturn)
	look("opened")
}

// TestADayByKeysAlone: cash out, a blind count that is short, its reason, the Z,
// and the next shift with its float.
func TestADayByKeysAlone(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{})
	walk(r, func(name string) {
		uitest.Picture(t, r.window, "day-"+name)
		said := r.words()
		if strings.Contains(said, "⟨") {
			t.Errorf("%s: %s", name, said)
		}
		if name == "count" && (strings.Contains(said, "617.500") || strings.Contains(said, "597")) {
			t.Error("what should be there is shown before it was counted")
		}
	})
	want := []string{"out 20.000 cleaning", "look", "count 615.000", "close: Too much change given, sale #41", "open 150.000"}
	if got := fmt.Sprint(r.till.asked); got != fmt.Sprint(want) {
		t.Errorf("the till was asked for %s", got)
	}
	if z := r.till.zs[0]; z.Drawer.Difference != -2_500 || z.Drawer.Reason == "" {
		t.Errorf("the Z holds %+v", z.Drawer)
	}
	if len(r.printed) != 1 {
		t.Errorf("printed %d times: a Z goes to the printer once by itself", len(r.printed))
	}
}

// TestEveryPageOfTheDayFitsAndKeepsTheLaws, in three languages, in contrast, with
// large words and in a small window.
func TestEveryPageOfTheDayFitsAndKeepsTheLaws(t *testing.T) {
	type appearance struct {
		name, lang string
		look       theme.Look
		size       fyne.Size
	}
	for _, c := range overflow.Some(appearance{name: "ar", lang: words.Arabic}, appearance{name: "fr", lang: words.French}, appearance{name: "dark", lang: words.English, look: theme.Look{Variant: theme.Dark}},
		appearance{name: "contrast", lang: words.English, look: theme.Look{Variant: theme.Contrast}}, appearance{name: "largest", lang: words.French, look: theme.Look{TextScale: 2}},
		appearance{name: "small", lang: words.French, look: theme.Look{Small: true}, size: fyne.NewSize(928, 588)},
		appearance{name: "small-largest-ar", lang: words.Arabic, look: theme.Look{Small: true, TextScale: 2}, size: fyne.NewSize(928, 560)}) {
		t.Run(c.name, func(t *testing.T) {
			r := newHarness(t, c.lang, c.look)
			if c.size.Width > 0 {
				r.window.Resize(c.size)
			}
			walk(r, func(name string) {
				uitest.Picture(t, r.window, "day-"+name+"-"+c.name)
				for _, b := range laws.Faults(r.window.Canvas()) {
					t.Errorf("%s: %s", name, b)
				}
			})
		})
	}
}

// TestWhoMayNotSeeSumsSeesNumbers: how many sales, and no sum but the float.
func TestWhoMayNotSeeSumsSeesNumbers(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{}, func(r *harness) { r.till.rights = journal.UsualRights(journal.RoleCashier) })
	uitest.Picture(t, r.window, "day-cashier")
	said := r.words()
	for _, sum := range []string{"703", "204.500", "437.500", "214.250", " 50.000", "20.000", "88.000", "15.250"} {
		if strings.Contains(said, sum) {
			t.Errorf("%s is shown: %s", sum, said)
		}
	}
	if !strings.Contains(said, "64") || !strings.Contains(said, "12 sales") {
		t.Error(said)
	}
}

// TestARightIsDelegatedForOneAct: what is not one's own is asked of a manager, each
// time, and refused in words where nobody can be asked.
func TestARightIsDelegatedForOneAct(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{}, func(r *harness) { r.till.rights = journal.UsualRights(journal.RoleCashier) })
	p := r.screen.page.(*dayPage)
	p.x()
	r.key(fyne.KeyEscape)
	r.screen.page.(*dayPage).move(journal.MovementOut)
	r.key(fyne.KeyEscape)
	if fmt.Sprint(r.delegated) != "[sums cashOut]" {
		t.Errorf("delegated %v", r.delegated)
	}
	r.unsigned = true
	r.screen.page.(*dayPage).x()
	if r.memory.at != stepDay || !strings.Contains(r.words(), "A person with this right must allow it.") {
		t.Errorf("at %v: %s", r.memory.at, r.words())
	}
}

// TestTwoPeopleClose: the second sees the Z of the first, and who closed.
func TestTwoPeopleClose(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{})
	r.key(fyne.KeyReturn)
	r.counted("5", "9", "11", "9", "22", "11", "20")
	if r.memory.at != stepDifference {
		t.Fatalf("at %v: %s", r.memory.at, r.words())
	}
	r.till.fail = &journal.Error{Code: journal.CodeShiftClosed}
	r.key(fyne.KeyReturn)
	if said := r.words(); r.memory.at != stepClosed || !strings.Contains(said, "Huda has already closed this shift") {
		t.Errorf("at %v: %s", r.memory.at, said)
	}
	if len(r.printed) != 0 {
		t.Error("the Z of another is printed by itself")
	}
}

// TestCashThatMovedAsksForAnotherCount, and what was typed is still there.
func TestCashThatMovedAsksForAnotherCount(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{})
	r.key(fyne.KeyReturn)
	r.counted("5", "9", "11", "9", "22", "11", "20")
	r.till.fail = &journal.Error{Code: journal.CodeCountStale}
	r.key(fyne.KeyReturn)
	if said := r.words(); r.memory.at != stepCount || !strings.Contains(said, "Count again") || r.memory.counted[250] != "20" {
		t.Errorf("at %v, %v: %s", r.memory.at, r.memory.counted, said)
	}
}

// TestACountWithLettersOrTooMany: each is a sentence, and nothing is counted.
func TestACountWithLettersOrTooMany(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{})
	r.key(fyne.KeyReturn)
	r.runes("5x")
	if said := r.words(); !strings.Contains(said, "in digits") || r.memory.counted[50_000] != "5" {
		t.Errorf("%v: %s", r.memory.counted, said)
	}
	r.runes("00000000")
	if got := r.memory.counted[50_000]; got != "50000" {
		t.Errorf("a drawer of %q notes", got)
	}
	r.till.fail = &journal.Error{Code: journal.CodeDiskFull}
	for range 7 {
		r.key(fyne.KeyReturn)
	}
	if said := r.words(); r.memory.at != stepCount || !strings.Contains(said, "disk is full") {
		t.Errorf("at %v: %s", r.memory.at, said)
	}
}

// TestAFailedZLeavesTheShiftOpen, its reason typed as it was, to be tried again.
func TestAFailedZLeavesTheShiftOpen(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{})
	r.key(fyne.KeyReturn)
	r.counted("5", "9", "11", "9", "22", "11", "10")
	r.runes("Lost a coin")
	r.till.fail = &journal.Error{Code: journal.CodeStore}
	r.key(fyne.KeyReturn)
	if r.memory.at != stepDifference || r.memory.reason != "Lost a coin" || r.till.shift.Number != 42 {
		t.Errorf("at %v with %q, shift %d", r.memory.at, r.memory.reason, r.till.shift.Number)
	}
	r.show() // another language, a lock: what was typed stays
	r.key(fyne.KeyReturn)
	if r.memory.at != stepClosed || r.till.shift.Number != 43 {
		t.Errorf("at %v, shift %d", r.memory.at, r.till.shift.Number)
	}
}

// TestAHurriedEnterOpensNoShift: a second one, meant for the Z, would open the next
// shift with a float of nothing.
func TestAHurriedEnterOpensNoShift(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{})
	r.key(fyne.KeyReturn)
	r.counted("5", "9", "11", "9", "22", "11", "20")
	r.key(fyne.KeyReturn)
	r.key(fyne.KeyReturn, fyne.KeyReturn)
	if r.memory.at != stepDay || r.till.shift.Number != 43 || r.till.shift.Opened != nil {
		t.Errorf("at %v, shift %d opened %+v", r.memory.at, r.till.shift.Number, r.till.shift.Opened)
	}
	r.key(fyne.KeyReturn)
	if r.till.shift.Opened != nil {
		t.Error("a bare Enter opens a shift with nothing")
	}
	r.runes("0")
	r.key(fyne.KeyReturn)
	if r.till.shift.Opened == nil {
		t.Error("it can no longer be opened")
	}
}

// TestAFloatThatIsTypedBeforeTheShiftWasReadIsWhole: the first digit, typed while
// the disk still answers, is not lost; and an open shift takes none.
func TestAFloatThatIsTypedBeforeTheShiftWasReadIsWhole(t *testing.T) {
	for _, opened := range []bool{false, true} {
		var read func()
		r := newHarness(t, words.English, theme.Look{}, func(r *harness) {
			if !opened {
				r.till.shift.Opened, r.till.figs = nil, journal.ShiftFigures{}
			}
			r.env.Go = func(f func()) { read = f }
		})
		r.runes("1")
		r.key(fyne.KeyReturn) // opens nothing: nobody knows yet what it would do
		if len(r.till.asked) != 0 {
			t.Fatalf("before the shift was read, the till was asked %q", r.till.asked)
		}
		read()
		r.runes("50")
		r.now = r.now.Add(time.Second)
		want := int64(150_000)
		if opened {
			want = 0
		}
		if got := r.screen.page.(*dayPage).float.Value().Minor; got != want {
			t.Errorf("opened %v: the float is %d, not %d", opened, got, want)
		}
	}
}

// TestAPageThatIsComeBackToKnowsItsShift: a count that was left is gone on with once
// the day was read, and not before.
func TestAPageThatIsComeBackToKnowsItsShift(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{})
	r.key(fyne.KeyReturn)
	r.runes("5")
	if said := uitest.Words(New(r.env, r.deps, &r.memory).Object()); r.memory.at != stepCount || strings.Contains(said, "Shift 0") {
		t.Errorf("before it was read, at %v: %s", r.memory.at, said)
	}
	r.show()
	if said := r.words(); r.memory.at != stepCount || !strings.Contains(said, "Shift 42") || !strings.Contains(said, "250.000") {
		t.Errorf("at %v: %s", r.memory.at, said)
	}
}

// TestWhatIsToBeLookedAfterIsATapAway: what nobody knows apart from what is waited for, the
// oldest of those, what is owed back; and one line that leads nowhere where there is nothing.
func TestWhatIsToBeLookedAfterIsATapAway(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{})
	r.till.flight = append(r.till.flight, openSale("20261120-000066", 2_500, false), openSale("20261120-000069", 7_043, true))
	r.screen.Refresh()
	var said []string
	for _, l := range r.screen.page.(*dayPage).after.Lines {
		l.OnTapped()
		said = append(said, l.Spec().Name+" "+l.Spec().Sum)
	}
	if got, want := strings.Join(said, "; "), "Not known, 2 47.043; Still open, 2 50.500; Owed back, 1 15.250"; got != want {
		t.Errorf("said %q, want %q", got, want)
	}
	if got := fmt.Sprint(r.went); got != "[to settle open 20261120-000066 owed]" {
		t.Errorf("went %s", got)
	}
	r.till.flight, r.till.debts = nil, nil
	r.screen.Refresh()
	if l := r.screen.page.(*dayPage).after.Lines; len(l) != 1 || l[0].OnTapped != nil || l[0].Spec().Open || l[0].Spec().Name != "Still open, 0" {
		t.Error("what is not there can be opened")
	}
}

// TestWhatCameLaterIsSaidBesideAZ, and never in it.
func TestWhatCameLaterIsSaidBesideAZ(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{})
	r.screen.zs()
	if said := r.words(); !strings.Contains(said, "Came later: 2 sales, 88.000 LYD, in X report") {
		t.Error(said)
	}
	r.key(fyne.KeyDown)
	if said := r.words(); !strings.Contains(said, "No later shift took anything") {
		t.Error(said)
	}
	r.key(fyne.KeyF10)
	if fmt.Sprint(r.saved) != "[Z-0040.pdf]" {
		t.Errorf("saved %v", r.saved)
	}
}

// TestMoreOutThanTheDrawerShouldHoldTakesASecondEnter: a sentence without a sum, no
// hurried Enter, and what is typed again begins again.
func TestMoreOutThanTheDrawerShouldHoldTakesASecondEnter(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{}, func(r *harness) {
		r.till.rights = append(journal.UsualRights(journal.RoleCashier), journal.RightCashOut)
	})
	r.screen.page.(*dayPage).move(journal.MovementOut)
	r.runes("900")
	r.key(fyne.KeyReturn)
	r.runes("to the bank")
	refuse := func() {
		t.Helper()
		r.till.fail = &journal.Error{Code: journal.CodeDrawer}
		r.key(fyne.KeyReturn)
		said := r.words()
		if !strings.Contains(said, "should hold less") || !strings.Contains(said, "Take out anyway") || strings.Contains(said, "617") || strings.Contains(said, "597") {
			t.Error(said)
		}
	}
	refuse()
	uitest.Picture(t, r.window, "day-move-beyond")
	r.hurried(fyne.KeyReturn)
	r.runes("!")
	if said := r.words(); strings.Contains(said, "should hold less") || strings.Contains(said, "all the same") {
		t.Errorf("what was said of another movement stays: %s", said)
	}
	refuse()
	if len(r.till.asked) != 0 {
		t.Fatalf("the till was asked for %v", r.till.asked)
	}
	r.key(fyne.KeyReturn)
	if got := fmt.Sprint(r.till.asked); got != "[out beyond 900.000 to the bank!]" || r.memory.at != stepDay {
		t.Errorf("the till was asked for %s, at %v", got, r.memory.at)
	}
}

// TestThatTheDrawerHoldsLessFits in three languages, with large words and in a small
// window.
func TestThatTheDrawerHoldsLessFits(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, look := range overflow.Some(theme.Look{}, theme.Look{TextScale: 2}, theme.Look{Small: true}) {
			r := newHarness(t, lang, look)
			if look.Small {
				r.window.Resize(fyne.NewSize(928, 560))
			}
			r.screen.page.(*dayPage).move(journal.MovementOut)
			r.runes("900")
			r.key(fyne.KeyReturn)
			r.runes("to the bank")
			r.till.fail = &journal.Error{Code: journal.CodeDrawer}
			r.key(fyne.KeyReturn)
			uitest.Picture(t, r.window, "day-move-beyond-"+lang)
			for _, b := range laws.Faults(r.window.Canvas()) {
				t.Errorf("%s, scale %v: %s", lang, look.TextScale, b)
			}
		}
	}
}
