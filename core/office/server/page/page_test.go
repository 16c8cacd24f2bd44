//go:build linux

package page

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"sanduq/core"
	"sanduq/core/internal/limit"
	"sanduq/core/journal"
	"sanduq/core/office"
	"sanduq/core/office/agent"
	"sanduq/core/office/server/collector"
	"sanduq/core/office/server/schema"
	"sanduq/core/office/server/tests/postgres"
)

// real is what a password costs in the program.
var real = today

func TestMain(m *testing.M) {
	today = cost{1, 64, 1}
	postgres.Main(m, schema.Migrate)
}

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// place is an office with a page, on one clock.
type place struct {
	*testing.T
	*collector.Collector
	*Page
	tills *httptest.Server

	database string
	web      *httptest.Server
	mu       sync.Mutex
	now      time.Time
}

func newPlace(t *testing.T) *place {
	t.Helper()
	p := &place{T: t, now: noon}
	database := postgres.Database(t)
	c, err := collector.Open(t.Context(), collector.Config{Database: database, Now: p.clock})
	if err != nil {
		t.Fatal(err)
	}
	db, err := pgxpool.New(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	p.database = database
	p.Collector, p.Page = c, New(Config{DB: db, Zone: time.UTC, Plain: true, Proxies: limit.Loopback, Now: p.clock})
	p.tills, p.web = httptest.NewServer(c.Handler()), httptest.NewServer(p.Page.Handler())
	t.Cleanup(func() { p.Page.Close(); p.web.Close(); p.tills.Close(); c.Close(); db.Close() })
	return p
}

func (p *place) clock() time.Time { p.mu.Lock(); defer p.mu.Unlock(); return p.now }

func (p *place) later(d time.Duration) { p.mu.Lock(); defer p.mu.Unlock(); p.now = p.now.Add(d) }

// till enrols one, and returns what sends its sales.
func (p *place) till(shop, name string, environment core.Environment) func(...office.Sale) {
	p.Helper()
	number, err := p.AddTill(p.Context(), shop, name, environment)
	if err != nil {
		p.Fatal(err)
	}
	code, err := p.Code(p.Context(), number)
	if err != nil {
		p.Fatal(err)
	}
	stranger, err := agent.NewClient(p.tills.URL, core.Secret{}, nil)
	if err != nil {
		p.Fatal(err)
	}
	_, _, _, key, err := stranger.Enrol(p.Context(), code, environment)
	if err != nil {
		p.Fatal(err)
	}
	client, err := agent.NewClient(p.tills.URL, key, nil)
	if err != nil {
		p.Fatal(err)
	}
	p.Cleanup(func() { stranger.Close(); client.Close() })
	return func(sales ...office.Sale) {
		p.Helper()
		cursor, err := client.Cursor(p.Context())
		if err != nil {
			p.Fatal(err)
		}
		var owed []office.OwedRow // a part of it went back
		for _, s := range sales {
			if !s.OwedSince.IsZero() {
				owed = append(owed, office.OwedRow{Seq: 1, Debt: 1, Kind: journal.DebtOpened, At: noon, Cause: journal.DebtBothLegs, SaleID: s.ID, With: s.ID, Owed: s.Minor, Currency: s.Currency},
					office.OwedRow{Seq: 2, Debt: 1, Kind: journal.DebtReturned, At: noon, Minor: 1_000, Open: s.Minor, Reference: "R1"})
			}
		}
		if _, err := client.Rows(p.Context(), &office.Batch{Sales: sales, Owed: owed, Head: office.Head{Till: number, Epoch: cursor.Epoch, Environment: environment, At: p.clock(),
			Chains: map[office.Chain]office.Position{office.ChainReceipts: {}, office.ChainAudit: {}, office.ChainZs: {},
				office.ChainCash: {}, office.ChainOwed: {Newest: 2}}}}); err != nil {
			p.Fatal(err)
		}
	}
}

func sale(day journal.Day, number int, minor int64, status journal.Status) office.Sale {
	s := office.Sale{ID: journal.NewSaleID(day, number), Version: 1, OrderID: fmt.Sprint(day, number), Minor: minor, Currency: "LYD", CreatedAt: day.Time(time.UTC).Add(9 * time.Hour),
		UpdatedAt: noon, Status: status, Route: core.RouteQR}
	if status == journal.StatusPaid {
		s.ReceiptSeq = uint64(number)
	}
	return s
}

// browser is somebody with a telephone.
func (p *place) browser() *http.Client {
	jar, err := cookiejar.New(nil)
	if err != nil {
		p.Fatal(err)
	}
	return &http.Client{Jar: jar}
}

func (p *place) read(r *http.Response, err error) (int, string) {
	p.Helper()
	if err != nil {
		p.Fatal(err)
	}
	defer func() { _ = r.Body.Close() }()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		p.Fatal(err)
	}
	return r.StatusCode, string(text)
}

// session is the cookie of one.
func session(all []*http.Cookie) core.Secret {
	for _, c := range all {
		if c.Name == "office" {
			return core.NewSecret(c.Value)
		}
	}
	return core.Secret{}
}

func (p *place) signsIn(b *http.Client, name, password string) (int, string) {
	p.Helper()
	return p.read(b.PostForm(p.web.URL+"/office/sign-in", url.Values{"name": {name}, "password": {password}}))
}

const password = "correct horse battery"

func (p *place) person(name string, shops ...string) {
	p.Helper()
	if err := p.People.Set(p.Context(), name, core.NewSecret(password), shops...); err != nil {
		p.Fatal(err)
	}
}

func TestWhoSeesWhat(t *testing.T) {
	p := newPlace(t)
	harbour, garden, practice := p.till("Harbour", "H1", core.Live), p.till("Garden", "G1", core.Live), p.till("Harbour", "P1", core.Sandbox)
	unknown, owed := sale("20261120", 3, 40_000, journal.StatusUnknown), sale("20261120", 4, 7_750, journal.StatusPaid)
	owed.OwedSince = noon
	harbour(sale("20261120", 1, 12_500, journal.StatusPaid), sale("20261120", 2, 86_250, journal.StatusFailed), unknown, owed, sale("20261113", 1, 99_000, journal.StatusPaid))
	garden(sale("20261120", 1, 1_325_000, journal.StatusPaid))
	practice(sale("20261120", 1, 5_000, journal.StatusPaid))
	p.later(time.Hour) // and nobody is heard any more
	p.person("Huda")
	p.person("Samira", "Garden")

	huda, samira := p.browser(), p.browser()
	if status, body := p.read(huda.Get(p.web.URL + "/office/")); status != http.StatusOK || strings.Contains(body, "Harbour") || !strings.Contains(body, `action="/office/sign-in"`) {
		t.Errorf("a stranger is shown %d: %s", status, body)
	}
	_, all := p.signsIn(huda, " huda ", password)
	for _, want := range []string{"Harbour", "Garden", "20.250", "99.000", "1\u00a0325.000", "40.000", "6.750", "PRACTICE", "5.000", "silent since", "Not known"} {
		if !strings.Contains(strings.ReplaceAll(all, ",", ""), want) {
			t.Errorf("the owner does not see %s", want)
		}
	}
	if strings.Contains(all, "25.250") {
		t.Error("practice is added to live")
	}
	if paid := strings.Count(all, `class="paid"`); paid != 4 {
		t.Errorf("%d sales look paid, practice perhaps among them", paid)
	}
	_, some := p.signsIn(samira, "Samira", password)
	if !strings.Contains(some, "Garden") || strings.Contains(some, "Harbour") || strings.Contains(some, "H1") || strings.Contains(some, "40.000") {
		t.Error("somebody sees a shop that is not theirs")
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.web.URL+"/office/", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept-Language", "de, ar-LY;q=0.9, en")
	if _, body := p.read(huda.Do(request)); !strings.Contains(body, `lang="ar" dir="rtl"`) || !strings.Contains(body, "صناديق صامتة") {
		t.Error("it is not in Arabic")
	}
}

func TestFormsOfOtherSites(t *testing.T) {
	p := newPlace(t)
	p.person("Huda")
	b := p.browser()
	post := func(path string, values url.Values, header ...string) int {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.web.URL+path, strings.NewReader(values.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		for i := 0; i+1 < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		status, _ := p.read(b.Do(r))
		return status
	}
	who := url.Values{"name": {"Huda"}, "password": {password}}
	for _, header := range [][]string{{"Origin", "https://evil.example"}, {"Sec-Fetch-Site", "cross-site"}} {
		if status := post("/office/sign-in", who, header...); status != http.StatusForbidden {
			t.Errorf("signed in from another site: %d", status)
		}
	}
	_, body := p.signsIn(b, "Huda", password)
	form := regexp.MustCompile(`name="form" value="([^"]+)"`).FindStringSubmatch(body)
	if form == nil {
		t.Fatalf("no form: %s", body)
	}
	for _, wrong := range []string{"", "x", form[1] + "x"} {
		if status := post("/office/sign-out", url.Values{"form": {wrong}}); status != http.StatusForbidden {
			t.Errorf("signed out by %q: %d", wrong, status)
		}
	}
	if status := post("/office/sign-out", url.Values{"form": {form[1]}}); status != http.StatusOK {
		t.Errorf("not signed out: %d", status)
	}
	if _, body := p.read(b.Get(p.web.URL + "/office/")); !strings.Contains(body, `action="/office/sign-in"`) {
		t.Error("still signed in")
	}
	r, err := b.Get(p.web.URL + "/office/")
	if p.read(r, err); !strings.Contains(r.Header.Get("Content-Security-Policy"), "default-src 'none'") || r.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("headers %v", r.Header)
	}
	if c := New(Config{DB: p.cfg.DB}); true {
		if cookie := c.cookie("x", 1); !cookie.Secure || !cookie.HttpOnly || cookie.SameSite != http.SameSiteStrictMode || cookie.Name != "__Host-office" {
			t.Errorf("cookie %v", cookie)
		}
		c.Close()
	}
}

// TestNewsComesByItself: from the answer to the till to the page within a second.
func TestNewsComesByItself(t *testing.T) {
	p := newPlace(t)
	harbour := p.till("Harbour", "H1", core.Live)
	p.person("Huda")
	b := p.browser()
	p.signsIn(b, "Huda", password)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, p.web.URL+"/office/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := b.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	in := bufio.NewScanner(resp.Body)
	next := func(want string) bool {
		for in.Scan() {
			if strings.Contains(in.Text(), want) {
				return true
			}
		}
		return false
	}
	if !next("event: news") {
		t.Fatal("nothing is shown at first")
	}
	var slowest time.Duration
	for n := range 3 {
		harbour(sale("20261120", n+1, int64(1_234_000+n), journal.StatusPaid))
		began := time.Now()
		if !next(fmt.Sprintf("1\u00a0234.%03d", n)) && !t.Failed() {
			t.Fatal("a sale did not come")
		}
		slowest = max(slowest, time.Since(began))
	}
	t.Logf("the slowest of three came after %v", slowest)
	if slowest > 5*time.Second { // a busy machine; on one that is not it is tenths
		t.Errorf("a sale came after %v", slowest)
	}
	if err := p.People.SignOut(t.Context(), session(b.Jar.Cookies(resp.Request.URL))); err != nil {
		t.Fatal(err)
	}
	harbour(sale("20261120", 9, 1, journal.StatusPaid))
	if !next("event: out") {
		t.Error("who has signed out is told more")
	}
}

// TestNewsComeFromANewPrimary: the one that was listened to hangs and says nothing.
func TestNewsComeFromANewPrimary(t *testing.T) {
	t.Parallel() // it waits most of its time
	p := newPlace(t)
	harbour := p.till("Harbour", "H1", core.Live)
	relays, through := postgres.Relays(t, p.database, 2)
	relays[0].Listen(t)
	db, err := collector.Connect(t.Context(), through, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	t.Cleanup(relays[0].End)
	ctx, cancel := context.WithCancel(t.Context())
	n := listen(ctx, db, slog.New(slog.DiscardHandler))
	t.Cleanup(n.running.Wait)
	t.Cleanup(cancel)
	told, leave := n.subscribe()
	defer leave()
	number := 0
	heard := func() bool { // of three in a row; of a connection that is made again somebody hears too
		for range 3 {
			time.Sleep(2 * gathering)
			select {
			case <-told:
			default:
			}
			number++
			harbour(sale("20261120", number, 1, journal.StatusPaid))
			select {
			case <-told:
			case <-time.After(time.Second):
				return false
			}
		}
		return true
	}
	for at := time.Now(); !heard(); {
		if time.Since(at) > 10*time.Second {
			t.Fatal("nothing is heard at first")
		}
	}
	relays[0].Freeze()
	relays[1].Listen(t)
	for at := time.Now(); !heard(); {
		if time.Since(at) > 40*time.Second {
			t.Fatal("nothing is heard any more")
		}
	}
}

// TestWordsAreWhole in all languages.
func TestWordsAreWhole(t *testing.T) {
	want := slices.Sorted(maps.Keys(words["en"]))
	for language, all := range words {
		if got := slices.Sorted(maps.Keys(all)); !slices.Equal(got, want) {
			t.Errorf("%s has %v, want %v", language, got, want)
		}
	}
	for _, s := range journal.Statuses() {
		if v := (view{Language: "en"}); v.State(string(s)) == string(s) {
			t.Errorf("no word for %s", s)
		}
	}
	text, err := web.ReadFile("web/page.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, used := range regexp.MustCompile(`T "(\w+)"`).FindAllStringSubmatch(string(text), -1) {
		if words["en"][used[1]] == "" {
			t.Errorf("no sentence %q", used[1])
		}
	}
}
