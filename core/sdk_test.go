package core

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestTokens(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		if _, ok := d.ReadClientToken(); ok {
			t.Fatal("a token out of nothing")
		}
		d.Initialize(NewSecret("t1"))
		for _, blank := range []Secret{{}, NewSecret(""), NewSecret(" \t")} {
			d.Initialize(blank)
		}
		if token, ok := d.ReadClientToken(); !ok || token.Reveal() != "t1" {
			t.Fatal("a blank token did something")
		}
		d.open()
		d.ClearSession()
		if _, ok := d.ReadClientToken(); ok {
			t.Fatal("the token is still there")
		}
		if _, ok := d.CurrentSession(); !ok {
			t.Fatal("the session went with the token")
		}
	})
}

func TestClearSessionDoesNotDisturbRequestsInFlight(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.on(pathStatus, answer{delay: 2 * time.Second, body: successReply})
		d.open()
		go func() { time.Sleep(time.Second); d.ClearSession() }()
		d.must(StateSuccess)(d.RefreshStatus(t.Context(), "P1"))
	})
}

func TestTheStream(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		if _, ok := d.sub.Snapshot(); ok {
			t.Fatal("a session before the first")
		}
		d.open()
		late := d.SessionStream()
		defer late.Close()
		if s, ok := late.Snapshot(); !ok || s.State != StatePending {
			t.Fatalf("%+v", s)
		}
		_, err := d.FetchInstitutions(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		d.showQR()
		d.must(StateQRGenerated)(d.RefreshStatus(t.Context(), "P1"))
		d.StopStatusPolling()
		events := d.events()
		if got := kinds(events); len(got) != 4 || got[1] != "call fetchInstitutions" || got[3] != "call fetchStatus" {
			t.Fatalf("%q", got)
		}
		for i, e := range events {
			if e.Seq != uint64(i+1) || e.At.IsZero() || i > 0 && e.Before != events[i-1].After && e.Before.State != events[i-1].After.State {
				t.Errorf("event %d: %+v", i, e)
			}
		}
		for _, want := range events[1:] {
			if got, err := late.Next(t.Context()); err != nil || got != want {
				t.Fatalf("%+v, %v", got, err)
			}
		}
		d.Close()
		d.Close()
		if _, err := late.Next(t.Context()); !errorsIs(err, ErrStreamClosed) {
			t.Fatal(err)
		}
	})
}

// A status answer with nothing new is silent, one with a word that nobody
// knows is told once, and so is a transaction that came later.
func TestWhatTicksTell(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.reply(pathStatus, pendingReply, `{"success":true,"data":{"paymentStatus":" ON_HOLD "}}`, `{"success":true,"data":{"paymentStatus":"ON_HOLD"}}`,
			confirmReply, confirmReply, pendingReply, `{"success":true,"data":{"paymentStatus":"success"}}`)
		d.open()
		d.showQR()
		d.events()
		time.Sleep(time.Minute)
		synctest.Wait()
		events := d.events()
		want := []string{"state fetchStatus", "state fetchStatus >waitingPayment", "state fetchStatus >success"}
		if got := kinds(events); len(got) != 3 || got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
			t.Fatalf("%q", got)
		}
		if events[0].RawStatus != "ON_HOLD" || events[0].After.RawStatus != "ON_HOLD" || events[2].RawStatus != "success" {
			t.Fatalf("%+v", events[0])
		}
		if s, _ := d.CurrentSession(); s.TransactionID != "" || d.Health().LastStatus != "success" {
			t.Fatalf("%+v", s)
		}
		d.g.reply(pathStatus, successReply, failedReply, `{"success":true,"data":{"paymentStatus":"SUCCESS","transactionId":"T2"}}`)
		for range 3 {
			d.must(StateSuccess)(d.RefreshStatus(t.Context(), "P1"))
		}
		if s, _ := d.CurrentSession(); s.TransactionID != "T1" || s.RawStatus != "SUCCESS" {
			t.Fatalf("%+v", s)
		}
	})
}

func TestATransactionNumberIsNews(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.reply(pathStatus, `{"success":true,"data":{"paymentStatus":"PENDING","transactionId":"T5"}}`)
		d.open()
		d.showQR()
		d.events()
		time.Sleep(7 * time.Second)
		d.StopStatusPolling()
		if events := d.events(); len(events) != 1 || events[0].After.TransactionID != "T5" || events[0].Kind != EventState {
			t.Fatalf("%+v", events)
		}
	})
}

func TestMoneyThatArrivesLate(t *testing.T) {
	for _, end := range []string{failedReply, expiredReply} {
		bubble(t, func(t *testing.T) {
			d := newDesk(t)
			d.g.reply(pathStatus, end, end, successReply)
			d.open()
			d.showQR()
			time.Sleep(time.Minute)
			if !d.state().Ended() || d.state() == StateSuccess || len(d.g.seen(pathStatus)) != 1 {
				t.Fatalf("%s after %d requests", d.state(), len(d.g.seen(pathStatus)))
			}
			d.events()
			d.StartStatusPolling("P1", nil) // one look, then it stops by itself
			time.Sleep(time.Minute)
			if len(d.g.seen(pathStatus)) != 2 || d.Health().Polling {
				t.Fatal("polling an ended payment")
			}
			d.expectEvents()
			if s := d.must(StateSuccess)(d.RefreshStatus(t.Context(), "P1")); !s.Late {
				t.Fatalf("%+v", s)
			}
			d.expectEvents("call fetchStatus >success")
		})
	}
}

func TestAConflictIsAnAlarmAndNeverASuccess(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t, sandboxProfile)
		d.g.reply(pathStatus, `{"success":true,"data":{"paymentStatus":"SUCCESS","transactionId":"T","paymentId":"P9","orderId":"ORDER-1","amount":12.5,"currency":"LYD"}}`)
		d.open()
		d.showQR()
		d.events()
		time.Sleep(10 * time.Second)
		d.expectEvents("conflict fetchStatus")
		s, err := d.RefreshStatus(t.Context(), "P1")
		isAll(t, err, ErrConflict)
		if s.State != StateQRGenerated || s.Conflict == "" || s.TransactionID != "" {
			t.Fatalf("%+v", s)
		}
		d.StopStatusPolling()
	})
}

func TestHealth(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		var mu sync.Mutex
		var seen []Health
		stop := d.WatchHealth(func(h Health) { mu.Lock(); seen = append(seen, h); mu.Unlock() })
		d.open()
		if h := d.Health(); h.Degraded || h.LastAnswer.IsZero() || h.LastError != nil {
			t.Fatalf("%+v", h)
		}
		d.g.on(pathStatus, answer{status: 500}, answer{status: 400, body: `{"success":false,"code":"X"}`}, answer{delay: time.Hour})
		_, err := d.RefreshStatus(t.Context(), "P1")
		if h := d.Health(); !h.Degraded || h.LastError == nil || err == nil {
			t.Fatalf("%+v", h)
		}
		_, _ = d.RefreshStatus(t.Context(), "P1")
		if h := d.Health(); h.Degraded || h.LastError != nil {
			t.Fatalf("a refusal is an answer: %+v", h)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		go func() { _, _ = d.RefreshStatus(ctx, "P1") }()
		time.Sleep(500 * time.Millisecond)
		if !d.Health().Checking {
			t.Fatal("a request in flight is not shown")
		}
		time.Sleep(time.Second)
		if h := d.Health(); h.Checking || h.Degraded {
			t.Fatalf("a caller that gave up says nothing about the line: %+v", h)
		}
		synctest.Wait()
		stop()
		stop()
		mu.Lock()
		last, n := seen[len(seen)-1], len(seen)
		mu.Unlock()
		if last != d.Health() || n < 3 {
			t.Fatalf("the watcher saw %d, at last %+v", n, last)
		}
		d.health().update(func(h *Health) { h.LastStatus = "x" })
		synctest.Wait()
		if mu.Lock(); len(seen) != n {
			t.Fatal("a watcher that left was called")
		}
		mu.Unlock()
	})
}

func (d *desk) health() *healthBoard { return d.engine.health }

func TestASlowHealthWatcherDelaysNobody(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		release := make(chan struct{})
		var last Health
		stop := d.WatchHealth(func(h Health) { <-release; last = h })
		began := time.Now()
		d.open()
		d.showQR()
		d.StopStatusPolling()
		if time.Since(began) != 0 {
			t.Fatal("the watcher held the engine up")
		}
		close(release)
		synctest.Wait()
		if last != d.Health() {
			t.Fatalf("%+v", last)
		}
		d.Close()
		stop()
		d.WatchHealth(func(Health) { t.Error("called after Close") })()
	})
}

func TestCloseRefusesWhatComesAfter(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		snapshot, _ := d.Snapshot()
		d.Close()
		_, err := d.GenerateQR(t.Context(), GenerateQRRequest{})
		isAll(t, err, ErrDisposed, ErrNotSent)
		_, err = d.ValidateAccount(t.Context(), bankAccount())
		isAll(t, err, ErrDisposed, ErrNotSent)
		_, err = d.SubmitOTP(t.Context(), otp())
		isAll(t, err, ErrDisposed, ErrNotSent)
		_, err = d.CreateInvoice(t.Context(), invoice())
		isAll(t, err, ErrDisposed, ErrNotSent)
		_, err = d.RefreshStatus(t.Context(), "P1")
		isAll(t, err, ErrDisposed, ErrNotSent)
		_, err = d.FetchInstitutions(t.Context())
		isAll(t, err, ErrDisposed, ErrNotSent)
		isAll(t, d.RestoreSession(snapshot), ErrDisposed)
		d.StartStatusPolling("P1", nil)
		if d.Health().Polling || d.g.total() != 1 {
			t.Fatal("a closed SDK still works")
		}
	})
}

// The event of a call is in the stream when the call returns.
func TestEventsComeBeforeTheCallReturns(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		for i, call := range []func() (PaymentSession, error){
			func() (PaymentSession, error) { return d.CreateInvoice(t.Context(), invoice()) },
			func() (PaymentSession, error) { return d.GenerateQR(t.Context(), GenerateQRRequest{Rail: RailWallet}) },
			func() (PaymentSession, error) { return d.RefreshStatus(t.Context(), "P1") },
			func() (PaymentSession, error) { return d.ValidateAccount(t.Context(), walletAccount()) },
			func() (PaymentSession, error) { return d.SubmitOTP(t.Context(), otp()) },
		} {
			s, err := call()
			events := d.events()
			if err != nil || len(events) == 0 || events[len(events)-1].After != s {
				t.Fatalf("call %d: %v, %+v", i, err, events)
			}
		}
	})
}
