//go:build benchmarks

package benchmarks

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"sanduq/core"
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
			"%.2f × stripe-go's time, %.2f × its allocations, < 1", ahead, mine.allocs/peer.allocs))
	}
}

func TestOneSignedCallWithoutANetwork(t *testing.T) {
	client, hand := ours(t, fakeBase, noNetwork{}), newByHand(fakeBase, faked(noNetwork{}))
	peer := stripeClient(fakeBase, faked(noNetwork{}))
	calls(t, "One signed status call, network faked", 1.5, true, ourStatus(client), byHandStatus(hand), stripeStatus(peer))
	calls(t, "One signed new payment, network faked", 1.5, true, ourInitiate(client), byHandInitiate(hand), stripeInitiate(peer))
}

func TestOneSignedCallOverLoopback(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(serve))
	defer server.Close()
	transport := func() *http.Transport {
		tr := new(http.Transport)
		t.Cleanup(tr.CloseIdleConnections)
		return tr
	}
	client, hand := ours(t, server.URL, nil), newByHand(server.URL, transport())
	peer := stripeClient(server.URL, transport())
	calls(t, "One signed status call over loopback", 1.15, true, ourStatus(client), byHandStatus(hand), stripeStatus(peer))
}

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
	if _, err := ours(t, fakeBase, forged).FetchStatus(context.Background(), core.StatusCall{Token: core.NewSecret(token), OrderID: orderID}); err == nil {
		t.Error("a forged signature passed the examination")
	}
}
