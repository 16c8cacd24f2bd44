package settle

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/harness"
	"sanduq/ui/words"
)

// TestMoneyAfterCashIsOwedBack: its order was paid in cash too.
func TestMoneyAfterCashIsOwedBack(t *testing.T) {
	r := harness.New(t)
	v := harness.Sale(harness.Paid, func(v *journal.View) {
		v.SetAside, v.OwedSince = &journal.Decision{At: harness.Noon, Reason: journal.AsidePaidCash}, harness.Noon
	})
	if Why(v) != Owed || !strings.Contains(summary(r.Env, v), "recorded as cash") {
		t.Errorf("to settle: %v, %s", Why(v), summary(r.Env, v))
	}
}

// TestAQRIsPaidFromNoAccount: one was validated first, and its code did not pay.
func TestAQRIsPaidFromNoAccount(t *testing.T) {
	r := harness.New(t)
	for route, want := range map[core.Route]string{core.RouteQR: r.Env.Words.T("receipts.route.qr"), core.RouteAccount: "First Practice Bank •••• 4417"} {
		v := harness.Sale(harness.Paid, func(v *journal.View) {
			v.Route, v.Institution, v.Session.MaskedAccount = route, "First Practice Bank", "•••• 4417"
		})
		if got := paidFrom(r.Env, v); got != want {
			t.Errorf("%s: from %q, want %q", route, got, want)
		}
		letter := forTheBank(r.Env, journal.Settings{Shop: "Al Noor Market", Till: "2"}, v)
		if named := strings.Contains(letter, "4417") || strings.Contains(letter, "First Practice Bank"); named != (route == core.RouteAccount) {
			t.Errorf("%s: the bank is asked %q", route, letter)
		}
	}
}

// TestAClockThatIsPutBackHidesNoManager: a sale from a year ahead is not young for a year.
func TestAClockThatIsPutBackHidesNoManager(t *testing.T) {
	r := harness.New(t)
	v := harness.Sale(harness.Unanswered, func(v *journal.View) { v.CreatedAt = harness.Noon.AddDate(1, 0, 0) })
	if got := (steps{env: r.Env}).next(v).label; got != r.Env.Words.T("manager.give") {
		t.Errorf("what to do about it: %q", got)
	}
}

// TestLateMoneySaysWhatWasSaidBefore: nobody set aside a sale that expired.
func TestLateMoneySaysWhatWasSaidBefore(t *testing.T) {
	r := harness.New(t)
	aside := func(v *journal.View) { v.SetAside = &journal.Decision{At: harness.Noon} }
	for want, change := range map[string]func(*journal.View){
		"Paid after the till showed another result": func(*journal.View) {},
		"Paid after you set it aside":               aside,
	} {
		v := harness.Sale(harness.Paid, func(v *journal.View) { v.Session.Late = true }, change)
		if got := summary(r.Env, v); Why(v) != Late || got != want {
			t.Errorf("%v, %q, want %q", Why(v), got, want)
		}
	}
}

// TestNoStepIsTakenForAnotherSale, nor another step of the same: what a finger comes down on
// is what stood there when it began to.
func TestNoStepIsTakenForAnotherSale(t *testing.T) {
	twice := func(v *journal.View) { v.PaidTwiceWith = "20261120-000001" }
	paid := func(id journal.SaleID, at time.Duration) journal.View {
		return harness.Sale(harness.Paid, twice, func(v *journal.View) { v.ID, v.CreatedAt = id, harness.Noon.Add(at) })
	}
	silent := harness.Sale(harness.Unanswered, func(v *journal.View) { v.ID, v.CreatedAt = "20261120-000010", harness.Noon })
	ten, nine := paid("20261120-000010", 0), paid("20261120-000009", -time.Hour)
	for name, c := range map[string]struct {
		before, after []journal.View
		tap           func(*Settle)
		want          string // once it has stood there for a while
	}{
		"a row above":     {[]journal.View{ten, nine}, []journal.View{paid("20261120-000011", time.Second), ten, nine}, func(s *Settle) { s.buttons[0].Tapped(nil) }, "read #11"},
		"a row goes":      {[]journal.View{ten, nine}, []journal.View{nine}, func(s *Settle) { s.buttons[0].Tapped(nil) }, "read #9"},
		"its own changes": {[]journal.View{silent, nine}, []journal.View{ten, nine}, func(s *Settle) { s.primary.Tapped(nil) }, "read #10"},
		"Enter":           {[]journal.View{silent, nine}, []journal.View{ten, nine}, func(s *Settle) { s.Press(harness.Name(fyne.KeyReturn)) }, "read #10"},
	} {
		t.Run(name, func(t *testing.T) {
			r := harness.New(t)
			all, at := c.before, c.before[0].ID
			s := New(r.Env, Deps{Till: r.Till, Shop: r.Set, Failed: func(error) {}}, Shell{Sales: func() []journal.View { return slices.Clone(all) },
				Settled: func() []journal.View { return nil }, At: &at, MayOwed: func() bool { return false }, Open: func(journal.SaleID) {}})
			r.Window(s)
			r.Now = r.Now.Add(10 * time.Second)
			s.Refresh()
			all = c.after
			s.Refresh()
			c.tap(s)
			r.Asked()
			s.Refresh() // every second
			r.Now = r.Now.Add(time.Second)
			c.tap(s)
			r.Asked(c.want)
		})
	}
}

// TestAnotherCurrencyIsNamed where the shop's own stands beside it without a name: the shop had another one before.
func TestAnotherCurrencyIsNamed(t *testing.T) {
	r := harness.New(t)
	r.Shop.Currency = "LYD"
	euros := money.Amount{Minor: 10_000, Currency: "EUR"}
	own := harness.Sale(harness.Unanswered)
	other := harness.Sale(harness.Unanswered, func(v *journal.View) { v.ID, v.Amount = "20261120-000099", euros })
	at := own.ID
	s := New(r.Env, Deps{Till: r.Till, Shop: r.Set, Failed: func(error) {}}, Shell{Sales: func() []journal.View { return []journal.View{own, other} },
		Settled: func() []journal.View { return nil }, Owing: func() []journal.Debt { return []journal.Debt{{Amount: euros}} }, At: &at, MayOwed: func() bool { return false }})
	r.Window(s)
	if said := strings.ReplaceAll(words.Plain(uitest.Words(s.Object())), " .", "."); strings.Count(said, "100.00 EUR") != 2 || strings.Count(said, "100.00") != 2 {
		t.Errorf("it says %s", said)
	}
	s.shell.Sales = func() []journal.View { return nil }
	s.Refresh()
	if said := words.Plain(s.nothing.Text()); !strings.Contains(said, "100.00 EUR") {
		t.Errorf("it says %s", said)
	}
}
