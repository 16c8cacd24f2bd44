package checkout

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"sanduq/core"
)

// Why a form was not taken although it is the customer's. Nothing was sent.
var (
	errTooMany       = errors.New("checkout: too many forms at once")
	errNoMoreCodes   = errors.New("checkout: this payment had as many codes as it may have")
	errNoMoreGuesses = errors.New("checkout: this payment had as many attempts at a code as it may have")
)

// Limit is a rate: Burst at once, and one more after each Every. A negative Burst
// is no limit.
type Limit struct {
	Burst int
	Every time.Duration
}

// Limits bound what a browser can set in motion. A zero member is the default.
// Rates hold for each process by itself, Codes and Guesses for all together.
type Limits struct {
	Payment Limit // forms of one payment; 10, then one every 3 s
	Account Limit // codes sent to one account or wallet; 3, then one a minute
	// Address is the forms from one client address, which many customers of a
	// mobile network may share; 60, then one a second.
	Address Limit
	Codes   int // codes sent for one payment; 6
	Guesses int // codes entered for one payment; 10
}

func (l Limits) normal() Limits {
	usual := func(is *Limit, burst int, every time.Duration) {
		is.Burst, is.Every = cmp.Or(is.Burst, burst), cmp.Or(is.Every, every)
	}
	usual(&l.Payment, 10, 3*time.Second)
	usual(&l.Account, 3, time.Minute)
	usual(&l.Address, 60, time.Second)
	l.Codes, l.Guesses = cmp.Or(l.Codes, 6), cmp.Or(l.Guesses, 10)
	return l
}

// limiters are the Limits of a Checkout at work.
type limiters struct {
	limits                      Limits
	payments, accounts, clients buckets
	secret                      []byte // accounts are known by their hash
}

func newLimiters(l Limits, secret []byte) *limiters {
	l = l.normal()
	return &limiters{limits: l, payments: buckets{limit: l.Payment}, accounts: buckets{limit: l.Account}, clients: buckets{limit: l.Address}, secret: secret}
}

// form admits a form of a payment from an address.
func (l *limiters) form(ref, address string) error {
	if !l.clients.take(address) || !l.payments.take(ref) {
		return errTooMany
	}
	return nil
}

// code admits a one-time code to an account.
func (l *limiters) code(r record, req core.ValidateAccountRequest) error {
	if l.limits.Codes > 0 && r.Codes >= l.limits.Codes {
		return errNoMoreCodes
	}
	mac := hmac.New(sha256.New, l.secret)
	for _, part := range []string{string(req.Rail), req.InstitutionCode, req.Account.Reveal()} {
		mac.Write(append([]byte(part), 0))
	}
	if !l.accounts.take(string(mac.Sum(nil))) {
		return errTooMany
	}
	return nil
}

// guess admits a code that the customer entered.
func (l *limiters) guess(r record) error {
	if l.limits.Guesses > 0 && r.Guesses >= l.limits.Guesses {
		return errNoMoreGuesses
	}
	return nil
}

// mostBuckets bounds the memory of each kind. Beyond it, those that are full again
// are forgotten, and if there are none, all.
const mostBuckets = 50_000

// buckets is a rate for each of many keys.
type buckets struct {
	limit Limit
	mu    sync.Mutex
	of    map[string]*rate.Limiter
}

func (b *buckets) take(key string) bool {
	if b.limit.Burst < 0 || key == "" {
		return true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.of) >= mostBuckets {
		for known, l := range b.of {
			if l.Tokens() >= float64(b.limit.Burst) {
				delete(b.of, known)
			}
		}
		if len(b.of) >= mostBuckets {
			clear(b.of)
		}
	}
	if b.of == nil {
		b.of = make(map[string]*rate.Limiter)
	}
	l := b.of[key]
	if l == nil {
		l = rate.NewLimiter(rate.Every(b.limit.Every), b.limit.Burst)
		b.of[key] = l
	}
	return l.Allow()
}

// clientAddress is the address that a request's connection comes from; of IPv6 the
// network, since a household has one.
func clientAddress(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	ip, err := netip.ParseAddr(host)
	if err != nil {
		return host
	}
	if ip = ip.Unmap().WithZone(""); ip.Is4() {
		return ip.String()
	}
	network, _ := ip.Prefix(64) // of 128 bits there are 64
	return network.String()
}
