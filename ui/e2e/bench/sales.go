//go:build linux

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// judged is how long sales have to be made before memory's growth is judged,
// and settling how long the till may take to reach its size.
const (
	judged   = 20 * time.Minute
	settling = 2 * time.Minute
)

// measureSales makes sales one after the other, each paid by QR: from the
// commit to what is seen of it, and whether memory grows. After each a key is
// pressed in the empty window, which tells what the machine adds just then.
func (b *bench) measureSales(ctx context.Context) error {
	s, err := b.shop(ctx, "sales")
	if err != nil {
		return err
	}
	defer s.close()
	bare, err := b.bare(ctx)
	if err != nil {
		return err
	}
	defer bare.close()
	if _, _, err := bare.usable(ctx); err != nil {
		return err
	}
	var took, keys times
	var early, late []int64 // resident, sale by sale
	var curve [10][]int64   // the same, by tenths of the time
	began := time.Now()
	settled := min(settling, b.sales/3)
	for time.Since(began) < b.sales {
		d, err := s.sell(ctx)
		if err != nil {
			return fmt.Errorf("sale %d: %w", s.sale, err)
		}
		took = append(took, d)
		key, err := bare.keyToPixels(ctx, typing[len(keys)%len(typing)], bare.typed)
		if err != nil {
			return fmt.Errorf("a key in the empty window: %w", err)
		}
		keys = append(keys, key)
		m, err := memoryOf(s.program.PID())
		if err != nil {
			return err
		}
		tenth := min(len(curve)-1, int(time.Since(began)*time.Duration(len(curve))/b.sales))
		curve[tenth] = append(curve[tenth], m.resident)
		switch at := time.Since(began); {
		case at > settled && at <= 2*settled:
			early = append(early, m.resident)
		case at > b.sales-settled:
			late = append(late, m.resident)
		}
	}
	b.table.add(fmt.Sprintf("commit to changed pixels, %d sales", len(took)), took.String(), "a key: "+keys.String(), fmt.Sprintf("%.2f", ratio(took, keys)), "99th at most 3 frames", took.at(0.99) <= 3*frame)
	if len(early) == 0 || len(late) == 0 {
		return errors.New("too few sales to tell of memory")
	}
	var line strings.Builder
	for _, part := range curve {
		if len(part) > 0 {
			fmt.Fprintf(&line, "%.0f ", float64(mean(part))/1e6)
		}
	}
	b.table.add(fmt.Sprintf("memory in each %s of them, MB", (b.sales/time.Duration(len(curve))).Round(time.Second)), strings.TrimSpace(line.String()), "", "", "", true)
	growth := 100 * (float64(mean(late))/float64(mean(early)) - 1)
	target := ""
	if b.sales >= judged {
		target = "at most 5 % more"
	}
	b.table.add(fmt.Sprintf("memory after %s of sales, beside after %s", b.sales, settled.Round(time.Second)), megabytes(mean(late)), "earlier: "+megabytes(mean(early)),
		fmt.Sprintf("%+.1f %%", growth), target, growth <= 5)
	return nil
}

func mean(all []int64) int64 {
	var sum int64
	for _, v := range all {
		sum += v
	}
	return sum / int64(len(all))
}

// sell makes one sale, lets the customer approve it and returns how long after
// the commit of that the window showed it.
func (s *shop) sell(ctx context.Context) (time.Duration, error) {
	order, err := s.charge(ctx)
	if err != nil {
		return 0, err
	}
	before, err := s.still(ctx, shown)
	if err != nil {
		return 0, err
	}
	known, err := s.bank.Order(order)
	if err != nil {
		return 0, err
	}
	s.forget()
	if err := errors.Join(s.bank.Act(known.Newest.ID, "approve"), s.press(f5)); err != nil {
		return 0, err
	}
	seen, err := s.until(ctx, shown, 40*time.Second, func(now []byte) bool { return !bytes.Equal(now, before) })
	if err != nil {
		return 0, err
	}
	if err := pause(ctx, 200*time.Millisecond); err != nil { // the log comes through a pipe
		return 0, err
	}
	durable, err := changed(s.program.Log(), order)
	if err != nil {
		return 0, err
	}
	if seen.Before(durable) {
		return 0, fmt.Errorf("the window changed %s before the commit", durable.Sub(seen))
	}
	if _, err := s.status(ctx, "paid", longest); err != nil {
		return 0, err
	}
	// An end takes no key at first.
	return seen.Sub(durable), errors.Join(pause(ctx, time.Second), s.fresh(ctx, enter))
}
