package core

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"testing"
	"time"

	"sanduq/core/money"
	"sanduq/core/wire"
)

// A reply that hands the connection over to another protocol has no end: what
// follows is no body, and net/http does not watch the context over it.
func TestAReplyThatSwitchesProtocolsEndsTheCallInTime(t *testing.T) {
	dial := func(context.Context, string, string) (net.Conn, error) {
		ours, theirs := net.Pipe()
		go func() {
			request, err := http.ReadRequest(bufio.NewReader(theirs))
			if err != nil {
				return
			}
			_ = request.Body.Close()
			_, _ = theirs.Write([]byte("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"))
		}()
		t.Cleanup(func() { _ = theirs.Close() })
		return ours, nil
	}
	client, err := NewClient(ClientConfig{Environment: Sandbox, BaseURL: "http://gateway.test", APIKey: NewSecret("k"),
		SecretKey: NewSecret("s"), Dial: dial, Limits: wire.Limits{Status: 200 * time.Millisecond, Attempt: 200 * time.Millisecond}})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	amount := money.Amount{Minor: 12500, Currency: "LYD"}
	for name, call := range map[string]func(context.Context) error{
		"status": func(ctx context.Context) error {
			_, err := client.FetchStatus(ctx, wire.StatusCall{Token: NewSecret("t"), PaymentID: "p", OrderID: "o", Amount: amount})
			return err
		},
		"initiate": func(ctx context.Context) error {
			_, err := client.Initiate(ctx, wire.InitiateCall{OrderID: "o", Amount: amount})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			ended := make(chan error, 1)
			go func() { ended <- call(t.Context()) }()
			select {
			case err := <-ended:
				if err == nil || errorsIs(err, ErrNotSent) {
					t.Errorf("the call ended with %v", err)
				}
				if name == "initiate" {
					isAll(t, err, ErrOutcomeUnknown)
				}
			case <-time.After(5 * time.Second):
				t.Fatal("the call goes on although its 200 ms are long over")
			}
		})
	}
}
