//go:build linux

package page

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"sanduq/core"
)

func TestSigningIn(t *testing.T) {
	p := newPlace(t)
	p.person("Huda")
	ctx := t.Context()
	in := func(name, word string) error {
		_, err := p.People.SignIn(ctx, Attempt{Name: name, Password: core.NewSecret(word), From: "192.0.2.1"})
		return err
	}
	for _, word := range []string{"short", strings.Repeat("x", 201)} {
		if err := p.People.Set(ctx, "Amal", core.NewSecret(word)); !errors.Is(err, ErrPassword) {
			t.Errorf("a password of %d: %v", len(word), err)
		}
	}
	if err := p.People.Set(ctx, "Amal", core.NewSecret(password), "Nowhere"); !errors.Is(err, ErrShop) {
		t.Error(err)
	}
	if err := in("Nobody", password); !errors.Is(err, ErrSignIn) {
		t.Error(err)
	}
	if real.time < 2 || real.memory < 64<<10 {
		t.Errorf("a password costs %+v", real)
	}
	var stored string
	if err := p.cfg.DB.QueryRow(ctx, "SELECT password FROM people").Scan(&stored); err != nil || !strings.HasPrefix(stored, "$argon2id$v=19$m=64,t=1,p=1$") || strings.Contains(stored, "horse") {
		t.Errorf("kept as %s, %v", stored, err)
	}
	today.time++ // the program asks for more since
	defer func() { today.time-- }()
	for text, fits := range map[string]bool{stored: true, strings.Replace(stored, "m=64,", "m=65,", 1): false, strings.Replace(stored, "m=64,", "m=9999999,", 1): false,
		strings.Replace(stored, "t=1,", "t=x,", 1): false, strings.Replace(stored, "t=1,", "t=0,", 1): false} {
		if is, err := matches(ctx, p.People.hashing, text, core.NewSecret(password)); is != fits || is && err != nil {
			t.Errorf("%s fits %v: %v", text, is, err)
		}
	}
	entered, err := p.People.SignIn(ctx, Attempt{Name: "huda", Password: core.NewSecret(password), From: "192.0.2.1"})
	if err != nil {
		t.Fatal(err)
	}
	// Guesses at once are guesses one after the other.
	var wg sync.WaitGroup
	var mu sync.Mutex
	counts := map[error]int{}
	for range 9 {
		wg.Go(func() {
			err := in("Huda", "wrong password")
			mu.Lock()
			defer mu.Unlock()
			for _, known := range []error{ErrSignIn, ErrOften} {
				if errors.Is(err, known) {
					counts[known]++
				}
			}
		})
	}
	if wg.Wait(); counts[ErrSignIn] != 5 || counts[ErrOften] != 4 {
		t.Errorf("of nine guesses %v", counts)
	}
	if err := in("Huda", password); !errors.Is(err, ErrOften) {
		t.Errorf("one more from there: %v", err)
	}
	if _, err := p.People.Session(ctx, entered.Session); err != nil {
		t.Errorf("somebody's guesses ended a session: %v", err)
	}
	p.later(61 * time.Second)
	if err := in("Huda", password); err != nil {
		t.Error(err)
	}
}

// TestAStrangersGuessesKeepNobodyOut: from one address and from thousands. The owner gets
// in from another address while it is one stranger, and from a browser that is known in
// any case, from the stranger's own address too.
func TestAStrangersGuessesKeepNobodyOut(t *testing.T) {
	p := newPlace(t)
	p.person("Huda")
	ctx := t.Context()
	in := func(from string, device core.Secret, word string) (Entered, error) {
		return p.People.SignIn(ctx, Attempt{Name: "Huda", Password: core.NewSecret(word), From: from, Device: device})
	}
	home, err := in("198.51.100.7", core.Secret{}, password)
	if err != nil {
		t.Fatal(err)
	}
	for range 30 {
		_, _ = in("192.0.2.1", core.Secret{}, "wrong password")
	}
	if _, err := in("203.0.113.9", core.Secret{}, password); err != nil {
		t.Errorf("one stranger keeps the owner out: %v", err)
	}
	tried := 0
	for i := range 3000 {
		if _, err := in(fmt.Sprintf("192.0.%d.%d", 3+i/250, i%250), core.Secret{}, "wrong password"); errors.Is(err, ErrSignIn) {
			tried++
		}
	}
	if tried > 60 {
		t.Errorf("%d guesses from thousands of addresses were tried", tried)
	}
	for _, from := range []string{"198.51.100.7", "192.0.2.1"} {
		if again, err := in(from, home.Device, password); err != nil || again.Device != home.Device {
			t.Errorf("the owner's own browser is kept out: %v", err)
		}
	}
	if _, err := in("198.51.100.8", core.NewSecret(home.Device.Reveal()+"x"), password); !errors.Is(err, ErrOften) {
		t.Errorf("any device will do: %v", err)
	}
	for range 9 { // a known browser may guess no more than others
		_, err = in("198.51.100.7", home.Device, "wrong password")
	}
	if !errors.Is(err, ErrOften) {
		t.Errorf("a known browser guesses: %v", err)
	}
}

// TestNoAnswerTellsWhoIsThere: the same answers in the same order for a name that there
// is, one that there is not, and one who signs in elsewhere.
func TestNoAnswerTellsWhoIsThere(t *testing.T) {
	p := newPlace(t)
	p.person("Huda")
	if err := p.People.SetSignOn(t.Context(), "amal@example.com"); err != nil {
		t.Fatal(err)
	}
	var said []string
	for i, name := range []string{"Huda", "Nobody", "amal@example.com"} {
		var all []string
		for n := range 60 {
			_, err := p.People.SignIn(t.Context(), Attempt{Name: name, Password: core.NewSecret("wrong password"), From: fmt.Sprintf("192.0.%d.%d", i, n/4)})
			all = append(all, fmt.Sprint(err))
		}
		said = append(said, strings.Join(all, "\n"))
	}
	if said[0] != said[1] || said[1] != said[2] || !strings.Contains(said[0], ErrOften.Error()) {
		t.Errorf("%s", said)
	}
}

// TestManySignInsBlockNobody: sixty passwords at once, at what one really costs. Anyone who
// has signed in sees the page meanwhile.
func TestManySignInsBlockNobody(t *testing.T) {
	p := newPlace(t)
	p.person("Huda")
	b := p.browser()
	if status, _ := p.signsIn(b, "Huda", password); status != http.StatusOK {
		t.Fatal(status)
	}
	today = real
	defer func() { today = cost{1, 64, 1} }()
	var wg sync.WaitGroup
	var mu sync.Mutex
	counts := map[int]int{}
	for i := range 60 {
		wg.Go(func() {
			r, err := http.NewRequest(http.MethodPost, p.web.URL+"/office/sign-in", strings.NewReader(url.Values{"name": {fmt.Sprint("nobody ", i)}, "password": {"wrong password"}}.Encode()))
			if err != nil {
				return
			}
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			r.Header.Set("X-Forwarded-For", fmt.Sprintf("192.0.2.%d", i))
			if resp, err := http.DefaultClient.Do(r); err == nil {
				_ = resp.Body.Close()
				mu.Lock()
				counts[resp.StatusCode]++
				mu.Unlock()
			}
		})
	}
	time.Sleep(50 * time.Millisecond)
	if status, _ := p.signsIn(b, "Huda", password); status != http.StatusOK { // strangers have a queue of their own
		t.Errorf("Huda's own browser gets %d", status)
	}
	var longest time.Duration
	seen := 0
	for over := make(chan struct{}); ; seen++ {
		if seen == 0 {
			go func() { wg.Wait(); close(over) }()
		}
		began := time.Now()
		if status, _ := p.read(b.Get(p.web.URL + "/office/")); status != http.StatusOK {
			t.Fatalf("the page answers %d", status)
		}
		longest = max(longest, time.Since(began))
		select {
		case <-over:
			t.Logf("%d pages meanwhile, one took %s; sign-ins: %v", seen+1, longest.Round(time.Millisecond), counts)
			if longest > 2*time.Second || counts[http.StatusForbidden] == 0 || counts[http.StatusServiceUnavailable] == 0 {
				t.Errorf("%d pages, one took %s; %v", seen+1, longest, counts)
			}
			return
		default:
		}
	}
}

func TestSessionsEnd(t *testing.T) {
	p := newPlace(t)
	p.person("Huda")
	ctx := t.Context()
	begin := func() core.Secret {
		in, err := p.People.SignIn(ctx, Attempt{Name: "Huda", Password: core.NewSecret(password)})
		if err != nil {
			t.Fatal(err)
		}
		return in.Session
	}
	holds := func(c core.Secret) bool {
		_, err := p.People.Session(ctx, c)
		if err != nil && !errors.Is(err, ErrSession) {
			t.Fatal(err)
		}
		return err == nil
	}
	used, idle := begin(), begin()
	for range 15 {
		if p.later(11 * time.Hour); !holds(used) {
			t.Fatal("a session that is used ends")
		}
	}
	if p.later(11 * time.Hour); holds(used) {
		t.Error("a session never ends")
	}
	if holds(idle) {
		t.Error("a session that nobody uses goes on")
	}
	out, stolen := begin(), begin()
	if err := p.People.SignOut(ctx, out); err != nil || holds(out) {
		t.Errorf("signed out, and in: %v", err)
	}
	if p.person("Huda"); holds(stolen) {
		t.Error("a new password leaves old sessions")
	}
	if holds(core.Secret{}) || holds(core.NewSecret("x")) {
		t.Error("any cookie will do")
	}
}
