//go:build benchmarks

package benchmarks

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stripe/stripe-go/v82"

	"sanduq/core"
	"sanduq/core/money"
	"sanduq/core/wire"
)

// What every contender is given: one payment of 12.500 LYD and credentials of
// the same length.
const (
	clientID   = "till-1"
	hmacSecret = "a-shared-secret-of-32-characters"
	apiKey     = "api-key-of-24-characters"
	secretKey  = "secret-key-of-24-charact"
	token      = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJQLTEifQ.c2lnbmF0dXJlLW9mLTMyLWJ5dGVz"
	orderID    = "ORDER-1"
)

var errWrongAnswer = errors.New("the answer was not understood")

// contender does one piece of work once.
type contender struct {
	name string
	call func() error
}

// ours returns the SDK's client, signing, over a network or, if fake is not
// nil, without one.
func ours(t testing.TB, base string, fake http.RoundTripper, change ...func(*core.ClientConfig)) *core.Client {
	signer, err := wire.NewHMACSigner(clientID, core.NewSecret(hmacSecret))
	if err != nil {
		t.Fatal(err)
	}
	config := core.ClientConfig{Environment: core.Sandbox, BaseURL: base, Signer: signer, Version: "1.0",
		APIKey: core.NewSecret(apiKey), SecretKey: core.NewSecret(secretKey)}
	for _, c := range change {
		c(&config)
	}
	client, err := core.NewClient(config)
	if err != nil {
		t.Fatal(err)
	}
	if fake != nil {
		client.FakeTransport(fake)
	}
	t.Cleanup(client.Close)
	return client
}

func amount() money.Amount { return money.Amount{Minor: 12500, Currency: "LYD"} }

func ourStatus(client *core.Client) contender {
	call := wire.StatusCall{Token: core.NewSecret(token), PaymentID: "P-1", OrderID: orderID, Amount: amount()}
	return contender{"sanduq", func() error {
		answer, err := client.FetchStatus(context.Background(), call)
		if err == nil && (answer.State != core.StateSuccess || answer.TransactionID != "T-1") {
			return fmt.Errorf("%w: %+v", errWrongAnswer, answer)
		}
		return err
	}}
}

func ourInitiate(client *core.Client) contender {
	return contender{"sanduq", func() error {
		answer, err := client.Initiate(context.Background(), wire.InitiateCall{OrderID: orderID, Amount: amount()})
		if err == nil && (answer.PaymentID != "P-1" || answer.Token.Empty()) {
			return fmt.Errorf("%w: %+v", errWrongAnswer, answer)
		}
		return err
	}}
}

// stripeClient returns Stripe's own client with everything off that costs time
// and has no like here: telemetry, logging, retries.
func stripeClient(base string, transport http.RoundTripper) *stripe.Client {
	return stripeLogging(base, transport, &stripe.LeveledLogger{Level: stripe.LevelNull})
}

func stripeLogging(base string, transport http.RoundTripper, log stripe.LeveledLoggerInterface) *stripe.Client {
	backend := stripe.GetBackendWithConfig(stripe.APIBackend, &stripe.BackendConfig{
		URL: stripe.String(base), HTTPClient: &http.Client{Transport: transport, Timeout: 8 * time.Second},
		EnableTelemetry: stripe.Bool(false), MaxNetworkRetries: stripe.Int64(0),
		LeveledLogger: log,
	})
	return stripe.NewClient(apiKey, stripe.WithBackends(&stripe.Backends{API: backend}))
}

func stripeStatus(client *stripe.Client) contender {
	return contender{"stripe-go 82.5.1", func() error {
		answer, err := client.V1PaymentIntents.Retrieve(context.Background(), "P-1", nil)
		if err == nil && answer.Status != stripe.PaymentIntentStatusSucceeded {
			return fmt.Errorf("%w: %q", errWrongAnswer, answer.Status)
		}
		return err
	}}
}

func stripeInitiate(client *stripe.Client) contender {
	return contender{"stripe-go 82.5.1", func() error {
		answer, err := client.V1PaymentIntents.Create(context.Background(), &stripe.PaymentIntentCreateParams{
			Amount: stripe.Int64(12500), Currency: stripe.String("lyd"), Description: stripe.String(orderID),
		})
		if err == nil && (answer.ID != "P-1" || answer.ClientSecret == "") {
			return fmt.Errorf("%w: %q", errWrongAnswer, answer.ID)
		}
		return err
	}}
}
