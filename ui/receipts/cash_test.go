package receipts

import (
	"context"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/receipt"
	"sanduq/ui/present"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// cashHistory is a history of a shop that takes cash.
type cashHistory struct{ *fakeHistory }

func (h cashHistory) Settings() journal.Settings {
	s := h.fakeHistory.Settings()
	s.Cash = true
	return s
}

func (h cashHistory) CashReceipt(_ context.Context, seq uint64) (journal.CashReceipt, error) {
	for _, s := range h.sales {
		if s.CashSeq == seq {
			return journal.CashReceipt{Seq: seq, SaleID: s.ID, Amount: s.Amount, Given: 50000, Rounding: -1, TakenAt: s.CreatedAt, Shop: "Al Noor Market",
				Place: "Tripoli", Till: "2", Cashier: "Samira", Environment: core.Sandbox}, nil
		}
	}
	return journal.CashReceipt{}, journal.ErrNotFound
}

// takeCash puts a sale in cash on top.
func (h *fakeHistory) takeCash(number int, clock string, seq uint64, minor int64) *journal.Sale {
	s := h.add(number, clock, journal.StatusChoosing, journal.RouteCash, minor)
	s.Step, s.CashSeq, s.Session, s.ReceiptSeq, s.History = journal.StepCash, seq, core.PaymentSession{}, 0, nil
	s.Cashier = "Samira"
	return s
}

// TestCashStandsBesideWhatWasPaid: its figure is one of its own, its row says
// cash and nothing of a bank, and its slip is the cash receipt's.
func TestCashStandsBesideWhatWasPaid(t *testing.T) {
	r := newHarness(t, friday20())
	r.history.takeCash(13, "14:32", 15, 42501)
	r.deps.History = cashHistory{r.history}
	r.show()
	uitest.Picture(t, r.window, "cash-list")
	said := map[string]bool{}
	walk(r.screen.Object(), func(s string) { said[s] = true })
	for _, want := range []string{"Cash, 1", "Cash"} {
		if !said[want] {
			t.Errorf("the list does not say %q", want)
		}
	}
	r.key(fyne.KeyReturn)
	v := r.screen.view
	if got := v.title.Text(); got != "Receipt C-0015" {
		t.Errorf("the page is called %q", got)
	}
	c := v.proof.content()
	for kind, want := range map[receipt.Kind]string{receipt.LineGiven: "50.000 LYD", receipt.LineChange: "7.500 LYD", receipt.LineRounding: "0.001 LYD"} {
		if got, _ := c.Value(kind); got != want {
			t.Errorf("%s is %q, not %q", kind, got, want)
		}
	}
	if got := r.offered(); got != "Save as a picture" {
		t.Errorf("more: %s", got)
	}
	uitest.Picture(t, r.window, "cash-receipt")
}

// TestAShopWithoutCashSeesNoneOfIt, in the choices of the filter.
func TestAShopWithoutCashSeesNoneOfIt(t *testing.T) {
	h := &fakeHistory{}
	plain, takes := Deps{History: h}, Deps{History: cashHistory{h}}
	for name, got := range map[string]int{"statuses": len(takes.statuses("")) - len(plain.statuses("")), "routes": len(takes.routes("")) - len(plain.routes(""))} {
		if got != 1 {
			t.Errorf("%s: %d more where cash is taken", name, got)
		}
	}
	if got := plain.routes(journal.RouteCash); got[len(got)-1] != journal.RouteCash {
		t.Error("a filter that stands cannot be seen")
	}
}

// TestACashSaleIsNeverSaidToBePaid, wherever the list speaks of one.
func TestACashSaleIsNeverSaidToBePaid(t *testing.T) {
	s := journal.Sale{CashSeq: 3, Amount: money.Amount{Minor: 1000, Currency: "LYD"}}
	if m := meaning(s.Status()); m != "cash" {
		t.Errorf("it means %s", m)
	}
	if strings.Contains(outcomes["cashTaken"], "paid") {
		t.Error("an order in cash is said to be paid")
	}
	s.Reversed = &journal.Decision{By: "Huda"} // it was typed twice
	for _, lang := range words.Languages() {
		w := words.MustLoad(lang)
		if said := w.T(present.Past(s).Key); strings.Contains(strings.ToLower(said), strings.ToLower(w.T("state.paid"))) || said == w.T(present.Returned.Key) {
			t.Errorf("%s: cash that was taken off again is called %q", lang, said)
		}
	}
}

// TestWhatStaysIsThatOfAnExport: bank and cash, less what was returned. Cash that was taken off again takes nothing off
// what a bank paid.
func TestWhatStaysIsThatOfAnExport(t *testing.T) {
	all := []journal.Total{{Group: journal.GroupPaid, Currency: "LYD", Count: 3, Minor: 40_000}, {Group: journal.GroupPaid, Currency: "EUR", Count: 1, Minor: 700},
		{Group: journal.GroupCash, Currency: "LYD", Count: 2, Minor: 20_000}, {Group: journal.GroupOpen, Currency: "LYD", Count: 1, Minor: 9_000}}
	got := map[string]int64{}
	for _, x := range stays(all, []journal.Line{{Currency: "LYD", Tally: journal.Tally{Number: 1, Minor: 12_500}}}) {
		if x.Group == groupStays {
			got[x.Currency] += x.Minor
		}
	}
	if len(got) != 2 || got["LYD"] != 47_500 || got["EUR"] != 700 {
		t.Errorf("%v stays", got)
	}
}
