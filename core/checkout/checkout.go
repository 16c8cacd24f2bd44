package checkout

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"sanduq/core"
	"sanduq/core/checkout/internal/seal"
	"sanduq/core/checkout/internal/words"
	"sanduq/core/internal/limit"
	"sanduq/core/ledger"
	"sanduq/core/money"
	"sanduq/core/watchplan"
	"sanduq/core/webhook"
)

// KeySize is the length of Config.Key in bytes.
const KeySize = seal.KeySize

// Config is what a Checkout needs. API, Store, Key and Shop are required.
type Config struct {
	API   core.PaymentAPI
	Store Store
	Key   []byte // KeySize bytes that outlive the process: what seals the Store
	// OldKeys are keys from before Key: what they sealed can be read, and what they
	// signed is taken, and both are renewed under Key. To change the key of
	// replicas that run at once, give every one the new key here first, then as Key
	// with the old one here: one order keeps one payment, and that one page, while some
	// have the one and some the other.
	OldKeys [][]byte
	Shop    string // the payee's name, as the customer knows it
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
	// Fonts holds IBMPlexSansArabic-{Regular,Medium,SemiBold,Bold}.woff, in the
	// place of those that the page has with it.
	Fonts fs.FS
	// Words replaces or adds catalogues, {language}.json each.
	Words fs.FS
	// Tell hears of each payment that was settled, once it is stored, and again
	// until it returns nil: at least once, whatever process stops when, and with
	// the same Outcome.Key each time. Only then does the page say that the shop was
	// told. A panic is an error; a call that takes longer than TellLimit is given
	// up and made again later.
	Tell func(context.Context, Outcome) error
	// TellTwice hears, as Tell does, of each settled payment that was debited once more
	// or may have been (Outcome.Second): by a QR that the customer had given up, say. The
	// shop owes that money back; it delivers nothing for it. Settled payments that can be
	// debited twice are asked about on the plan of Watch.
	TellTwice func(context.Context, Outcome) error
	TellLimit time.Duration // 10 s if zero

	// Lease is how long a process that stopped keeps the payments that it watched
	// from the others; 30 s if zero. Give each process the same. Their clocks may be
	// apart by less than that.
	Lease time.Duration
	// Watch is when payments whose polling ended are asked about; the zero Plan is
	// watchplan.Usual.
	Watch watchplan.Plan
	// Limits bound what a browser can set in motion.
	Limits Limits
	// ClientAddress says for whom a request counts. Nil takes the connection's
	// address: behind a proxy, give the one that the proxy says.
	ClientAddress func(*http.Request) string
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
	// a path of this host. It carries no outcome: ask Checkout.Outcome.
	ReturnURL string
}

// Outcome is what the gateway said of a payment, as it is stored.
type Outcome struct {
	Session core.PaymentSession
	// Second is the debit that came after the settlement, by another leg of the payment;
	// its PaymentID is blank where none is known. See ledger.Ledger.
	Second ledger.Settlement
	// Known is false while the gateway's word may still change what the shop
	// has to do: anything but success, failed and expired.
	Known bool
	// Key is the same for each notice of one settlement, and no other's: a shop
	// that has acted on it does nothing again. To TellTwice it is the second debit's.
	Key string
}

// Checkout is the page. It is an http.Handler, safe for concurrent use; Close
// ends it.
type Checkout struct {
	cfg       Config
	vault     seal.Vault
	catalogue map[string]words.Words
	pages     *template.Template
	static    *static
	log       *slog.Logger
	mux       http.Handler

	id        string // of this process
	limits    *limiters
	places    places
	tellAgain time.Duration
	pace      time.Duration // of watch
	stepLease time.Duration
	spans     spans

	mu      sync.Mutex
	live    map[string]*payment
	attends map[string]bool
	closed  bool
	stop    chan struct{}
	idle    sync.WaitGroup
	opens   sync.WaitGroup // calls of Create that are under way

	unusable unusable
	banks    bankList
}

// places bound what is done at one time: a place for each call of Tell, for each payment
// that is renewed, and for each that is attended to, which may wait for the gateway.
type places struct{ tells, renewing, asking chan struct{} }

func newPlaces() places {
	return places{make(chan struct{}, mostTells), make(chan struct{}, atOnce), make(chan struct{}, atOnce)}
}

// New builds the page. It sends nothing.
func New(cfg Config) (*Checkout, error) {
	v, err := seal.New(cfg.Key, cfg.OldKeys...)
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
	cfg.Lease, cfg.TellLimit = cmp.Or(cfg.Lease, 30*time.Second), cmp.Or(cfg.TellLimit, 10*time.Second)
	if cfg.Watch.Every <= 0 {
		cfg.Watch = watchplan.Usual()
	}
	if cfg.ClientAddress == nil {
		cfg.ClientAddress = limit.Proxies(nil).Of
	}
	c := &Checkout{cfg: cfg, vault: v, log: cfg.Logger, live: make(map[string]*payment), stop: make(chan struct{}),
		id: rand.Text(), limits: newLimiters(cfg.Limits, v.Accounts()), places: newPlaces(),
		attends: make(map[string]bool), unusable: unusable{until: make(map[string]time.Time)}, stepLease: min(cfg.Lease/2, 15*time.Second)}
	c.spans = spansOf(cfg)
	c.pace = max(min(cfg.Lease/20, time.Second), 5*time.Millisecond)
	c.tellAgain = c.pace
	own, err := fs.Sub(embedded, "words")
	if err != nil {
		return nil, err
	}
	catalogues := []fs.FS{own}
	if cfg.Words != nil {
		catalogues = append(catalogues, cfg.Words)
	}
	if c.catalogue, err = words.Load(catalogues...); err != nil {
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
	c.idle.Go(c.hold)
	c.idle.Go(c.watch)
	return c, nil
}

// Open takes a payment over that the merchant's server has opened by itself, and
// returns the path of its page, to be put behind the host's address. It sends
// nothing. Opening the same payment again returns the same path and changes
// nothing. Create does both, and loses nothing in between.
func (c *Checkout) Open(ctx context.Context, req OpenRequest) (path string, err error) {
	if err := checkReturn(req.ReturnURL); err != nil {
		return "", err
	}
	for {
		p, err := c.find(req.PaymentID)
		switch {
		case err == nil:
			defer c.release(p)
			if r := p.snapshot().record; r.OrderID != req.OrderID || r.Amount != req.Amount {
				return "", errAnothers
			}
			return c.path(p.ref), nil
		case !errors.Is(err, ErrNotStored):
			return "", err
		}
		r, err := c.adopted(ctx, req)
		if err != nil {
			return "", err
		}
		ref, err := c.agreed(req.PaymentID)
		if err != nil {
			return "", err
		}
		if _, err = c.save(ref, r); !errors.Is(err, ErrReplaced) { // else another process was faster
			return c.path(ref), err
		}
	}
}

// adopted is the record of a payment that was opened elsewhere.
func (c *Checkout) adopted(ctx context.Context, req OpenRequest) (record, error) {
	sdk := c.newSDK()
	defer sdk.Close()
	session, err := sdk.AdoptSession(ctx, core.AdoptSessionRequest{PaymentID: req.PaymentID, OrderID: req.OrderID,
		Amount: req.Amount, Token: req.Token})
	if err != nil {
		return record{}, err
	}
	snapshot, err := sdk.Snapshot()
	return record{OrderID: req.OrderID, PaymentID: req.PaymentID, Amount: req.Amount, ReturnURL: req.ReturnURL,
		Snapshot: snapshot, session: session, times: times{OpenedAt: time.Now().UTC()}}, err
}

// checkReturn refuses what does not lead back to a shop: an http or https address,
// or a path of this host.
func checkReturn(address string) error {
	back, err := url.Parse(address)
	web := err == nil && (back.Scheme == "http" || back.Scheme == "https") && back.Host != "" && back.Opaque == ""
	// Browsers take "//host" and "/\host" for another host's address.
	path := err == nil && back.Scheme == "" && back.Host == "" && strings.HasPrefix(address, "/") &&
		!strings.HasPrefix(address, "//") && !strings.Contains(address, "\\")
	if !web && !path || strings.ContainsFunc(address, unicode.IsControl) {
		return fmt.Errorf("%w: return address", core.ErrInvalidRequest)
	}
	return nil
}

// Outcome asks the gateway once, unless it has settled the payment already, and
// returns what is known and stored. An error with an Outcome means that the
// question had no answer and that the Outcome is what was known before.
// ErrNotStored for a payment that was never opened here. It returns when ctx ends, with
// the context's error; an answer that comes later is stored.
func (c *Checkout) Outcome(ctx context.Context, paymentID string) (Outcome, error) {
	p, err := c.find(paymentID)
	if err != nil {
		return Outcome{}, err
	}
	defer c.release(p)
	if p.snapshot().session.State != core.StateSuccess {
		err = p.checkFor(ctx)
	}
	return outcome(p.snapshot().record), err
}

// Notice is for a verified webhook: it asks the gateway at once, and believes the
// answer alone. What is settled reaches Tell. ErrNotStored for a payment that was
// never opened here, core.ErrConflict for another order; any other error means
// that the question had no answer, and the webhook may come again.
func (c *Checkout) Notice(ctx context.Context, n webhook.Notice) error {
	p, err := c.find(n.PaymentID)
	if err != nil {
		return err
	}
	defer c.release(p)
	switch now := p.snapshot(); {
	case now.record.OrderID != n.OrderID:
		return fmt.Errorf("%w: the webhook names another order", core.ErrConflict)
	case now.session.State == core.StateSuccess && !now.record.watched():
		return nil
	}
	return p.checkFor(ctx)
}

func outcome(r record) Outcome {
	s := r.session
	var second ledger.Settlement
	if r.Second != nil {
		second = ledger.Settlement{PaymentID: r.PaymentID, OrderID: r.OrderID, TransactionID: r.Second.TransactionID, Uncertain: r.Second.Uncertain}
	}
	return Outcome{Session: s, Second: second, Known: s.State == core.StateSuccess || s.State.Ended() && s.Conflict == "", Key: "settled " + r.PaymentID}
}

// Close ends every payment's SDK and the streams of open pages, and lets other
// processes go on with what this one watched. Steps and calls of Create that are under
// way are waited for, ten seconds at most; a Tell that does not return is not.
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
	var ends sync.WaitGroup
	ends.Go(func() { atMost(stepEnd, &c.opens) })
	places := make(chan struct{}, atOnce)
	for _, p := range open {
		places <- struct{}{}
		ends.Go(func() { p.close(); <-places })
	}
	ends.Wait()
	c.idle.Wait()
}

// ServeHTTP implements http.Handler.
func (c *Checkout) ServeHTTP(w http.ResponseWriter, r *http.Request) { c.mux.ServeHTTP(w, r) }

func (c *Checkout) path(ref string) string { return c.cfg.Path + "/" + ref }

func (c *Checkout) newSDK() *core.WebSDK {
	return core.NewWebSDK(c.cfg.API, new(core.InMemoryTokenStore), c.cfg.SDK...)
}

// agreed is the reference under which what is not stored yet is stored. By each key it has
// another one: replicas of which one has the old key as its own and another the new one take
// the one that was written down first, where both look, and for good.
func (c *Checkout) agreed(name string) (ref string, err error) {
	ref = c.vault.Reference(name)
	if !c.vault.Rotated() {
		return ref, nil
	}
	at := slices.Min(c.vault.References("agreed\x00" + name))
	sealed, err := c.vault.Seal(at, ref)
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(context.Background(), storeLimit)
	defer cancel()
	if _, err = c.cfg.Store.Save(ctx, Record{Ref: at, Sealed: sealed}); !errors.Is(err, ErrReplaced) {
		return ref, err
	}
	stored, err := c.fetch(at)
	if err == nil {
		err = c.vault.Open(at, stored.Sealed, &ref)
	}
	return ref, err
}
