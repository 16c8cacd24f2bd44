//go:build benchmarks

package benchmarks

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"sanduq/core"
	"sanduq/core/wire"
)

const fakeBase = "http://gateway.test"

// calls adds one part of the table: ours, by hand and Stripe's, in this order.
func calls(t *testing.T, title string, limit float64, beatStripe bool, contenders ...contender) {
	t.Helper()
	figures := takeTurns(t, contenders...)
	mine, hand, peer := figures[0], figures[1], figures[2]
	heading(title)
	ratio := mine.ratioTo(hand)
	target := reach(t, ratio <= limit, "%.2f × by hand, ≤ %.2f", ratio, limit)
	for _, f := range figures {
		row(f.name, micros(f.median()), fmt.Sprintf("%.2f ×", f.ratioTo(hand)), fmt.Sprintf("%.0f allocs", f.allocs),
			fmt.Sprintf("%.1f KB", f.bytes/1e3), target)
		target = ""
	}
	if beatStripe {
		ahead := mine.ratioTo(peer)
		row("", "", "", "", "", reach(t, ahead < 1 && mine.allocs < peer.allocs && mine.bytes < peer.bytes,
			"%.2f × stripe-go's time (%.2f × in processor time), %.2f × its allocations, < 1", ahead, mine.cpuTo(peer), mine.allocs/peer.allocs))
	}
}

func TestOneSignedCallWithoutANetwork(t *testing.T) {
	client, hand := ours(t, fakeBase, noNetwork{}), newByHand(fakeBase, faked(noNetwork{}))
	peer := stripeClient(fakeBase, faked(noNetwork{}))
	calls(t, "One signed status call, network faked", 1.5, true, ourStatus(client), byHandStatus(hand), stripeStatus(peer))
	calls(t, "One signed new payment, network faked", 1.5, true, ourInitiate(client), byHandInitiate(hand), stripeInitiate(peer))
}

// watching is an Observer that does as little as one can.
type watching struct{ attempts atomic.Int64 }

func (w *watching) ObserveAttempt(context.Context, wire.Attempt) { w.attempts.Add(1) }

// TestOneWatchedCallWithoutANetwork has each call logged, and on our side heard of
// by an Observer as well. Neither runs on the goroutine of the call here, so that one
// which blocks or panics hurts nobody.
func TestOneWatchedCallWithoutANetwork(t *testing.T) {
	options := &slog.HandlerOptions{Level: slog.LevelDebug}
	watcher := new(watching)
	client := ours(t, fakeBase, noNetwork{}, func(c *core.ClientConfig) {
		c.Logger = slog.New(slog.NewTextHandler(io.Discard, options))
		c.Observer = watcher
	})
	hand := newByHand(fakeBase, faked(noNetwork{}))
	hand.log = slog.New(slog.NewTextHandler(io.Discard, options))
	peer := stripeLogging(fakeBase, faked(noNetwork{}), slogLogger{slog.New(slog.NewTextHandler(io.Discard, options))})
	calls(t, "One signed status call that is logged and observed, network faked", 2, true, ourStatus(client), byHandStatus(hand), stripeStatus(peer))
	if watcher.attempts.Load() == 0 {
		t.Error("the Observer heard of no call")
	}
}

func TestOneSignedCallOverLoopback(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(serve))
	defer server.Close()
	transport := func(own bool) *http.Transport {
		tr := &http.Transport{DisableKeepAlives: own}
		t.Cleanup(tr.CloseIdleConnections)
		return tr
	}
	client := ours(t, server.URL, nil)
	calls(t, "One signed status call over loopback, a connection each", 1.15, true, ourStatus(client),
		byHandStatus(newByHand(server.URL, transport(true))), stripeStatus(stripeClient(server.URL, transport(true))))

	// What the promise costs that no reply is taken for another request's: the
	// peers as they come, with connections that are used again.
	figures := takeTurns(t, ourStatus(client), byHandStatus(newByHand(server.URL, transport(false))), stripeStatus(stripeClient(server.URL, transport(false))))
	heading("The same where the peers use connections again, which this SDK does not")
	for _, f := range figures {
		row(f.name, micros(f.median()), fmt.Sprintf("%.2f ×", f.ratioTo(figures[1])), fmt.Sprintf("%.0f allocs", f.allocs), fmt.Sprintf("%.1f KB", f.bytes/1e3),
			fmt.Sprintf("%.2f × by hand in processor time", f.cpuTo(figures[1])))
	}
}

// slogLogger is Stripe's logger over slog.
type slogLogger struct{ log *slog.Logger }

func (l slogLogger) Debugf(format string, v ...any) { l.log.Debug(fmt.Sprintf(format, v...)) }
func (l slogLogger) Infof(format string, v ...any)  { l.log.Info(fmt.Sprintf(format, v...)) }
func (l slogLogger) Warnf(format string, v ...any)  { l.log.Warn(fmt.Sprintf(format, v...)) }
func (l slogLogger) Errorf(format string, v ...any) { l.log.Error(fmt.Sprintf(format, v...)) }

// TestContendersDoTheSameWork keeps the comparison honest: what the SDK and
// the hand-written client send is examined as a service would.
func TestContendersDoTheSameWork(t *testing.T) {
	examined := 0
	strict := roundTrip(func(r *http.Request) (*http.Response, error) {
		examined++
		if err := examine(r); err != nil {
			return nil, err
		}
		return respond(r, answerTo(r.URL.Path)), nil
	})
	client, hand := ours(t, fakeBase, strict), newByHand(fakeBase, faked(strict))
	for _, c := range []contender{ourStatus(client), ourInitiate(client), byHandStatus(hand), byHandInitiate(hand)} {
		if err := c.call(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if examined != 4 {
		t.Errorf("%d requests were examined, want 4", examined)
	}
	forged := roundTrip(func(r *http.Request) (*http.Response, error) {
		r.Header.Set("X-Service-Nonce", "another")
		return nil, examine(r)
	})
	if _, err := ours(t, fakeBase, forged).FetchStatus(context.Background(), wire.StatusCall{Token: core.NewSecret(token), OrderID: orderID}); err == nil {
		t.Error("a forged signature passed the examination")
	}
}
