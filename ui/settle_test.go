package ui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/shell/navigation"
	"sanduq/ui/toolkit/list"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/words"
)

// unsettled leaves two sales that nobody knows of, one of which is old, money that
// came late, and an order that was paid twice.
func unsettled(r *harness, _ *Options) {
	told := func(v *journal.View) {
		v.Session.PaymentID, v.Session.MaskedAccount, v.Institution = "PAY-5D3R8K1B", "•••• 7120", "Harbour Bank"
		v.History = []journal.HistoryEvent{{At: noon.Add(-24 * time.Minute), Code: journal.HistoryCharged}, {At: noon.Add(-23 * time.Minute), Code: journal.HistoryCodeSent},
			{At: noon.Add(-22 * time.Minute), Code: journal.HistoryCodeTaken}}
		v.Live = journal.LiveStatus{Asked: 12, LastAnswer: noon.Add(-time.Minute), LastWord: "PROCESSING"}
	}
	old := func(ago time.Duration) func(*journal.View) {
		return func(v *journal.View) { v.CreatedAt = noon.Add(-ago) }
	}
	r.till.sales = []journal.View{
		sale(34, of(32000), capped, state(core.StateWaitingPayment), old(24*time.Minute), told),
		sale(31, of(40000), capped, old(40*time.Minute), func(v *journal.View) { v.Live = journal.LiveStatus{Asked: 41} }),
		sale(36, of(7250), state(core.StateWaitingPayment)),
		sale(25, of(15250), aside, paid, old(25*time.Hour), func(v *journal.View) { v.Session.Late = true }),
		sale(38, of(125000), aside, paid, old(49*time.Hour), func(v *journal.View) { v.PaidTwiceWith = "20261120-000037" }),
	}
}

// TestWhatMustBeSettled: each kind with what is known of it and its one next step,
// the newest first, and sums that are those of the rows.
func TestWhatMustBeSettled(t *testing.T) {
	r := newHarness(t, unsettled)
	test.Tap(r.settling())
	r.says("To settle", "Nothing here marks a sale as paid.", "To settle, 4", "212 .250", "Not known, 2", "72.000", "Late money, 1", "15.250", "Owed back, 1", "125.000")
	var rows []string
	for _, row := range uitest.All[*list.SettleRow](r.shell.work.Screen().Object()) {
		rows = append(rows, row.Spec().Title+": "+row.Spec().Told+", "+row.Spec().Age)
	}
	if got, want := strings.Join(rows, "\n"), "Not known, #34: Last answer: being processed, 24 min\nNot known, #31: Asked 41 times, no answer, 40 min\n"+
		"Late money, #25: Paid after you set it aside, 1 day\nOwed back, #38 and #37: Paid twice, the bank returns one, 2 days"; got != want {
		t.Errorf("the rows are\n%s", got)
	}
	r.says("Code accepted by the bank", "PAY-5D3R8K1B", "•••• 7120", "Please tell us how this payment ended")
	r.saysNot("PAID TWICE") // the list says it
	r.picture("settle")
	r.keys(fyne.KeyReturn)
	r.asked("check #34")
	r.keys(fyne.KeyDown)
	r.says("Give to manager", "Open #31")
	r.keys(fyne.KeyReturn)
	r.asked("check #34", "manager #31 noAnswer")
	r.keys(fyne.KeyF5)
	r.asked("check #34", "manager #31 noAnswer", "check #31")
	r.keys(fyne.KeyDown) // late money is read on its own screen
	r.says("Open #25")
	r.keys(fyne.KeyDown, fyne.KeyReturn)
	r.asked("check #34", "manager #31 noAnswer", "check #31", "read #38")
	r.keys(fyne.KeyEscape)
	r.says("Charge")
}

// TestASettledSaleLeavesTheList: the next takes its place; anyone who has it with the
// manager may record how it ended; and at the end there is nothing.
func TestASettledSaleLeavesTheList(t *testing.T) {
	r := newHarness(t, unsettled)
	r.shell.openSettle()
	r.notice(sale(34, of(32000), version(9), state(core.StateFailed)))
	r.says("To settle, 3", "Open #31")
	r.notice(sale(31, of(40000), version(9), capped, func(v *journal.View) { v.WithManager = &journal.Decision{At: noon, Reason: pay.ReasonNoAnswer} }))
	r.says("With the manager since 14:31", "Record as resolved outside")
	r.pass(time.Second)
	r.keys(fyne.KeyReturn)
	if r.shell.decisions.Card() == nil {
		t.Error("nothing asks how it ended")
	}
	r.shell.decisions.Close()
	r.notice(sale(31, of(40000), version(10), state(core.StateExpired)))
	r.notice(sale(25, of(15250), version(9), aside, paid, func(v *journal.View) { v.Session.Late, v.LateAlertRead, v.AcknowledgedAt = true, noon, noon }))
	r.says("To settle, 1", "Owed back, #38 and #37", "Money of this payment is owed back to the customer.")
	r.saysNot("Please tell us how this payment ended")
	r.notice(sale(38, of(125000), version(9), aside, paid, func(v *journal.View) {
		v.PaidTwiceWith, v.LateAlertRead, v.AcknowledgedAt = "20261120-000037", noon, noon
	}))
	r.says("Nothing to settle.")
	r.picture("settle-nothing")
	r.keys(fyne.KeyReturn)
	r.says("Charge")
}

// TestOpenedFromTheListLeadsBack, as does all that happened with it; what is copied
// is the text that is shown.
func TestOpenedFromTheListLeadsBack(t *testing.T) {
	copied := ""
	r := newHarness(t, unsettled, rooms, func(r *harness, _ *Options) { r.env.Copy = func(text string) { copied = text } })
	r.shell.openSettle()
	r.keys(fyne.KeyDown)
	r.pressed("Open #31")
	if r.shell.nav.At.Sale != "20261120-000031" {
		t.Fatalf("at %+v", r.shell.nav.At)
	}
	r.keys(fyne.KeyEscape)
	r.says("To settle, 4", "Open #31")
	r.keys(fyne.KeyUp)
	r.pressed("Copy the text")
	if !strings.Contains(copied, "o34, PAY-5D3R8K1B") || !strings.Contains(copied, "32.000 LYD") || strings.Contains(words.Plain(copied), "\n") {
		t.Errorf("copied %q", copied)
	}
	for _, word := range strings.Fields(words.Plain(copied)) {
		r.says(word)
	}
	r.pressed("What happened")
	r.says("What happened with order TILL-261120-034")
	r.keys(fyne.KeyEscape)
	r.says("To settle, 4", "Open #34")
	if r.shell.nav.At.Location != navigation.Settle {
		t.Errorf("at %+v", r.shell.nav.At)
	}
}

// TestEveryEndTellsWhatHappened, and comes back to the end.
func TestEveryEndTellsWhatHappened(t *testing.T) {
	for name, end := range map[string]func(*journal.View){"paid": paid, "failed": state(core.StateFailed), "expired": state(core.StateExpired),
		"late": func(v *journal.View) { paid(v); v.Session.Late = true }} {
		r := newHarness(t, rooms)
		r.at(end)
		r.pass(time.Second)
		r.pressed("What happened")
		r.says("What happened with order TILL-261120-012")
		r.keys(fyne.KeyEscape)
		if r.shell.nav.At.Sale != "20261120-000012" || r.shell.nav.At.Location != navigation.Sale {
			t.Errorf("%s: back at %+v", name, r.shell.nav.At)
		}
		r.keys(fyne.KeyF4)
		r.saysNot("What happened with order")
	}
}

func walkSettle(r *harness, look func(*harness, string)) {
	r.shell.openSettle()
	look(r, "settle")
	for _, name := range []string{"settle-give", "settle-late", "settle-owed"} {
		r.keys(fyne.KeyDown)
		look(r, name)
	}
	r.keys(fyne.KeyDown)
	look(r, "settle-settled")
	for _, v := range r.till.sales {
		r.notice(journal.View{Sale: journal.Sale{ID: v.ID, Version: 99, Step: journal.StepNotSent, Amount: v.Amount, AcknowledgedAt: noon}})
	}
	look(r, "settle-settled-open")
	r.shell.openReceipts()
	r.shell.openSettle()
	look(r, "settle-settled-alone")
}

// TestWhatMustBeSettledIsReadWhole: what happened, to which sale, and what is known of it
// is never said in part, in the rows and beside them.
func TestWhatMustBeSettledIsReadWhole(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, text := range []float32{1, 1.5, 2} {
			r := newHarness(t, everything, unsettled, settledEarlier)
			r.wear(dress{size: fyne.NewSize(1024, 640), lang: lang, text: text})
			walkSettle(r, func(r *harness, page string) {
				name := fmt.Sprintf("whole-%s-%.0f-%s", lang, text*100, page)
				r.picture(name)
				for _, ink := range uitest.All[*canvas.Text](r.shell.work.Screen().Object()) {
					if ink.Visible() && strings.Contains(ink.Text, "…") {
						t.Errorf("%s: cut: %q", name, ink.Text)
					}
				}
				for _, b := range overflow.Faults(r.win.Canvas()) {
					t.Errorf("%s: %s", name, b)
				}
			})
		}
	}
}
