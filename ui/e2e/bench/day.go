//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	"strings"
	"time"

	"github.com/jezek/xgb/xproto"
)

// The sale from which on memory is compared, and how many rounds of the pages a
// manager makes after the last one: an hour's, without his pauses.
const (
	firstSales    = 50
	managerRounds = 200
)

// deaf is how long the end of a sale takes no key, and somewhat more.
const deaf = 1200 * time.Millisecond

// atRest is after how long without a key the till has given back what its work needed.
const atRest = 40 * time.Second

// Limits of what the till alone holds and has written, after its start and after the day.
const (
	mostAtStart  = 70e6
	mostAfterDay = 110e6
)

// measureDay makes the sales of a day as fast as the window takes them, each paid by
// QR, then looks at the pages as a manager does, and compares memory: that of a till at
// rest, beside what it holds while it works.
func (b *bench) measureDay(ctx context.Context) error {
	if b.day < 2*firstSales {
		return fmt.Errorf("a day of %d sales is too short: at least %d", b.day, 2*firstSales)
	}
	s, err := b.shop(ctx, "day")
	if err != nil {
		return err
	}
	defer s.close()
	start, err := s.resting(ctx)
	if err != nil {
		return err
	}
	var first memory
	var curve []string
	for i := 1; i <= b.day; i++ {
		if err := s.sellFast(ctx); err != nil {
			return fmt.Errorf("sale %d: %w", s.sale, err)
		}
		if i == firstSales {
			if first, err = s.resting(ctx); err != nil {
				return err
			}
		}
		if i%max(1, b.day/10) == 0 {
			m, err := memoryOf(s.program.PID())
			if err != nil {
				return err
			}
			curve = append(curve, fmt.Sprintf("%.0f", float64(m.resident)/1e6))
			fmt.Printf("  %d sales: resident %s, its own %s\n", i, megabytes(m.resident), megabytes(m.dirty))
		}
	}
	sold, err := s.resting(ctx)
	if err != nil {
		return err
	}
	for i := range managerRounds {
		if err := s.manage(ctx); err != nil {
			return fmt.Errorf("a manager's round %d: %w", i+1, err)
		}
	}
	after, err := s.resting(ctx)
	if err != nil {
		return err
	}
	more := func(m memory) float64 { return 100 * (float64(m.resident)/float64(first.resident) - 1) }
	b.table.add(fmt.Sprintf("memory at work, in each tenth of %d sales, MB", b.day), strings.Join(curve, " "), "", "", "", true)
	b.table.add(fmt.Sprintf("memory at rest after %d sales, beside after %d", b.day, firstSales), megabytes(sold.resident), "earlier: "+megabytes(first.resident),
		fmt.Sprintf("%+.1f %%", more(sold)), "at most 5 % more", more(sold) <= 5)
	b.table.add(fmt.Sprintf("memory at rest after a manager's work, %d rounds", managerRounds), megabytes(after.resident), "earlier: "+megabytes(first.resident),
		fmt.Sprintf("%+.1f %%", more(after)), "at most 5 % more", more(after) <= 5)
	b.table.add("what it alone holds and has written, at rest after the start", megabytes(start.dirty), "", "", "at most 70 MB", start.dirty <= mostAtStart)
	b.table.add("the same, after the day", megabytes(after.dirty), "", "", "at most 110 MB", after.dirty <= mostAfterDay)
	return nil
}

// resting is what the till holds when nobody has touched it for a while.
func (s *shop) resting(ctx context.Context) (memory, error) {
	if err := pause(ctx, atRest); err != nil {
		return memory{}, err
	}
	return memoryOf(s.program.PID())
}

// sellFast makes a sale, has the customer approve it and goes on to the next. It
// follows the log, not the pixels, which is faster; a key that comes before the
// window takes it is pressed again, which costs a time limit: so none is pressed while
// the end of the sale before takes no key.
func (s *shop) sellFast(ctx context.Context) error {
	s.sale++
	if err := pause(ctx, deaf); err != nil {
		return err
	}
	line, err := s.reach(ctx, "waiting", f2, '5', enter, '1')
	if err != nil {
		return err
	}
	known, err := s.bank.Order(orderIn.FindStringSubmatch(line)[1])
	if err != nil {
		return err
	}
	if err := s.bank.Act(known.Newest.ID, "approve"); err != nil {
		return err
	}
	_, err = s.reach(ctx, "paid", f5)
	return err
}

// reach presses keys until the newest sale has a status, and returns the line of
// the log that says so.
func (s *shop) reach(ctx context.Context, status string, keys ...xproto.Keysym) (line string, err error) {
	for range 5 {
		for _, k := range keys {
			if err := errors.Join(s.press(k), pause(ctx, 250*time.Millisecond)); err != nil {
				return "", err
			}
		}
		if line, err = s.status(ctx, status, 12*time.Second); err == nil || ctx.Err() != nil {
			return line, err
		}
	}
	return "", err
}

// manage is one round of a manager's pages: the receipts and one of them, the day,
// the reports of a year and of today, a new sale.
func (s *shop) manage(ctx context.Context) error {
	keys := func(keys ...xproto.Keysym) error {
		for _, k := range keys {
			if err := errors.Join(s.press(k), pause(ctx, 300*time.Millisecond)); err != nil {
				return err
			}
		}
		return nil
	}
	if err := keys(f4, down, down, enter, escape, f8); err != nil {
		return err
	}
	for _, chip := range []image.Point{chipYear, chipToday} {
		if err := errors.Join(s.move(chip), pause(ctx, 100*time.Millisecond), s.click(), pause(ctx, 300*time.Millisecond)); err != nil {
			return err
		}
	}
	return keys(f2)
}
