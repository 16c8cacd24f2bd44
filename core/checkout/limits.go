package checkout

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"strings"
	"time"
	"unicode"

	"sanduq/core"
	"sanduq/core/internal/limit"
)

// Why a form was not taken although it is the customer's. Nothing was sent.
var (
	errTooMany       = errors.New("checkout: too many forms at once")
	errNoMoreCodes   = errors.New("checkout: this payment had as many codes as it may have")
	errNoMoreGuesses = errors.New("checkout: this payment had as many attempts at a code as it may have")
)

// Limit is a rate: Burst at once, and one more after each Every. A negative Burst is no limit.
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
	Guesses int // codes that were entered for one payment and left; 10
	// Streams are the pages that follow one payment at one time, and AddressStreams
	// those of one client address; 20 and 500. A page beyond it shows the payment as
	// it was loaded and tries again by itself.
	Streams, AddressStreams int
}

func (l Limits) normal() Limits {
	usual := func(is *Limit, burst int, every time.Duration) {
		is.Burst, is.Every = cmp.Or(is.Burst, burst), cmp.Or(is.Every, every)
	}
	usual(&l.Payment, 10, 3*time.Second)
	usual(&l.Account, 3, time.Minute)
	usual(&l.Address, 60, time.Second)
	l.Codes, l.Guesses = cmp.Or(l.Codes, 6), cmp.Or(l.Guesses, 10)
	l.Streams, l.AddressStreams = cmp.Or(l.Streams, 20), cmp.Or(l.AddressStreams, 500)
	return l
}

// limiters are the Limits of a Checkout at work.
type limiters struct {
	limits                      Limits
	payments, accounts, clients buckets
	secret                      []byte        // accounts are known by their hash
	pages, hosts                *limit.Places // streams of a payment and of an address
}

func newLimiters(l Limits, secret []byte) *limiters {
	l = l.normal()
	return &limiters{limits: l, payments: newBuckets(l.Payment), accounts: newBuckets(l.Account), clients: newBuckets(l.Address), secret: secret,
		pages: limit.NewPlaces(l.Streams), hosts: limit.NewPlaces(l.AddressStreams)}
}

// form admits a form of a payment from an address.
func (l *limiters) form(ref, address string) error {
	if !l.clients.allow(address) || !l.payments.allow(ref) {
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
	for _, part := range []string{string(req.Rail), req.InstitutionCode, plainly(req.Account.Reveal())} {
		mac.Write(append([]byte(part), 0))
	}
	if !l.accounts.allow(string(mac.Sum(nil))) {
		return errTooMany
	}
	return nil
}

// plainly is a number without what it can be written with in many ways.
func plainly(number string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(unicode.ToUpper(r))
	}, number)
}

// guess admits a code that the customer entered.
func (l *limiters) guess(r record) error {
	if l.limits.Guesses > 0 && r.Guesses >= l.limits.Guesses {
		return errNoMoreGuesses
	}
	return nil
}

// stream admits a page that follows a payment, until leave is called; false where there are too many.
func (l *limiters) stream(ref, address string) (leave func(), ok bool) {
	if !l.pages.Enter(ref) {
		return nil, false
	}
	if !l.hosts.Enter(address) {
		l.pages.Leave(ref)
		return nil, false
	}
	return func() { l.pages.Leave(ref); l.hosts.Leave(address) }, true
}

// mostKeys bounds the memory of each kind.
const mostKeys = 50_000

// buckets is a rate for each of many keys.
type buckets struct{ of *limit.Buckets } // nil is no limit

func newBuckets(l Limit) buckets {
	if l.Burst < 0 {
		return buckets{}
	}
	return buckets{limit.NewBuckets(limit.Rate{Each: 1 / l.Every.Seconds(), Burst: float64(l.Burst)}, mostKeys)}
}

func (b buckets) allow(key string) bool {
	return b.of == nil || key == "" || b.of.Use(key, time.Now()) == 0
}
