package sandbox_test

import (
	"testing"
	"time"

	"sanduq/core/practice/sandbox/bank"
	"sanduq/core/practice/sandbox/contract"
)

func TestQRIsPaidAfterApproval(t *testing.T) {
	s := start(t)
	c := opened(t, s, "TILL-261120-001", "12.500", "LYD")
	first := c.qr()
	if again := c.qr(); again != first || first == "" {
		t.Fatalf("the QR asked for again differs:\n%s\n%s", first, again)
	}
	c.wantStatus(false, contract.StatusPending)
	if err := s.Bank().Approve(c.paymentID); err != nil {
		t.Fatal(err)
	}
	c.wantStatus(false, contract.StatusProcessing)
	s.Clock().Advance(2*time.Second - time.Millisecond)
	c.wantStatus(false, contract.StatusProcessing)
	s.Clock().Advance(time.Millisecond)
	d := c.ask(false).data(t)
	if d["paymentStatus"] != "SUCCESS" || d["transactionId"] == "" || d["paymentId"] != c.paymentID ||
		d["orderId"] != c.orderID || d["currency"] != "LYD" {
		t.Fatalf("the settled payment reads %v", d)
	}
	if got := c.ask(false).raw; !containsBytes(got, `"amount":12.500`) {
		t.Fatalf("the amount is not the number 12.500 in %s", got)
	}
	c.wantStatus(true, contract.StatusPending) // the account leg was never used
	if err := s.Bank().Approve(c.paymentID); err != bank.ErrNotOpen {
		t.Fatalf("a paid payment could be approved again: %v", err)
	}
}
