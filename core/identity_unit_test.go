package core

import (
	"encoding/json"
	"testing"

	"sanduq/core/money"
	"sanduq/core/wire"
)

func TestTheUnitOfAnAmountIsNeverGuessedAgainstADecimalPoint(t *testing.T) {
	ours := money.Amount{Minor: 12_500, Currency: "LYD"}
	for _, c := range []struct {
		theirs               string
		unsaid, major, minor bool
	}{
		{"12.500", true, true, false},
		{"12.5", true, true, false},
		{"12500", true, false, true},
		{"12500.000", false, false, false},
		{"12500.0", false, false, false},
		{"1.25e4", false, false, false},
		{"125e2", false, false, false},
		{"1.25e1", true, true, false},
		{"12.501", false, false, false},
		{"12501", false, false, false},
		{"-12500", false, false, false},
		{"", false, false, false},
	} {
		for unit, want := range map[wire.AmountUnit]bool{"": c.unsaid, wire.UnitMajor: c.major, wire.UnitMinor: c.minor} {
			if got := (codec{wire.Profile{AmountUnit: unit}}).sameAmount(c.theirs, ours); got != want {
				t.Errorf("%q in %q: %t", c.theirs, unit, got)
			}
		}
	}
	yen := money.Amount{Minor: 500, Currency: "JPY"}
	if p := (codec{}); !p.sameAmount("500", yen) || p.sameAmount("50000", yen) {
		t.Error("a currency without minor units")
	}
	p := codec{wire.DefaultProfile()}
	if p.AmountUnit = "cents"; p.Check() == nil {
		t.Error("a unit that does not exist was accepted")
	}
}

// An order that is named with blanks around it, as from a list that somebody made, is its own order.
func TestAnOrderWithBlanksAroundItIsItself(t *testing.T) {
	p := codec{wire.DefaultProfile()}
	for _, order := range []string{"O1 ", " O1", "\u00a0O 1\u00a0"} {
		said, _ := json.Marshal(map[string]string{"paymentStatus": "SUCCESS", "orderId": order})
		got, err := p.readStatus(said, wire.StatusCall{PaymentID: "P1", OrderID: order, Amount: invoice().Amount}, p.meanings())
		if err != nil || got.Conflict != "" || !got.Named {
			t.Errorf("%q: %+v, %v", order, got, err)
		}
	}
}
