package sandbox

import (
	"context"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"sanduq/core/practice/sandbox/bank"
	"sanduq/core/practice/sandbox/clock"
	"sanduq/core/practice/sandbox/faults"
	"sanduq/core/practice/sandbox/hub"
	"sanduq/core/practice/sandbox/ledger"
	"sanduq/core/practice/sandbox/network"
	"sanduq/core/practice/sandbox/payments"
	"sanduq/core/practice/sandbox/secret"
	"sanduq/core/practice/sandbox/service"
	"sanduq/core/practice/sandbox/webhooks"
)

// Server is the running service with its ledger. Start makes one; Close ends it.
type Server struct {
	opts   Options
	ledger *ledger.Ledger
	clock  *clock.Clock
	http   *http.Server
	net    *network.Network
	hub    hub.Hub
	faults faults.Set

	payments *payments.Payments
	webhooks *webhooks.Sender
	bank     *bank.Bank
	service  *service.Service

	stopping context.CancelFunc
	running  context.Context
	closing  sync.Once
	closeErr error
}

// ErrLive says that SERVICE_ENV is live: where real money moves, no practice bank starts.
var ErrLive = errors.New("sandbox: the practice bank never runs with SERVICE_ENV=live")

// ErrDamaged says that the ledger's file cannot be read.
var ErrDamaged = ledger.ErrDamaged

// Start opens the ledger in o.Dir, creating it the first time, and listens. It returns once requests are answered. The
// service ends with ctx or with Close, whichever is first.
func Start(ctx context.Context, o Options) (*Server, error) { return start(ctx, o, 15*time.Second) }

// start also says how long a client may take to send a request.
func start(ctx context.Context, o Options, readTimeout time.Duration) (*Server, error) {
	if strings.EqualFold(strings.TrimSpace(os.Getenv("SERVICE_ENV")), "live") {
		return nil, ErrLive
	}
	if o.Dir == "" {
		return nil, errors.New("sandbox: Options.Dir is empty")
	}
	if (o.ClientID == "") != (o.HMACSecret == "") {
		return nil, errors.New("sandbox: ClientID and HMACSecret belong together")
	}
	ownClock := o.Clock == nil
	o = o.withDefaults()
	l, err := ledger.Open(o.Dir, o.Clock.Now())
	if err != nil {
		return nil, err
	}
	s := &Server{opts: o, ledger: l, clock: o.Clock}
	if ownClock {
		if err := s.keepClock(); err != nil {
			return nil, errors.Join(err, l.Close())
		}
	}
	s.faults.Seed(o.Seed)
	s.running, s.stopping = context.WithCancel(context.WithoutCancel(ctx))
	s.webhooks = webhooks.New(s.running, l, s.clock, &s.faults, &s.hub, o.Logger)
	l.Watch(s.webhooks.Queue)
	if s.net, err = network.Listen(network.Address{Addr: o.Addr, Listen: o.Listen, Listener: o.Listener}, o.Logger); err != nil {
		s.stopping()
		return nil, errors.Join(err, l.Close())
	}
	s.payments = payments.New(l, s.clock, &s.faults, &s.hub, o.Timing, o.Logger)
	s.bank = bank.New(s.payments, s.net)
	s.service = service.New(s.payments, service.Options{ClientID: o.ClientID, HMACSecret: o.HMACSecret, TokenTTL: o.TokenTTL,
		StatusRequiresMerchantAuth: o.StatusRequiresMerchantAuth, OTPs: o.OTPs, PageOf: s.bank.PageOf, NetworkUp: s.net.IsUp})
	s.service.SetMerchant(o.MerchantName)
	s.http = &http.Server{
		Handler:           s.Handler(),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       readTimeout,
		WriteTimeout:      2 * time.Minute, // longer than any client waits for a silent bank
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
		BaseContext:       func(net.Listener) context.Context { return s.running },
		ErrorLog:          quietLog(o.Logger),
	}
	if err := errors.Join(s.payments.CatchUp(), s.payments.SetAlarm(), s.webhooks.Resume()); err != nil {
		return nil, errors.Join(err, s.Close(ctx))
	}
	s.net.Start(s.http)
	context.AfterFunc(ctx, func() { _ = s.Close(context.WithoutCancel(ctx)) })
	return s, nil
}

// BaseURL is the service's address without the prefix, for example "http://127.0.0.1:47821".
func (s *Server) BaseURL() string { return "http://" + s.net.LocalAddress() }

// Bank is the customer's side: payments as the customer sees them, approvals, inbox, drills.
func (s *Server) Bank() *bank.Bank { return s.bank }

// Faults are what goes wrong on purpose.
func (s *Server) Faults() *faults.Set { return &s.faults }

// Webhooks are the addresses that hear of each status, and what is still to be sent to them.
func (s *Server) Webhooks() *webhooks.Sender { return s.webhooks }

// Calls counts and keeps what was asked of the service.
func (s *Server) Calls() *service.CallLog { return &s.service.Calls }

// CheckLedger verifies that money is conserved and that no payment was settled twice; nil means that all is well.
func (s *Server) CheckLedger() error {
	return s.ledger.View(func(tx *ledger.Tx) error { return tx.Check() })
}

// InitiateCount returns how often initiate arrived for an order in the life of the ledger, restarts included, and how
// many payments came of it. Calls that a fault swallowed have arrived too.
func (s *Server) InitiateCount(orderID string) (arrived, opened int, err error) {
	return s.service.InitiateCount(orderID)
}

// Credentials are the merchant's keys of this installation.
func (s *Server) Credentials() (apiKey, secretKey secret.Value) {
	return secret.New(s.ledger.APIKey), secret.New(s.ledger.SecretKey)
}

// ControlToken guards the control calls under /control.
func (s *Server) ControlToken() secret.Value { return secret.New(s.ledger.ControlToken) }

// Clock is the service's time, to pause and to advance.
func (s *Server) Clock() *clock.Clock { return s.clock }

// SetMerchantName changes the payee of payments opened from now on.
func (s *Server) SetMerchantName(name string) {
	if name != "" {
		s.service.SetMerchant(name)
	}
}

// Close stops listening, lets running requests finish for up to five seconds or until ctx ends, and closes the
// ledger. Further calls return the first one's error.
func (s *Server) Close(ctx context.Context) error {
	s.closing.Do(func() {
		s.payments.Close()
		s.webhooks.Close()
		s.hub.Close()
		s.net.Close()
		s.stopping() // ends event streams and requests held by a silent bank
		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		var err error
		if s.http.Shutdown(ctx) != nil { // somebody would not go; nothing is lost, replies follow the ledger
			err = s.http.Close()
		}
		s.webhooks.Wait()
		if err = errors.Join(err, s.ledger.Close()); err != nil {
			s.closeErr = fmt.Errorf("sandbox: close: %w", err)
		}
	})
	return s.closeErr
}

// quietLog sends what net/http says about broken connections to the debug level: with faults on, they are the point.
func quietLog(l *slog.Logger) *log.Logger { return slog.NewLogLogger(l.Handler(), slog.LevelDebug) }
