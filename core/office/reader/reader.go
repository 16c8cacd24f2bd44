// Package reader is an office as its owner's window asks it: the same history that
// a till's own store is, over HTTPS, of the shops that a person sees. It holds no
// history; each question is asked again.
//
// Sales of many tills are named by office.Listing.ID, which sorts as the list does.
// What does not leave a till is not here either: the history of how a sale came to
// its end. A Reader may be used from any goroutine.
package reader

import (
	"bufio"
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/office"
)

// Errors, to be tested with errors.Is.
var (
	ErrAddress = errors.New("reader: the office's address is https, or http on this machine")
	ErrSignIn  = errors.New("reader: no such name, or another password")
	ErrLocked  = errors.New("reader: locked for a while")
	ErrSession = errors.New("reader: not signed in")
	ErrAsked   = errors.New("reader: an office is not asked for this")
)

// Config is what a Reader is made of.
type Config struct {
	Address  string
	Roots    *tls.Config // nil trusts whom the system trusts
	Zone     *time.Location
	Now      func() time.Time
	Currency string // in which an amount is searched for
}

// Reader asks one office, as one person.
type Reader struct {
	cfg    Config
	base   *url.URL
	http   *http.Client // for questions
	listen *http.Client // for news, which end with their context alone

	mu      sync.Mutex // guards the rest
	cookies []*http.Cookie
	tills   map[int64]office.TillHeard
	live    bool // some till is; then practice is not shown
}

const (
	callTime  = 20 * time.Second
	maxAnswer = 16 << 20
)

// New returns the office at an address, asked by nobody yet. Error: ErrAddress.
func New(c Config) (*Reader, error) {
	base, err := url.Parse(strings.TrimRight(strings.TrimSpace(c.Address), "/"))
	if err != nil || base.Host == "" || base.User != nil || base.Scheme != "https" && (base.Scheme != "http" || !loopback(base.Hostname())) {
		return nil, ErrAddress
	}
	base.Path = strings.TrimSuffix(base.Path, "/office")
	roots := &tls.Config{}
	if c.Roots != nil {
		roots = c.Roots.Clone()
	}
	roots.MinVersion = max(roots.MinVersion, tls.VersionTLS12)
	if c.Zone == nil {
		c.Zone = time.Local
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, TLSClientConfig: roots, TLSHandshakeTimeout: 10 * time.Second, IdleConnTimeout: 90 * time.Second,
		DialContext: (&net.Dialer{Timeout: 10 * time.Second}).DialContext}
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse } // the cookie would travel along
	return &Reader{cfg: c, base: base, tills: map[int64]office.TillHeard{}, http: &http.Client{Timeout: callTime, Transport: transport, CheckRedirect: stay},
		listen: &http.Client{Transport: transport, CheckRedirect: stay}}, nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Close lets go of idle connections.
func (r *Reader) Close() { r.http.CloseIdleConnections() }

// Host is where the office is.
func (r *Reader) Host() string { return r.base.Host }

// SignIn begins a session, and reads which tills there are. Errors: ErrSignIn,
// ErrLocked.
func (r *Reader) SignIn(ctx context.Context, name string, password core.Secret) error {
	form := url.Values{"name": {name}, "password": {password.Reveal()}}
	q, err := http.NewRequestWithContext(ctx, http.MethodPost, r.base.JoinPath("/office/sign-in").String(), strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	q.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := r.http.Do(q)
	if err != nil {
		return fmt.Errorf("reader: %w", err)
	}
	_ = resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusSeeOther:
	case http.StatusForbidden:
		return ErrSignIn
	case http.StatusTooManyRequests:
		return ErrLocked
	default:
		return fmt.Errorf("reader: the office answered %s", resp.Status)
	}
	r.mu.Lock()
	r.cookies = resp.Cookies()
	r.mu.Unlock()
	_, err = r.Tills(ctx)
	return err
}

// SignOut forgets the session. The office ends it by itself after a while.
func (r *Reader) SignOut() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cookies = nil
}

func (r *Reader) request(ctx context.Context, path string, values url.Values) (*http.Request, error) {
	u := r.base.JoinPath(path)
	u.RawQuery = values.Encode()
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.cookies {
		q.AddCookie(c)
	}
	return q, nil
}

func (r *Reader) get(ctx context.Context, path string, values url.Values, into any) error {
	q, err := r.request(ctx, path, values)
	if err != nil {
		return err
	}
	resp, err := r.http.Do(q)
	if err != nil {
		return fmt.Errorf("reader: %w", err)
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	switch {
	case err != nil:
		return fmt.Errorf("reader: %w", err)
	case resp.StatusCode == http.StatusUnauthorized:
		return ErrSession
	case resp.StatusCode == http.StatusNotFound:
		return journal.ErrNotFound
	case resp.StatusCode != http.StatusOK:
		return fmt.Errorf("reader: the office answered %s", resp.Status)
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("reader: the office's answer: %w", err)
	}
	return nil
}

// Tills reads which tills there are, and when each was heard.
func (r *Reader) Tills(ctx context.Context) (out office.Tills, err error) {
	if err := r.get(ctx, "/office/api/tills", nil, &out); err != nil {
		return out, err
	}
	live := slices.ContainsFunc(out.Tills, func(t office.TillHeard) bool { return !t.Practice })
	r.mu.Lock()
	defer r.mu.Unlock()
	r.live = live
	clear(r.tills)
	for _, t := range out.Tills {
		r.tills[t.Till] = t
	}
	return out, nil
}

// Practice reports whether no till of the office is a live one.
func (r *Reader) Practice() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return !r.live
}

// Watch calls told whenever something has changed, until ctx ends or the
// connection does.
func (r *Reader) Watch(ctx context.Context, told func()) error {
	q, err := r.request(ctx, "/office/api/events", nil)
	if err != nil {
		return err
	}
	resp, err := r.listen.Do(q)
	if err != nil {
		return fmt.Errorf("reader: %w", err)
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode == http.StatusUnauthorized {
		return ErrSession
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("reader: the office answered %s", resp.Status)
	}
	lines := bufio.NewScanner(resp.Body)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "data:") {
			told()
		}
	}
	return cmp.Or(lines.Err(), io.ErrUnexpectedEOF)
}

// errUntold is what an office is not asked: its sales do not say what was returned.
var errUntold = errors.New("an office does not tell which sales were returned")

// question is what the office is asked for a query, of the practice bank's tills or of the live ones.
func (r *Reader) question(q journal.SaleQuery, practice bool) (url.Values, error) {
	shop, of, err := parsePlace(q.Place)
	if err != nil {
		return nil, err
	}
	if q.Returned {
		return nil, errUntold
	}
	text, err := json.Marshal(office.Question{Practice: practice, From: q.From, To: q.To, Booked: q.Booked, Status: q.Status, Route: string(q.Route), Owed: q.Owed, Cashier: q.Cashier,
		Amounts: q.Amounts, Hour: hourOf(q, r.cfg.Now()), Search: q.Search, Currency: r.cfg.Currency, Shop: shop, Till: of, Before: q.Before, Limit: min(q.Limit, office.MaxListed)})
	return url.Values{"q": {string(text)}}, err
}

// Sales reads a page of the list.
func (r *Reader) Sales(ctx context.Context, q journal.SaleQuery) (out journal.SalePage, err error) {
	practice := r.Practice() // the first live till may come meanwhile
	got, err := r.list(ctx, q, practice)
	if err != nil {
		return out, err
	}
	for _, l := range got.Sales {
		out.Sales = append(out.Sales, saleOf(l, practice))
	}
	out.More = got.More
	return out, nil
}

func (r *Reader) list(ctx context.Context, q journal.SaleQuery, practice bool) (got office.Listed, err error) {
	values, err := r.question(q, practice)
	if err == nil {
		err = r.get(ctx, "/office/api/sales", values, &got)
	}
	return got, err
}

// Gone is the last day up to which the office no longer keeps single sales of a query's days;
// blank where it keeps them all, or does not say.
func (r *Reader) Gone(ctx context.Context, q journal.SaleQuery) (journal.Day, error) {
	q.Before, q.Limit = "", 1
	got, err := r.list(ctx, q, r.Practice())
	return got.Gone, err
}

// Totals reads what a query's sales come to. Error: journal.ErrSum where nobody knows a sum.
func (r *Reader) Totals(ctx context.Context, q journal.SaleQuery) ([]journal.Total, error) {
	q.Before, q.Limit = "", 0
	values, err := r.question(q, r.Practice())
	if err != nil {
		return nil, err
	}
	var sums []office.Sum
	if err := r.get(ctx, "/office/api/totals", values, &sums); err != nil {
		return nil, err
	}
	type key struct {
		group    journal.Group
		currency string
	}
	of := map[key]journal.Total{}
	for _, s := range sums {
		k := key{s.Status.Group(), s.Currency}
		t := of[k]
		if sum := t.Minor + s.Minor; s.Beyond || (t.Minor < 0) == (s.Minor < 0) && (sum < 0) != (s.Minor < 0) {
			return nil, fmt.Errorf("reader: %s: %w", s.Currency, journal.ErrSum)
		}
		of[k] = journal.Total{Group: k.group, Currency: k.currency, Count: t.Count + s.Sales, Minor: t.Minor + s.Minor}
	}
	var out []journal.Total
	for _, t := range of {
		out = append(out, t)
	}
	slices.SortFunc(out, func(a, b journal.Total) int {
		return cmp.Or(slices.Index(journal.Groups(), a.Group)-slices.Index(journal.Groups(), b.Group), strings.Compare(a.Currency, b.Currency))
	})
	return out, nil
}

// ReceiptOf reads the receipt of a sale.
func (r *Reader) ReceiptOf(ctx context.Context, s journal.Sale) (journal.Receipt, error) {
	l, ok := office.ParseID(s.ID)
	if !ok {
		return journal.Receipt{}, journal.ErrNotFound
	}
	var got office.Receipt
	err := r.get(ctx, "/office/api/receipt", url.Values{"till": {strconv.FormatInt(l.Till, 10)}, "epoch": {strconv.Itoa(l.Epoch)}, "seq": {strconv.FormatUint(s.ReceiptSeq, 10)}}, &got)
	if err != nil {
		return journal.Receipt{}, err
	}
	return got.Journal(s.Environment), nil
}

// Decisions reads the lines of the audit about a sale, oldest first: who decided what,
// and on whose permission where it was not their own.
func (r *Reader) Decisions(ctx context.Context, s journal.Sale) ([]journal.AuditRow, error) {
	l, ok := office.ParseID(s.ID)
	if !ok {
		return nil, journal.ErrNotFound
	}
	var got []office.AuditRow
	err := r.get(ctx, "/office/api/audit", url.Values{"till": {strconv.FormatInt(l.Till, 10)}, "epoch": {strconv.Itoa(l.Epoch)}, "sale": {string(l.Sale.ID)}}, &got)
	var rows []journal.AuditRow
	for i := range got {
		rows = append(rows, got[i].Journal())
	}
	return rows, err
}

// Receipt is of one till's own history: an office has many with one number.
func (r *Reader) Receipt(context.Context, uint64) (journal.Receipt, error) {
	return journal.Receipt{}, ErrAsked
}

// Attempts is not answered: how a sale came to its end does not leave its till.
func (r *Reader) Attempts(context.Context, journal.SaleID) ([]journal.Sale, error) {
	return nil, ErrAsked
}

// Today is the day in the window's own zone.
func (r *Reader) Today() journal.Day { return journal.DayOf(r.cfg.Now().In(r.cfg.Zone)) }

// Settings are those of no till: cash is shown where a till takes it.
func (r *Reader) Settings() journal.Settings {
	return journal.Settings{Currency: r.cfg.Currency, Cash: true}
}

// Users are nobody: an office knows cashiers by their sales alone.
func (r *Reader) Users() []journal.User { return nil }
