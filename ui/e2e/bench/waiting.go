//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/jezek/xgb/xproto"

	"sanduq/ui/e2e/harness"
)

// shop is a till beside a practice bank that runs as a program of its own.
type shop struct {
	*window
	bank *harness.Bank
	sale int // number of the newest sale
}

func (b *bench) shop(ctx context.Context, data string) (*shop, error) {
	bank, err := harness.StartBank(b.app, filepath.Join(b.dir, data+"-bank"))
	if err != nil {
		return nil, err
	}
	w, err := b.till(ctx, data, bank.Env())
	if err != nil {
		bank.Stop()
		return nil, err
	}
	s := &shop{window: w, bank: bank}
	if _, _, err := w.usable(ctx); err != nil {
		s.close()
		return nil, err
	}
	return s, errors.Join(w.press(backspace), pause(ctx, 500*time.Millisecond))
}

func (s *shop) close() {
	s.window.close()
	s.bank.Stop()
}

var orderIn = regexp.MustCompile(`order=(\S+)`)

// charge opens a sale and shows its QR; it returns the order's name.
func (s *shop) charge(ctx context.Context) (string, error) {
	s.sale++
	if _, err := s.keyToPixels(ctx, '5', s.typed); err != nil {
		return "", fmt.Errorf("the amount: %w", err)
	}
	if _, err := s.keyToPixels(ctx, enter, s.typed); err != nil {
		return "", fmt.Errorf("the ways to pay: %w", err)
	}
	if _, err := s.still(ctx, s.typed); err != nil {
		return "", err
	}
	if err := s.press('1'); err != nil {
		return "", err
	}
	line, err := s.status(ctx, "waiting", longest)
	if err != nil {
		return "", err
	}
	return orderIn.FindStringSubmatch(line)[1], nil
}

// longest is how long a sale may take to reach a status.
const longest = 45 * time.Second

// fresh leaves what is shown for a new sale, by a key that does so.
func (s *shop) fresh(ctx context.Context, key xproto.Keysym) error {
	if _, err := s.still(ctx, s.typed); err != nil {
		return err
	}
	if err := s.press(key); err != nil {
		return err
	}
	_, err := s.still(ctx, s.typed)
	return err
}

func (s *shop) status(ctx context.Context, status string, limit time.Duration) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return s.program.WaitLog(ctx, "order=", fmt.Sprintf("number=%d ", s.sale), "status="+status+" ")
}

// measureWaiting lets ten sales wait and counts what the till uses.
func (b *bench) measureWaiting(ctx context.Context) error {
	s, err := b.shop(ctx, "ten")
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
	for i := range 10 {
		if _, err := s.charge(ctx); err != nil {
			return err
		}
		if i < 9 {
			if err := s.fresh(ctx, f2); err != nil {
				return err
			}
		}
	}
	if err := b.idleRow(ctx, "idle, ten sales waiting, a QR shown", s.window, bare); err != nil {
		return err
	}
	if err := s.press(f2); err != nil {
		return err
	}
	if err := b.idleRow(ctx, "idle, ten sales waiting, a new sale shown", s.window, bare); err != nil {
		return err
	}
	if err := errors.Join(s.press(f4), pause(ctx, 3*time.Second)); err != nil {
		return err
	}
	ours, err1 := memoryOf(s.program.PID())
	empty, err2 := memoryOf(bare.program.PID())
	say := func(m memory) string {
		return "resident " + megabytes(m.resident) + ", its share " + megabytes(m.share)
	}
	b.table.add("memory, ten sales and the receipts open", say(ours), say(empty),
		fmt.Sprintf("%.2f", float64(ours.resident)/float64(empty.resident)), "below 160 MB", ours.resident < 160e6)
	return errors.Join(err1, err2)
}

// idleRow counts the processor time of both at the same time, three times, and
// takes the middle of what the till uses more.
func (b *bench) idleRow(ctx context.Context, name string, ours, bare *window) error {
	if err := pause(ctx, 2*time.Second); err != nil {
		return err
	}
	var shares, frames [2][]float64
	var more []float64
	for range 3 {
		before := [2]int64{ours.told.Load(), bare.told.Load()}
		used, err := idle(ctx, b.idle, ours, bare)
		if err != nil {
			return err
		}
		for i, now := range [2]int64{ours.told.Load(), bare.told.Load()} {
			shares[i] = append(shares[i], used[i])
			frames[i] = append(frames[i], float64(now-before[i])/b.idle.Seconds())
		}
		more = append(more, used[0]-used[1])
	}
	by := middling(more)
	say := func(i int) string {
		return fmt.Sprintf("%.1f %% of a core, %.1f frames a second", middling(shares[i]), middling(frames[i]))
	}
	b.table.add(name, say(0), say(1), fmt.Sprintf("%+.1f", by), "at most 1.0 more", by <= 1)
	return nil
}

// idle is the share of a core, in percent, that each of the windows uses.
func idle(ctx context.Context, during time.Duration, windows ...*window) ([]float64, error) {
	before, began := make([]time.Duration, len(windows)), time.Now()
	shares := make([]float64, len(windows))
	for i, w := range windows {
		var err error
		if before[i], err = processorTime(w.program.PID()); err != nil {
			return nil, err
		}
	}
	if err := pause(ctx, during); err != nil {
		return nil, err
	}
	for i, w := range windows {
		after, err := processorTime(w.program.PID())
		if err != nil {
			return nil, err
		}
		shares[i] = 100 * over(after-before[i], time.Since(began))
	}
	return shares, nil
}

// changed finds the first line of the log in which an order is past its QR, and
// returns when the till wrote it: right after the commit that it tells of.
func changed(log, order string) (time.Time, error) {
	for line := range strings.Lines(log) {
		if !strings.Contains(line, "order="+order+" ") || !strings.Contains(line, "state=waitingPayment ") && !strings.Contains(line, "state=success ") {
			continue
		}
		stamp, found := strings.CutPrefix(line, "time=")
		if !found {
			return time.Time{}, fmt.Errorf("a line of the log has no time: %s", line)
		}
		stamp, _, _ = strings.Cut(stamp, " ")
		return time.Parse(time.RFC3339Nano, stamp)
	}
	return time.Time{}, fmt.Errorf("the log tells of no change of order %s", order)
}
