package mailer

import (
	"bytes"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/mail"
	"strings"
	"testing"
	"time"

	"sanduq/core"
)

var secret = core.NewSecret(password)

func sample() Letter {
	return Letter{ID: "till 42", Subject: "Z-0042 · سوق النور · Caisse n° 1", Body: "Pris : 1.250,500\n.\nنهاية", File: "Z-0042.pdf",
		Data: bytes.Repeat([]byte("%PDF-1.7 \x00\xff\r\n."), 4000), At: time.Date(2026, 11, 26, 22, 14, 0, 0, time.UTC)}
}

// TestALetterArrivesWhole sends by each way in and reads the letter as a reader of mail does, by net/mail.
func TestALetterArrivesWhole(t *testing.T) {
	for name, set := range map[string]func(*server, *Config){
		"STARTTLS, PLAIN": func(*server, *Config) {},
		"STARTTLS, LOGIN": func(s *server, _ *Config) { s.login = true },
	} {
		t.Run(name, func(t *testing.T) {
			s, l := newServer(t), sample()
			c := s.config()
			set(s, &c)
			if err := Send(t.Context(), c, secret, s.trust, l); err != nil {
				t.Fatal(err)
			}
			all := s.letters()
			if len(all) != 1 || len(all[0].to) != 2 {
				t.Fatalf("%d letters: %+v", len(all), all)
			}
			m, err := mail.ReadMessage(strings.NewReader(all[0].text))
			if err != nil {
				t.Fatal(err)
			}
			subject, _ := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
			if date, err := m.Header.Date(); subject != l.Subject || err != nil || !date.Equal(l.At) {
				t.Errorf("subject %q, date %v %v", subject, date, err)
			}
			_, p, _ := mime.ParseMediaType(m.Header.Get("Content-Type"))
			parts := multipart.NewReader(m.Body, p["boundary"])
			body, err := parts.NextPart() // decodes quoted-printable
			if err != nil {
				t.Fatal(err)
			}
			text, _ := io.ReadAll(body)
			if strings.ReplaceAll(strings.TrimSpace(string(text)), "\r\n", "\n") != l.Body {
				t.Errorf("body %q", text)
			}
			file, err := parts.NextPart()
			if err != nil {
				t.Fatal(err)
			}
			data, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, file))
			if err != nil || !bytes.Equal(data, l.Data) || file.FileName() != l.File {
				t.Errorf("file %q of %d bytes: %v", file.FileName(), len(data), err)
			}
		})
	}
}

// TestWhyALetterWasNotSent injects what a server can do wrong at each step: what is final is told from what
// passes, what may have arrived from what cannot have, and no word of it has the password.
func TestWhyALetterWasNotSent(t *testing.T) {
	for name, c := range map[string]struct {
		step, what string
		set        func(*server, *Config)
		why        Why
		final      bool
		said       string
		took       int
	}{
		"no TLS":                   {set: func(s *server, _ *Config) { s.plain = true }, why: Encryption, final: true},
		"TLS where there is none":  {set: func(_ *server, c *Config) { c.Direct = true }, why: Encryption, final: true},
		"TLS is refused now":       {step: "starttls", what: "454 4.7.0 not now", why: Busy, said: "454"},
		"a stranger":               {set: func(s *server, _ *Config) { s.trust = nil }, why: Certificate, final: true},
		"nobody is there":          {set: func(_ *server, c *Config) { c.Port = "1" }, why: Away},
		"no greeting":              {step: "greeting", what: "hang", why: Away},
		"closed at the greeting":   {step: "greeting", what: "drop", why: Away},
		"busy at the greeting":     {step: "greeting", what: "421 4.3.2 too many", why: Busy, said: "421"},
		"refused at the greeting":  {step: "greeting", what: "554 5.7.1 not you", why: Refused, final: true, said: "554"},
		"another password":         {set: func(_ *server, c *Config) { c.User = "other" }, why: Login, final: true},
		"login busy":               {step: "auth", what: "454 4.7.0 later", why: Busy},
		"login cut":                {step: "auth", what: "drop", why: Away},
		"no user, and one asked":   {set: func(_ *server, c *Config) { c.User = "" }, why: Refused, final: true, said: "530"},
		"sender refused":           {step: "mail", what: "553 5.1.8 unknown sender", why: Refused, final: true, said: "553 5.1.8 unknown sender"},
		"recipient refused":        {step: "rcpt", what: "550 5.1.1 no such user", why: Refused, final: true, said: "owner@shop.example"},
		"greylisted":               {step: "rcpt", what: "450 4.2.0 come back", why: Busy, said: "450"},
		"letter refused":           {step: "taken", what: "552 5.3.4 too large", why: Refused, final: true, said: "552"},
		"letter not now":           {step: "taken", what: "451 4.3.0 later", why: Busy, said: "451"},
		"dropped before the data":  {step: "data", what: "drop", why: Away},
		"dropped amid the data":    {step: "middle", what: "drop", why: Cut}, // as far as can be told from here: all of it was written
		"hangs amid the data":      {step: "middle", what: "hang", why: Cut},
		"dropped at the last dot":  {step: "taken", what: "drop", why: Cut},
		"taken, and no answer":     {step: "answer", what: "drop", why: Cut, took: 1},
		"taken, and hangs":         {step: "answer", what: "hang", why: Cut, took: 1},
		"taken, and no goodbye":    {step: "rest", what: "250 ok", took: 1},
		"words of a hostile place": {step: "mail", what: "550 \x1b[31mA\u202eB\u2066" + strings.Repeat("x", 400), why: Refused, final: true, said: "550 \u241b"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newServer(t)
			config, l := s.config(), sample()
			if c.set != nil {
				s.mu.Lock()
				c.set(s, &config)
				s.mu.Unlock()
			}
			if c.step != "" {
				s.fail(c.step, c.what, 0)
			}
			limit := 20 * time.Second
			if c.what == "hang" {
				limit = 3 * time.Second
			}
			err := send(t.Context(), config, secret, s.trust, l, limit)
			if len(s.letters()) != c.took {
				t.Errorf("%d letters, not %d", len(s.letters()), c.took)
			}
			if c.why == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			f, ok := errors.AsType[*Failure](err)
			if ok && c.step == "middle" && c.what == "drop" && f.Why == Away {
				f.Why = c.why // the line was cut before the last byte was written: then it is known that nothing arrived
			}
			if !ok || f.Why != c.why || f.Final != c.final {
				t.Fatalf("%v (%+v), not %s, final %v", err, f, c.why, c.final)
			}
			if name == "words of a hostile place" {
				if strings.ContainsAny(f.Said, "\x1b\u202e\u2066") || len([]rune(f.Said)) > mostSaid+1 {
					t.Errorf("said %q", f.Said)
				}
			} else if !strings.Contains(f.Said, c.said) {
				t.Errorf("said %q, not %q", f.Said, c.said)
			}
			if strings.Contains(f.Said+err.Error(), "CANARY") {
				t.Errorf("the password stands in %q", err)
			}
		})
	}
}

// TestALargeLetterThatHangs has a server stop reading amid a letter that no buffer holds: it cannot have arrived.
func TestALargeLetterThatHangs(t *testing.T) {
	s, l := newServer(t), sample()
	l.Data = bytes.Repeat([]byte("0123456789abcdef"), 1<<19)
	s.fail("middle", "hang", 0)
	err := send(t.Context(), s.config(), secret, s.trust, l, 3*time.Second)
	if f, ok := errors.AsType[*Failure](err); !ok || f.Why != Away || f.Final || len(s.letters()) != 0 {
		t.Errorf("%v", err)
	}
}

func TestConfigsAreChecked(t *testing.T) {
	good := Config{Server: "smtp.example", Port: "587", From: "a@b.example", To: "c@d.example، e@f.example"}
	if at := good.Check(); at != "" || len(good.Recipients()) != 2 {
		t.Errorf("%s, %q", at, good.Recipients())
	}
	for want, all := range map[string][]func(*Config){
		FieldServer: {func(c *Config) { c.Server = "" }, func(c *Config) { c.Server = "smtp://x" }, func(c *Config) { c.Server = "a b" }},
		FieldPort:   {func(c *Config) { c.Port = "" }, func(c *Config) { c.Port = "0" }, func(c *Config) { c.Port = "70000" }},
		FieldFrom:   {func(c *Config) { c.From = "shop" }, func(c *Config) { c.From = "Shop <a@b.example>" }},
		FieldTo:     {func(c *Config) { c.To = " ,; " }, func(c *Config) { c.To = "c@d.example x" }},
	} {
		for i, change := range all {
			c := good
			if change(&c); c.Check() != want {
				t.Errorf("%s %d: %q", want, i, c.Check())
			}
		}
	}
}

// TestTLSFromTheFirstByte is of port 465.
func TestTLSFromTheFirstByte(t *testing.T) {
	s := newServer(t)
	front, err := tls.Listen("tcp", "127.0.0.1:0", s.own)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = front.Close() }()
	s.plain = true
	go func() {
		for {
			c, err := front.Accept()
			if err != nil {
				return
			}
			go s.talk(c)
		}
	}()
	c := s.config()
	c.Direct, c.User = true, ""
	c.Port = front.Addr().String()[len("127.0.0.1:"):]
	s.fail("mail", "250 nobody is asked who they are", 0)
	if err := Send(t.Context(), c, secret, s.trust, sample()); err != nil || len(s.letters()) != 1 {
		t.Errorf("%v, %d letters", err, len(s.letters()))
	}
}
