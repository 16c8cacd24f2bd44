package ui

import (
	"testing"

	"sanduq/core/journal"
	"sanduq/ui/cashier"
)

func TestWhereTheSettingsLeadBackTo(t *testing.T) {
	one := place{spot: spotSale, sale: "20261120-000012"}
	for _, c := range []struct {
		name    string
		before  place
		opening bool
		want    place
	}{
		{"a start", place{}, false, place{spot: spotAmount}},
		{"a sale", one, false, one},
		{"receipts", place{spot: spotReceipts}, false, place{spot: spotReceipts}},
		{"the ways to pay", place{spot: spotRoutes}, false, place{spot: spotRoutes}},
		{"the ways to pay of a payment that opens", place{spot: spotRoutes}, true, place{spot: spotAmount}},
		{"the settings themselves", place{spot: spotSettings}, false, place{spot: spotAmount}},
	} {
		n := newNavigation()
		n.before = c.before
		if got := n.leave(c.opening); got != c.want {
			t.Errorf("from %s back to %v, want %v", c.name, got, c.want)
		}
	}
}

func TestATillBeginsAtTheAmountAndShowsNoSale(t *testing.T) {
	n := newNavigation()
	if !n.selling() || n.shows("") || n.shows("20261120-000012") {
		t.Errorf("it begins at %v", n.at)
	}
	v := sale(12)
	n.moved(place{spot: spotSale, sale: v.ID}, v)
	if n.selling() || !n.shows(v.ID) || n.shows("20261120-000013") || n.view.ID != v.ID {
		t.Errorf("at %v with %s", n.at, n.view.ID)
	}
	n.moved(place{spot: spotReceipts}, journal.View{})
	if n.selling() || n.shows(v.ID) || n.shows("") {
		t.Errorf("at %v a sale is on the screen", n.at)
	}
}

// TestWhatIsLaidOverASale walks through what a sale demands while a form lies
// over it: what is shown at each step, and when the screen is another one.
func TestWhatIsLaidOverASale(t *testing.T) {
	type step struct {
		does func(*journal.View)
		lay  cashier.Kind
		want cashier.Kind
	}
	nothing := func(*journal.View) {}
	for name, steps := range map[string][]step{
		"the account over a QR, then paid": {{nothing, "", cashier.KindQR}, {nothing, cashier.KindAccount, cashier.KindAccount},
			{version(2), "", cashier.KindAccount}, {paid, "", cashier.KindPaid}, {nothing, "", cashier.KindPaid}},
		"the account corrected over a code": {{coded, "", cashier.KindCode}, {nothing, cashier.KindAccount, cashier.KindAccount},
			{nothing, "", cashier.KindAccount}, {entry, "", cashier.KindAccount}, {func(v *journal.View) { v.Step = journal.StepSession; coded(v) }, "", cashier.KindCode}},
		"the code again when the bank took no other account": {{coded, "", cashier.KindCode}, {nothing, cashier.KindAccount, cashier.KindAccount},
			{refused("validateAccount", "INVALID_ACCOUNT"), "", cashier.KindAccount}},
	} {
		n, v := newNavigation(), sale(12)
		n.moved(place{spot: spotSale, sale: v.ID}, v)
		for i, s := range steps {
			before := n.kind
			s.does(&v)
			n.view = v
			if s.lay != "" {
				n.lay(v, s.lay, noon)
			}
			if turned := n.turn(noon); n.kind != s.want || turned != (n.kind != before) {
				t.Errorf("%s: step %d shows %s, want %s; another screen: %v", name, i, n.kind, s.want, turned)
			}
		}
		n.lay(v, "", noon)
		if len(n.over) > 0 {
			t.Errorf("%s: something still lies over the sale", name)
		}
	}
}
