package sandbox

import (
	"log/slog"
	"net"
	"time"

	"sanduq/core/practice/sandbox/clock"
	"sanduq/core/practice/sandbox/payments"
	"sanduq/core/practice/sandbox/service"
)

// Options configure a Server. Only Dir is required.
type Options struct {
	// Dir is the folder of the ledger. It is created with rights for its owner only.
	Dir string

	// Addr is the loopback address to listen on. Empty means network.DefaultAddr, or any free port if that one is taken;
	// an address that is given and taken is an error.
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

	// ClientID and HMACSecret switch the verification of signed requests on; both or neither.
	ClientID   string
	HMACSecret string

	// StatusRequiresMerchantAuth demands Api-Key and Secret-Key on check-status too.
	StatusRequiresMerchantAuth bool

	// TokenTTL is how long a payment's JWT is good. Zero means 80 hours: longer than a till watches an unpaid sale.
	TokenTTL time.Duration

	// Timing is how long things take at the bank.
	Timing payments.Timing

	// OTPs returns the next one-time code, for tests that must know it. Nil means random.
	OTPs func() string

	// Seed makes the faults' choices repeatable. Zero is a seed like any other.
	Seed uint64

	// Clock is the service's time. Nil means a clock of its own; how far that one was moved outlives a restart, so
	// that the ledger never sees an earlier time.
	Clock *clock.Clock

	// Logger receives what happened, redacted. Nil means silence.
	Logger *slog.Logger
}

func (o Options) withDefaults() Options {
	if o.MerchantName == "" {
		o.MerchantName = "Practice Shop"
	}
	if o.TokenTTL == 0 {
		o.TokenTTL = 80 * time.Hour
	}
	o.TokenTTL = max(o.TokenTTL, 0)
	if o.Clock == nil {
		o.Clock = clock.New()
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.OTPs == nil {
		o.OTPs = service.RandomOTP
	}
	return o
}
