package checkout

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"sanduq/core"
	"sanduq/core/money"
)

// Config is what a Checkout needs. API, Store, Key and Shop are required.
type Config struct {
	API   core.PaymentAPI
	Store Store
	Key   []byte // KeySize bytes that outlive the process: what seals the Store
	Shop  string // the payee's name, as the customer knows it
	// ShopNames are its names in languages in which it has another, by their
	// codes: "ar".
	ShopNames map[string]string

	// Path is where the handler is mounted, without a slash at its end:
	// "/pay". Blank means the root.
	Path string
	// Practice says so on every page, and keeps "paid" from ever looking like
	// money.
	Practice bool
	// Language is that of a browser that names none of the page's: "en" if
	// blank.
	Language string
	// Location is the shop's time zone; nil means the machine's.
	Location *time.Location
	// Fonts holds IBMPlexSansArabic-{Regular,Medium,SemiBold,Bold}.woff; nil
	// leaves the typeface to the browser.
	Fonts fs.FS
	// Words replaces or adds catalogues, {language}.json each.
	Words fs.FS
	// Tell hears of each payment that was settled, once it is stored, and again
	// until it returns nil. Only then does the page say that the shop was told.
	Tell func(context.Context, Outcome) error
	// SDK are options for every payment's core.WebSDK.
	SDK []core.Option
	// Secure marks the cookie for HTTPS only; a request by TLS does so too.
	Secure bool
	// Idle is how long a payment that nobody looks at and nobody waits for
	// stays in memory; 5 minutes if zero.
	Idle   time.Duration
	Logger *slog.Logger
}

// OpenRequest is what the merchant's server knows of a payment that it opened.
type OpenRequest struct {
	PaymentID string
	OrderID   string
	Amount    money.Amount
	Token     core.Secret
	// ReturnURL is where the customer goes back to, an http or https address or
	// a path. It carries no outcome: ask Checkout.Outcome.
	ReturnURL string
}

// Outcome is what the gateway said of a payment, as it is stored.
type Outcome struct {
	Session core.PaymentSession
	// Known is false while the gateway's word may still change what the shop
	// has to do: anything but success, failed and expired.
	Known bool
}

// Checkout is the page. It is an http.Handler, safe for concurrent use; Close
// ends it.
type Checkout struct {
	cfg       Config
	vault     vault
	catalogue map[string]words
	pages     *template.Template
	static    *static
	log       *slog.Logger
	mux       http.Handler

	mu     sync.Mutex
	live   map[string]*payment
	closed bool
	stop   chan struct{}
	idle   sync.WaitGroup

	banks bankList
}

// New builds the page. It sends nothing.
func New(cfg Config) (*Checkout, error) {
	v, err := newVault(cfg.Key)
	switch {
	case err != nil:
		return nil, err
	case cfg.API == nil || cfg.Store == nil || strings.TrimSpace(cfg.Shop) == "":
		return nil, errors.New("checkout: API, Store and Shop are required")
	}
	if cfg.Location == nil {
		cfg.Location = time.Local
	}
	if cfg.Idle == 0 {
		cfg.Idle = 5 * time.Minute
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	c := &Checkout{cfg: cfg, vault: v, log: cfg.Logger, live: make(map[string]*payment), stop: make(chan struct{})}
	if c.catalogue, err = loadWords(cfg.Words); err != nil {
		return nil, err
	}
	if c.cfg.Language = strings.ToLower(cfg.Language); c.catalogue[c.cfg.Language] == nil {
		c.cfg.Language = "en"
	}
	if c.static, err = loadStatic(cfg.Fonts); err != nil {
		return nil, err
	}
	if c.pages, err = loadPages(); err != nil {
		return nil, err
	}
	c.mux = c.routes()
	c.idle.Go(c.sweep)
	return c, nil
}

// Open takes a payment over from the merchant's server and returns the path of
// its page, to be put behind the host's address. It sends nothing. Opening the
// same payment again returns the same path and changes nothing.
func (c *Checkout) Open(ctx context.Context, req OpenRequest) (path string, err error) {
	if back, err := url.Parse(req.ReturnURL); err != nil || back.Scheme != "" && back.Scheme != "http" && back.Scheme != "https" || req.ReturnURL == "" {
		return "", fmt.Errorf("%w: return address", core.ErrInvalidRequest)
	}
	ref := c.vault.reference(req.PaymentID)
	p, err := c.acquire(ref)
	switch {
	case err == nil:
		defer c.release(p)
		if r := p.look().record; r.OrderID != req.OrderID || r.Amount != req.Amount {
			return "", fmt.Errorf("%w: the payment is known with another order or amount", core.ErrConflict)
		}
		return c.path(ref), nil
	case !errors.Is(err, ErrNotStored):
		return "", err
	}
	sdk := c.newSDK()
	defer sdk.Close()
	if _, err := sdk.AdoptSession(ctx, core.AdoptSessionRequest{PaymentID: req.PaymentID, OrderID: req.OrderID,
		Amount: req.Amount, Token: req.Token}); err != nil {
		return "", err
	}
	snapshot, err := sdk.Snapshot()
	if err != nil {
		return "", err
	}
	r := record{OrderID: req.OrderID, PaymentID: req.PaymentID, Amount: req.Amount, ReturnURL: req.ReturnURL,
		Snapshot: snapshot, OpenedAt: time.Now().UTC()}
	if err := c.save(ref, r); err != nil {
		return "", err
	}
	return c.path(ref), nil
}

// Outcome asks the gateway once, unless it has settled the payment already, and
// returns what is known and stored. An error with an Outcome means that the
// question had no answer and that the Outcome is what was known before.
// ErrNotStored for a payment that was never opened here.
func (c *Checkout) Outcome(ctx context.Context, paymentID string) (Outcome, error) {
	p, err := c.acquire(c.vault.reference(paymentID))
	if err != nil {
		return Outcome{}, err
	}
	defer c.release(p)
	if p.look().session.State != core.StateSuccess {
		err = p.check(ctx)
	}
	return outcome(p.look().session), err
}

func outcome(s core.PaymentSession) Outcome {
	return Outcome{Session: s, Known: s.State.Ended() && s.Conflict == ""}
}

// Close ends every payment's SDK and the streams of open pages. What is stored
// stays.
func (c *Checkout) Close() {
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return
	}
	c.closed = true
	close(c.stop)
	open := c.live
	c.live = nil
	c.mu.Unlock()
	for _, p := range open {
		p.close()
	}
	c.idle.Wait()
}

// ServeHTTP implements http.Handler.
func (c *Checkout) ServeHTTP(w http.ResponseWriter, r *http.Request) { c.mux.ServeHTTP(w, r) }

func (c *Checkout) path(ref string) string { return c.cfg.Path + "/" + ref }

func (c *Checkout) newSDK() *core.WebSDK {
	return core.NewWebSDK(c.cfg.API, new(core.InMemoryTokenStore), c.cfg.SDK...)
}

func (c *Checkout) save(ref string, r record) error {
	sealed, err := c.vault.seal(ref, r)
	if err != nil {
		return err
	}
	return c.cfg.Store.Save(ref, sealed)
}
