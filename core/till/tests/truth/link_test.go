package truth_test

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// wall is a machine's clock whose wall time can be set; the monotonic time goes
// on.
type wall struct {
	core.Clock
	off *atomic.Int64
}

func (w wall) Now() time.Time { return w.Clock.Now().Add(time.Duration(w.off.Load())) }

// clocked runs f in virtual time, in a shop whose wall clock can be set.
func clocked(t *testing.T, f func(t *testing.T, s *shop, set func(time.Duration))) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var off atomic.Int64
		p := usual()
		p.clock = wall{core.SystemClock(), &off}
		f(t, p.open(t), func(d time.Duration) { off.Store(int64(d)) })
	})
}

// TestASilentGatewayIsSaidAfterTheClockWasSetBack: a time server sets the clock
// back as the line breaks. The cashier would be told for minutes that all is
// well, and send the customer away as not paid.
func TestASilentGatewayIsSaidAfterTheClockWasSetBack(t *testing.T) {
	for _, back := range []time.Duration{0, 4 * time.Minute, 8 * time.Hour} {
		t.Run(back.String(), func(t *testing.T) {
			clocked(t, func(t *testing.T, s *shop, set func(time.Duration)) {
				s.charge()
				s.pass(7 * time.Second)
				if s.Link().Down {
					t.Fatal("down while all is well")
				}
				set(-back)
				s.gate.unplug(true)
				took := s.within(15*time.Second, "the link is said to be down", func() bool { return s.Link().Down })
				t.Logf("down after %v", took)
			})
		})
	}
}

// TestAGatewayThatAnswersIsSaidAfterTheClockWasSetBack: the mirror of it; the
// banner "we cannot hear the bank" would stay for as long as the clock was set
// back.
func TestAGatewayThatAnswersIsSaidAfterTheClockWasSetBack(t *testing.T) {
	for _, back := range []time.Duration{0, 4 * time.Minute, 8 * time.Hour} {
		t.Run(back.String(), func(t *testing.T) {
			clocked(t, func(t *testing.T, s *shop, set func(time.Duration)) {
				s.charge()
				s.pass(7 * time.Second)
				s.gate.unplug(true)
				s.pass(15 * time.Second)
				if !s.Link().Down {
					t.Fatal("up without an answer for 15 s")
				}
				set(-back)
				s.gate.unplug(false)
				s.within(15*time.Second, "the link is said to be up", func() bool { return !s.Link().Down })
			})
		})
	}
}

// TestTheLinkStaysUpWhileTheClockIsSetBack: no false alarm either, not even for
// a moment.
func TestTheLinkStaysUpWhileTheClockIsSetBack(t *testing.T) {
	clocked(t, func(t *testing.T, s *shop, set func(time.Duration)) {
		s.charge()
		s.pass(7 * time.Second)
		screen := s.Subscribe()
		defer screen.Close()
		set(-4 * time.Minute)
		s.pass(time.Minute)
		for n, more := screen.TryNext(); more; n, more = screen.TryNext() {
			if n.Kind == journal.NoticeLink && n.Link.Down {
				t.Fatal("down although every question is answered")
			}
		}
		if s.Link().Down {
			t.Error("down in the end")
		}
	})
}

// reopened closes a shop with a QR on show and opens it at another spelling of
// the gateway's address.
func reopened(t *testing.T, first, second string, f func(t *testing.T, s *shop, v journal.View)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		p := usual()
		p.base = first
		s := p.open(t)
		v := s.charge()
		s.close()
		s.memory, s.base = s.memory.Crash(), second
		f(t, s.open(t), v)
	})
}

// TestTheSameGatewayInAnotherSpelling: somebody typed the address again. Every
// sale in flight would be "of another gateway" and never be asked about again.
func TestTheSameGatewayInAnotherSpelling(t *testing.T) {
	const plain = "https://pay.example"
	for _, other := range []string{"https://PAY.example", "https://pay.example:443", "https://pay.example/", "HTTPS://Pay.Example:443/", " https://pay.example "} {
		for name, pair := range map[string][2]string{"to " + other: {plain, other}, "from " + other: {other, plain}} {
			t.Run(name, func(t *testing.T) {
				reopened(t, pair[0], pair[1], func(t *testing.T, s *shop, v journal.View) {
					s.gate.set(v.OrderID, "SUCCESS", "TX-1")
					s.pass(11 * time.Second)
					s.want(v.ID, journal.StatusPaid)
				})
			})
		}
	}
}

// TestAnotherGatewayIsAnother: a sale must never be asked about at a gateway
// that did not open it: its SUCCESS would be somebody else's.
func TestAnotherGatewayIsAnother(t *testing.T) {
	for _, other := range []string{"https://pay.example:8443", "https://pay.example/v2"} {
		t.Run(other, func(t *testing.T) {
			reopened(t, "https://pay.example", other, func(t *testing.T, s *shop, v journal.View) {
				asked := s.gate.count(core.OpFetchStatus, "")
				s.gate.set(v.OrderID, "SUCCESS", "TX-1")
				s.pass(2 * time.Hour)
				if n := s.gate.count(core.OpFetchStatus, "") - asked; n != 0 || s.sale(v.ID).Status() == journal.StatusPaid {
					t.Errorf("%d questions at %s, status %s", n, other, s.sale(v.ID).Status())
				}
			})
		})
	}
}
