package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"os"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"sanduq/core/internal/limit"
	"sanduq/core/office/server/collector"
	"sanduq/core/office/server/metrics"
	"sanduq/core/office/server/months"
	"sanduq/core/office/server/page"
	"sanduq/core/office/server/proof"
	"sanduq/core/office/server/registry"
	"sanduq/core/office/server/schema"
)

type serve struct {
	Listen  string   `help:"Address to listen on." default:":8443"`
	Cert    string   `help:"Certificate, PEM. It is read anew when it changes." placeholder:"FILE"`
	Key     string   `help:"Its key, PEM." placeholder:"FILE"`
	Plain   bool     `help:"No TLS: on this machine alone, or behind something on it that has TLS."`
	Secure  bool     `help:"With --plain: browsers reach the page by https, through a proxy. Cookies are as with TLS."`
	Proxy   []string `help:"Address or network of a proxy whose X-Forwarded-For is believed; with --plain this machine's." placeholder:"ADDRESS"`
	Zone    string   `help:"Time zone in which the page's days begin." default:"Local"`
	Writers writers  `help:"Transactions at once, up to 64; 0 is what is usual."`
	Migrate bool     `help:"Bring the database up to date first."`
	Keep    keep     `help:"After how many whole months sales, receipts, the audit and cash are let go, once verify has proved them; 0 keeps all. 12 at least; what the law asks for is often 120." placeholder:"MONTHS" name:"keep-months"`

	Metrics string         `help:"Address on which Prometheus may ask, without TLS, as in 127.0.0.1:9464; none without." placeholder:"ADDRESS"`
	Access  metrics.Access `help:"Which requests are logged: none, those of people, or all." enum:"none,people,all" default:"people"`

	Alerts alertFlags  `embed:"" prefix:"alert-"`
	SignOn signOnFlags `embed:"" prefix:"sign-on-"`
}

// signOnFlags name a chain's own identity provider.
type signOnFlags struct {
	Issuer     string `help:"Identity provider that people may sign in with (OpenID Connect); https." placeholder:"URL"`
	Client     string `help:"The office's client ID there."`
	SecretFile string `help:"File with the client's secret." placeholder:"FILE"`
	Page       string `help:"The office's address as browsers know it; https. The provider sends people back to /office/sign-on/back below it." placeholder:"URL"`
}

// signOn is nil where no provider is named.
func (f signOnFlags) signOn(s *surroundings) (*page.SignOn, error) {
	if f.Issuer == "" {
		return nil, nil
	}
	secret, err := secretOf(s.file(f.SecretFile))
	if err != nil {
		return nil, err
	}
	return page.NewSignOn(page.SignOnConfig{Issuer: f.Issuer, Client: f.Client, Secret: secret, Page: f.Page})
}

// stopTime is how long calls under way may take once the program is to stop.
const stopTime = 20 * time.Second

// Validate implements kong's check: nothing is begun with flags that contradict each other.
func (x serve) Validate() error {
	if x.Zone != "Local" {
		if err := registry.OfPlace(x.Zone); err != nil {
			return err
		}
		if _, err := time.LoadLocation(x.Zone); err != nil {
			return fmt.Errorf("%s: %w", x.Zone, registry.ErrZone)
		}
	}
	if on := x.SignOn; on.Issuer == "" && on != (signOnFlags{}) {
		return errors.New("--sign-on-issuer is missing: without it nobody signs in with a provider")
	}
	return x.Alerts.check()
}

func (x serve) Run(s *surroundings) error {
	x.Cert, x.Key = s.file(x.Cert), s.file(x.Key)
	proxies, err := x.proxies()
	if err != nil {
		return err
	}
	listener, err := x.listen(s.ctx, proxies)
	if err != nil {
		return err
	}
	defer func() { _ = listener.Close() }()
	database, err := s.database()
	if err != nil {
		return err
	}
	if x.Migrate {
		if err := schema.Migrate(s.ctx, database); err != nil {
			return err
		}
	}
	if err := schema.Check(s.ctx, database); err != nil {
		return err
	}
	security := s.log.With("log", "security")
	watched := metrics.New(version)
	c, err := collector.Open(s.ctx, collector.Config{Meter: watched, Database: database, Writers: int(x.Writers), Proxies: proxies, Security: security, Logger: s.log})
	if err != nil {
		return err
	}
	defer c.Close()
	db, err := collector.Connect(s.ctx, database, 0)
	if err != nil {
		return err
	}
	defer db.Close()
	zone, err := time.LoadLocation(x.Zone)
	if err != nil {
		return err
	}
	sender, err := x.Alerts.sender(db, zone, s)
	if err != nil {
		return err
	}
	var beside sync.WaitGroup
	defer beside.Wait()
	besideCtx, stopBeside := context.WithCancel(s.ctx)
	defer stopBeside()
	if sender != nil {
		if err := sender.Announce(s.ctx); err != nil { // before the first till speaks
			return err
		}
		beside.Go(func() { sender.Run(besideCtx) })
	}
	beside.Go(func() { x.months(db, s).Run(besideCtx) })
	signOn, err := x.SignOn.signOn(s)
	if err != nil {
		return err
	}
	shown := page.New(page.Config{DB: db, Zone: zone, Plain: x.Plain, Secure: x.Secure, Proxies: proxies, SignOn: signOn, Security: security, Logger: s.log})
	defer shown.Close()
	mux := http.NewServeMux()
	mux.Handle("/v1/", c.Handler())
	mux.Handle("/office/", shown.Handler())
	mux.Handle("GET /{$}", http.RedirectHandler("/office/", http.StatusSeeOther))
	watched.Database(db)
	watched.Waiting(c.Waiting)
	asked, err := x.scraped(s, watched)
	if err != nil {
		return err
	}
	defer func() { _ = asked.Close() }()
	server := collector.Server(watched.Requests(mux, x.Access, proxies, s.log))
	server.RegisterOnShutdown(shown.Close) // pages that wait for news
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	s.log.Info("listening", "address", listener.Addr().String(), "version", version)
	select {
	case err := <-ended:
		return err
	case <-s.ctx.Done():
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(s.ctx), stopTime)
	defer cancel()
	if err := server.Shutdown(ctx); err != nil {
		return err
	}
	if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// scraped answers Prometheus, on an address of its own, until it is closed.
func (x serve) scraped(s *surroundings, m *metrics.Metrics) (*http.Server, error) {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", m.Handler())
	server := collector.Server(mux)
	if x.Metrics == "" {
		return server, nil
	}
	m.Certificate(func() time.Time {
		if pair, err := tls.LoadX509KeyPair(x.Cert, x.Key); err == nil {
			return pair.Leaf.NotAfter
		}
		return time.Time{}
	})
	listener, err := new(net.ListenConfig).Listen(s.ctx, "tcp", x.Metrics)
	if err != nil {
		return nil, err
	}
	s.log.Info("answers Prometheus", "at", listener.Addr().String())
	go func() { _ = server.Serve(listener) }() // ends with Close
	return server, nil
}

// months keeps the partitions, and lets old ones go where that is set.
func (x serve) months(db *pgxpool.Pool, s *surroundings) *months.Maintainer {
	if x.Keep > 0 {
		s.log.Info("months are let go", "after", int(x.Keep))
	}
	return months.New(months.Config{DB: db, Keep: int(x.Keep), Logger: s.log, Proved: func(ctx context.Context, tx pgx.Tx, table, partition string) (bool, error) {
		return proof.LetGo(ctx, tx, table, partition, time.Now())
	}})
}

// keep is after how many months a month is let go.
type keep int

// keptMost is in months: longer than any law asks for.
const keptMost = 1200

// Validate implements kong's check.
func (k keep) Validate() error {
	if k != 0 && (k < proof.KeptLeast || k > keptMost) {
		return fmt.Errorf("a month is kept for %d months at least and for %d at most; 0 keeps all", proof.KeptLeast, keptMost)
	}
	return nil
}

// writers are the transactions that a collector has under way at once. Each has a
// connection, of which a database has a hundred.
type writers int

const mostWriters = 64

// Validate implements kong's check.
func (w writers) Validate() error {
	if w < 0 || w > mostWriters {
		return fmt.Errorf("there are %d transactions at once at most; 0 is what is usual", mostWriters)
	}
	return nil
}

// How many connections there may be, from one address and together. Tills of a large
// shop come from one.
const (
	connectionsEach = 500
	connections     = 20_000
)

func (x serve) proxies() (limit.Proxies, error) {
	if len(x.Proxy) == 0 && x.Plain {
		return limit.Loopback, nil
	}
	for _, one := range x.Proxy {
		if network, err := netip.ParsePrefix(one); err == nil && network.Bits() == 0 {
			return nil, fmt.Errorf("%s is everybody: whoever asks could name another as the one who does", one)
		}
	}
	return limit.ParseProxies(x.Proxy)
}

// listen opens the address. Without TLS nobody but this machine is heard.
func (x serve) listen(ctx context.Context, proxies limit.Proxies) (net.Listener, error) {
	if x.Secure && !x.Plain {
		return nil, errors.New("--secure goes with --plain: with a certificate cookies are so anyway")
	}
	if x.Plain == (x.Cert != "" || x.Key != "") || (x.Cert == "") != (x.Key == "") {
		return nil, errors.New("give --cert and --key, or --plain")
	}
	host, _, err := net.SplitHostPort(x.Listen)
	if err != nil {
		return nil, err
	}
	if ip := net.ParseIP(host); x.Plain && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, fmt.Errorf("without TLS %s must be an address of this machine alone, such as 127.0.0.1:8080", x.Listen)
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", x.Listen)
	if err != nil {
		return nil, err
	}
	listener = limit.Listen(listener, proxies, connectionsEach, connections)
	if x.Plain {
		return listener, nil
	}
	pair := &certificate{cert: x.Cert, key: x.Key}
	if _, err := pair.get(nil); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return tls.NewListener(listener, &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: pair.get, NextProtos: []string{"http/1.1"}}), nil
}

// certificate is read again when its file changes, so that a renewed one needs no
// restart.
type certificate struct {
	cert, key string

	mu     sync.Mutex
	loaded *tls.Certificate
	at     time.Time
}

func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	info, err := os.Stat(c.cert)
	if err == nil && (c.loaded == nil || !info.ModTime().Equal(c.at)) {
		var pair tls.Certificate
		if pair, err = tls.LoadX509KeyPair(c.cert, c.key); err == nil {
			c.loaded, c.at = &pair, info.ModTime()
		}
	}
	if c.loaded != nil { // half-written files: the one before is still good
		return c.loaded, nil
	}
	return nil, err
}
