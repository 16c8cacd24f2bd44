package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"sanduq/core/practice/sandbox/contract"
)

// side is one server under the same question for a status.
type side struct {
	name  string
	q     question
	rates []float64 // replies a second, one for each turn
	took  []time.Duration
}

// compareStatus asks both sides for the state of one payment, in turns.
func compareStatus(ctx context.Context, s settings) error {
	b, err := startBank(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = b.stop() }()
	peer, stopPeer, err := startPeer(ctx)
	if err != nil {
		return err
	}
	defer stopPeer()
	sale, err := newShop(b).open(ctx, "BENCH-1")
	if err != nil {
		return err
	}
	sides := []*side{
		{name: "check-status, practice bank", q: newQuestion(b.base, "POST", contract.Prefix+"/web-payment/check-status",
			map[string]string{"Authorization": "Bearer " + sale.token}, `{"byAccountNumber":false,"orderId":"BENCH-1"}`, `"PENDING"`)},
		{name: "payment intent, stripe-mock", q: newQuestion(peer, "GET", "/v1/payment_intents/pi_1",
			map[string]string{"Authorization": "Bearer sk_test_123"}, "", `"payment_intent"`)},
	}
	for turn := range s.turns + 1 {
		for _, each := range sides {
			span := s.span
			if turn == 0 {
				span = time.Second // to warm up, not counted
			}
			took, err := ask(ctx, each.q, s.connections, span)
			if err != nil {
				return fmt.Errorf("%s: %w", each.name, err)
			}
			if turn > 0 {
				each.rates = append(each.rates, float64(len(took))/span.Seconds())
				each.took = append(each.took, took...)
			}
		}
	}
	for _, each := range sides {
		slices.Sort(each.rates)
		slices.Sort(each.took)
	}
	ours, theirs := sides[0], sides[1]
	rows := [][]string{{fmt.Sprintf("one status, %d connections, %d turns of %s", s.connections, s.turns, s.span), "replies/s", "ratio", "p50", "p99"}}
	for _, each := range sides {
		rows = append(rows, []string{each.name, fmt.Sprintf("%.0f", median(each.rates)),
			fmt.Sprintf("%.2f", median(each.rates)/median(theirs.rates)), ms(at(each.took, .5)), ms(at(each.took, .99))})
	}
	table(rows)
	if median(ours.rates) <= median(theirs.rates) {
		return fmt.Errorf("the practice bank is behind")
	}
	return b.stop()
}

func median(sorted []float64) float64 { return sorted[len(sorted)/2] }
