package othergateway

import (
	"encoding/base64"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"time"
)

// Gateway is the service with its bank, its customers' phones and its ledger.
// It is an http.Handler; every method is safe for concurrent use. New makes
// one.
type Gateway struct {
	o   Options
	key []byte // of the tokens' signatures

	mu                 sync.Mutex
	payments           []*payment
	byToken            map[string]*payment
	byOrder            map[string][]*payment // oldest first
	byQR               map[string]*payment
	plans              map[string]Plan            // by account or wallet
	inbox              map[string]string          // the newest code, by account or wallet
	arrived, openedFor map[string]int             // initiates by order, and payments they opened
	forgot             map[string]bool            // orders that were purged
	told               map[string]map[string]bool // words by order, plain
	nonces             map[string]time.Time       // of signatures
	ledger             []Debit
	breaches           []string
	refused            map[string]int // answers, by the refusal's first spelling
	opened, replies    int
	deny               time.Time // until then every token is refused
	rest               time.Time // until then the service is being maintained
}

// Debit is one movement of money, from a customer to the merchant. Nothing
// undoes it.
type Debit struct {
	At                 time.Time
	OrderID, PaymentID string
	Leg                Leg
	Minor              int64
	Currency           string
	Transaction        string
}

// Leg is one of the ways to pay a payment.
type Leg string

// The legs. A status question by account number is about Account, any other
// about QR and Wallet.
const (
	QR      Leg = "qr"
	Account Leg = "account"
	Wallet  Leg = "wallet"
)

// New returns a gateway that nobody has paid through yet.
func New(o Options) *Gateway {
	g := &Gateway{o: o, byToken: map[string]*payment{}, byOrder: map[string][]*payment{}, byQR: map[string]*payment{},
		plans: map[string]Plan{}, inbox: map[string]string{}, arrived: map[string]int{}, openedFor: map[string]int{}, forgot: map[string]bool{}, told: map[string]map[string]bool{}, refused: map[string]int{}, nonces: map[string]time.Time{}}
	if g.o.Now == nil {
		g.o.Now = time.Now
	}
	if g.o.Law.Tries == 0 {
		g.o.Law.Tries = 3
	}
	if g.o.APIKey == "" {
		g.o.APIKey, g.o.SecretKey = "ak."+g.text(18, "api"), "sk."+g.text(30, "secret")
	}
	if len(g.o.Banks) == 0 {
		g.o.Banks = []string{"SPB-01", "ΑΒΓ/2"}
	}
	if len(g.o.Wallets) == 0 {
		g.o.Wallets = []string{"w:purse"}
	}
	g.key = []byte(g.text(40, "signature"))
	return g
}

// Keys returns the merchant's Api-Key and Secret-Key.
func (g *Gateway) Keys() (api, secret string) { return g.o.APIKey, g.o.SecretKey }

// Options returns what the gateway was made of.
func (g *Gateway) Options() Options { return g.o }

// random returns a source for whatever is named, so that what is drawn for one
// never depends on what others have drawn before.
func (g *Gateway) random(names ...string) *rand.Rand {
	h := fnv.New64a()
	for _, name := range names {
		_, _ = io.WriteString(h, name)
		_, _ = h.Write([]byte{0})
	}
	return rand.New(rand.NewPCG(g.o.Seed, h.Sum64()))
}

// text draws n bytes as URL-safe text.
func (g *Gateway) text(n int, names ...string) string {
	r, b := g.random(append(names, "text")...), make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return base64.RawURLEncoding.EncodeToString(b)
}

// now is the gateway's time. Callers hold mu.
func (g *Gateway) now() time.Time { return g.o.Now() }

// settleDue settles what was due for a payment, and reports whether it is still
// remembered. Callers hold mu.
func (g *Gateway) settleDue(p *payment, now time.Time) bool {
	if p == nil || p.purged {
		return false
	}
	g.advance(p, now)
	if keep := g.o.Law.Keep; keep > 0 && p.quiet(now) >= keep {
		g.purge(p)
		return false
	}
	return true
}

// lookAll does so for all. Callers hold mu.
func (g *Gateway) lookAll() {
	now := g.now()
	for _, p := range slices.Clone(g.payments) {
		g.settleDue(p, now)
	}
}

// purge forgets a payment, but not what was debited, nor that its token was good. Callers hold mu.
func (g *Gateway) purge(p *payment) {
	p.purged = true
	g.byOrder[p.order] = slices.DeleteFunc(g.byOrder[p.order], func(other *payment) bool { return other == p })
	g.payments = slices.DeleteFunc(g.payments, func(other *payment) bool { return other == p })
	g.forgot[p.order] = true
}

// Ledger returns every debit in the order of time.
func (g *Gateway) Ledger() []Debit {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.lookAll()
	out := slices.Clone(g.ledger)
	slices.SortStableFunc(out, func(a, b Debit) int { return a.At.Compare(b.At) })
	return out
}

// Taken returns the debits of one order.
func (g *Gateway) Taken(order string) []Debit {
	return slices.DeleteFunc(g.Ledger(), func(d Debit) bool { return d.OrderID != order })
}

// Initiates returns how many initiates arrived for an order and how many
// payments they opened.
func (g *Gateway) Initiates(order string) (arrived, opened int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.arrived[order], g.openedFor[order]
}

// Forgot reports whether an order was purged.
func (g *Gateway) Forgot(order string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.lookAll()
	return g.forgot[order]
}

// Breaches returns what callers did against the contract, oldest first.
func (g *Gateway) Breaches() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.breaches)
}

func (g *Gateway) breach(format string, args ...any) {
	if len(g.breaches) < 100 {
		g.breaches = append(g.breaches, fmt.Sprintf(format, args...))
	}
}

// Refused returns how often each refusal was given, by its first spelling.
func (g *Gateway) Refused() map[string]int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return maps.Clone(g.refused)
}

// RefuseTokens answers every call that needs a token with 401 for a while.
func (g *Gateway) RefuseTokens(d time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.deny = g.o.Now().Add(d)
}

// Maintain answers every call with a page and 503 for a while, and does
// nothing.
func (g *Gateway) Maintain(d time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.rest = g.o.Now().Add(d)
}

// NextDecision returns when the last decision of the bank that is still outstanding
// falls due; false when nothing is.
func (g *Gateway) NextDecision() (time.Time, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.lookAll()
	var last time.Time
	for _, p := range g.payments {
		for _, l := range p.legs {
			if at, ok := l.next(); ok && at.After(last) {
				last = at
			}
		}
	}
	return last, !last.IsZero()
}

// WouldTell reports whether the gateway, asked now with the order's own token,
// would say that the order is paid, by either question.
func (g *Gateway) WouldTell(order string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.now()
	if now.Before(g.deny) || now.Before(g.rest) {
		return false
	}
	for _, p := range slices.Clone(g.byOrder[order]) {
		if !g.settleDue(p, now) || g.tokenDead(p, now) {
			continue
		}
		for _, by := range []bool{false, true} {
			if g.standing(p, by, now).is == success {
				return true
			}
		}
	}
	return false
}

// digits are the fraction digits of a currency.
func digits(currency string) int {
	switch currency {
	case "LYD", "BHD", "KWD", "OMR", "TND":
		return 3
	case "JPY", "KRW":
		return 0
	}
	return 2
}

// minor reads a decimal of at most the currency's digits as minor units.
func minor(text, currency string) (int64, bool) {
	whole, fraction := text, ""
	for i := range len(text) {
		if text[i] == '.' {
			whole, fraction = text[:i], text[i+1:]
			break
		}
	}
	n := digits(currency)
	if len(fraction) > n || whole == "" {
		return 0, false
	}
	for len(fraction) < n {
		fraction += "0"
	}
	for _, c := range whole + fraction {
		if c < '0' || c > '9' {
			return 0, false
		}
	}
	v, err := strconv.ParseInt(whole+fraction, 10, 64)
	return v, err == nil && v > 0
}
