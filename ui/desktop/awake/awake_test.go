package awake

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// scene is a till whose sales open and end, and a desktop that counts.
type scene struct {
	busy, refuse   atomic.Bool
	asked, holding atomic.Int32
	log            bytes.Buffer
}

func (s *scene) hold() (func(), error) {
	s.asked.Add(1)
	if s.refuse.Load() {
		return nil, errors.New("no desktop")
	}
	s.holding.Add(1)
	return func() { s.holding.Add(-1) }, nil
}

func inScene(t *testing.T, f func(s *scene, wait func(time.Duration))) *scene {
	t.Helper()
	s := &scene{}
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			Run(ctx, s.busy.Load, s.hold, slog.New(slog.NewTextHandler(&s.log, nil)))
			close(done)
		}()
		f(s, func(d time.Duration) { time.Sleep(d); synctest.Wait() })
		cancel()
		<-done
		if n := s.holding.Load(); n != 0 {
			t.Errorf("%d holds are left at the end", n)
		}
	})
	return s
}

func TestItHoldsWhileASaleIsOpen(t *testing.T) {
	inScene(t, func(s *scene, wait func(time.Duration)) {
		wait(time.Minute)
		if s.asked.Load() != 0 {
			t.Error("it holds without a sale")
		}
		for sale := int32(1); sale <= 3; sale++ {
			s.busy.Store(true)
			wait(time.Hour)
			if s.holding.Load() != 1 || s.asked.Load() != sale {
				t.Errorf("sale %d: %d holds, asked %d times", sale, s.holding.Load(), s.asked.Load())
			}
			s.busy.Store(false)
			wait(2 * glance)
			if s.holding.Load() != 0 {
				t.Error("it holds after the sale")
			}
		}
		s.busy.Store(true) // and the till is closed meanwhile
		wait(time.Minute)
	})
}

func TestADesktopThatRefusesIsLoggedOnce(t *testing.T) {
	s := inScene(t, func(s *scene, wait func(time.Duration)) {
		s.refuse.Store(true)
		for range 5 {
			s.busy.Store(true)
			wait(time.Hour)
			s.busy.Store(false)
			wait(time.Minute)
		}
		if n := s.asked.Load(); n != 5 {
			t.Errorf("asked %d times in 5 sales", n)
		}
	})
	if n := strings.Count(s.log.String(), "level=WARN"); n != 1 {
		t.Errorf("logged %d lines: %s", n, s.log.String())
	}
}
