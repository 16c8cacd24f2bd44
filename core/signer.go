package core

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// SignInput is what a signature covers.
type SignInput struct {
	Method string
	Path   string // as on the request line, escaped, with the prefix
	Query  string // sorted by name and encoded; blank for every call of today
	URL    string // the whole of it, as it is asked for
	Body   []byte // the exact bytes that are sent; nil for GET
	// Now is the gateway's time where it is known to differ from this
	// computer's; zero means that the computer's clock is to be used.
	Now time.Time
}

// Signer adds authentication headers to a request. Sign is called for each
// attempt anew and must be safe for concurrent use. Headers that the contract
// reserves (Authorization, Api-Key, Secret-Key, Content-Type) and those that
// make Go's HTTP client repeat a POST by itself are refused.
type Signer interface {
	Sign(in SignInput) (http.Header, error)
}

// ContextSigner is a Signer that may have to wait, for a key service say: it is
// given the attempt's context, whose end is its own. SignContext is then called
// in the place of Sign.
type ContextSigner interface {
	Signer
	SignContext(ctx context.Context, in SignInput) (http.Header, error)
}

// The signature headers.
const (
	headerRequestID = "X-Request-Id"
	headerClientID  = "X-Service-Client-Id"
	headerTimestamp = "X-Service-Timestamp"
	headerNonce     = "X-Service-Nonce"
	headerSignature = "X-Service-Signature"
)

// HMACSigner is the default Signer. The service does not publish its
// algorithm, so this one is an assumption: HMAC-SHA256, in lower-case hex
// after "v1=", over eight lines without a final newline:
//
//	v1
//	METHOD
//	path
//	sorted query
//	client id
//	unix seconds
//	nonce
//	hex of the body's SHA-256
//
// The nonce is 128 random bits in hex. Timestamp and nonce are new for each
// attempt.
type HMACSigner struct {
	clientID Secret
	secret   Secret
	now      func() time.Time
	random   func([]byte)
	macs     sync.Pool // of hash.Hash, keyed
}

// NewHMACSigner returns a signer for one client id and its secret, neither of
// which may be blank.
func NewHMACSigner(clientID string, secret Secret) (*HMACSigner, error) {
	if strings.TrimSpace(clientID) == "" || secret.Empty() {
		return nil, fmt.Errorf("%w: a signer needs a client id and a secret", ErrInvalidRequest)
	}
	return &HMACSigner{
		clientID: NewSecret(clientID),
		secret:   secret,
		now:      time.Now,
		random:   func(b []byte) { _, _ = rand.Read(b) }, // never fails
	}, nil
}

// Secrets are what the client takes out of the gateway's own words. Any Signer
// may have this method.
func (s *HMACSigner) Secrets() []Secret {
	if s == nil {
		return nil
	}
	return []Secret{s.clientID, s.secret}
}

func (s *HMACSigner) made() bool { return s != nil && s.random != nil }

func errNotMade() error {
	return fmt.Errorf("%w: a signer that NewHMACSigner did not make", ErrInvalidRequest)
}

// Sign implements Signer. It fails for a signer that NewHMACSigner did not make,
// and is safe for concurrent use.
func (s *HMACSigner) Sign(in SignInput) (http.Header, error) {
	if !s.made() {
		return nil, errNotMade()
	}
	random, body := make([]byte, 16), sha256.Sum256(in.Body)
	s.random(random)
	now := in.Now
	if now.IsZero() {
		now = s.now()
	}
	nonce, stamp := hex.EncodeToString(random), strconv.FormatInt(now.Unix(), 10)
	text := make([]byte, 0, 512)
	for _, line := range []string{"v1", in.Method, in.Path, in.Query, s.clientID.Reveal(), stamp, nonce} {
		text = append(append(text, line...), '\n')
	}
	header := newHeaders(4)
	header.set(headerClientID, s.clientID.Reveal())
	header.set(headerTimestamp, stamp)
	header.set(headerNonce, nonce)
	header.set(headerSignature, s.authenticate(hex.AppendEncode(text, body[:])))
	return header.all, nil
}

// authenticate returns the signature of a text.
func (s *HMACSigner) authenticate(text []byte) string {
	mac, ready := s.macs.Get().(hash.Hash)
	if !ready {
		mac = hmac.New(sha256.New, []byte(s.secret.Reveal()))
	}
	defer s.macs.Put(mac)
	mac.Reset()
	_, _ = mac.Write(text)
	signature := append(text[:0], "v1="...)
	return string(hex.AppendEncode(signature, mac.Sum(nil)))
}

// headers are an http.Header whose values lie in one piece.
type headers struct {
	all    http.Header
	values []string
}

func newHeaders(room int) headers {
	return headers{make(http.Header, room), make([]string, 0, room)}
}

// set gives a header, by its canonical name, one value.
func (h *headers) set(name, value string) {
	h.values = append(h.values, value)
	n := len(h.values)
	h.all[name] = h.values[n-1 : n : n]
}

// reservedHeaders are not a signer's to set.
var reservedHeaders = []string{"Authorization", "Api-Key", "Secret-Key", "Content-Type", "Content-Length",
	"Host", "Idempotency-Key", "X-Idempotency-Key"}

// mergeSigned copies a signer's headers into the request's.
func mergeSigned(into, signed http.Header) error {
	for _, name := range reservedHeaders {
		if _, set := signed[name]; set {
			return fmt.Errorf("signer set the reserved header %s", name)
		}
	}
	for name, values := range signed {
		into[http.CanonicalHeaderKey(name)] = values
	}
	return nil
}
