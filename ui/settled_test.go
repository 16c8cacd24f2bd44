package ui

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/core/journal"
	uilist "sanduq/ui/toolkit/list"
	"sanduq/ui/uitest"
)

// settledEarlier puts sales into the records: settled today by the bank and by a
// manager, and one that was settled yesterday.
func settledEarlier(r *harness, o *Options) {
	rooms(r, o)
	told := func(ago time.Duration, codes ...string) func(*journal.View) {
		return func(v *journal.View) {
			v.CreatedAt, v.AcknowledgedAt = noon.Add(-ago-time.Hour), noon.Add(-ago)
			for _, code := range codes {
				v.History = append(v.History, journal.HistoryEvent{At: noon.Add(-ago), Code: code})
			}
		}
	}
	for _, v := range []journal.View{
		sale(30, state(core.StateFailed), told(5*time.Minute, journal.HistoryCharged, journal.HistoryFailed)),
		sale(29, of(9500), paid, told(2*time.Hour, journal.HistoryCharged, journal.HistoryCapped, journal.HistoryPaid)),
		sale(28, of(4000), told(3*time.Hour, journal.HistoryCapped), func(v *journal.View) {
			v.ResolvedOutside = &journal.Decision{At: noon.Add(-3 * time.Hour), By: "Huda", Reason: "paidCash"}
		}),
		sale(27, state(core.StateExpired), told(24*time.Hour, journal.HistoryCapped, journal.HistoryExpired)),
	} {
		r.till.past = append(r.till.past, v.Sale)
	}
	r.till.pageOf = 1
}

func settleRows(r *harness) string {
	var rows []string
	for _, row := range uitest.All[*uilist.SettleRow](r.shell.work.Screen().Object()) {
		rows = append(rows, strings.Trim(row.Spec().Title+": "+row.Spec().Told, ": "))
	}
	return strings.Join(rows, "\n")
}

// TestSettledTodayStandsBelowWhatMustBe, with what was settled before the program
// began and what is settled now; its sums are not those of what must be.
func TestSettledTodayStandsBelowWhatMustBe(t *testing.T) {
	r := newHarness(t, unsettled, settledEarlier)
	r.shell.openSettle()
	r.says("To settle, 4", "212 .250", "Settled today, 2")
	r.saysNot("#29", "#28", "#27", "#30")
	r.picture("settle-done-folded")
	r.notice(sale(31, of(40000), version(9), capped, state(core.StateExpired), func(v *journal.View) {
		v.History = []journal.HistoryEvent{{At: noon.Add(-time.Hour), Code: journal.HistoryCapped}, {At: noon, Code: journal.HistoryExpired}}
	}))
	r.says("To settle, 3", "172 .250", "Settled today, 3")
	r.keys(fyne.KeyDown, fyne.KeyDown, fyne.KeyDown)
	if got, want := settleRows(r), "Not known, #34: Last answer: being processed\nLate money, #25: Paid after you set it aside\nOwed back, #38 and #37: Paid twice, the bank returns one\n"+
		"Settled today, 3\nExpired, #31: The bank answered at 14:31\nPaid, #29: The bank answered at 12:31\nResolved outside, #28: Resolved by Huda at 11:31"; got != want {
		t.Errorf("the rows are\n%s", got)
	}
	for _, row := range uitest.All[*uilist.SettleRow](r.shell.work.Screen().Object()) {
		if !row.Spec().Practice && row.Spec().Icon == "" {
			t.Errorf("%s wears live's colours", row.Spec().Title)
		}
	}
	r.says("172 .250", "To settle, 3")
	r.saysNot("Text for the bank", "Copy the text", "Open #31")
	r.picture("settle-done")
	asked := len(r.till.asked)
	r.keys(fyne.KeyF5)
	r.asked(r.till.asked[:asked]...)
	r.keys(fyne.KeyReturn)
	r.says("What happened with order")
	r.keys(fyne.KeyEscape)
	r.says("To settle, 3")
}

// TestNothingToSettleStillTellsOfToday; another day begins with nothing.
func TestNothingToSettleStillTellsOfToday(t *testing.T) {
	r := newHarness(t, settledEarlier)
	r.shell.openSettle()
	r.says("Nothing to settle.", "Settled today, 2", "New sale")
	r.picture("settle-done-alone")
	r.pressed("Settled today, 2")
	r.says("Paid, #29", "Resolved outside, #28", "To settle, 0")
	r.picture("settle-done-open")
	test.Tap(uitest.All[*uilist.SettleRow](r.shell.work.Screen().Object())[0])
	r.says("Nothing to settle.")
	r.saysNot("#29")
	r.pass(24 * time.Hour)
	r.saysNot("Settled today")
}

// TestSettledTodayHasWhatIsBookedAhead: the clock was put back behind the books.
func TestSettledTodayHasWhatIsBookedAhead(t *testing.T) {
	r := newHarness(t, settledEarlier, func(r *harness, _ *Options) {
		ahead := r.till.past[1]
		ahead.ID = journal.NewSaleID("20261220", 1)
		r.till.past = append([]journal.Sale{ahead}, r.till.past...)
	})
	r.shell.openSettle()
	r.says("Settled today, 3")
}

// TestSettledTodayNeedsAHistory: without a history there is nowhere to
// lead to.
func TestSettledTodayNeedsAHistory(t *testing.T) {
	r := newHarness(t, unsettled, settledEarlier, func(_ *harness, o *Options) { o.Receipts = nil })
	r.shell.openSettle()
	r.says("To settle, 4")
	r.saysNot("Settled today")
}

// TestTheRowThatIsLookedAtIsInSight, by keys down to the end and up again, and where
// what was settled today is unfolded below the edge.
func TestTheRowThatIsLookedAtIsInSight(t *testing.T) {
	r := newHarness(t, unsettled, settledEarlier)
	r.win.Resize(fyne.NewSize(1024, 640))
	r.pass(0)
	r.shell.openSettle()
	inSight := func(title string) {
		t.Helper()
		of := fyne.CurrentApp().Driver().AbsolutePositionForObject
		list := uitest.All[*container.Scroll](r.shell.work.Screen().Object())[0]
		for _, row := range uitest.All[*uilist.SettleRow](list) {
			if row.Spec().Title != title {
				continue
			}
			if top, from := of(row).Y, of(list).Y; top < from || top+row.Size().Height > from+list.Size().Height {
				t.Errorf("%s stands at %v, the list from %v to %v", title, top, from, from+list.Size().Height)
			}
			return
		}
		t.Errorf("there is no %s", title)
	}
	all := []string{"Not known, #34", "Not known, #31", "Late money, #25", "Owed back, #38 and #37", "Paid, #29", "Resolved outside, #28"}
	for _, title := range all[1:] {
		r.keys(fyne.KeyDown)
		inSight(title)
	}
	for i := len(all) - 2; i >= 0; i-- {
		r.keys(fyne.KeyUp)
		inSight(all[i])
	}
	for range 2 { // folded, and unfolded again
		for _, row := range uitest.All[*uilist.SettleRow](r.shell.work.Screen().Object()) {
			if row.Spec().Title == "Settled today, 2" {
				test.Tap(row)
			}
		}
	}
	inSight("Paid, #29")
}
