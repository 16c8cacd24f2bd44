package update

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// fetchTimeout is for a whole question.
const fetchTimeout = 15 * time.Second

// Fetcher gets the file from one https address. It tells the server nothing of
// the till, follows no redirect, and keeps no connection.
type Fetcher struct {
	address string
	client  http.Client
}

// NewFetcher returns ErrAddress for what is not https.
func NewFetcher(address string) (*Fetcher, error) { return newFetcher(address, nil) }

func newFetcher(address string, roots *x509.CertPool) (*Fetcher, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.RawQuery != "" || u.ForceQuery || u.Fragment != "" {
		return nil, ErrAddress
	}
	return &Fetcher{address: u.String(), client: http.Client{
		Timeout:       fetchTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			Proxy:                  http.ProxyFromEnvironment,
			TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: roots},
			DisableKeepAlives:      true,
			DisableCompression:     true,
			MaxResponseHeaderBytes: MaxAnswer,
		},
	}}, nil
}

// Fetch returns the file, MaxAnswer bytes at most. Errors match ErrUnreached,
// ErrRedirect, ErrAnswer or ErrTooLarge.
func (f *Fetcher) Fetch(ctx context.Context) ([]byte, error) {
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, f.address, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAddress, err)
	}
	ask.Header.Set("User-Agent", "sanduq")
	ask.Header.Set("Accept", "application/json")
	got, err := f.client.Do(ask)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreached, err)
	}
	defer func() { _ = got.Body.Close() }()
	switch {
	case got.StatusCode >= 300 && got.StatusCode < 400:
		return nil, fmt.Errorf("%w: status %d", ErrRedirect, got.StatusCode)
	case got.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("%w: status %d", ErrAnswer, got.StatusCode)
	}
	file, err := io.ReadAll(io.LimitReader(got.Body, MaxAnswer+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrUnreached, err)
	case len(file) > MaxAnswer:
		return nil, ErrTooLarge
	}
	return file, nil
}
