package receipt

import (
	"slices"
	"strings"
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
)

func cashSample() journal.CashReceipt {
	return journal.CashReceipt{Seq: 15, SaleID: journal.NewSaleID("20261120", 17), Reference: "Table 4", Amount: money.Amount{Minor: 42_510, Currency: "LYD"},
		Rounding: -10, Given: 50_000, TakenAt: settled, Shift: 42, Shop: "Al Noor Market", Place: "Tripoli", Till: "2", Cashier: "Samira", Environment: core.Live}
}

// TestASlipOfCashSaysWhatWasGivenAndNeverPaid: it says cash at its top, every
// sum of the drawer, and no bank's fact.
func TestASlipOfCashSaysWhatWasGivenAndNeverPaid(t *testing.T) {
	c := NewCashContent(cashSample(), Copy{}, spoken("en"))
	for kind, want := range map[Kind]string{LineNumber: "C-0015", LineCash: "42.510 LYD", LineRounding: "0.010 LYD", LineDue: "42.500 LYD",
		LineGiven: "50.000 LYD", LineChange: "7.500 LYD", LineReference: "Table 4"} {
		if got, ok := c.Value(kind); !ok || got != want {
			t.Errorf("%s is %q, not %q", kind, got, want)
		}
	}
	for _, kind := range []Kind{LineTransaction, LinePaidFrom, LineBank} {
		if got, ok := c.Value(kind); ok {
			t.Errorf("cash has %s %q", kind, got)
		}
	}
	if c.Mark != "" || c.Code != "" || c.Title == "" || c.Label(LineRounding) != spoken("en").Say(KeyCashDown) {
		t.Errorf("mark %q, code %q, title %q, rounded %q", c.Mark, c.Code, c.Title, c.Label(LineRounding))
	}
	for _, w := range []Words{spoken("en"), spoken("ar"), spoken("fr")} {
		for _, l := range NewCashContent(cashSample(), Copy{}, w).Lines {
			if strings.Contains(strings.ToLower(l.Label+l.Value), strings.ToLower(w.Say(KeyPaid))) {
				t.Errorf("it says %s: %s", l.Label, l.Value)
			}
		}
	}
}

// TestCashOfPracticeIsMarked, and what was not rounded says nothing of it.
func TestCashOfPracticeIsMarked(t *testing.T) {
	r := cashSample()
	r.Environment, r.Rounding = core.Sandbox, 0
	c := NewCashContent(r, Copy{Number: 2, By: "Huda", At: settled}, spoken("en"))
	if _, ok := c.Value(LineRounding); ok || c.Mark == "" || len(c.Notes) != 1 || c.CopyMark == "" {
		t.Errorf("rounded %v, mark %q, notes %v, copy %q", ok, c.Mark, c.Notes, c.CopyMark)
	}
}

// TestASlipOfReversedCashSaysIt in place of its title, with who and why, in each language.
func TestASlipOfReversedCashSaysIt(t *testing.T) {
	by := &journal.Decision{At: settled, By: "Huda", Reason: "typed 1250.000 for 12.500"}
	for _, w := range []Words{spoken("en"), spoken("ar"), spoken("fr")} {
		plain, c := NewCashContent(cashSample(), Copy{}, w), NewCashContent(cashSample(), Copy{}, w).TakenOff(by, w)
		who, _ := c.Value(LineOff)
		why, _ := c.Value(LineOffWhy)
		if c.Title == plain.Title || !strings.Contains(who, "Huda") || !strings.Contains(who, w.DateTime(settled)) || why != by.Reason {
			t.Errorf("title %q, by %q, since %q", c.Title, who, why)
		}
		if !slices.Contains(c.Slip().Parts, Part(Title{w.Say(KeyCashOff)})) {
			t.Errorf("the paper: %+v", c.Slip().Parts)
		}
		if again := plain.TakenOff(nil, w); again.Title != plain.Title || len(again.Lines) != len(plain.Lines) {
			t.Error("a slip of cash that stands says something else")
		}
	}
}
