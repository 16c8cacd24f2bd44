package app

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sanduq/core"
	"sanduq/core/mailer"
	"sanduq/storage/config"
	"sanduq/ui/startup"
	"sanduq/ui/words"
)

// TestTheLetterOfAZ: a Z that was closed waits, its letter has the PDF, the sum that was taken and the mark of
// practice, and a password lies where the data key lies and nowhere else.
func TestTheLetterOfAZ(t *testing.T) {
	o := Options{DataDir: t.TempDir(), Env: "sandbox"}
	dayDone(t, o)
	a, err := Locate(o, words.MustLoad(words.Arabic), io.Discard)
	if err == nil {
		err = a.Open(t.Context(), func(context.Context, startup.Question) (core.Secret, error) { return core.Secret{}, nil })
	}
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	ctx, m := t.Context(), a.sent.mail
	newest, err := m.Newest(ctx)
	all, err2 := m.After(ctx, 0)
	if err != nil || err2 != nil || len(all) != 2 || all[1] != newest || newest.Number != 2 || m.On() {
		t.Fatalf("%+v, newest %+v, on %v: %v %v", all, newest, m.On(), err, err2)
	}
	for _, doubt := range []bool{false, true} {
		l, err := m.Letter(ctx, 1, doubt)
		if err != nil {
			t.Fatal(err)
		}
		w := a.words
		if !bytes.HasPrefix(l.Data, []byte("%PDF-")) || l.File != "Z-0001.pdf" || !strings.HasPrefix(l.Subject, "TEST Z-0001") || !strings.Contains(l.Body, w.T("mail.practice")) ||
			!strings.Contains(l.Body, "97") || strings.Contains(l.Body, w.T("mail.doubt")) != doubt || strings.Contains(l.Subject+l.Body, "mail.") {
			t.Errorf("%q of %d bytes: %s\n%s", l.File, len(l.Data), l.Subject, l.Body)
		}
	}
	if _, err := m.Letter(ctx, 9, false); err == nil {
		t.Error("a letter of a Z that is not there")
	}
	c := mailer.Config{Server: "127.0.0.1", Port: "1", From: "till@shop.example", To: "owner@shop.example", User: "till"}
	const canary = "CANARY-mail-password"
	if err := m.Set(ctx, c, core.NewSecret(canary)); err != nil {
		t.Fatal(err)
	}
	if p, err := m.Password(ctx, c); err != nil || p.Reveal() != canary {
		t.Error(err)
	}
	kept, err := os.ReadFile(filepath.Join(a.dir, "mail.json"))
	if err != nil || strings.Contains(string(kept), canary) || !strings.Contains(string(kept), "owner@shop.example") {
		t.Errorf("kept %s: %v", kept, err)
	}
	other := c
	other.Server = "localhost"
	full := m.Remembered
	m.Remembered = config.Remembered(filepath.Join(a.dir, "no", "folder", "mail.json")) // the disk takes the password alone
	if err := m.Set(ctx, other, core.NewSecret("CANARY-of-another")); err == nil {
		t.Error("it is kept in a folder that is not there")
	}
	if err := m.Set(ctx, mailer.Config{}, core.Secret{}); err == nil {
		t.Error("it is turned off in a folder that is not there")
	}
	m.Remembered = full
	if p, err := m.Password(ctx, c); err != nil || p.Reveal() != canary {
		t.Errorf("letters go on to %s without their password: %v", m.State().Config.Server, err)
	}
	if p, err := m.Password(ctx, other); err != nil || !p.Empty() {
		t.Errorf("the password of what was not taken stays: %v", err)
	}
	if err := m.Set(ctx, mailer.Config{}, core.Secret{}); err != nil {
		t.Fatal(err)
	}
	if p, err := m.Password(ctx, c); err != nil || !p.Empty() {
		t.Errorf("a password stays: %v", err)
	}
}
