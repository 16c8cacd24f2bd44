// Package enrolled gives tests tills that head office knows. It is for tests alone.
package enrolled

import (
	"context"
	"testing"

	"sanduq/core"
	"sanduq/core/office/agent"
)

// Office is what head office does for a new till.
type Office interface {
	AddTill(ctx context.Context, shop, name string, environment core.Environment) (int64, error)
	Code(ctx context.Context, till int64) (core.Secret, error)
}

// Till adds a till to a shop and enrols it as the till itself does, by its one-time code.
// It returns the till's number and how it speaks to the office at url; the caller closes that.
func Till(t *testing.T, office Office, url, shop, name string, environment core.Environment) (number int64, client *agent.Client) {
	t.Helper()
	number, err := office.AddTill(t.Context(), shop, name, environment)
	if err != nil {
		t.Fatal(err)
	}
	code, err := office.Code(t.Context(), number)
	if err != nil {
		t.Fatal(err)
	}
	stranger, err := agent.NewClient(url, core.Secret{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer stranger.Close()
	_, _, _, key, err := stranger.Enrol(t.Context(), code, environment)
	if err == nil {
		client, err = agent.NewClient(url, key, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return number, client
}
