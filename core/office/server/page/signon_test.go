//go:build linux

package page

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"sanduq/core"
)

// provider is an identity provider, written from the protocol alone: it signs with
// its own key, and checks what the office must send.
type provider struct {
	*testing.T
	*httptest.Server
	key, other *rsa.PrivateKey
	now        func() time.Time

	email    string
	change   func(claims map[string]any) // of the next token
	forge    bool                        // it is signed by another key
	deny     bool                        // somebody does not agree
	away     bool
	question url.Values
	used     map[string]bool
}

func newProvider(t *testing.T, now func() time.Time) *provider {
	t.Helper()
	p := &provider{T: t, now: now, email: "huda@example.com", used: map[string]bool{}}
	for _, into := range []**rsa.PrivateKey{&p.key, &p.other} {
		key, err := rsa.GenerateKey(rand.Reader, 2048)
		if err != nil {
			t.Fatal(err)
		}
		*into = key
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		if p.away {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		p.answer(w, map[string]any{"issuer": p.URL, "authorization_endpoint": p.URL + "/authorize", "token_endpoint": p.URL + "/token", "jwks_uri": p.URL + "/keys",
			"id_token_signing_alg_values_supported": []string{"RS256"}})
	})
	mux.HandleFunc("GET /keys", func(w http.ResponseWriter, _ *http.Request) {
		b := base64.RawURLEncoding
		p.answer(w, map[string]any{"keys": []any{map[string]any{"kty": "RSA", "use": "sig", "alg": "RS256", "kid": "1",
			"n": b.EncodeToString(p.key.N.Bytes()), "e": b.EncodeToString(big.NewInt(int64(p.key.E)).Bytes())}}})
	})
	mux.HandleFunc("GET /authorize", func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		if q.Get("response_type") != "code" || q.Get("client_id") != "office" || q.Get("code_challenge_method") != "S256" || !strings.Contains(q.Get("scope"), "openid") {
			p.Errorf("asked %v", q)
		}
		p.question = q
		back := url.Values{"state": {q.Get("state")}, "code": {"code-" + q.Get("state")}}
		if p.deny {
			back = url.Values{"state": {q.Get("state")}, "error": {"access_denied"}}
		}
		http.Redirect(w, r, q.Get("redirect_uri")+"?"+back.Encode(), http.StatusFound)
	})
	mux.HandleFunc("POST /token", p.token)
	p.Server = httptest.NewServer(mux)
	t.Cleanup(p.Close)
	return p
}

func (p *provider) answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(v); err != nil {
		p.Error(err)
	}
}

func (p *provider) token(w http.ResponseWriter, r *http.Request) {
	id, secret, _ := r.BasicAuth()
	if id == "" {
		id, secret = r.PostFormValue("client_id"), r.PostFormValue("client_secret")
	}
	hash := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
	code := r.PostFormValue("code")
	if id != "office" || secret != "the client's secret" || code != "code-"+p.question.Get("state") || p.used[code] ||
		base64.RawURLEncoding.EncodeToString(hash[:]) != p.question.Get("code_challenge") || r.PostFormValue("redirect_uri") != p.question.Get("redirect_uri") {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, `{"error":"invalid_grant"}`)
		return
	}
	p.used[code] = true
	claims := map[string]any{"iss": p.URL, "aud": "office", "sub": "7", "iat": p.now().Unix(), "exp": p.now().Add(5 * time.Minute).Unix(),
		"nonce": p.question.Get("nonce"), "email": p.email, "email_verified": true}
	if p.change != nil {
		p.change(claims)
	}
	p.answer(w, map[string]any{"access_token": "x", "token_type": "Bearer", "id_token": p.sign(claims)})
}

func (p *provider) sign(claims map[string]any) string {
	body, err := json.Marshal(claims)
	if err != nil {
		p.Fatal(err)
	}
	b, key := base64.RawURLEncoding, p.key
	if p.forge {
		key = p.other
	}
	text := b.EncodeToString([]byte(`{"alg":"RS256","kid":"1"}`)) + "." + b.EncodeToString(body)
	hash := sha256.Sum256([]byte(text))
	signature, err := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, hash[:])
	if err != nil {
		p.Fatal(err)
	}
	return text + "." + b.EncodeToString(signature)
}

// browser keeps cookies as one does; a Strict one does not come along from another
// site, which a cookie jar does not know: what follows a redirect is looked at.
func browser(t *testing.T) *http.Client {
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{Jar: jar, Timeout: 20 * time.Second}
}

func signOnPlace(t *testing.T) (*place, *provider) {
	t.Helper()
	p := newPlace(t)
	idp := newProvider(t, p.clock)
	on, err := NewSignOn(SignOnConfig{Issuer: idp.URL, Client: "office", Secret: core.NewSecret("the client's secret"), Page: p.web.URL})
	if err != nil {
		t.Fatal(err)
	}
	p.Page.cfg.SignOn = on
	p.web.Config.Handler = p.Page.Handler()
	return p, idp
}

func TestSomebodySignsOn(t *testing.T) {
	p, idp := signOnPlace(t)
	if err := p.People.SetSignOn(t.Context(), "Huda@Example.com"); err != nil {
		t.Fatal(err)
	}
	p.person("amal@example.com") // by password
	got := func(c *http.Client, path string) (int, string) {
		t.Helper()
		r, err := c.Get(p.web.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = r.Body.Close() }()
		text, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		return r.StatusCode, string(text)
	}
	if _, text := got(browser(t), "/office/"); !strings.Contains(text, `href="/office/sign-on"`) {
		t.Errorf("nothing leads there: %s", text)
	}
	for name, c := range map[string]struct {
		set    func()
		status int
		says   string
	}{
		"another audience":    {func() { idp.change = func(c map[string]any) { c["aud"] = "shop" } }, 403, "vouched"},
		"another issuer":      {func() { idp.change = func(c map[string]any) { c["iss"] = "https://elsewhere.example" } }, 403, "vouched"},
		"another question":    {func() { idp.change = func(c map[string]any) { c["nonce"] = "x" } }, 403, "vouched"},
		"too old":             {func() { idp.change = func(c map[string]any) { c["exp"] = p.clock().Add(-time.Second).Unix() } }, 403, "vouched"},
		"not verified":        {func() { idp.change = func(c map[string]any) { c["email_verified"] = false } }, 403, "vouched"},
		"no address":          {func() { idp.change = func(c map[string]any) { delete(c, "email") } }, 403, "vouched"},
		"another key":         {func() { idp.forge = true }, 403, "vouched"},
		"somebody disagreed":  {func() { idp.deny = true }, 403, "vouched"},
		"a stranger":          {func() { idp.email = "eve@example.com" }, 403, "stranger"},
		"one with a password": {func() { idp.email = "amal@example.com" }, 403, "stranger"},
	} {
		idp.change, idp.forge, idp.deny, idp.email = nil, false, false, "huda@example.com"
		c.set()
		b := browser(t)
		status, text := got(b, signOnPath)
		if _, after := got(b, "/office/"); status != c.status || !strings.Contains(text, words["en"][c.says]) || !strings.Contains(after, "password") {
			t.Errorf("%s: %d, %s; then %s", name, status, text, after)
		}
	}
	idp.change, idp.forge, idp.deny, idp.email = nil, false, false, "huda@example.com"
	b := browser(t)
	status, text := got(b, signOnPath)
	if status != http.StatusOK || !strings.Contains(text, `content="0;url=/office/"`) { // no redirect: the session's cookie is for this site alone
		t.Fatalf("%d, %s", status, text)
	}
	if _, text := got(b, "/office/"); !strings.Contains(text, "Huda@Example.com") {
		t.Errorf("in: %s", text)
	}
	// The same answer again, by the same browser and by another one.
	back := backPath + "?" + url.Values{"state": {idp.question.Get("state")}, "code": {"code-" + idp.question.Get("state")}}.Encode()
	for _, one := range []*http.Client{b, browser(t)} {
		if status, _ := got(one, back); status != http.StatusForbidden {
			t.Errorf("an answer that was used: %d", status)
		}
	}
	asked := len(idp.used)
	if _, err := p.Page.cfg.SignOn.email(t.Context(), attempt{"mine", "n", "v"}, url.Values{"state": {"another's"}, "code": {"code-another's"}}, p.clock); !errors.Is(err, ErrVouched) || len(idp.used) != asked ||
		!strings.Contains(err.Error(), "another browser") {
		t.Errorf("another browser's answer: %v", err)
	}
	if _, err := p.People.SignIn(t.Context(), Attempt{Name: "huda@example.com"}); !errors.Is(err, ErrSignIn) {
		t.Errorf("no password at all: %v", err)
	}
}

// TestTheOfficeIsThereWithoutItsProvider: it starts, and says so to anyone who asks;
// later it works without a restart.
func TestTheOfficeIsThereWithoutItsProvider(t *testing.T) {
	p, idp := signOnPlace(t)
	idp.away = true
	if err := p.People.SetSignOn(t.Context(), "huda@example.com"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []int{http.StatusBadGateway, http.StatusOK} {
		r, err := browser(t).Get(p.web.URL + signOnPath)
		if err != nil {
			t.Fatal(err)
		}
		if _ = r.Body.Close(); r.StatusCode != want {
			t.Errorf("%d, not %d", r.StatusCode, want)
		}
		idp.away = false
	}
}

func TestWhatIsNoProvider(t *testing.T) {
	good := SignOnConfig{Issuer: "https://id.example", Client: "office", Secret: core.NewSecret("x"), Page: "https://office.example/"}
	if _, err := NewSignOn(good); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(*SignOnConfig){
		"http":       func(c *SignOnConfig) { c.Issuer = "http://id.example" },
		"a secret":   func(c *SignOnConfig) { c.Issuer = "https://user:secret@id.example" },
		"no issuer":  func(c *SignOnConfig) { c.Issuer = "" },
		"no page":    func(c *SignOnConfig) { c.Page = "" },
		"plain page": func(c *SignOnConfig) { c.Page = "http://office.example" },
		"no client":  func(c *SignOnConfig) { c.Client = "" },
		"no key":     func(c *SignOnConfig) { c.Secret = core.Secret{} },
	} {
		c := good
		change(&c)
		if _, err := NewSignOn(c); !errors.Is(err, ErrSignOnConfig) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
