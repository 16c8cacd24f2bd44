package navigation

import (
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/cashier"
)

func TestWhereTheSettingsLeadBackTo(t *testing.T) {
	one := Place{Location: Sale, Sale: "20261120-000012"}
	for _, c := range []struct {
		name    string
		before  Place
		opening bool
		want    Place
	}{
		{"a start", Place{}, false, Place{Location: Amount}},
		{"a sale", one, false, one},
		{"receipts", Place{Location: Receipts}, false, Place{Location: Receipts}},
		{"the ways to pay", Place{Location: Routes}, false, Place{Location: Routes}},
		{"the ways to pay of a payment that opens", Place{Location: Routes}, true, Place{Location: Amount}},
		{"the settings themselves", Place{Location: Settings}, false, Place{Location: Amount}},
	} {
		n := New()
		n.before = c.before
		if got := n.BackFromSettings(c.opening); got != c.want {
			t.Errorf("from %s back to %v, want %v", c.name, got, c.want)
		}
	}
}

func TestATillBeginsAtTheAmountAndShowsNoSale(t *testing.T) {
	n := New()
	if !n.Selling() || n.Shows("") || n.Shows("20261120-000012") {
		t.Errorf("it begins at %v", n.At)
	}
	v := sale()
	n.Moved(Place{Location: Sale, Sale: v.ID}, v)
	if n.Selling() || !n.Shows(v.ID) || n.Shows("20261120-000013") || n.View.ID != v.ID {
		t.Errorf("at %v with %s", n.At, n.View.ID)
	}
	n.Moved(Place{Location: Receipts}, journal.View{})
	if n.Selling() || n.Shows(v.ID) || n.Shows("") {
		t.Errorf("at %v a sale is on the screen", n.At)
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
		"the account over a QR, then paid": {{nothing, "", cashier.KindQR}, {nothing, cashier.FormOf(core.RouteAccount), cashier.FormOf(core.RouteAccount)},
			{nothing, "", cashier.FormOf(core.RouteAccount)}, {paid, "", cashier.KindPaid}, {nothing, "", cashier.KindPaid}},
		"the account corrected over a code": {{coded, "", cashier.KindCode}, {nothing, cashier.FormOf(core.RouteAccount), cashier.FormOf(core.RouteAccount)},
			{nothing, "", cashier.FormOf(core.RouteAccount)}, {entry, "", cashier.FormOf(core.RouteAccount)}, {func(v *journal.View) { v.Step = journal.StepSession; coded(v) }, "", cashier.KindCode}},
		"the code again when the bank took no other account": {{coded, "", cashier.KindCode}, {nothing, cashier.FormOf(core.RouteAccount), cashier.FormOf(core.RouteAccount)},
			{refused, "", cashier.FormOf(core.RouteAccount)}},
	} {
		n, v := New(), sale()
		n.Moved(Place{Location: Sale, Sale: v.ID}, v)
		for i, s := range steps {
			before := n.Kind
			s.does(&v)
			n.View = v
			if s.lay != "" {
				n.Lay(v, s.lay, noon)
			}
			if turned := n.Decide(noon); n.Kind != s.want || turned != (n.Kind != before) {
				t.Errorf("%s: step %d shows %s, want %s; another screen: %v", name, i, n.Kind, s.want, turned)
			}
		}
		n.Lay(v, "", noon)
		if len(n.over) > 0 {
			t.Errorf("%s: something still lies over the sale", name)
		}
	}
}

var noon = time.Date(2026, 11, 20, 14, 31, 12, 0, time.UTC)

// sale has a QR on show.
func sale() journal.View {
	return journal.View{Sale: journal.Sale{ID: "20261120-000012", Version: 1, Step: journal.StepSession, Route: core.RouteQR,
		Session: core.PaymentSession{State: core.StateQRGenerated, Route: core.RouteQR, QRPayload: "00020101021226"}}}
}

func paid(v *journal.View) { v.Session.State, v.ReceiptSeq, v.SettledAt = core.StateSuccess, 412, noon }

func entry(v *journal.View) {
	v.Step, v.Route, v.Session, v.Live = journal.StepCreated, core.RouteAccount, core.PaymentSession{PaymentID: "p", State: core.StatePending}, journal.LiveStatus{}
}

func coded(v *journal.View) {
	v.Route, v.Live = core.RouteAccount, journal.LiveStatus{}
	v.Session.State, v.Session.Route, v.Session.UpdatedAt = core.StateOTPRequired, core.RouteAccount, noon
}

func refused(v *journal.View) {
	v.Refusal = &journal.Refusal{Operation: core.OpValidateAccount, Code: "INVALID_ACCOUNT", At: noon}
}
