package keys

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/zalando/go-keyring"

	"sanduq/core"
	"sanduq/storage/fault"
)

// The keyring's stand-in is one for the whole process: none of these tests runs
// beside another.

func reveal(c Credentials) [4]string {
	return [4]string{c.APIKey.Reveal(), c.SecretKey.Reveal(), c.ClientID.Reveal(), c.HMACSecret.Reveal()}
}

func TestCredentialsPrintAsRedacted(t *testing.T) {
	c := Credentials{APIKey: core.NewSecret("CANARY"), SecretKey: core.NewSecret("CANARY"), HMACSecret: core.NewSecret("CANARY")}
	var log bytes.Buffer
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "c", c)
	if text := fmt.Sprintf("%v %+v %#v %s", c, c, c, log.String()); strings.Contains(text, "CANARY") {
		t.Error(text)
	}
}

func TestUnreadableCredentialsAreNotQuoted(t *testing.T) {
	keyring.MockInit()
	ring := NewKeyring(core.Live, t.TempDir())
	if err := ring.set(context.Background(), "credentials", "CANARY not json"); err != nil {
		t.Fatal(err)
	}
	_, _, err := CredentialStore{beside{ring: ring, name: "credentials"}}.Load(context.Background())
	if !errors.Is(err, fault.ErrKeyring) || strings.Contains(err.Error(), "CANARY") {
		t.Errorf("error %v", err)
	}
}

func TestKeyIsNeverReplaced(t *testing.T) {
	keyring.MockInit()
	dir := t.TempDir()
	for _, source := range []Source{NewKeyring(core.Live, dir), NewFile(dir), NewPassphrase(dir, core.NewSecret("long enough"))} {
		key := bytes.Repeat([]byte{1}, Size)
		if err := source.Create(context.Background(), key); err != nil {
			t.Fatal(err)
		}
		if err := source.Create(context.Background(), make([]byte, Size)); err == nil {
			t.Errorf("%s: the key was replaced", source.Place())
		}
		if got, err := source.Load(context.Background()); err != nil || !bytes.Equal(got, key) {
			t.Errorf("%s: error %v", source.Place(), err)
		}
	}
}

func TestSilentKeyringIsNotWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		begun := time.Now()
		_, err := bounded(context.Background(), keyringTimeout, func() (string, error) {
			<-release
			return "", nil
		})
		if !errors.Is(err, errSilent) || time.Since(begun) != keyringTimeout {
			t.Errorf("error %v after %v", err, time.Since(begun))
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := bounded(ctx, keyringTimeout, func() (string, error) {
			<-release
			return "", nil
		}); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
		close(release)
	})
}

func TestKeysAreKeptInTheirOrder(t *testing.T) {
	key := func(b byte) []byte { return slices.Repeat([]byte{b}, Size) }
	r := Ring{Newest: key(0xfb)} // begins with a plus
	for n := range byte(30) {
		r.Coming = key(n)
		back, err := ringOf(r.text())
		if err != nil || back.text() != r.text() || string(back.Coming) != string(r.Coming) || !back.Has(key(n)) {
			t.Fatalf("%d: %v", n, err)
		}
		r = r.Promoted(r.Coming)
	}
	if len(r.Former) != maxFormer || string(r.Newest) != string(key(29)) || string(r.Former[0]) != string(key(28)) || r.Coming != nil {
		t.Errorf("%d former keys", len(r.Former))
	}
	if text := fmt.Sprintf("%v %+v %#v %s %x", r, r, r, r, r); strings.ContainsAny(text, "0123456789=") {
		t.Error("keys are printed")
	}
	for _, text := range []string{"", "  ", "%%%", "AAAA", "~" + r.text()} {
		if _, err := ringOf(text); !errors.Is(err, fault.ErrNoKey) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
