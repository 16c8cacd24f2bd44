package sandbox_test

import (
	"errors"
	"testing"

	"sanduq/core/practice/sandbox/bank"
	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/faults"
	"sanduq/core/practice/sandbox/tables"
)

func TestHandsetFollowsTheCustomer(t *testing.T) {
	s := start(t)
	if _, shown := s.Bank().Handset("A-1"); shown {
		t.Fatal("an order out of nothing")
	}
	if err := s.Bank().Press("A-1", s.Bank().Approve); !errors.Is(err, bank.ErrNoPayment) {
		t.Fatalf("approved nothing: %v", err)
	}
	c := opened(t, s, "A-1", "12.500", "LYD")
	if _, shown := s.Bank().Handset("A-1"); shown {
		t.Error("shown before a QR or a code reached the customer")
	}
	v := c.validateBank("2000300040")
	h, shown := s.Bank().Handset("A-1")
	if !shown || h.State != bank.HandsetWaiting || h.Code.Reveal() != otp(t, s) || h.AmountMinor != 12500 || h.Payee != "Al Noor Market" {
		t.Errorf("with a code: %v %+v", shown, h)
	}
	if a := c.submitBank(v, otp(t, s)); a.status != 200 {
		t.Fatalf("%s", a.raw)
	}
	if h, shown := s.Bank().Handset("A-1"); !shown || h.State != bank.HandsetApproved || h.Code.Reveal() != "" {
		t.Errorf("after the code: %v %+v", shown, h)
	}
}

func TestNumbersCoverTheTable(t *testing.T) {
	want := map[string]int{}
	for _, m := range tables.TestNumbers() {
		want[m.Route]++
	}
	for _, rail := range []string{contract.RouteBank, contract.RouteWallet} {
		all := tables.Numbers(rail)
		if len(all) != want[rail]+1 || all[0].Number == "" || all[0].Outcome != "" || all[1].Outcome == "" {
			t.Errorf("%s: %v", rail, all)
		}
	}
	for _, b := range []faults.Behaviour{faults.Answers, faults.Slow, faults.Silent} {
		if faults.BehaviourNamed(b.String()) != b {
			t.Errorf("%v is not found by its name", b)
		}
	}
}
