package till_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"sanduq/core"
	"sanduq/core/money"
	"sanduq/core/till"
)

func TestACashReceiptAddsUp(t *testing.T) {
	good := till.CashReceipt{Seq: 15, SaleID: "20261120-000012", Amount: money.Amount{Minor: 42_600, Currency: "LYD"}, Rounding: -100, Given: 50_000, Environment: core.Live}
	if err := good.Check(); err != nil || good.Change() != 7_500 || good.Due() != (money.Amount{Minor: 42_500, Currency: "LYD"}) || good.Test() {
		t.Errorf("%v: due %v, change %d", err, good.Due(), good.Change())
	}
	good.Environment = core.Sandbox
	if !good.Test() {
		t.Error("practice without its mark")
	}
	for name, c := range map[string]struct {
		bend func(*till.CashReceipt)
		want error
	}{
		"without a number":     {func(r *till.CashReceipt) { r.Seq = 0 }, till.ErrFigures},
		"without a sale":       {func(r *till.CashReceipt) { r.SaleID = "" }, till.ErrFigures},
		"in no currency":       {func(r *till.CashReceipt) { r.Amount.Currency = "" }, money.ErrCurrency},
		"of nothing":           {func(r *till.CashReceipt) { r.Amount.Minor = 0 }, till.ErrFigures},
		"of less, rounded up":  {func(r *till.CashReceipt) { r.Amount.Minor, r.Rounding = -5, 10 }, till.ErrFigures},
		"rounded to nothing":   {func(r *till.CashReceipt) { r.Rounding = -42_600 }, till.ErrFigures},
		"too little given":     {func(r *till.CashReceipt) { r.Given = 42_499 }, till.ErrTooLittle},
		"beyond 64 bits":       {func(r *till.CashReceipt) { r.Amount.Minor, r.Rounding = math.MaxInt64, 1 }, till.ErrSum},
		"more, beyond 64 bits": {func(r *till.CashReceipt) { r.Given = math.MinInt64 }, till.ErrTooLittle},
	} {
		bad := good
		c.bend(&bad)
		if err := bad.Check(); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAMovementHasASumAndAReason(t *testing.T) {
	out := till.Movement{Seq: 1, Shift: 42, Kind: till.MovementOut, By: "Yusuf", Minor: 20_000, Reason: "cleaning"}
	hand := till.Movement{Seq: 2, Shift: 42, Kind: till.MovementHand, By: "Yusuf", To: "Samira"}
	in := out
	in.Kind = till.MovementIn
	for _, m := range []till.Movement{out, in, hand} {
		if err := m.Check(); err != nil {
			t.Errorf("%+v: %v", m, err)
		}
	}
	if in.Signed() != 20_000 || out.Signed() != -20_000 || hand.Signed() != 0 {
		t.Error("what they add to the drawer")
	}
	for name, bad := range map[string]till.Movement{
		"without a number":      {Shift: 42, Kind: till.MovementOut, Minor: 5, Reason: "a"},
		"outside of any shift":  {Seq: 1, Kind: till.MovementOut, Minor: 5, Reason: "a"},
		"of nothing":            {Seq: 1, Shift: 42, Kind: till.MovementIn, Reason: "a"},
		"of less":               {Seq: 1, Shift: 42, Kind: till.MovementOut, Minor: -5, Reason: "a"},
		"without a reason":      {Seq: 1, Shift: 42, Kind: till.MovementOut, Minor: 5, Reason: "  "},
		"with a book":           {Seq: 1, Shift: 42, Kind: till.MovementOut, Minor: 5, Reason: strings.Repeat("ش", 121)},
		"cash handed to one":    {Seq: 1, Shift: 42, Kind: till.MovementIn, Minor: 5, Reason: "a", To: "Samira"},
		"handed to nobody":      {Seq: 1, Shift: 42, Kind: till.MovementHand, By: "Yusuf"},
		"handed to oneself":     {Seq: 1, Shift: 42, Kind: till.MovementHand, By: "Yusuf", To: " yusuf"},
		"handed over with cash": {Seq: 1, Shift: 42, Kind: till.MovementHand, By: "Yusuf", To: "Samira", Minor: 5},
		"of no kind":            {Seq: 1, Shift: 42, Minor: 5, Reason: "a"},
	} {
		if err := bad.Check(); !errors.Is(err, till.ErrFigures) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
