package sandbox

import (
	"log/slog"
	"net"
	"time"
)

const (
	// Prefix stands before every path of the service.
	Prefix = "/wallet-service/wallet/payment-integration"

	// DefaultAddr is where the service listens unless told otherwise: loopback, on a port that stays the same from
	// one start to the next.
	DefaultAddr = "127.0.0.1:47821"
)

// Options configure a Server. Only Dir is required.
type Options struct {
	// Dir is the folder of the ledger. It is created with rights for its owner only.
	Dir string

	// Addr is the loopback address to listen on. Empty means DefaultAddr, or any free port if that one is taken; an
	// address that is given and taken is an error.
	Addr string

	// Listen makes the service reachable from the shop's network, so that a real phone can scan, for example
	// "0.0.0.0:47821". It replaces Addr; links in QR codes then carry this machine's address. The list of payments,
	// the inbox and the drills stay reserved to this machine.
	Listen string

	// Listener replaces Addr and Listen: connections come through it, for example through memory in a proof that runs in
	// virtual time. Its address is a TCP one. Once SetNetwork has taken it down it stays down.
	Listener net.Listener

	// MerchantName is the payee that the customer reads. Empty means "Practice Shop".
	MerchantName string

	// MerchantCity stands in the QR. Empty means "Tripoli".
	MerchantCity string

	// ClientID and HMACSecret switch the verification of signed requests on; both or neither.
	ClientID   string
	HMACSecret string

	// StatusRequiresMerchantAuth demands Api-Key and Secret-Key on check-status too.
	StatusRequiresMerchantAuth bool

	// TokenTTL is how long a payment's JWT is good. Zero means 80 hours: longer than a till watches an unpaid sale.
	TokenTTL time.Duration

	// SettleDelay is the time from approval to SUCCESS. Zero means two seconds; negative means none.
	SettleDelay time.Duration

	// AutoDelay is the time from the QR to what a test amount does by itself. Zero means five seconds.
	AutoDelay time.Duration

	// IdleExpiry is the time without any act of merchant or customer after which a payment expires. Zero means
	// fifteen minutes.
	IdleExpiry time.Duration

	// OTPValidity is how long a one-time code can be used. Zero means five minutes.
	OTPValidity time.Duration

	// LateDelay is when a payment that "settles late" settles. Zero means six minutes: past the till's polling.
	LateDelay time.Duration

	// SlowBy is how long a reply takes while the bank is Slow. Zero means two and a half seconds.
	SlowBy time.Duration

	// OTPs returns the next one-time code, for tests that must know it. Nil means random.
	OTPs func() string

	// Seed makes the faults' choices repeatable. Zero is a seed like any other.
	Seed uint64

	// Clock is the service's time. Nil means a clock of its own; how far that one was moved outlives a restart, so
	// that the ledger never sees an earlier time.
	Clock *Clock

	// Logger receives what happened, redacted. Nil means silence.
	Logger *slog.Logger

	ownClock    bool          // Clock was nil
	readTimeout time.Duration // how long a client may take to send a request; shorter in tests
}

func (o Options) withDefaults() Options {
	orWord := func(s *string, word string) {
		if *s == "" {
			*s = word
		}
	}
	orTime := func(d *time.Duration, fallback time.Duration) {
		if *d == 0 {
			*d = fallback
		}
		*d = max(*d, 0)
	}
	orWord(&o.MerchantName, "Practice Shop")
	orWord(&o.MerchantCity, "Tripoli")
	orTime(&o.TokenTTL, 80*time.Hour)
	orTime(&o.SettleDelay, 2*time.Second)
	orTime(&o.AutoDelay, 5*time.Second)
	orTime(&o.IdleExpiry, 15*time.Minute)
	orTime(&o.OTPValidity, 5*time.Minute)
	orTime(&o.LateDelay, 6*time.Minute)
	orTime(&o.SlowBy, 2500*time.Millisecond)
	orTime(&o.readTimeout, 15*time.Second)
	if o.Clock == nil {
		o.Clock, o.ownClock = NewClock(), true
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.OTPs == nil {
		o.OTPs = randomOTP
	}
	return o
}
