package core

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestStopCutsARequestInFlightOff(t *testing.T) {
	for name, stop := range map[string]func(*desk){
		"stop": func(d *desk) { d.StopStatusPolling() }, "dispose": func(d *desk) { d.DisposeStatusPolling() },
		"close": func(d *desk) { d.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				d := newDesk(t)
				d.g.on(pathStatus, answer{delay: 5 * time.Second, body: successReply})
				d.open()
				d.showQR()
				time.Sleep(4 * time.Second)
				stop(d)
				synctest.Wait()
				if d.Health().Checking {
					t.Fatal("the request goes on")
				}
				time.Sleep(10 * time.Second)
				if d.state() != StateQRGenerated {
					t.Fatal(d.state())
				}
			})
		})
	}
}

func TestARefreshJoinsATickInFlight(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.on(pathStatus, answer{delay: 2 * time.Second, body: successReply})
		d.open()
		d.showQR()
		d.events()
		time.Sleep(4 * time.Second)
		impatient, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
		defer cancel()
		if _, err := d.RefreshStatus(impatient, "P1"); err == nil {
			t.Fatal("the impatient caller got an answer")
		}
		d.must(StateSuccess)(d.RefreshStatus(t.Context(), "P1"))
		if d.now() > 6*time.Second || len(d.g.seen(pathStatus)) != 1 {
			t.Fatalf("%d requests", len(d.g.seen(pathStatus)))
		}
		d.expectEvents("call fetchStatus >success")
	})
}

func TestATickJoinsARefreshInFlight(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.on(pathStatus, answer{delay: 2 * time.Second, body: pendingReply})
		d.open()
		d.showQR()
		d.events()
		time.Sleep(2 * time.Second)
		d.must(StateQRGenerated)(d.RefreshStatus(t.Context(), "P1"))
		time.Sleep(time.Second)
		if n := len(d.g.seen(pathStatus)); n != 1 {
			t.Fatalf("%d requests", n)
		}
		d.expectEvents("call fetchStatus")
		d.StopStatusPolling()
	})
}

func TestTheLastOneToLeaveEndsTheRequest(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.on(pathStatus, answer{delay: 5 * time.Second, body: successReply}, answer{body: pendingReply})
		d.open()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := d.RefreshStatus(ctx, "P1")
		isAll(t, err, context.DeadlineExceeded)
		d.must(StatePending)(d.RefreshStatus(t.Context(), "P1"))
	})
}

func TestCodeEntryDiscardsATickInFlightUnlessItSaysSuccess(t *testing.T) {
	for _, c := range []struct {
		reply string
		want  State
	}{{failedReply, StateOTPRequired}, {confirmReply, StateOTPRequired}, {successReply, StateSuccess}} {
		bubble(t, func(t *testing.T) {
			d := newDesk(t)
			// The first request is the tick, the second the check before the switch.
			d.g.on(pathStatus, answer{delay: 2 * time.Second, body: c.reply}, answer{body: pendingReply})
			d.open()
			d.showQR()
			time.Sleep(3500 * time.Millisecond)
			d.validate(bankAccount())
			if d.Health().Polling {
				t.Fatal("polling during code entry")
			}
			time.Sleep(time.Minute)
			if d.state() != c.want || len(d.g.seen(pathStatus)) != 2 {
				t.Fatalf("%s after %d requests, want %s", d.state(), len(d.g.seen(pathStatus)), c.want)
			}
			d.StartStatusPolling("P1", nil)
			if d.Health().Polling {
				t.Fatal("started during code entry, or after success")
			}
		})
	}
}

func TestARefreshDoesNotJoinAStaleRequest(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.on(pathStatus, answer{delay: 5 * time.Second, body: pendingReply}, answer{body: pendingReply}, answer{body: confirmReply})
		d.open()
		d.showQR()
		time.Sleep(3500 * time.Millisecond)
		d.validate(bankAccount())
		d.must(StateWaitingPayment)(d.RefreshStatus(t.Context(), "P1"))
		if !d.Health().Polling {
			t.Fatal("the customer confirmed, and nobody asks on")
		}
		d.StopStatusPolling()
		time.Sleep(10 * time.Second)
	})
}
