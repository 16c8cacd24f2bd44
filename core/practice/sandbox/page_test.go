package sandbox_test

import (
	"bufio"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"sanduq/core/practice/sandbox"
	"sanduq/core/practice/sandbox/faults"
	"sanduq/core/practice/sandbox/tables"
)

// browse opens pages as a browser without scripts would.
func browse(t *testing.T, s *sandbox.Server, path string) (int, string, http.Header) {
	t.Helper()
	c := newTill(t, s, "")
	a := c.must(c.do("GET", path, nil, nil))
	return a.status, string(a.raw), a.header
}

func form(t *testing.T, s *sandbox.Server, path string, values url.Values, header http.Header) (int, string) {
	t.Helper()
	c := newTill(t, s, "")
	c.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	h := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}
	for k, v := range header {
		h[k] = v
	}
	a := c.must(c.do("POST", path, []byte(values.Encode()), h))
	return a.status, a.header.Get("Location")
}

func wantIn(t *testing.T, page string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(page, p) {
			t.Errorf("the page lacks %s:\n%s", p, page)
		}
	}
}

func TestCustomerPaysOnThePageWithoutScripts(t *testing.T) {
	s := start(t)
	s.SetMerchantName(`Al <b>Noor</b> & "Sons"`)
	for act, want := range map[string]string{"approve": "PROCESSING", "decline": "FAILED", "expire": "EXPIRED"} {
		c := opened(t, s, "A-"+act, "12.500", "LYD")
		page := "/b/" + c.paymentID
		_, before, _ := browse(t, s, page)
		if strings.Contains(before, `id="approve"`) {
			t.Fatal("a payment without a QR can be approved")
		}
		c.qr()
		_, before, _ = browse(t, s, page)
		wantIn(t, before, `id="approve"`, `id="decline"`, `id="expire"`, `id="state" data-status="PENDING"`,
			`12<small>.500</small>`, "LYD", "Al &lt;b&gt;Noor&lt;/b&gt; &amp; &#34;Sons&#34;")
		status, to := form(t, s, page+"/"+act, nil, nil)
		if status != http.StatusSeeOther || to != page {
			t.Fatalf("%d %s", status, to)
		}
		_, after, _ := browse(t, s, page)
		wantIn(t, after, `data-status="`+want+`"`)
		if strings.Contains(after, `id="approve"`) {
			t.Fatal("it can be approved again")
		}
		c.wantStatus(false, want)
		if status, _ := form(t, s, page+"/approve", nil, nil); status != http.StatusSeeOther { // too late
			t.Fatal(status)
		}
		c.wantStatus(false, want)
	}
	if status, _, _ := browse(t, s, "/b/NOSUCHPAYMENT"); status != http.StatusNotFound {
		t.Fatal(status)
	}
	if status, _ := form(t, s, "/b/NOSUCHPAYMENT/approve", nil, nil); status != http.StatusNotFound {
		t.Fatal(status)
	}
}

func TestBankPageShowsEverything(t *testing.T) {
	s := start(t)
	c := opened(t, s, "TILL-1", "12.500", "LYD")
	c.qr()
	opened(t, s, "TILL-2", "1.000", "LYD").validateBank("2000300040")
	_, page, header := browse(t, s, "/bank?lang=en")
	wantIn(t, page, `lang="en" dir="ltr"`, "/b/"+c.paymentID, otp(t, s), "TILL-2", `id="behave-silent"`, `id="drill-no-network"`)
	for _, m := range tables.TestNumbers() {
		wantIn(t, page, m.Match, m.Outcome, m.When)
	}
	if strings.Contains(page, `id="duplicates"`) {
		t.Fatal("an alarm without a cause")
	}
	opened(t, s, "TILL-1", "12.500", "LYD")
	_, page, _ = browse(t, s, "/bank?lang=ar")
	wantIn(t, page, `lang="ar" dir="rtl"`, `id="duplicates"`, "TILL-1 × 2")
	if d, err := s.Bank().Duplicates(); err != nil || len(d) != 1 || d[0].OrderID != "TILL-1" || len(d[0].PaymentIDs) != 2 {
		t.Fatal(d, err)
	}
	if csp := header.Get("Content-Security-Policy"); !strings.Contains(csp, "default-src 'none'") || strings.Contains(csp, "unsafe") ||
		header.Get("X-Frame-Options") != "DENY" || header.Get("X-Content-Type-Options") != "nosniff" {
		t.Fatal(header)
	}
	for _, name := range []string{"bank.css", "bank.js", "icon.svg"} {
		if status, body, _ := browse(t, s, "/bank/"+name); status != 200 || len(body) < 100 {
			t.Fatal(name, status)
		}
	}
	if strings.Contains(page, "style=") || strings.Contains(page, "onclick") || strings.Count(page, "<script") != 1 {
		t.Fatal("the page holds what its policy forbids")
	}
	status, to := form(t, s, "/bank/behaviour", url.Values{"behaviour": {"silent"}}, nil)
	if status != http.StatusSeeOther || to != "/bank" || s.Bank().Behaviour() != faults.Silent {
		t.Fatal(status, to)
	}
	if status, _ := form(t, s, "/bank/drill", url.Values{"drill": {"calm"}}, nil); status != http.StatusSeeOther || s.Bank().Behaviour() != faults.Answers {
		t.Fatal(status)
	}
}

// TestEveryStatusIsWorded ends payments in every way and finds no bare status word shown in place of its sentence.
func TestEveryStatusIsWorded(t *testing.T) {
	s := start(t)
	for i, ending := range []string{"00", "41", "42", "43", "46"} {
		c := opened(t, s, fmt.Sprintf("A-%d", i), "1.0"+ending, "LYD")
		c.qr()
		_ = s.Bank().Approve(c.paymentID)
		for _, lang := range []string{"en", "ar", "fr"} {
			_, page, _ := browse(t, s, "/b/"+c.paymentID+"?lang="+lang)
			for _, word := range []string{">PENDING<", ">PROCESSING<", ">SUCCESS<", ">FAILED<", ">EXPIRED<", ">DECLINED<", ">TEST_NUMBER<"} {
				if strings.Contains(page, word) {
					t.Errorf("%s shows the bare word %s", lang, word)
				}
			}
		}
	}
}

func TestForeignHostsAndSitesAreRefused(t *testing.T) {
	s := start(t)
	c := opened(t, s, "A-1", "1", "LYD")
	c.qr()
	host := strings.TrimPrefix(s.BaseURL(), "http://")
	ask := func(method, path, host string, h http.Header) int {
		req, _ := http.NewRequest(method, s.BaseURL()+path, nil)
		req.Host, req.Header = host, h
		res, err := c.client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		return res.StatusCode
	}
	_, port, _ := strings.Cut(host, ":")
	for h, want := range map[string]int{host: 200, "localhost:" + port: 200, "evil.example:" + port: 421, "127.0.0.1:1": 421,
		"evil.example": 421, "192.168.1.1:" + port: 421} {
		if got := ask("GET", "/bank", h, http.Header{}); got != want {
			t.Errorf("Host %s: %d, want %d", h, got, want)
		}
	}
	approve := "/b/" + c.paymentID + "/approve"
	for name, h := range map[string]http.Header{
		"origin":     {"Origin": {"http://evil.example"}},
		"null":       {"Origin": {"null"}},
		"other port": {"Origin": {"http://127.0.0.1:1"}},
		"cross-site": {"Sec-Fetch-Site": {"cross-site"}},
		"same-site":  {"Sec-Fetch-Site": {"same-site"}},
	} {
		if got := ask("POST", approve, host, h); got != http.StatusForbidden {
			t.Errorf("%s: %d", name, got)
		}
	}
	c.wantStatus(false, "PENDING")
	if got := ask("POST", approve, host, http.Header{"Origin": {s.BaseURL()}}); got != 200 { // after the redirect
		t.Errorf("the bank's own page: %d", got)
	}
	c.wantStatus(false, "PROCESSING")
}

// TestPhoneInTheShopSeesItsPaymentOnly: listening on the shop's network shows no list, no codes and no drills.
func TestPhoneInTheShopSeesItsPaymentOnly(t *testing.T) {
	s := start(t, func(o *sandbox.Options) { o.Listen = "0.0.0.0:0" })
	c := opened(t, s, "A-1", "1", "LYD")
	if !strings.Contains(c.qr(), s.Bank().Address()[:len(s.Bank().Address())-len("/bank")]+"/b/"+c.paymentID) {
		t.Fatal("the QR does not carry the address of the shop's network")
	}
	ask := func(method, path string) int {
		r := httptest.NewRequest(method, s.Bank().Address()[:len(s.Bank().Address())-len("/bank")]+path, nil)
		r.RemoteAddr = "203.0.113.9:5555"
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		return w.Code
	}
	for path, want := range map[string]int{"GET /bank": 403, "POST /bank/drill": 403, "POST /bank/behaviour": 403,
		"GET /control/payments": 401, "GET /b/" + c.paymentID: 200, "POST /b/" + c.paymentID + "/approve": 303} {
		method, path, _ := strings.Cut(path, " ")
		if got := ask(method, path); got != want {
			t.Errorf("%s %s: %d, want %d", method, path, got, want)
		}
	}
}

func TestPageIsToldOfChanges(t *testing.T) {
	s := start(t)
	c := opened(t, s, "A-1", "1", "LYD")
	res, err := c.client.Get(s.BaseURL() + "/bank/events")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if kind := res.Header.Get("Content-Type"); kind != "text/event-stream" {
		t.Fatal(kind)
	}
	lines := bufio.NewReader(res.Body)
	if first, err := lines.ReadString('\n'); err != nil || !strings.HasPrefix(first, "retry:") {
		t.Fatal(first, err)
	}
	c.qr()
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if strings.TrimSpace(line) == "data: changed" {
			return
		}
	}
}

// TestThePageSaysThatTheMoneyCameLate, and in the list too: what settled in time is said to
// be paid and no more, and nothing is said of what has not settled.
func TestThePageSaysThatTheMoneyCameLate(t *testing.T) {
	s := start(t)
	for _, c := range []struct {
		name string
		wait time.Duration
		late bool
	}{{"in time", 4*time.Minute + 50*time.Second, false}, {"late", 6 * time.Minute, true}} {
		name := c.name
		p := opened(t, s, "L-"+name[:2], "12.500", "LYD")
		p.qr()
		s.Clock().Advance(c.wait)
		if _, page, _ := browse(t, s, "/b/"+p.paymentID); strings.Contains(page, `id="late"`) {
			t.Errorf("%s: it says so before any money moved", name)
		}
		if err := s.Bank().Approve(p.paymentID); err != nil {
			t.Fatal(err)
		}
		s.Clock().Advance(5 * time.Second)
		p.wantStatus(false, "SUCCESS")
		for lang, said := range map[string]string{"en": "The till may have stopped waiting, or set the sale aside.",
			"ar": "ربما لم يعد الصندوق ينتظر، أو وضع العملية جانبًا.", "fr": "La caisse n’attend peut-être plus, ou a mis la vente de côté."} {
			_, page, _ := browse(t, s, "/b/"+p.paymentID+"?lang="+lang)
			if strings.Contains(page, `id="late"`) != c.late || strings.Contains(page, said) != c.late || c.late && !strings.Contains(page, " 6</bdi>") {
				t.Errorf("%s, %s:\n%s", name, lang, page)
			}
		}
		_, list, _ := browse(t, s, "/bank")
		if strings.Contains(list, "Paid, late") != c.late {
			t.Errorf("%s: the list says %s", name, list)
		}
		if v, found, err := s.Bank().PaymentByID(p.paymentID); err != nil || !found || v.Late() != c.late || v.SettledAt.IsZero() {
			t.Errorf("%s: %+v, %v", name, v, err)
		}
	}
}
