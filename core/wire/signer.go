package wire

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// ErrInvalidRequest reports that the request lacks something or breaks a limit; nothing was sent.
var ErrInvalidRequest = errors.New("core: invalid request")

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
// attempt again and must be safe for concurrent use. Headers that the contract
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

// Sign implements Signer. It fails for a signer that NewHMACSigner did not make,
// and is safe for concurrent use.
func (s *HMACSigner) Sign(in SignInput) (http.Header, error) {
	if s == nil || s.random == nil {
		return nil, fmt.Errorf("%w: a signer that NewHMACSigner did not make", ErrInvalidRequest)
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
	values := []string{s.clientID.Reveal(), stamp, nonce, s.authenticate(hex.AppendEncode(text, body[:]))}
	return http.Header{headerClientID: values[0:1:1], headerTimestamp: values[1:2:2],
		headerNonce: values[2:3:3], headerSignature: values[3:4:4]}, nil
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
