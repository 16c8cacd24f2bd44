package agent

import (
	"bytes"
	"cmp"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/tls"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/office"
)

// Office is the office as an agent asks it. What it refuses is an
// *office.Refusal.
type Office interface {
	Cursor(ctx context.Context) (office.Cursor, error)
	Rows(ctx context.Context, b *office.Batch) (office.Cursor, error)
	Days(ctx context.Context, d office.Days) (office.DaysAnswer, error)
}

// Sealer is an Office that takes seals. Seal signs them one after another, behind what
// the office has.
type Sealer interface {
	Seal(ctx context.Context, after office.SealsAnswer, seals []office.Seal) (office.SealsAnswer, error)
}

// Client is an Office and a Sealer over HTTPS. It may be used from any goroutine.
type Client struct {
	base *url.URL
	key  core.Secret
	seal ed25519.PrivateKey // nil without a key
	http *http.Client
}

// Limits of one call.
const (
	callTime  = 60 * time.Second
	maxAnswer = 1 << 20
)

// ErrAddress matches an address that an office cannot have.
var ErrAddress = errors.New("agent: the office's address is https, or http on this machine")

// NewClient returns the office at an address, as of a till with a key. roots, which
// may be nil, are those that the office's certificate must come from.
func NewClient(address string, key core.Secret, roots *tls.Config) (*Client, error) {
	base, err := url.Parse(address)
	if err != nil || base.Host == "" || base.User != nil || base.Scheme != "https" && (base.Scheme != "http" || !loopback(base.Hostname())) {
		return nil, ErrAddress
	}
	if roots == nil {
		roots = &tls.Config{}
	}
	roots = roots.Clone()
	roots.MinVersion = max(roots.MinVersion, tls.VersionTLS12)
	key, seal := keysOf(key)
	return &Client{base: base, key: key, seal: seal, http: &http.Client{
		Timeout: callTime,
		Transport: &http.Transport{Proxy: http.ProxyFromEnvironment, TLSClientConfig: roots, TLSHandshakeTimeout: 10 * time.Second,
			MaxIdleConns: 1, IdleConnTimeout: 90 * time.Second, ForceAttemptHTTP2: true,
			DialContext: (&net.Dialer{Timeout: 10 * time.Second}).DialContext},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, // the key would travel along
	}}, nil
}

// keysOf takes what a till keeps apart: the bearer that the office knows, and behind a
// dot the seed of the key that signs, which it does not. A till that was enrolled before
// there were seals has the first alone; its seed is made of that.
func keysOf(kept core.Secret) (bearer core.Secret, seal ed25519.PrivateKey) {
	if kept.Empty() {
		return kept, nil
	}
	first, second, both := strings.Cut(kept.Reveal(), ".")
	seed, err := base64.RawURLEncoding.DecodeString(second)
	if !both || err != nil || len(seed) != ed25519.SeedSize {
		sum := sha256.Sum256([]byte("sanduq office seal key v1\n" + kept.Reveal()))
		return kept, ed25519.NewKeyFromSeed(sum[:])
	}
	return core.NewSecret(first), ed25519.NewKeyFromSeed(seed)
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Close lets go of idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// plain is the version of messages that no later one has changed: an older office takes
// them too.
const plain = 1

// Enrol trades a one-time code for the till's key, which the caller is to keep
// sealed. A client without a key is enough for it. Of the key the office knows a part:
// the rest signs, and is made here.
func (c *Client) Enrol(ctx context.Context, code core.Secret, environment core.Environment) (till int64, shop, name string, key core.Secret, err error) {
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		return 0, "", "", core.Secret{}, err
	}
	body, err := json.Marshal(office.Enrol{Version: plain, Code: code.Reveal(), Environment: environment, Public: public})
	if err != nil {
		return 0, "", "", core.Secret{}, err
	}
	var e office.Enrolled
	if err := c.call(ctx, http.MethodPost, "/v1/enrol", body, &e); err != nil {
		return 0, "", "", core.Secret{}, err
	}
	if e.Till <= 0 || e.Key == "" {
		return 0, "", "", core.Secret{}, errors.New("agent: the office enrolled nobody")
	}
	return e.Till, e.Shop, e.Name, core.NewSecret(e.Key + "." + base64.RawURLEncoding.EncodeToString(private.Seed())), nil
}

// Cursor implements Office.
func (c *Client) Cursor(ctx context.Context) (out office.Cursor, err error) {
	return out, c.call(ctx, http.MethodGet, "/v1/cursor", nil, &out)
}

// Rows implements Office.
func (c *Client) Rows(ctx context.Context, b *office.Batch) (out office.Cursor, err error) {
	packed, err := b.Encode()
	if err != nil {
		return out, err
	}
	return out, c.call(ctx, http.MethodPost, "/v1/rows", packed, &out)
}

// Days implements Office.
func (c *Client) Days(ctx context.Context, d office.Days) (out office.DaysAnswer, err error) {
	d.Version = cmp.Or(d.Version, office.Version)
	body, err := json.Marshal(d)
	if err != nil {
		return out, err
	}
	return out, c.call(ctx, http.MethodPost, "/v1/days", body, &out)
}

// Seal implements Sealer.
func (c *Client) Seal(ctx context.Context, after office.SealsAnswer, seals []office.Seal) (out office.SealsAnswer, err error) {
	if c.seal == nil {
		return out, errors.New("agent: nothing to sign with")
	}
	all := office.Seals{Version: plain}
	for _, s := range seals {
		s.No, s.Prev = after.No+1, after.Link
		signed, err := s.Sign(c.seal)
		if err != nil {
			return out, err
		}
		after = office.SealsAnswer{No: s.No, Link: signed.Link()}
		all.Seals = append(all.Seals, signed)
	}
	body, err := json.Marshal(all)
	if err != nil {
		return out, err
	}
	return out, c.call(ctx, http.MethodPost, "/v1/seals", body, &out)
}

func (c *Client) call(ctx context.Context, method, path string, body []byte, into any) error {
	r, err := http.NewRequestWithContext(ctx, method, c.base.JoinPath(path).String(), bytes.NewReader(body))
	if err != nil {
		return err
	}
	if !c.key.Empty() {
		r.Header.Set("Authorization", "Bearer "+c.key.Reveal())
	}
	resp, err := c.http.Do(r)
	if err != nil {
		return fmt.Errorf("agent: %w", err)
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return fmt.Errorf("agent: %w", err)
	}
	if resp.StatusCode == http.StatusOK {
		if err := json.Unmarshal(text, into); err != nil {
			return fmt.Errorf("agent: the office's answer: %w", err)
		}
		return nil
	}
	said := &office.Refusal{}
	if json.Unmarshal(text, said) == nil && said.Code != "" {
		return said
	}
	return fmt.Errorf("agent: the office answered %s", resp.Status) // something else stands there
}
