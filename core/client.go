package core

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"sanduq/core/internal/clockskew"
	"sanduq/core/internal/fold"
	"sanduq/core/internal/object"
	"sanduq/core/wire"
)

// ClientConfig says how to reach the service. BaseURL comes without the path
// prefix. APIKey and SecretKey may be blank in a client that never opens a
// payment; every field from Signer on is optional.
type ClientConfig struct {
	Environment Environment
	BaseURL     string
	APIKey      Secret
	SecretKey   Secret

	Signer  wire.Signer
	Profile wire.Profile // the zero profile means wire.DefaultProfile
	Logger  *slog.Logger
	Version string // of the application, for User-Agent
	Clock   Clock
	Jitter  Jitter
	// Observer hears of every attempt, for traces and metrics.
	Observer wire.Observer
	// RootCAs replaces the system's certificate authorities.
	RootCAs *x509.CertPool
	// TLS holds client certificates and what else a deployment asks for. It is
	// copied. Less than TLS 1.2 is raised to it, and Live refuses a configuration
	// that does not verify the gateway's certificate.
	TLS *tls.Config
	// Limits are the deadlines and attempts; the zero Limits are the default.
	Limits wire.Limits
	// Dial replaces how connections are opened, for tests.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// Client is the PaymentAPI that speaks HTTP. It is safe for concurrent use and
// may serve many sessions.
type Client struct {
	base               *url.URL
	apiKey, secretKey  Secret
	secrets            []Secret // these two, and the signer's: they come out of whatever the gateway quotes
	signer             wire.Signer
	profile            codec
	meanings           map[string]State
	definiteCodes      map[string]bool  // see wire.Profile.DefiniteOTPCodes
	unauthorized       map[string]error // see wire.Profile.UnauthorizedCodes
	log                *slog.Logger
	agent              string
	clock              Clock
	jitter             Jitter
	callbacks, signers *callbacks
	observer           wire.Observer
	limits             wire.Limits
	transport          *http.Transport
	requests           map[string]*http.Request // by the profile's path, to be copied
	times              gatewayTime
}

var _ PaymentAPI = (*Client)(nil)

// NewClient checks the configuration: ErrEnvironment for an environment or
// base URL that cannot be used, ErrProfile for a profile. Nothing is sent.
func NewClient(config ClientConfig) (*Client, error) {
	base, err := wire.BaseURL(config.Environment, config.BaseURL)
	if err != nil {
		return nil, err
	}
	if config.Profile.Paths == (wire.Paths{}) {
		config.Profile = wire.DefaultProfile()
	}
	if err := config.Profile.Check(); err != nil {
		return nil, err
	}
	profile := codec{config.Profile}
	limits, err := withDefaults(config.Limits)
	if err != nil {
		return nil, err
	}
	if ours, is := config.Signer.(*wire.HMACSigner); is {
		if _, err := ours.Sign(wire.SignInput{}); err != nil {
			return nil, err
		}
	}
	secure, err := config.secure()
	if err != nil {
		return nil, err
	}
	c := &Client{
		base: base, apiKey: config.APIKey, secretKey: config.SecretKey,
		signer: config.Signer, profile: profile, meanings: profile.meanings(),
		log: config.Logger, agent: "sanduq/" + config.Version, clock: config.Clock,
		jitter:        config.Jitter,
		definiteCodes: profile.definiteCodes(), unauthorized: errorOfCode(config.Profile),
		observer: config.Observer, limits: limits,
		callbacks: newCallbacks(atOnce), signers: newCallbacks(atOnce),
		transport: refuseUnsolicited(newTransport(config.Dial, limits.Connect, secure)),
		requests:  templates(base, config.Profile.Paths),
	}
	c.secrets = []Secret{c.apiKey, c.secretKey}
	if s, ok := c.signer.(interface{ Secrets() []Secret }); ok {
		err = catchPanic(func() { c.secrets = append(c.secrets, s.Secrets()...) })
	}
	if err != nil {
		return nil, err
	}
	if config.Version == "" {
		c.agent = "sanduq/dev"
	}
	c.log = guardLogger(c.log)
	if c.clock == nil {
		c.clock = SystemClock()
	}
	if c.jitter == nil {
		c.jitter = fullJitter
	}
	return c, nil
}

// Close gives idle connections and goroutines back. Calls in flight are not disturbed.
func (c *Client) Close() {
	if c.built() == nil {
		c.transport.CloseIdleConnections()
		c.callbacks.close()
		c.signers.close()
		closeLogger(c.log)
	}
}

// built is the error of a Client that NewClient did not make.
func (c *Client) built() error {
	if c == nil || c.transport == nil {
		return notSent(fmt.Errorf("%w: a Client that NewClient did not make", ErrInvalidRequest))
	}
	return nil
}

// StatusPath implements PaymentAPI.
func (c *Client) StatusPath() string {
	if c.built() != nil {
		return ""
	}
	return c.profile.Paths.Status
}

// request is one call, ready to be attempted as often as its policy permits.
type request struct {
	op        Operation
	method    string
	path      string
	body      []byte
	token     Secret // of the bearer; empty for initiate
	paymentID string // for the observer; blank for initiate and the list
	merchant  bool   // Api-Key and Secret-Key go along
	secrets   []Secret
	// permit, if any, is asked before every repetition: time has passed since
	// the call was decided on.
	permit func() error
}

func (c *Client) post(op Operation, path string, b *body, token Secret, secrets ...Secret) (request, error) {
	encoded, err := c.profile.encode(op, b)
	if err != nil {
		return request{}, notSent(err)
	}
	return request{op: op, method: http.MethodPost, path: path, body: encoded, token: token,
		secrets: slices.Concat(secrets, []Secret{token}, c.secrets)}, nil
}

// call carries a request out: attempts, waits, and the error's class. read
// decodes data and belongs to the call, since a success whose data cannot be
// read is not a success.
func (c *Client) call(ctx context.Context, r request, read func(json.RawMessage) error) error {
	if err := alive(ctx); err != nil {
		return fmt.Errorf("%s: %w", r.op, err)
	}
	ctx, id := identified(ctx)
	policy, deadline := c.policy(r.op), time.Now().Add(c.limits.Call)
	sentSoFar, signedAgain := 0, 0
	for attempt := 1; ; attempt++ {
		began := c.clock.Monotonic()
		got, sent, err := c.attempt(ctx, r, id, policy, deadline)
		if sent {
			sentSoFar++
		}
		status, header, lost := 0, http.Header(nil), err != nil && !errors.Is(err, ErrBadReply)
		if got != nil {
			status, header = got.status, got.header
			err = c.decode(r, got, id, read)
		}
		took := c.clock.Monotonic() - began
		c.report(ctx, wire.Attempt{Operation: r.op, PaymentID: r.paymentID, RequestID: id, Number: attempt, Status: status, Duration: took, Err: err})
		c.logAttempt(ctx, r, id, attempt, status, took, err)
		if err == nil {
			return nil
		}
		if signedAgain < otherTimes && c.signsAgain(r, got, err) {
			signedAgain++
			continue
		}
		if !policy.retry(attempt, sent, lost, status) {
			return named(r.op, id, c.classify(r, policy, sentSoFar, err))
		}
		ended := c.waitToRetry(ctx, deadline, pause(c.jitter, attempt, header, c.clock.Now()))
		if ended == nil && r.permit != nil {
			ended = r.permit()
		}
		if ended != nil {
			return named(r.op, id, c.classify(r, policy, sentSoFar, &marked{mark: ended, cause: err}))
		}
	}
}

// otherTimes is how often a question is signed again with another time: after one that a
// machine on the way told, this computer's is next, and then the gateway's.
const otherTimes = 2

// signsAgain reports whether a question was refused for its signature and another time is
// known to sign it with. The next question may be an hour away.
func (c *Client) signsAgain(r request, got *reply, err error) bool {
	return r.op == OpFetchStatus && c.signer != nil && got != nil && (errors.Is(err, ErrClock) || errors.Is(err, ErrSignature)) &&
		c.times.signing().used != got.clock.used
}

// sign lets the signer add its headers. One that panics signs nothing, and one
// that does not return is left when the attempt's time is up.
func (c *Client) sign(ctx context.Context, in wire.SignInput) (signed http.Header, err error) {
	if ours, is := c.signer.(*wire.HMACSigner); is {
		return ours.Sign(in)
	}
	type outcome struct {
		header http.Header
		err    error
	}
	result := make(chan outcome, 1)
	if err := c.signers.run(ctx, 0, func() {
		if able, is := c.signer.(wire.ContextSigner); is {
			header, err := able.SignContext(ctx, in)
			result <- outcome{header, err}
			return
		}
		header, err := c.signer.Sign(in)
		result <- outcome{header, err}
	}); err != nil {
		return nil, err
	}
	got := <-result
	return got.header, got.err
}

// waitToRetry waits between two attempts.
func (c *Client) waitToRetry(ctx context.Context, deadline time.Time, d time.Duration) error {
	ctx, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	return wait(ctx, c.clock, d)
}

// attempt signs and sends one request, which ends at the call's deadline or
// its own, whichever comes first.
func (c *Client) attempt(ctx context.Context, r request, id string, p policy, deadline time.Time) (*reply, bool, error) {
	if own := time.Now().Add(p.timeout); own.Before(deadline) {
		deadline = own
	}
	ctx, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	template := c.requests[r.path]
	header := newHeaders(12) // with a signer's four
	header.set("Accept", mediaType)
	header.set("User-Agent", c.agent)
	header.set(headerRequestID, id)
	if r.method != http.MethodGet {
		header.set("Content-Type", mediaType)
	}
	if r.merchant {
		header.set("Api-Key", c.apiKey.Reveal())
		header.set("Secret-Key", c.secretKey.Reveal())
	}
	if !r.token.Empty() {
		header.set("Authorization", "Bearer "+r.token.Reveal())
	}
	signing := c.times.signing()
	if c.signer != nil {
		signed, err := c.sign(ctx, wire.SignInput{Method: r.method, Path: template.URL.EscapedPath(), URL: template.URL.String(), Body: r.body, Now: signing.at(c.clock)})
		if err == nil {
			err = mergeSigned(header.all, signed)
		}
		if err != nil {
			return nil, false, fmt.Errorf("signing: %w", err)
		}
	}
	before := c.clock.Now()
	got, sent, err := exchange(ctx, c.transport, template, r.method, header.all, r.body)
	if got != nil {
		got.clock = signing
		if offset, err := clockskew.Of(got.header.Get("Date"), before, c.clock.Now()); err == nil {
			got.clock.told = offset
			c.times.seen.Store(int64(offset))
		}
	}
	return got, sent, err
}

const mediaType = "application/json"

// decode opens a reply and takes everything that could echo a secret out of a
// refusal.
func (c *Client) decode(r request, got *reply, id string, read func(json.RawMessage) error) error {
	data, err := decodeReply(r.op, got.status, got.body)
	if err == nil {
		err = read(data)
	}
	if got.status == http.StatusUnauthorized { // few gateways say that it was for the time
		c.times.refused(got.clock)
	}
	var refusal *PaymentAPIError
	if errors.As(err, &refusal) {
		refusal.clockOff, refusal.reason = got.clock.off(), c.unauthorized[fold.Code(refusal.Code)]
		if r.op == OpSubmitOTP {
			whole, _ := object.Decode(got.body)
			inner, _ := object.Decode(whole["data"])
			refusal.TriesLeft = c.profile.triesIn(whole, inner)
		}
		refusal.Code = scrub(refusal.Code, 64, r.secrets)
		if !c.definiteCodes[fold.Code(refusal.Code)] { // such a one is a word of the profile's, whatever its digits
			refusal.Code = hideDigits(refusal.Code)
		}
		refusal.Message = hideDigits(scrub(refusal.Message, 300, r.secrets))
		refusal.RequestID = scrub(got.header.Get(headerRequestID), 64, r.secrets)
		if refusal.RequestID == "" {
			refusal.RequestID = id
		}
	}
	return err
}

// classify gives the final error the one class that the engine may rely on, by
// how many attempts left this machine. What refuses another attempt for a QR says
// nothing of the one whose reply was lost.
func (c *Client) classify(r request, p policy, sent int, err error) error {
	refusal, decoded := errors.AsType[*PaymentAPIError](err)
	switch {
	case sent == 0:
		err = notSent(err)
	case !p.changesState:
	case !decoded, r.op == OpGenerateQR && sent > 1 && noMoneyKnown(err):
		err = outcomeUnknown(err)
	case !c.definite(r.op, refusal):
		err = indeterminate(r.op, refusal)
	}
	return err
}

func (c *Client) logAttempt(ctx context.Context, r request, id string, attempt, status int, took time.Duration, err error) {
	level := slog.LevelDebug
	if err != nil {
		level = slog.LevelWarn
	}
	if !c.log.Enabled(ctx, level) {
		return
	}
	attrs := []slog.Attr{
		slog.String("op", string(r.op)), slog.String("request", id), slog.String("path", r.path),
		slog.Int("attempt", attempt), slog.Int("status", status), slog.Duration("took", took),
	}
	if err != nil {
		attrs = append(attrs, slog.String("error", scrub(err.Error(), 500, r.secrets)))
	}
	c.log.LogAttrs(ctx, level, "payment service call", attrs...)
}

// hasControl reports whether text holds what no identifier may: bytes that are no UTF-8 become others in JSON.
func hasControl(text string) bool {
	return !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f })
}
