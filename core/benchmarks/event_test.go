//go:build benchmarks

package benchmarks

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"sanduq/core"
)

// stamped answers like noNetwork and keeps the moment at which the end of a
// reply was handed over.
type stamped struct{ at time.Time }

func (s *stamped) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := noNetwork{}.RoundTrip(r)
	response.Body = &stampedBody{Reader: strings.NewReader(answerTo(r.URL.Path)), stamp: s}
	return response, err
}

type stampedBody struct {
	*strings.Reader
	stamp *stamped
}

func (b *stampedBody) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if err == io.EOF {
		b.stamp.at = time.Now()
	}
	return n, err
}

func (b *stampedBody) Close() error { return nil }

// TestFromReplyToSubscriber times the way of an event: from the end of the
// reply in memory, over decoding and the session's rules, to another goroutine
// that reads the stream. By hand it is json.Unmarshal and a channel.
//
// The process holds as much memory as a small application does. With next to
// none the collector would run every five hundred events, and its own time is
// what 99 of 100 would then tell, up to 90 µs.
func TestFromReplyToSubscriber(t *testing.T) {
	const batch = 500
	batches := max(setting("VERSUS_EVENTS", 20000)/batch, 1)
	heard, application := make(chan time.Time), make([]byte, 32<<20)
	defer runtime.KeepAlive(application)

	network := new(stamped)
	sdk := core.NewWebSDK(ours(t, fakeBase, network), new(core.InMemoryTokenStore))
	defer sdk.Close()
	if _, err := sdk.CreateInvoice(t.Context(), core.CreateInvoiceRequest{OrderID: orderID, Amount: amount(), IdempotencyKey: "k"}); err != nil {
		t.Fatal(err)
	}
	stream := sdk.SessionStream()
	go func() {
		for {
			if _, err := stream.Next(context.Background()); err != nil {
				close(heard)
				return
			}
			heard <- time.Now()
		}
	}()
	ourEvent := func() time.Duration {
		if _, err := sdk.RefreshStatus(t.Context(), "P-1"); err != nil {
			t.Fatal(err)
		}
		return (<-heard).Sub(network.at)
	}

	channel, got := make(chan statusData, 1), make(chan time.Time)
	go func() {
		for range channel {
			got <- time.Now()
		}
	}()
	defer close(channel)
	handEvent := func() time.Duration {
		content, at := []byte(statusReply), time.Now()
		var reply envelope[statusData]
		if err := json.Unmarshal(content, &reply); err != nil || reply.Data.PaymentStatus != "SUCCESS" {
			t.Fatal(err, reply)
		}
		channel <- reply.Data
		return (<-got).Sub(at)
	}

	percentiles := func(event func() time.Duration) (half, most time.Duration) {
		times := make([]time.Duration, batch)
		for i := range times {
			times[i] = event()
		}
		slices.Sort(times)
		return times[batch/2], times[batch*99/100]
	}
	var mine, hand struct{ half, most []time.Duration }
	for i := range batches + 1 {
		half, most := percentiles(ourEvent)
		theirHalf, theirMost := percentiles(handEvent)
		if i == 0 && batches > 1 {
			continue // to warm up
		}
		mine.half, mine.most = append(mine.half, half), append(mine.most, most)
		hand.half, hand.most = append(hand.half, theirHalf), append(hand.most, theirMost)
	}
	stream.Close()
	for range heard { // until the reader has gone
	}

	heading("An event, from the end of the reply to the subscriber: half of them, 99 of 100 (median of batches)")
	p99 := middle(mine.most)
	row("sanduq", micros(middle(mine.half)), times(middle(mine.half), middle(hand.half)), micros(p99), times(p99, middle(hand.most)),
		reach(t, p99 < 50*time.Microsecond, "99 of 100 in %s, < 50 µs", micros(p99)))
	row("json and a channel by hand", micros(middle(hand.half)), "1.00 ×", micros(middle(hand.most)), "1.00 ×", "")
}
