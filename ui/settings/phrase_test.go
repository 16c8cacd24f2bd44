package settings

import (
	"context"
	"errors"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core"
)

// noRing is a computer without a keyring, on which a passphrase can keep keys.
type noRing struct {
	r    *harness
	fits bool
	said []string
}

func (*noRing) Helps(err error) bool { return err != nil }
func (p *noRing) Protect(_ context.Context, phrase core.Secret) (bool, error) {
	p.said = append(p.said, phrase.Reveal())
	if !p.fits {
		return false, errors.New("another")
	}
	p.r.keyErr = nil
	return true, nil
}

// TestAPassphraseKeepsLivesKeys: where there is no keyring, the page offers what
// the first run does; nothing is kept before the passphrase is good, and it stays
// nowhere.
func TestAPassphraseKeepsLivesKeys(t *testing.T) {
	var ring *noRing
	r := newHarness(t, func(r *harness) {
		r.keyErr = errors.New("no keyring")
		ring = &noRing{r: r}
		r.deps.Gateway.Phrase = ring
	})
	r.says("a passphrase locks the till’s data", "Nobody can recover this passphrase", "API key", "Not set")
	r.saysNot("no key is kept here")
	r.press("Set", 0)
	r.typed(canary + "-api")
	first, again := r.field("startup.phrase.newLabel"), r.field("startup.phrase.again")
	try := func(phrase, second, want string) {
		t.Helper()
		first.SetText(phrase)
		again.SetText(second)
		r.key(fyne.KeyReturn)
		r.says(want)
	}
	try("", "", "Too short.")
	try("short", "short", "Too short.")
	try("four words of canary", "four words of canari", "The two are not the same.")
	if len(ring.said)+len(r.changed) != 0 {
		t.Fatalf("before the passphrase was good: protected %d times, changed %v", len(ring.said), r.changed)
	}
	r.picture("keys-passphrase")
	try("four words of canary", "four words of canary", "That is not the passphrase.")
	if len(r.changed) != 0 {
		t.Fatalf("with another passphrase changed %v", r.changed)
	}
	ring.fits = true
	try("four words of canary", "four words of canary", "Saved.")
	if got := strings.Join(r.changed, ", "); got != "live apiKey+" || len(ring.said) != 2 || ring.said[1] != "four words of canary" {
		t.Errorf("changed %q, protected %d times", got, len(ring.said))
	}
	if first.Text()+again.Text() != "" || strings.Contains(r.text(), "canary") {
		t.Error("the passphrase is still there")
	}
	r.saysNot("Nobody can recover this passphrase")
}

// TestLeavingForgetsThePassphrase, and practice never asks for one.
func TestLeavingForgetsThePassphrase(t *testing.T) {
	r := newHarness(t, func(r *harness) {
		r.keyErr = errors.New("no keyring")
		r.deps.Gateway.Phrase = &noRing{r: r}
	})
	first := r.field("startup.phrase.newLabel")
	first.SetText("four words of canary")
	r.choose("settings.keys", 0)
	r.saysNot("Nobody can recover this passphrase")
	r.screen.Hidden()
	if first.Text() != "" {
		t.Error("leaving keeps it")
	}
}
