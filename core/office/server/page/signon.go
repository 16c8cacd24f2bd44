package page

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"sanduq/core"
)

// SignOnConfig is a chain's own identity provider, which speaks OpenID Connect.
type SignOnConfig struct {
	Issuer string // https; http on this machine alone
	Client string // as whom the office is known there
	Secret core.Secret
	Page   string // the office's address as browsers know it, without /office/
}

// SignOn lets people in whom the chain's identity provider vouches for:
// authorization code with PKCE, and an ID token that is signed, for this office,
// fresh and of the browser that asked. Whose verified e-mail address is no person
// here is not let in, so that which shops somebody sees is decided at the office
// alone. The provider is asked first when somebody wants to sign in: an office
// starts, and takes what tills send, without it. It may be used from any goroutine.
type SignOn struct {
	cfg    SignOnConfig
	client *http.Client

	mu       sync.Mutex // guards the rest; never held while the provider is asked
	provider *oidc.Provider
	asking   *discovery
}

// Paths of signing on, below the office's address.
const (
	signOnPath = "/office/sign-on"
	backPath   = "/office/sign-on/back"
)

// signOnTime is how long somebody may take at the provider.
const signOnTime = 10 * time.Minute

// Errors of signing on, to be tested with errors.Is.
var (
	ErrSignOnConfig = errors.New("page: no identity provider like this")
	ErrProvider     = errors.New("page: the identity provider does not answer")
	ErrVouched      = errors.New("page: the identity provider vouches for nobody")
	ErrStranger     = errors.New("page: no person of the office")
)

// NewSignOn checks what it is told and asks nobody. Error: ErrSignOnConfig.
func NewSignOn(cfg SignOnConfig) (*SignOn, error) {
	for _, address := range []string{cfg.Issuer, cfg.Page} {
		u, err := url.Parse(address)
		if err != nil || u.Host == "" || u.User != nil || u.Scheme != "https" && (u.Scheme != "http" || !local(u.Hostname())) {
			return nil, fmt.Errorf("%w: %q is no address with https", ErrSignOnConfig, address)
		}
	}
	if cfg.Client == "" || cfg.Secret.Empty() {
		return nil, fmt.Errorf("%w: it has a client and a secret", ErrSignOnConfig)
	}
	cfg.Page = strings.TrimRight(cfg.Page, "/")
	return &SignOn{cfg: cfg, client: &http.Client{Timeout: 10 * time.Second}}, nil
}

func local(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// discover returns the provider, and how the office talks to it. One question goes to a
// provider at a time; anyone who comes meanwhile waits for its answer as long as they like
// to. Error: ErrProvider.
func (s *SignOn) discover(ctx context.Context) (*oidc.Provider, *oauth2.Config, error) {
	s.mu.Lock()
	if s.provider == nil && s.asking == nil {
		asked := &discovery{done: make(chan struct{})}
		s.asking = asked
		go func() {
			p, err := oidc.NewProvider(s.with(context.WithoutCancel(ctx)), s.cfg.Issuer) // its keys are fetched later, by this context
			s.mu.Lock()
			s.provider, s.asking, asked.err = p, nil, err
			s.mu.Unlock()
			close(asked.done)
		}()
	}
	asked := s.asking
	s.mu.Unlock()
	if asked != nil {
		select {
		case <-asked.done:
		case <-time.After(patience):
			return nil, nil, fmt.Errorf("%w in %s", ErrProvider, patience)
		case <-ctx.Done():
			return nil, nil, fmt.Errorf("%w: %w", ErrProvider, ctx.Err())
		}
		if asked.err != nil {
			return nil, nil, fmt.Errorf("%w: %w", ErrProvider, asked.err)
		}
	}
	s.mu.Lock()
	provider := s.provider
	s.mu.Unlock()
	return provider, &oauth2.Config{ClientID: s.cfg.Client, ClientSecret: s.cfg.Secret.Reveal(), Endpoint: provider.Endpoint(),
		RedirectURL: s.cfg.Page + backPath, Scopes: []string{oidc.ScopeOpenID, "email"}}, nil
}

// discovery is a question to the provider that is under way.
type discovery struct {
	done chan struct{}
	err  error // once done is closed
}

// patience is how long somebody waits for the provider to say who it is.
const patience = 4 * time.Second

func (s *SignOn) with(ctx context.Context) context.Context {
	return oidc.ClientContext(ctx, s.client)
}

// attempt is what one browser keeps while somebody is at the provider.
type attempt struct{ state, nonce, verifier string }

func newAttempt() (a attempt, err error) {
	random := make([]byte, 48)
	if _, err = rand.Read(random); err != nil {
		return a, err
	}
	b := base64.RawURLEncoding
	return attempt{b.EncodeToString(random[:24]), b.EncodeToString(random[24:]), oauth2.GenerateVerifier()}, nil
}

func (a attempt) pack() string { return a.state + "." + a.nonce + "." + a.verifier }

func unpackAttempt(text string) (a attempt, ok bool) {
	parts := strings.Split(text, ".")
	if len(parts) != 3 || parts[0] == "" || parts[1] == "" || parts[2] == "" {
		return a, false
	}
	return attempt{parts[0], parts[1], parts[2]}, true
}

// email trades what a browser brought back for the address that the provider
// vouches for. Errors: ErrProvider, ErrVouched.
func (s *SignOn) email(ctx context.Context, a attempt, back url.Values, now func() time.Time) (string, error) {
	if subtle.ConstantTimeCompare([]byte(back.Get("state")), []byte(a.state)) != 1 {
		return "", fmt.Errorf("%w: it was asked by another browser", ErrVouched)
	}
	if back.Get("code") == "" {
		return "", fmt.Errorf("%w: it said %q", ErrVouched, back.Get("error"))
	}
	provider, office, err := s.discover(ctx)
	if err != nil {
		return "", err
	}
	ctx = s.with(ctx)
	tokens, err := office.Exchange(ctx, back.Get("code"), oauth2.VerifierOption(a.verifier))
	if said, refused := errors.AsType[*oauth2.RetrieveError](err); refused { // its body may hold what nobody logs
		return "", fmt.Errorf("%w: it took no code, and said %q", ErrVouched, said.ErrorCode)
	}
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrProvider, err)
	}
	raw, _ := tokens.Extra("id_token").(string)
	token, err := provider.Verifier(&oidc.Config{ClientID: s.cfg.Client, Now: now}).Verify(ctx, raw)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrVouched, err)
	}
	if subtle.ConstantTimeCompare([]byte(token.Nonce), []byte(a.nonce)) != 1 {
		return "", fmt.Errorf("%w: its token is of another question", ErrVouched)
	}
	var claims struct {
		Email    string `json:"email"`
		Verified bool   `json:"email_verified"`
	}
	if err := token.Claims(&claims); err != nil || claims.Email == "" || !claims.Verified {
		return "", fmt.Errorf("%w: no e-mail address that was verified", ErrVouched)
	}
	return claims.Email, nil
}

// attemptCookie is what a browser keeps on its way. It comes back from another site,
// for which the session's own is too strict.
func (p *Page) attemptCookie(value string, age int) *http.Cookie {
	c := p.cookie(value, age)
	c.Name += "-sign-on"
	c.SameSite = http.SameSiteLaxMode
	return c
}

// signOn sends a browser to the provider.
func (p *Page) signOn(w http.ResponseWriter, r *http.Request) {
	a, err := newAttempt()
	if err != nil {
		p.fail(w, err)
		return
	}
	_, office, err := p.cfg.SignOn.discover(r.Context())
	if err != nil {
		p.refuse(w, r, err)
		return
	}
	http.SetCookie(w, p.attemptCookie(a.pack(), int(signOnTime/time.Second)))
	http.Redirect(w, r, office.AuthCodeURL(a.state, oidc.Nonce(a.nonce), oauth2.S256ChallengeOption(a.verifier)), http.StatusSeeOther)
}

// signedOn is where the provider sends a browser back to.
func (p *Page) signedOn(w http.ResponseWriter, r *http.Request) {
	var kept string
	if c, err := r.Cookie(p.attemptCookie("", 0).Name); err == nil {
		kept = c.Value
	}
	http.SetCookie(w, p.attemptCookie("", -1)) // good for one answer
	a, ok := unpackAttempt(kept)
	if !ok {
		p.refuse(w, r, fmt.Errorf("%w: nobody asked", ErrVouched))
		return
	}
	email, err := p.cfg.SignOn.email(r.Context(), a, r.URL.Query(), p.cfg.Now)
	if err != nil {
		p.refuse(w, r, err)
		return
	}
	cookie, err := p.People.SignOn(r.Context(), email)
	if err != nil {
		p.refuse(w, r, err)
		return
	}
	p.cfg.Security.Info("signed in", "event", "signOn", "from", p.cfg.Proxies.Of(r))
	http.SetCookie(w, p.cookie(cookie.Reveal(), int(sessionTime/time.Second)))
	// A redirect would still be the other site's, and the session's cookie not sent.
	p.render(w, http.StatusOK, "enter", p.view(r))
}

// refuse says why nobody was let in.
func (p *Page) refuse(w http.ResponseWriter, r *http.Request, err error) {
	v, status := p.view(r), http.StatusForbidden
	switch {
	case errors.Is(err, ErrStranger):
		v.Error = "stranger"
	case errors.Is(err, ErrVouched):
		v.Error = "vouched"
	case errors.Is(err, ErrProvider):
		v.Error, status = "providerAway", http.StatusBadGateway
	default:
		p.fail(w, err)
		return
	}
	if status == http.StatusForbidden {
		p.cfg.Security.Warn("refused", "event", "signOn", "from", p.cfg.Proxies.Of(r), "why", v.Error)
	}
	p.cfg.Logger.Warn("nobody signed on", "err", err)
	p.render(w, status, "signin", v)
}
