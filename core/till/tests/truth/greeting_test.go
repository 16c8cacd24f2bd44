package truth_test

import (
	"context"
	"io"
	"net"
	"testing"

	"sanduq/core"
	"sanduq/core/wire"
)

// TestAReplyThatLiesReadyIsNotTaken: the other end of each line says SUCCESS
// before it was asked anything, as a proxy does that has mixed up two lines. It
// names nobody, so that only its time gives it away; it would pay anyone who is
// asked about. On a real line of this computer: what lies ready there is in the
// system's hands, not in ours.
func TestAReplyThatLiesReadyIsNotTaken(t *testing.T) {
	overheard(t)
	g := newGateway()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	greeted := make(chan struct{}, 1000)
	go func() {
		for {
			line, err := listener.Accept()
			if err != nil {
				return
			}
			if _, err := io.WriteString(line, says("SUCCESS", "TX-GREETING").text("")); err != nil {
				return
			}
			greeted <- struct{}{}
			go g.serve(line, line)
		}
	}()
	client, err := core.NewClient(core.ClientConfig{Environment: core.Sandbox, BaseURL: "http://pay.example", Profile: wire.DefaultProfile(),
		Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
			line, err := new(net.Dialer).DialContext(ctx, network, listener.Addr().String())
			if err != nil {
				return nil, err
			}
			select {
			case <-greeted: // it lies ready
				return line, nil
			case <-ctx.Done():
				_ = line.Close()
				return nil, ctx.Err()
			}
		}})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	const questions = 200
	taken := 0
	for range questions {
		answer, err := client.FetchStatus(t.Context(), wire.StatusCall{Token: core.NewSecret("token"), PaymentID: "pay-1", OrderID: "order-1", Amount: amount})
		if err == nil && answer.State == core.StateSuccess {
			taken++
		}
	}
	if taken > 0 {
		t.Errorf("FALSE SUCCESS: %d of %d greetings were taken for the answer", taken, questions)
	}
}
