//go:build linux

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jezek/xgb/xproto"
)

// typing is pressed again and again: an amount grows and shrinks, and each key
// changes what is shown.
var typing = []xproto.Keysym{'1', '2', '3', '4', backspace, backspace, backspace, backspace}

// measureKeys presses the same keys in both windows in turns, at a cashier's
// pace and at any point of a frame.
func (b *bench) measureKeys(ctx context.Context) error {
	ours, err := b.till(ctx, "keys", nil)
	if err != nil {
		return err
	}
	defer ours.close()
	bare, err := b.bare(ctx)
	if err != nil {
		return err
	}
	defer bare.close()
	both, took := []*window{ours, bare}, make([]times, 2)
	rounds, used := make([]times, 2), make([]times, 2) // medians and processor time of each
	for _, w := range both {
		if _, _, err := w.usable(ctx); err != nil {
			return err
		}
		if _, err := w.keyToPixels(ctx, backspace, w.typed); err != nil {
			return err
		}
	}
	if err := pause(ctx, time.Second); err != nil {
		return err
	}
	for round := -1; len(took[1]) < b.keys; round++ { // one to warm up
		for i, w := range both {
			before, err := processorTime(w.program.PID())
			if err != nil {
				return err
			}
			for _, key := range typing {
				if err := pause(ctx, 60*time.Millisecond+rand.N(40*time.Millisecond)); err != nil {
					return err
				}
				d, err := w.keyToPixels(ctx, key, w.typed)
				if err != nil {
					return fmt.Errorf("key %#x: %w", key, err)
				}
				if round >= 0 {
					took[i] = append(took[i], d)
				}
			}
			after, err := processorTime(w.program.PID())
			if err != nil {
				return err
			}
			if round >= 0 {
				rounds[i] = append(rounds[i], took[i][len(took[i])-len(typing):].median())
				used[i] = append(used[i], (after-before)/time.Duration(len(typing)))
			}
		}
	}
	var frames [2]int
	for i, w := range both {
		for _, key := range typing {
			n, err := w.count(ctx, key, 400*time.Millisecond)
			if err != nil {
				return err
			}
			frames[i] += n
		}
	}
	b.table.add(fmt.Sprintf("key to repainted amount, %d keys", len(took[0])), took[0].String(), took[1].String(),
		fmt.Sprintf("%.2f / %.2f", ratio(rounds[0], rounds[1]), over(took[0].at(0.99), took[1].at(0.99))),
		"99th at most 3 frames", took[0].at(0.99) <= 3*frame)
	spent := ratio(used[0], used[1])
	b.table.add("processor time for a key and its frame", ms(used[0].median()), ms(used[1].median()), fmt.Sprintf("%.2f", spent), "at most 2.00", spent <= 2)
	painted := func(i int) float64 { return float64(frames[i]) / float64(len(typing)) }
	b.table.add("frames painted for a key", fmt.Sprintf("%.1f", painted(0)), fmt.Sprintf("%.1f", painted(1)), "", "", true)
	return nil
}
