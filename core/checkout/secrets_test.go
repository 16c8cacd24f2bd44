package checkout_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"sanduq/assets"
	"sanduq/core"
	"sanduq/core/checkout"
)

// hidden are the secrets of a payment that no browser and no store may see.
var hidden = []string{"bearer-token-of-P-1", accountNumber, code, "Amal", "Ben Ali"}

// TestSecretsStayHere looks at whatever reached the browser and the disk on the
// way to a paid payment.
func TestSecretsStayHere(t *testing.T) {
	dir := t.TempDir()
	store, err := checkout.OpenFileStore(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	api := new(gateway)
	s := serve(t, api, store)
	c := s.customer()
	var seen strings.Builder
	see := func() {
		seen.WriteString(c.html + c.at)
		address, _ := url.Parse(s.web.URL + s.path)
		for _, cookie := range c.Jar.Cookies(address) {
			seen.WriteString(cookie.String())
		}
		files, _ := filepath.Glob(filepath.Join(dir, "*"))
		for _, file := range files {
			data, err := os.ReadFile(file)
			info, gone := os.Stat(file)
			if err = errors.Join(err, gone); errors.Is(err, os.ErrNotExist) {
				continue // it has its name now
			}
			if err != nil {
				t.Fatal(err)
			}
			seen.Write(data)
			if info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows" && strings.HasSuffix(file, ".payment") {
				t.Errorf("%s is readable by others", file)
			}
		}
	}
	see()
	c.toCode()
	see()
	c.post("code", "code", code)
	see()
	api.set(func() { api.state = core.StateSuccess })
	c.until("paid")
	see()
	for _, secret := range hidden {
		if strings.Contains(seen.String(), secret) {
			t.Errorf("%q left the process", secret)
		}
	}
	if !strings.Contains(seen.String(), "•••• 4417") {
		t.Error("nothing was looked at")
	}
}

func TestForeignFormsAreRefused(t *testing.T) {
	api := new(gateway)
	s := serve(t, api, new(checkout.MemoryStore))
	c, thief := s.customer(), s.customer()
	c.toCode()
	for name, token := range map[string]string{"none": "", "made up": "1.00000000000000000000000000000000", "another browser's": thief.token()} {
		if c.postAs(token, "code", "code", code); c.code != http.StatusForbidden {
			t.Errorf("a form with a token that is %s gets %d", name, c.code)
		}
	}
	c.get("")
	form := url.Values{"form": {c.token()}, "code": {code}}
	r, _ := http.NewRequest(http.MethodPost, s.web.URL+s.path+"/code", strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", "https://evil.example")
	if c.receive(c.Do(r)); c.code != http.StatusForbidden {
		t.Errorf("a form from another site gets %d", c.code)
	}
	wantCounts(t, api, 1, 0)
	if c.get("/../00000000000000000000000000000000"); c.code != http.StatusNotFound {
		t.Errorf("an unknown reference gets %d", c.code)
	}
}

var inline = regexp.MustCompile(`(?i)<script(?:>| [^>]*>[^<])|<style| style=|\son[a-z]+=|javascript:|(?:src|action)="(?:https?:)?//`)

// TestPolicy: nothing inline, nothing from elsewhere, and the headers say so.
func TestPolicy(t *testing.T) {
	c := serve(t, new(gateway), new(checkout.MemoryStore)).customer()
	answer, err := c.Get(c.s.web.URL + c.s.path)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	page, _ := io.ReadAll(answer.Body)
	if found := inline.Find(page); found != nil {
		t.Errorf("the page has %q", found)
	}
	policy := answer.Header.Get("Content-Security-Policy")
	for _, want := range []string{"default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'"} {
		if !strings.Contains(policy, want) {
			t.Errorf("the policy lacks %s", want)
		}
	}
	if strings.Contains(policy, "unsafe") || strings.Contains(policy, "*") {
		t.Errorf("the policy is %s", policy)
	}
	for name, want := range map[string]string{"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin"} {
		if got := answer.Header.Get(name); got != want {
			t.Errorf("%s is %q", name, got)
		}
	}
	for _, cookie := range c.s.customerCookies(t) {
		if !cookie.HttpOnly || cookie.SameSite != http.SameSiteLaxMode {
			t.Errorf("the cookie %s may be read by scripts or sent from elsewhere", cookie.Name)
		}
	}
}

func (s *site) customerCookies(t *testing.T) []*http.Cookie {
	answer, err := http.Get(s.web.URL + s.path)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if len(answer.Cookies()) == 0 {
		t.Fatal("no cookie")
	}
	return answer.Cookies()
}

// TestWords: every language has every sentence with what is put into it.
func TestWords(t *testing.T) {
	gap := regexp.MustCompile(`\{\d\}`)
	read := func(lang string) (words map[string]string) {
		data, err := os.ReadFile("words/" + lang + ".json")
		if err == nil {
			err = json.Unmarshal(data, &words)
		}
		if err != nil {
			t.Fatal(err)
		}
		return words
	}
	english := read("en")
	for _, lang := range []string{"ar", "fr"} {
		words := read(lang)
		for key, sentence := range english {
			want, got := gap.FindAllString(sentence, -1), gap.FindAllString(words[key], -1)
			slices.Sort(want)
			slices.Sort(got)
			if words[key] == "" || !slices.Equal(want, got) {
				t.Errorf("%s: %s is %q", lang, key, words[key])
			}
		}
	}
}

// TestIconsAreTheFamilys: the page's icons are the program's.
func TestIconsAreTheFamilys(t *testing.T) {
	files, err := filepath.Glob("icons/*.svg")
	if err != nil || len(files) == 0 {
		t.Fatal("no icons: ", err)
	}
	for _, file := range files {
		ours, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		theirs, ok := assets.Icon(strings.TrimSuffix(filepath.Base(file), ".svg"))
		if !ok || string(ours) != string(theirs) {
			t.Errorf("%s differs from the program's", file)
		}
	}
}

// TestLanguages: as asked for, then as chosen, then as the browser prefers.
func TestLanguages(t *testing.T) {
	c := serve(t, new(gateway), new(checkout.MemoryStore)).customer()
	for _, step := range []struct{ query, want string }{{"", `lang="en" dir="ltr"`}, {"?lang=ar", `lang="ar" dir="rtl"`}, {"", `lang="ar" dir="rtl"`}, {"?lang=xx", `lang="ar"`}} {
		if c.get(step.query); !strings.Contains(c.html, step.want) {
			t.Errorf("%q does not lead to %s", step.query, step.want)
		}
	}
	r, _ := http.NewRequest(http.MethodGet, c.s.web.URL+c.s.path, nil)
	r.Header.Set("Accept-Language", "de, fr;q=0.8, en;q=0.5")
	fresh := c.s.customer()
	if fresh.receive(http.DefaultClient.Do(r)); !strings.Contains(fresh.html, `lang="fr"`) {
		t.Error("the browser's preference does not count")
	}
}
