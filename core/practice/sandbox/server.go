package sandbox

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Server is the running service with its ledger. Start makes one; Close ends it.
type Server struct {
	opts   Options
	ledger *ledger
	clock  *Clock
	http   *http.Server
	net    *network
	hub    hub
	log    callLog
	faults faults
	tokens tokens

	webhooks *webhooks
	work     sync.WaitGroup // the webhooks' sender

	merchant   atomic.Pointer[string]
	behaviour  atomic.Int32
	wrongCodes atomic.Int32 // submissions still to be taken for a wrong code (a drill)

	wakeMu   sync.Mutex
	wakeAt   time.Time // when the alarm rings; zero without one
	stopWake func()
	closed   bool
	sending  bool // webhooks

	stopping context.CancelFunc
	running  context.Context
	closing  sync.Once
	closeErr error
}

// ErrLive says that SERVICE_ENV is live: where real money moves, no practice bank starts.
var ErrLive = errors.New("sandbox: the practice bank never runs with SERVICE_ENV=live")

// Start opens the ledger in o.Dir, creating it the first time, and listens. It returns once requests are answered. The
// service ends with ctx or with Close, whichever is first.
func Start(ctx context.Context, o Options) (*Server, error) {
	if strings.EqualFold(strings.TrimSpace(os.Getenv("SERVICE_ENV")), "live") {
		return nil, ErrLive
	}
	if o.Dir == "" {
		return nil, errors.New("sandbox: Options.Dir is empty")
	}
	if (o.ClientID == "") != (o.HMACSecret == "") {
		return nil, errors.New("sandbox: ClientID and HMACSecret belong together")
	}
	o = o.withDefaults()
	l, err := openLedger(o.Dir, o.Clock.Now())
	if err != nil {
		return nil, err
	}
	s := &Server{opts: o, ledger: l, clock: o.Clock}
	s.webhooks = newWebhooks(l, s.clock, &s.faults)
	l.webhooks = s.webhooks
	if o.ownClock {
		if err := s.keepClock(); err != nil {
			return nil, errors.Join(err, l.close())
		}
	}
	s.merchant.Store(&o.MerchantName)
	s.tokens = tokens{key: []byte(l.TokenKey), ttl: o.TokenTTL, now: s.clock.Now}
	s.faults.seed(o.Seed)
	s.running, s.stopping = context.WithCancel(context.WithoutCancel(ctx))
	s.http = &http.Server{
		Handler:           s.Handler(),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       o.readTimeout,
		WriteTimeout:      2 * time.Minute, // longer than any client waits for a silent bank
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
		BaseContext:       func(net.Listener) context.Context { return s.running },
		ErrorLog:          quietLog(o.Logger),
	}
	if s.net, err = listen(s.http, o); err != nil {
		s.stopping()
		return nil, errors.Join(err, l.close())
	}
	if err := errors.Join(s.catchUp(), s.setAlarm(), s.resumeWebhooks()); err != nil {
		return nil, errors.Join(err, s.Close(ctx))
	}
	s.net.start()
	context.AfterFunc(ctx, func() { _ = s.Close(context.WithoutCancel(ctx)) })
	return s, nil
}

// BaseURL is the service's address without the prefix, for example "http://127.0.0.1:47821".
func (s *Server) BaseURL() string { return "http://" + s.net.local }

// BankURL is the customer's bank as a phone would open it: the page with payments, inbox and drills.
func (s *Server) BankURL() string { return s.linkBase() + "/bank" }

// linkBase is what links start with. A phone in the shop cannot follow a loopback address, hence Options.Listen.
func (s *Server) linkBase() string { return "http://" + s.net.public }

// Credentials are the merchant's keys of this installation.
func (s *Server) Credentials() (apiKey, secretKey Secret) {
	return NewSecret(s.ledger.APIKey), NewSecret(s.ledger.SecretKey)
}

// ControlToken guards the control calls under /control.
func (s *Server) ControlToken() Secret { return NewSecret(s.ledger.ControlToken) }

// Clock is the service's time, to pause and to advance.
func (s *Server) Clock() *Clock { return s.clock }

// SetMerchantName changes the payee of payments opened from now on.
func (s *Server) SetMerchantName(name string) {
	if name != "" {
		s.merchant.Store(&name)
	}
}

// Close stops listening, lets running requests finish for up to five seconds or until ctx ends, and closes the
// ledger. Further calls return the first one's error.
func (s *Server) Close(ctx context.Context) error {
	s.closing.Do(func() {
		s.wakeMu.Lock()
		s.closed = true
		if s.stopWake != nil {
			s.stopWake()
		}
		s.wakeMu.Unlock()
		s.hub.close()
		s.net.close()
		s.stopping() // ends event streams and requests held by a silent bank
		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		var err error
		if s.http.Shutdown(ctx) != nil { // somebody would not go; nothing is lost, replies follow the ledger
			err = s.http.Close()
		}
		s.work.Wait()
		if err = errors.Join(err, s.ledger.close()); err != nil {
			s.closeErr = fmt.Errorf("sandbox: close: %w", err)
		}
	})
	return s.closeErr
}
