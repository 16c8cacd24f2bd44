package agent

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core/journal/storetest"
	"sanduq/core/office"
)

// TestWhatWaitsIsCounted: nobody claims to know before the office was asked; then
// what it has not answered for is counted, while it is away too, and since when it
// is away.
func TestWhatWaitsIsCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, h := &desk{T: t, Memory: storetest.NewMemory()}, newHall()
		s := d.end(d.open("20261120", 1), true)
		waits := func(a *Agent, rows uint64, known bool) {
			t.Helper()
			if n, k, err := a.Waiting(t.Context()); n != rows || k != known || err != nil {
				t.Errorf("%d wait, known %v: %v; want %d, %v", n, k, err, rows, known)
			}
		}
		away := &switched{hall: h, err: errors.New("no way there")}
		a := start(t, d, away)
		synctest.Wait()
		began := time.Now()
		waits(a, 0, false)
		time.Sleep(time.Minute)
		if st := a.Status(); !st.Failing || st.Err == nil || !st.Since.Equal(began) {
			t.Errorf("away: %+v", st)
		}
		away.set(nil)
		time.Sleep(longestPause)
		synctest.Wait()
		waits(a, 0, true)
		if st := a.Status(); st.Failing || st.Err != nil || !st.Since.IsZero() || st.Heard.IsZero() {
			t.Errorf("heard: %+v", st)
		}
		away.set(errors.New("away again"))
		fell := time.Now()
		d.end(d.end(s, true), true)
		time.Sleep(10 * time.Minute)
		waits(a, 2, true)
		if st := a.Status(); !st.Failing || st.Since.Before(fell) || st.Since.After(fell.Add(lookEvery+time.Second)) {
			t.Errorf("fell silent at %v: %+v", fell, st)
		}
		d.FailReads(errors.New("the disk"))
		if _, known, err := a.Waiting(t.Context()); known || err == nil {
			t.Error("a disk that fails is counted on")
		}
	})
}

// switched is a hall that cannot be reached while err is set.
type switched struct {
	*hall
	lock sync.Mutex
	err  error
}

func (s *switched) set(err error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.err = err
}

func (s *switched) away() error {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.err
}

func (s *switched) Cursor(ctx context.Context) (office.Cursor, error) {
	if err := s.away(); err != nil {
		return office.Cursor{}, err
	}
	return s.hall.Cursor(ctx)
}

func (s *switched) Rows(ctx context.Context, b *office.Batch) (office.Cursor, error) {
	if err := s.away(); err != nil {
		return office.Cursor{}, err
	}
	return s.hall.Rows(ctx, b)
}
