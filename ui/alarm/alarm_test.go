package alarm

import (
	"slices"
	"strings"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/screen"
	"sanduq/ui/words"
)

var noon = time.Date(2026, 11, 20, 14, 31, 12, 0, time.UTC)

func env() screen.Env {
	return screen.Env{Words: words.MustLoad(words.English), Zone: time.UTC}
}

func sale(n int, change func(*journal.View)) journal.View {
	v := journal.View{Sale: journal.Sale{ID: journal.NewSaleID("20261120", n), Version: 1, Amount: money.Amount{Minor: 12500, Currency: "LYD"},
		Step: journal.StepSession, Session: core.PaymentSession{State: core.StateWaitingPayment}}}
	change(&v)
	return v
}

func late(v *journal.View) {
	v.SetAside, v.Session.State, v.ReceiptSeq, v.SettledAt = &journal.Decision{At: noon}, core.StateSuccess, 412, noon
}

func twiceWith(id journal.SaleID) func(*journal.View) {
	return func(v *journal.View) {
		v.Session.State, v.ReceiptSeq, v.SettledAt, v.PaidTwiceWith = core.StateSuccess, 413, noon, id
	}
}

func conflict(v *journal.View) { v.Session.Conflict = "amount" }

// everything is wrong at once.
func everything() State {
	return State{Now: noon, StoreFault: &journal.StoreFault{Code: "diskFull"}, Damage: "receipts",
		Recovery: &journal.Recovery{Freeze: journal.Freeze{Cause: journal.FreezeRestored}, Open: 3}, Backup: &Backup{Since: noon, Code: "STORE_FULL"},
		Failure: &journal.Error{Code: journal.CodeDiskFull}, Link: journal.Link{Down: true, Since: noon, LastAnswer: noon, Offset: time.Hour}, Opening: true, Settings: true,
		Sales: []journal.View{sale(9, conflict), sale(10, late), sale(13, twiceWith("20261120-000012")), sale(12, twiceWith("20261120-000013"))}}
}

func TestQuietWhenNothingIsWrong(t *testing.T) {
	if all := List(env(), State{Now: noon, Sales: []journal.View{sale(1, func(*journal.View) {})}, Opening: true}); len(all) != 0 {
		t.Errorf("said %+v", all)
	}
}

// afterCash is a sale whose money came after somebody set it aside as paid in cash.
func afterCash(v *journal.View) {
	late(v)
	v.OwedSince = noon
}

// TestMoneyAfterCashIsSaidToBeOwedBack, on the screen and off it, until somebody
// takes note of it.
func TestMoneyAfterCashIsSaidToBeOwedBack(t *testing.T) {
	s := State{Sales: []journal.View{sale(10, afterCash)}, Shown: "20261120-000010"}
	all := List(env(), s)
	if len(all) != 1 || all[0].Fact != "Bank money after cash: #10, 12.500 LYD." || !strings.Contains(all[0].Then, "owed back") || all[0].Action != Read {
		t.Errorf("said %+v", all)
	}
	s.Sales[0].LateAlertRead = noon
	if all = List(env(), s); len(all) != 0 {
		t.Errorf("after somebody took note of it: %+v", all)
	}
}

// TestTheOrderOfAlarms: what stands in the way of every sale goes before what
// concerns one, and the clock before the network, whatever the order of sales.
func TestTheOrderOfAlarms(t *testing.T) {
	e := env()
	want := []string{e.Words.T("banner.diskFull"), e.Words.T("damage.receipts"), e.Words.T("frozen.fact.restored"),
		"No backup has worked since", "PAID TWICE: #12 and #13.", "Late money: #10", "#9", e.Words.T("banner.failed"),
		e.Words.T("banner.clock", "till", "14:31", "bank", "15:31"), "The bank does not answer."}
	s := everything()
	for range 2 {
		all := List(e, s)
		if len(all) != len(want) {
			t.Fatalf("%d alarms, want %d: %+v", len(all), len(want), all)
		}
		for i, a := range all {
			if !strings.Contains(a.Fact, want[i]) || a.Then == "" || strings.Contains(a.Fact+a.Then+a.Button, "⟨") || (a.Action == None) != (a.Button == "") {
				t.Errorf("%d is %+v, want %q", i, a, want[i])
			}
		}
		slices.Reverse(s.Sales)
	}
}

func TestWhatItsButtonDoes(t *testing.T) {
	e := env()
	for name, c := range map[string]struct {
		state State
		want  Action
		sale  journal.SaleID
	}{
		"nothing can be done about the disk":     {State{StoreFault: &journal.StoreFault{Code: "diskFull"}}, None, ""},
		"the bank is still asked":                {State{Recovery: &journal.Recovery{Freeze: journal.Freeze{Cause: journal.FreezeRestored}, Open: 3, Waiting: []journal.SaleID{"20261120-000001"}}}, None, ""},
		"a manager may go on":                    {State{Recovery: &journal.Recovery{Freeze: journal.Freeze{Cause: journal.FreezeRestored}, Open: 3}}, Confirm, ""},
		"backups in the settings":                {State{Backup: &Backup{Since: noon, Code: "x"}, Settings: true}, OpenSettings, ""},
		"backups, from the settings":             {State{Backup: &Backup{Since: noon, Code: "x"}}, None, ""},
		"paid twice, elsewhere":                  {State{Sales: []journal.View{sale(12, twiceWith("20261120-000013"))}}, OpenSale, "20261120-000012"},
		"paid twice, on the screen":              {State{Sales: []journal.View{sale(12, twiceWith("20261120-000013"))}, Shown: "20261120-000012"}, Read, "20261120-000012"},
		"paid twice, to anyone who may close it": {State{Owed: true, Sales: []journal.View{sale(12, twiceWith("20261120-000013"))}}, OpenOwed, "20261120-000012"},
		"paid twice, seen by anyone who may":     {State{Owed: true, Sales: []journal.View{sale(12, twiceWith("20261120-000013"))}, Shown: "20261120-000012"}, Read, "20261120-000012"},
		"late money":                             {State{Sales: []journal.View{sale(10, late)}}, OpenSale, "20261120-000010"},
		"money after cash":                       {State{Sales: []journal.View{sale(10, afterCash)}}, OpenSale, "20261120-000010"},
		"after cash, to anyone who may close it": {State{Owed: true, Sales: []journal.View{sale(10, afterCash)}}, OpenOwed, "20261120-000010"},
		"a conflict":                             {State{Sales: []journal.View{sale(9, conflict)}}, OpenSale, "20261120-000009"},
	} {
		all := List(e, c.state)
		if len(all) != 1 || all[0].Action != c.want || all[0].Sale != c.sale {
			t.Errorf("%s: %+v", name, all)
		}
	}
}

// TestASalePaidInTwoWaysIsSaid: one payment was debited by both of its legs.
func TestASalePaidInTwoWaysIsSaid(t *testing.T) {
	s := State{Sales: []journal.View{sale(12, twiceWith("20261120-000012"))}}
	all := List(env(), s)
	if len(all) != 1 || all[0].Fact != "PAID TWICE: #12, in two ways." || all[0].Action != OpenSale {
		t.Errorf("said %+v", all)
	}
	s.Shown = "20261120-000012"
	if all = List(env(), s); len(all) != 1 || all[0].Action != Read {
		t.Errorf("said on its own screen: %+v", all)
	}
}

func TestWhatIsOnTheScreenIsNotSaidAbove(t *testing.T) {
	for name, s := range map[string]State{
		"late money":        {Sales: []journal.View{sale(10, late)}, Shown: "20261120-000010"},
		"a conflict":        {Sales: []journal.View{sale(10, conflict)}, Shown: "20261120-000010"},
		"silence at a sale": {Link: journal.Link{Down: true}, Shown: "20261120-000010"},
	} {
		if all := List(env(), s); len(all) != 0 {
			t.Errorf("%s: %+v", name, all)
		}
	}
}

func TestSilenceWithoutANetworkIsItsOwnSentence(t *testing.T) {
	s := State{Link: journal.Link{Down: true}, Opening: true}
	heard := List(env(), s)
	s.Offline = true
	alone := List(env(), s)
	if len(heard) != 1 || len(alone) != 1 || heard[0].Fact == alone[0].Fact || strings.Contains(alone[0].Fact, "14:31") {
		t.Errorf("%+v and %+v", heard, alone)
	}
}

// TestTheTillsOwnErrorIsSaid in each language, and is no fault of the disk.
func TestTheTillsOwnErrorIsSaid(t *testing.T) {
	for _, lang := range words.Languages() {
		e := env()
		e.Words = words.MustLoad(lang)
		all := List(e, State{StoreFault: &journal.StoreFault{Code: string(journal.CodeOwnError)}})
		if len(all) != 1 || all[0].Fact != e.Words.T("banner.ownError") || all[0].Then != e.Words.T("banner.ownError.do") || all[0].Button != "" {
			t.Errorf("%s: %+v", lang, all)
		}
	}
}
