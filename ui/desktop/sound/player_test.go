package sound

import (
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// device notes what it was asked to play, and takes a second for each.
type device struct {
	mu     sync.Mutex
	played []int
	err    error
}

func (d *device) Play(samples []int16) error {
	d.mu.Lock()
	d.played = append(d.played, len(samples))
	err := d.err
	d.mu.Unlock()
	time.Sleep(time.Second)
	return err
}

// durations is how long the sounds were that it played.
func (d *device) durations() []int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.played)
}

func (d *device) fail(err error) {
	d.mu.Lock()
	d.err = err
	d.mu.Unlock()
}

func TestTheMostImportantIsPlayedNext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &device{}
		p := NewPlayer(d, slog.New(slog.DiscardHandler))
		defer p.Close()
		p.Play(Tick)
		synctest.Wait()
		for _, s := range []Sound{Tick, Attention, Paid, Tick} { // all while the first is playing
			p.Play(s)
		}
		time.Sleep(5 * time.Second)
		want := []int{len(Tick.Samples(Normal)), len(Attention.Samples(Normal))}
		if heard := d.durations(); !slices.Equal(heard, want) {
			t.Errorf("played %v, want %v", heard, want)
		}
		p.SetVolume(Off)
		p.Play(Paid)
		time.Sleep(5 * time.Second)
		if len(d.durations()) != 2 {
			t.Error("a player that is off was heard")
		}
	})
}

func TestADeadDeviceIsSaidOnceAndTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var said strings.Builder
		d := &device{}
		d.fail(errors.New("no device"))
		p := NewPlayer(d, slog.New(slog.NewTextHandler(&said, nil)))
		defer p.Close()
		var changes atomic.Int32
		p.Watch(func() { changes.Add(1) })
		for range 3 {
			p.Play(Paid)
			time.Sleep(2 * time.Second)
		}
		if n := strings.Count(said.String(), "no sound device"); n != 1 || !p.Broken() || changes.Load() != 1 || len(d.durations()) != 3 {
			t.Fatalf("said %d times, broken %v, %d changes, tried %d times", n, p.Broken(), changes.Load(), len(d.durations()))
		}
		d.fail(nil)
		p.Play(Paid)
		time.Sleep(2 * time.Second)
		if p.Broken() || changes.Load() != 2 {
			t.Errorf("broken %v, %d changes after the device came back", p.Broken(), changes.Load())
		}
	})
}

func TestSamplesNeitherClickNorClip(t *testing.T) {
	for s := range tunes {
		quiet, loud := 0, 0
		for _, v := range []Volume{Soft, Loud} {
			all := s.Samples(v)
			peak := 0
			for _, x := range all {
				peak = max(peak, int(x), -int(x))
			}
			if v == Soft {
				quiet = peak
			} else {
				loud = peak
			}
			first, last := int(all[0]), int(all[len(all)-1])
			if max(first, -first, last, -last) > 700 {
				t.Errorf("sound %d begins at %d and ends at %d: that clicks", s, first, last)
			}
		}
		if quiet < 500 || loud < 3*quiet || loud > 32767 {
			t.Errorf("sound %d peaks at %d soft and %d loud", s, quiet, loud)
		}
		if s.Samples(Off) != nil {
			t.Errorf("sound %d is heard when off", s)
		}
	}
}

func view(change func(*journal.Sale)) journal.View {
	s := journal.Sale{ID: "20261121-000001", Step: journal.StepSession, Session: core.PaymentSession{State: core.StateWaitingPayment}}
	if change != nil {
		change(&s)
	}
	return journal.View{Sale: s}
}

func TestWhichSoundFollowsWhichNews(t *testing.T) {
	state := func(st core.State, receipt uint64) journal.View {
		return view(func(s *journal.Sale) { s.Session.State, s.ReceiptSeq = st, receipt })
	}
	waiting, answer := view(nil), &core.PaymentEvent{}
	for _, c := range []struct {
		name           string
		before, after  journal.View
		kind           journal.NoticeKind
		payment        *core.PaymentEvent
		unknown, aside bool // not known before; another sale is on the screen
		practice       bool
		want           Sound
	}{
		{name: "paid", before: waiting, after: state(core.StateSuccess, 7), payment: answer, want: Paid},
		{name: "paid in practice", before: waiting, after: state(core.StateSuccess, 7), payment: answer, practice: true, want: Practised},
		{name: "success not yet on paper is not paid", before: waiting, after: state(core.StateSuccess, 0), payment: answer, want: Silence},
		{name: "paid elsewhere", before: waiting, after: state(core.StateSuccess, 7), payment: answer, aside: true, want: Tick},
		{name: "failed", before: waiting, after: state(core.StateFailed, 0), payment: answer, want: Failed},
		{name: "expired", before: waiting, after: state(core.StateExpired, 0), payment: answer, want: Failed},
		{name: "not by the gateway", before: waiting, after: state(core.StateFailed, 0), want: Silence},
		{name: "only a pulse", before: waiting, after: state(core.StateSuccess, 7), payment: answer, kind: journal.NoticeLive, want: Silence},
		{name: "first seen", before: journal.View{}, after: state(core.StateSuccess, 7), payment: answer, unknown: true, want: Silence},
		{name: "nothing new", before: waiting, after: waiting, payment: answer, want: Silence},
		{name: "polling ended without an answer", before: waiting, after: view(func(s *journal.Sale) { s.Capped = true }), payment: answer, want: Attention},
		{name: "another amount", before: waiting, after: view(func(s *journal.Sale) { s.Session.Conflict = "amount" }), payment: answer, want: Attention},
		{name: "paid twice", before: waiting, after: view(func(s *journal.Sale) {
			s.Session.State, s.ReceiptSeq, s.PaidTwiceWith = core.StateSuccess, 8, "20261121-000002"
		}), payment: answer, want: Attention},
	} {
		kind := c.kind
		if kind == "" {
			kind = journal.NoticeSale
		}
		got := For(c.before, !c.unknown, journal.Notice{Kind: kind, View: c.after, Payment: c.payment}, !c.aside, c.practice)
		if got != c.want {
			t.Errorf("%s: sound %d, want %d", c.name, got, c.want)
		}
	}
}
