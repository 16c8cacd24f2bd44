package sandbox_test

import (
	"fmt"
	"testing"

	"sanduq/core/practice/sandbox/contract"
)

// BenchmarkStatus is a till's poll; BenchmarkInitiate a payment opened, two durable transactions.
func BenchmarkStatus(b *testing.B) {
	c := opened(b, start(b), "A-1", "1", "LYD")
	for b.Loop() {
		c.wantStatus(false, contract.StatusPending)
	}
}

func BenchmarkInitiate(b *testing.B) {
	s := start(b)
	c := newTill(b, s, "")
	n := 0
	for b.Loop() {
		n++
		c.orderID = fmt.Sprintf("A-%d", n)
		c.initiate("1", "LYD")
	}
}
