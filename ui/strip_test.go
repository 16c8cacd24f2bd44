package ui

import (
	"fmt"
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/shell/navigation"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/uitest"
)

// busyHour is ten paid sales, two that go on, one that nobody knows about, one
// of late money, one paid twice and one that has expired.
func busyHour(r *harness, _ *Options) {
	for n := range 10 {
		r.till.sales = append(r.till.sales, sale(n+1, of(38675), paid))
	}
	r.till.sales = append(r.till.sales, sale(19, state(core.StateExpired)), sale(21, of(40000), capped), sale(25, of(32000)), sale(26, of(48000)),
		sale(22, aside, paid), sale(23, aside, paid, func(v *journal.View) { v.PaidTwiceWith = "20261120-000099" }))
	r.till.next = 27
}

// looked has the cashier look at a sale and go on to a new one.
func (r *harness) looked(n int) {
	r.shell.open(journal.NewSaleID("20261120", n))
	r.shell.newSale()
}

// TestSeenPaidSalesFoldAndClearAtOnce: ten of them take one press; what must be
// settled, and what nobody has seen, stays.
func TestSeenPaidSalesFoldAndClearAtOnce(t *testing.T) {
	r := newHarness(t, busyHour, everything)
	if got := r.standing(); got != "#21 #26 #25 #23 #22 #19 #10 #9 #8 #7 #6 #5 #4 #3 #2 #1" {
		t.Errorf("before anybody looked: %s", got)
	}
	for n := range 10 {
		r.looked(n + 1)
	}
	for _, n := range []int{21, 22, 23, 19, 26} {
		r.looked(n)
	}
	r.picture("row-14")
	if got := r.standing(); got != "#21 #26 #25 10 paid #23 #22 #19" {
		t.Errorf("after everybody was looked at: %s", got)
	}
	r.says("Open 3", "Finished", "386.750", "Clear", "Ctrl 0", "To settle 3")
	ways{r.shell}.ClearQuiet()
	var want []string
	for n := 10; n > 0; n-- {
		want = append(want, fmt.Sprintf("acknowledge #%d", n))
	}
	r.asked(want...)
	for n := range 10 {
		r.notice(sale(n+1, paid, version(9), func(v *journal.View) { v.AcknowledgedAt = noon }))
	}
	if got := r.standing(); got != "#21 #26 #25 #23 #22 #19" {
		t.Errorf("after the clearing: %s", got)
	}
	ways{r.shell}.ClearQuiet()
	r.asked(want...)
}

// TestTheSaleOnTheScreenDoesNotFold: its tile stays where it is until the
// cashier has gone on.
func TestTheSaleOnTheScreenDoesNotFold(t *testing.T) {
	r := newHarness(t, busyHour)
	r.looked(1)
	r.looked(2)
	r.shell.open("20261120-000003")
	if got := r.standing(); got != "#21 #26 #25 2 paid #23 #22 #19 #10 #9 #8 #7 #6 #5 #4 #3" {
		t.Errorf("%s", got)
	}
	r.fold().Tapped(nil)
	r.asked("acknowledge #2", "acknowledge #1")
}

// TestWhatCannotBeClearedStays, and the till says why.
func TestWhatCannotBeClearedStays(t *testing.T) {
	r := newHarness(t, busyHour)
	r.looked(1)
	r.till.err = &journal.Error{Code: journal.CodeStore}
	ways{r.shell}.ClearQuiet()
	if !r.refused(journal.CodeStore) {
		t.Errorf("what is said: %v", r.shell.banner.Alarms())
	}
	if got := r.standing(); got != "#21 #26 #25 1 paid #23 #22 #19 #10 #9 #8 #7 #6 #5 #4 #3 #2" {
		t.Errorf("%s", got)
	}
}

// TestToSettleCountsAndLeadsToItsList, whether something stands on it or not.
func TestToSettleCountsAndLeadsToItsList(t *testing.T) {
	r := newHarness(t, busyHour)
	if got := r.settling().Total(); got != 3 {
		t.Errorf("%d to settle", got)
	}
	r.settling().Tapped(nil)
	if r.shell.nav.At.Location != navigation.Settle {
		t.Errorf("it led to %v", r.shell.nav.At)
	}
	quiet := newHarness(t)
	quiet.says("To settle 0")
	quiet.settling().Tapped(nil)
	if quiet.shell.nav.At.Location != navigation.Settle {
		t.Errorf("with nothing to settle it led to %v", quiet.shell.nav.At)
	}
}

// TestTheStripCountsWhatIsOpen, and not what has ended.
func TestTheStripCountsWhatIsOpen(t *testing.T) {
	for _, size := range []fyne.Size{{Width: 1366, Height: 690}, {Width: 1024, Height: 640}} {
		r := newHarness(t, busyHour)
		r.win.Resize(size)
		r.pass(0)
		open := slices.ContainsFunc(parts[*typeset.Text](r.shell.sidebar.Object()), func(text *typeset.Text) bool { return text.Text() == "3" })
		if !open {
			t.Errorf("%v: 3 are not said to be open", size)
		}
		for n := range 10 {
			r.looked(n + 1)
		}
		small := theme.Now().Small
		heads := slices.ContainsFunc(uitest.All[*typeset.Text](r.slide()), func(text *typeset.Text) bool {
			return text.Text() == r.shell.env.Words.T("nav.finished")
		})
		if heads == small {
			t.Errorf("%v: a word above what has finished: %v", size, heads)
		}
		r.picture("row-14-" + r.fold().Spec().Number)
		for i, tile := range r.tiles()[1:] {
			if before := r.tiles()[i]; tile.Position().Y < before.Position().Y+before.Size().Height {
				t.Errorf("%v: %s and %s overlap", size, before.Spec().Number, tile.Spec().Number)
			}
		}
	}
}
