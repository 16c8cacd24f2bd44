package till_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
)

func TestACashReceiptAddsUp(t *testing.T) {
	good := journal.CashReceipt{Seq: 15, SaleID: "20261120-000012", Amount: money.Amount{Minor: 42_600, Currency: "LYD"}, Rounding: -100, Given: 50_000, Environment: core.Live}
	if err := good.Check(); err != nil || good.Change() != 7_500 || good.Due() != (money.Amount{Minor: 42_500, Currency: "LYD"}) || good.Test() {
		t.Errorf("%v: due %v, change %d", err, good.Due(), good.Change())
	}
	good.Environment = core.Sandbox
	if !good.Test() {
		t.Error("practice without its mark")
	}
	for name, c := range map[string]struct {
		bend func(*journal.CashReceipt)
		want error
	}{
		"without a number":     {func(r *journal.CashReceipt) { r.Seq = 0 }, journal.ErrFigures},
		"without a sale":       {func(r *journal.CashReceipt) { r.SaleID = "" }, journal.ErrFigures},
		"in no currency":       {func(r *journal.CashReceipt) { r.Amount.Currency = "" }, money.ErrCurrency},
		"of nothing":           {func(r *journal.CashReceipt) { r.Amount.Minor = 0 }, journal.ErrFigures},
		"of less, rounded up":  {func(r *journal.CashReceipt) { r.Amount.Minor, r.Rounding = -5, 10 }, journal.ErrFigures},
		"rounded to nothing":   {func(r *journal.CashReceipt) { r.Rounding = -42_600 }, journal.ErrFigures},
		"too little given":     {func(r *journal.CashReceipt) { r.Given = 42_499 }, journal.ErrTooLittle},
		"beyond 64 bits":       {func(r *journal.CashReceipt) { r.Amount.Minor, r.Rounding = math.MaxInt64, 1 }, journal.ErrSum},
		"more, beyond 64 bits": {func(r *journal.CashReceipt) { r.Given = math.MinInt64 }, journal.ErrTooLittle},
	} {
		bad := good
		c.bend(&bad)
		if err := bad.Check(); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAMovementHasASumAndAReason(t *testing.T) {
	out := journal.Movement{Seq: 1, Shift: 42, Kind: journal.MovementOut, By: "Yusuf", Minor: 20_000, Reason: "cleaning"}
	hand := journal.Movement{Seq: 2, Shift: 42, Kind: journal.MovementHand, By: "Yusuf", To: "Samira"}
	in := out
	in.Kind = journal.MovementIn
	for _, m := range []journal.Movement{out, in, hand} {
		if err := m.Check(); err != nil {
			t.Errorf("%+v: %v", m, err)
		}
	}
	if in.Signed() != 20_000 || out.Signed() != -20_000 || hand.Signed() != 0 {
		t.Error("what they add to the drawer")
	}
	for name, bad := range map[string]journal.Movement{
		"without a number":      {Shift: 42, Kind: journal.MovementOut, Minor: 5, Reason: "a"},
		"outside of any shift":  {Seq: 1, Kind: journal.MovementOut, Minor: 5, Reason: "a"},
		"of nothing":            {Seq: 1, Shift: 42, Kind: journal.MovementIn, Reason: "a"},
		"of less":               {Seq: 1, Shift: 42, Kind: journal.MovementOut, Minor: -5, Reason: "a"},
		"without a reason":      {Seq: 1, Shift: 42, Kind: journal.MovementOut, Minor: 5, Reason: "  "},
		"with a book":           {Seq: 1, Shift: 42, Kind: journal.MovementOut, Minor: 5, Reason: strings.Repeat("ش", 121)},
		"cash handed to one":    {Seq: 1, Shift: 42, Kind: journal.MovementIn, Minor: 5, Reason: "a", To: "Samira"},
		"handed to nobody":      {Seq: 1, Shift: 42, Kind: journal.MovementHand, By: "Yusuf"},
		"handed to oneself":     {Seq: 1, Shift: 42, Kind: journal.MovementHand, By: "Yusuf", To: " yusuf"},
		"handed over with cash": {Seq: 1, Shift: 42, Kind: journal.MovementHand, By: "Yusuf", To: "Samira", Minor: 5},
		"of no kind":            {Seq: 1, Shift: 42, Minor: 5, Reason: "a"},
	} {
		if err := bad.Check(); !errors.Is(err, journal.ErrFigures) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
