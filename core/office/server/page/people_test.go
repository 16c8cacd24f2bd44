//go:build linux

package page

import (
	"errors"
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
		_, err := p.People.SignIn(ctx, name, core.NewSecret(word))
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
		if is, err := p.People.matches(text, core.NewSecret(password)); is != fits || is && err != nil {
			t.Errorf("%s fits %v: %v", text, is, err)
		}
	}
	cookie, err := p.People.SignIn(ctx, "huda", core.NewSecret(password))
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
			for _, known := range []error{ErrSignIn, ErrLocked} {
				if errors.Is(err, known) {
					counts[known]++
				}
			}
		})
	}
	if wg.Wait(); counts[ErrSignIn] != firstLock || counts[ErrLocked] != 4 {
		t.Errorf("of nine guesses %v", counts)
	}
	if err := in("Huda", password); !errors.Is(err, ErrLocked) {
		t.Errorf("locked: %v", err)
	}
	if _, err := p.People.Session(ctx, cookie); err != nil {
		t.Errorf("somebody's guesses ended a session: %v", err)
	}
	p.later(lockTime + time.Second)
	if err := in("Huda", "wrong password"); !errors.Is(err, ErrSignIn) {
		t.Error(err)
	}
	p.later(lockTime + time.Second) // the second lock is twice as long
	if err := in("Huda", password); !errors.Is(err, ErrLocked) {
		t.Error(err)
	}
	p.later(lockTime)
	if err := in("Huda", password); err != nil {
		t.Error(err)
	}
	if until := lock(1000, noon); until.Sub(noon) != longestLock {
		t.Errorf("locked for %v", until.Sub(noon))
	}
}

func TestSessionsEnd(t *testing.T) {
	p := newPlace(t)
	p.person("Huda")
	ctx := t.Context()
	begin := func() core.Secret {
		c, err := p.People.SignIn(ctx, "Huda", core.NewSecret(password))
		if err != nil {
			t.Fatal(err)
		}
		return c
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
