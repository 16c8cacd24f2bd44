package ui

import (
	"errors"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core/journal"
	"sanduq/ui/shell/banner"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/uitest"
)

func TestOneBannerAtATime(t *testing.T) {
	r := newHarness(t, shopFloor)
	r.saysNot("The bank does not answer.")
	r.shell.feed.Notice(journal.Notice{Kind: journal.NoticeLink, Link: journal.Link{Down: true, Since: noon}})
	r.says("The bank does not answer.", "New payments may not open.")
	r.notice(sale(10, of(15250), aside, version(2), paid))
	r.says("Late money: #10 is paid now.", "15.250 LYD came at 14:31, after you set it aside.", "+1 more")
	r.shell.feed.Notice(journal.Notice{Kind: journal.NoticeStoreFault, StoreFault: &journal.StoreFault{Code: "diskFull"}})
	r.says("The till’s disk is full.", "+2 more")
	r.saysNot("Late money")
	r.shell.banner.Next()
	r.says("Late money")
	r.shell.banner.Act()
	r.asked() // looking reads nothing
	r.says("Paid late")
	r.shell.feed.Notice(journal.Notice{Kind: journal.NoticeStoreFault})
	r.saysNot("disk is full")
}

func TestUnknownTroubleIsTroubleOfTheStore(t *testing.T) {
	r := newHarness(t)
	r.shell.feed.Notice(journal.Notice{Kind: journal.NoticeStoreFault, StoreFault: &journal.StoreFault{Code: "other", Err: errors.New("secret")}})
	r.says("The till could not write to its disk.")
	r.saysNot("secret")
}

func TestARefusalOfTheTillIsSaidForAWhile(t *testing.T) {
	r := newHarness(t)
	r.till.err = &journal.Error{Code: journal.CodeDiskFull}
	r.charge()
	r.says("That did not work.", "The disk is full.", "How does the customer pay?")
	r.pass(banner.FailTime)
	r.saysNot("That did not work.")
	r.till.err = nil
	r.keys(fyne.KeyReturn)
	r.says("Opening the payment…")
}

func TestPaidTwiceIsSaidWhateverIsShown(t *testing.T) {
	r := newHarness(t)
	r.charge()
	r.notice(sale(12, version(2)))
	r.notice(sale(12, version(4), aside, paid, func(v *journal.View) { v.PaidTwiceWith = "20261120-000013" }))
	r.says("PAID TWICE: #12 and #13.", "Call the manager.", "PRACTICE Paid")
	r.shell.newSale()
	r.says("PAID TWICE: #12 and #13.", "Open #12")
	r.saysNot("Late money")
	r.pass(time.Second)
	r.shell.banner.Act()
	r.says("PRACTICE Paid")
	r.shell.banner.Act() // the second of two taps reads no alarm
	r.asked("charge 12.500 qr")
	r.pass(time.Second)
	r.shell.banner.Act()
	r.asked("charge 12.500 qr", "read #12")
	r.notice(sale(12, version(6), aside, paid, func(v *journal.View) { v.PaidTwiceWith, v.LateAlertRead = "20261120-000013", noon }))
	r.saysNot("PAID TWICE")
}

func TestAPairPaidTwiceIsOneBanner(t *testing.T) {
	r := newHarness(t)
	pair := func(with journal.SaleID) func(*journal.View) {
		return func(v *journal.View) { v.PaidTwiceWith = with }
	}
	r.notice(sale(12, version(2), paid, pair("20261120-000013")))
	r.notice(sale(13, version(2), paid, pair("20261120-000012")))
	r.says("PAID TWICE: #12 and #13.", "Money is owed back, through the bank. Call the manager.")
	r.saysNot("more")
}

func TestTheWeightiestBannerComesFirstHoweverFarOnesHaveBeenTurned(t *testing.T) {
	r := newHarness(t)
	r.notice(sale(10, aside, version(2), paid))
	r.shell.feed.Notice(journal.Notice{Kind: journal.NoticeLink, Link: journal.Link{Down: true, Since: noon}})
	r.shell.banner.Next()
	r.says("The bank does not answer.")
	r.notice(sale(9, capped, version(2), func(v *journal.View) { v.Session.Conflict = "amount" }))
	r.says("does not match") // weightier than what was turned to
	r.notice(sale(8, version(2), paid, func(v *journal.View) { v.PaidTwiceWith = "20261120-000007" }))
	r.says("PAID TWICE: #7 and #8.", "+3 more")
	want := []string{"PAID TWICE", "Late money", "does not match", "The bank does not answer."}
	for _, w := range append(want, want[0]) {
		r.says(w)
		r.shell.banner.Next()
	}
}

func TestLateMoneyStaysSaidUntilItIsRead(t *testing.T) {
	r := newHarness(t)
	late := func(n uint64, change ...func(*journal.View)) journal.View {
		return sale(10, append([]func(*journal.View){aside, version(n), paid}, change...)...)
	}
	r.notice(late(2))
	r.notice(late(3, func(v *journal.View) { v.AcknowledgedAt = noon }))
	r.says("Late money: #10 is paid now.")
	r.notice(late(4, func(v *journal.View) { v.AcknowledgedAt, v.LateAlertRead = noon, noon }))
	r.saysNot("Late money")
	if got := r.standing(); got != "" {
		t.Errorf("on the sidebar stand %s", got)
	}
}

// TestABannerTakesNoRoomOfTheWork: it stands in the top bar, before the first of
// its tools.
func TestABannerTakesNoRoomOfTheWork(t *testing.T) {
	r := newHarness(t)
	r.charge()
	_, under := edges(r.shell.bar.Object())
	r.notice(sale(12, version(4), aside, paid, func(v *journal.View) { v.PaidTwiceWith = "20261120-000013" }))
	shown := r.banner()
	if head, foot := edges(shown); foot > under || head >= foot || shown.Size().Width < 400 {
		t.Errorf("the banner is %.0f wide, at %.0f to %.0f; the bar ends at %.0f", shown.Size().Width, head, foot, under)
	}
	if head, _ := edges(uitest.All[*layout.Stage](r.shell.work.Object())[0]); head != under {
		t.Errorf("the work begins at %.0f, the bar ends at %.0f", head, under)
	}
}

// TestABannerThatHasNoRoomIsReadWhole: a tap shows what to do and every button.
func TestABannerThatHasNoRoomIsReadWhole(t *testing.T) {
	r := newHarness(t, shopFloor, everything)
	r.wear(dress{size: fyne.NewSize(1024, 640), text: 2})
	r.notice(sale(10, of(15250), aside, version(2), paid))
	r.shell.feed.Notice(journal.Notice{Kind: journal.NoticeStoreFault, StoreFault: &journal.StoreFault{Code: "diskFull"}})
	r.says("disk is full")
	r.saysNot("Make room on it.", "+1 more")
	test.Tap(r.banner())
	r.says("Make room on it.", "call the manager", "+1 more")
	r.pressed("+1 more")
	r.says("Late money: #10 is paid now.", "15.250 LYD came at 14:31, after you set it aside.", "Open #10")
	r.pressed("Open #10")
	r.asked()
	r.says("Paid late")
	if r.shell.decisions.Card() != nil {
		t.Error("the card stays")
	}
}

func TestNoNetworkAndASilentBankAreToldApart(t *testing.T) {
	network := true
	r := newHarness(t, func(_ *harness, o *Options) { o.Health = fakeHealth{network: func() bool { return network }} })
	silent := journal.Notice{Kind: journal.NoticeLink, Link: journal.Link{Down: true, Since: noon, LastAnswer: noon.Add(-2 * time.Minute)}}
	r.shell.feed.Notice(silent)
	r.says("The bank does not answer. Last answer 14:29.", "New payments may not open.")
	network = false
	r.pass(time.Second)
	r.says("No network. Last answer 14:29.", "Check the cable")
	r.saysNot("The bank does not answer")
	silent.Link.LastAnswer = time.Time{}
	r.shell.feed.Notice(silent)
	r.says("No network.")
	r.saysNot("Last answer")
	r.shell.feed.Notice(journal.Notice{Kind: journal.NoticeLink, Link: journal.Link{LastAnswer: noon}})
	r.saysNot("No network")
}
