//go:build linux

package alerts_test

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"io"
	"math/big"
	"mime"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"strings"
	"sync"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/office/server/alerts"
)

// post is a mail server.
type post struct {
	address string
	trust   *x509.CertPool

	mu    sync.Mutex
	mails []string
	plain []string // what was said before TLS
	fails int
}

// newPost listens on this machine; with TLS it can be spoken to by STARTTLS.
func newPost(t *testing.T, starts bool) *post {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	of := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, of, of, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	p := &post{address: l.Addr().String(), trust: x509.NewCertPool()}
	p.trust.AddCert(cert)
	secure := &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go p.serve(conn, secure, starts)
		}
	}()
	return p
}

func (p *post) serve(conn net.Conn, secure *tls.Config, starts bool) {
	defer func() { _ = conn.Close() }()
	in, encrypted := bufio.NewReader(conn), false
	say := func(line string) { _, _ = fmt.Fprintf(conn, "%s\r\n", line) }
	say("220 post")
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		p.mu.Lock()
		if !encrypted {
			p.plain = append(p.plain, line)
		}
		refuse := p.fails > 0
		p.mu.Unlock()
		switch verb := strings.ToUpper(strings.Fields(line + " x")[0]); {
		case verb == "EHLO" && starts && !encrypted:
			say("250-post")
			say("250 STARTTLS")
		case verb == "EHLO" && encrypted:
			say("250-post")
			say("250 AUTH PLAIN")
		case verb == "EHLO":
			say("250 post")
		case verb == "STARTTLS":
			say("220 go on")
			over := tls.Server(conn, secure)
			conn, in, encrypted = over, bufio.NewReader(over), true
		case verb == "AUTH":
			say("235 well")
		case verb == "MAIL" && refuse:
			p.mu.Lock()
			p.fails--
			p.mu.Unlock()
			say("451 later")
		case verb == "DATA":
			say("354 go on")
			var text strings.Builder
			for {
				line, err := in.ReadString('\n')
				if err != nil {
					return
				}
				if line == ".\r\n" {
					break
				}
				text.WriteString(line)
			}
			p.mu.Lock()
			p.mails = append(p.mails, text.String())
			p.mu.Unlock()
			say("250 taken")
		case verb == "QUIT":
			say("221 bye")
			return
		default:
			say("250 well")
		}
	}
}

func (p *post) way(t *testing.T, language string) *alerts.Mail {
	t.Helper()
	return p.wayOf(t, language, "office")
}

func (p *post) wayOf(t *testing.T, language, user string) *alerts.Mail {
	t.Helper()
	m, err := alerts.NewMail(alerts.MailConfig{Server: p.address, From: "office@example.com", To: []string{"owner@example.com", "huda@example.com"}, User: user,
		Password: core.NewSecret("canary-password"), Language: language, Zone: time.UTC, TLS: &tls.Config{RootCAs: p.trust, ServerName: "127.0.0.1", MinVersion: tls.VersionTLS12}})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestMailGoesByTLSAlone(t *testing.T) {
	w, p := newWorld(t), newPost(t, true)
	p.fails = 1
	w.cause("20261120-000012")
	s := w.sender("", p.way(t, "en"))
	w.once(s)
	if n := len(p.mails); n != 0 {
		t.Fatalf("%d mails though the server refused", n)
	}
	w.now = w.now.Add(time.Minute)
	w.once(s)
	w.once(s)
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.mails) != 1 {
		t.Fatalf("%d mails", len(p.mails))
	}
	m, err := mail.ReadMessage(strings.NewReader(p.mails[0]))
	if err != nil {
		t.Fatal(err)
	}
	subject, _ := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	if !strings.HasPrefix(subject, "Money came late") || !strings.Contains(m.Header.Get("To"), "huda@example.com") || !strings.HasSuffix(m.Header.Get("Message-Id"), "@example.com>") {
		t.Errorf("%v", m.Header)
	}
	for _, want := range []string{"Harbour", "12.500", "2026-11-20 12:00", "late/1/20261120-000012"} {
		if !strings.Contains(p.mails[0], want) {
			t.Errorf("the mail does not say %q:\n%s", want, p.mails[0])
		}
	}
	for _, line := range p.plain {
		if verb := strings.ToUpper(strings.Fields(line)[0]); verb != "EHLO" && verb != "STARTTLS" {
			t.Errorf("said without TLS: %q", line)
		}
	}
}

// TestALineOfVerifyIsMailed as it is, to be compared with the database later.
func TestALineOfVerifyIsMailed(t *testing.T) {
	p := newPost(t, true)
	line := `{"no":7,"at":"2026-11-20T12:00:00Z","days":3,"sales":13,"seals":"` + strings.Repeat("0a", 32) + `","prev":"` + strings.Repeat("b1", 32) + `"} ` + strings.Repeat("c2", 32)
	for i, language := range []string{"en", "ar", "fr"} {
		if err := p.way(t, language).Publish(t.Context(), line); err != nil {
			t.Fatal(err)
		}
		p.mu.Lock()
		if len(p.mails) != i+1 {
			t.Fatalf("%d mails", len(p.mails))
		}
		m, err := mail.ReadMessage(strings.NewReader(p.mails[i]))
		p.mu.Unlock()
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(quotedprintable.NewReader(m.Body))
		subject, _ := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
		if err != nil || strings.TrimSpace(string(body)) != line || subject == "" {
			t.Errorf("%s: %q, %q, %v", language, subject, body, err)
		}
	}
	p.mu.Lock()
	p.fails = 1
	p.mu.Unlock()
	if err := p.way(t, "en").Publish(t.Context(), line); err == nil {
		t.Error("the server refuses, and nobody is told")
	}
	if err := p.way(t, "en").Check(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestNothingIsSentWithoutTLS to a server that has none, or a certificate that nobody
// vouches for.
func TestNothingIsSentWithoutTLS(t *testing.T) {
	bare, strange := newPost(t, false), newPost(t, true)
	strange.trust = x509.NewCertPool()
	for name, p := range map[string]*post{"none": bare, "none, office": bare, "strange": strange} {
		_, user, _ := strings.Cut(name, ", ") // a server that asks for no name takes mail without TLS too
		err := p.wayOf(t, "en", user).Send(t.Context(), []alerts.Alert{{Kind: alerts.Late, Currency: "LYD"}}, noon)
		if err == nil || strings.Contains(err.Error(), "canary") {
			t.Errorf("%s: %v", name, err)
		}
		p.mu.Lock()
		if all := strings.Join(p.plain, ""); len(p.mails) != 0 || strings.Contains(all, "AUTH") || strings.Contains(all, "MAIL") {
			t.Errorf("%s: said %q, %d mails", name, all, len(p.mails))
		}
		p.mu.Unlock()
	}
}

// TestEveryKindHasWords in each language.
func TestEveryKindHasWords(t *testing.T) {
	p := newPost(t, true)
	for _, language := range []string{"en", "ar", "fr"} {
		m := p.way(t, language)
		subjects := map[string]bool{}
		for _, kind := range []alerts.Kind{alerts.Late, alerts.PaidTwice, alerts.Unknown, alerts.Silent, alerts.Short, alerts.Backup, alerts.MaybeTwice, "epoch", "changed"} {
			if err := m.Send(t.Context(), []alerts.Alert{{ID: string(kind), Kind: kind, At: noon, Practice: kind == alerts.Short, Uncertain: kind == alerts.MaybeTwice}}, noon); err != nil {
				t.Fatal(err)
			}
			p.mu.Lock()
			got, err := mail.ReadMessage(strings.NewReader(p.mails[len(p.mails)-1]))
			p.mu.Unlock()
			if err != nil {
				t.Fatal(err)
			}
			subject, err := new(mime.WordDecoder).DecodeHeader(got.Header.Get("Subject"))
			if err != nil || subject == "" || subjects[subject] || strings.Contains(subject, "%!") {
				t.Errorf("%s, %s: %q, %v", language, kind, subject, err)
			}
			subjects[subject] = true
		}
	}
	if _, err := alerts.NewMail(alerts.MailConfig{Server: p.address, From: "office@example.com", To: []string{"x@example.com"}, Language: "de", Zone: time.UTC}); err == nil {
		t.Error("a language without words is taken")
	}
}

// TestAmountsOfMailsAreWrittenAsPeopleReadThem: in French a dot parts thousands, and 12.500 is a thousand times as
// much.
func TestAmountsOfMailsAreWrittenAsPeopleReadThem(t *testing.T) {
	p := newPost(t, true)
	for language, want := range map[string]string{"en": "\n12.500 LYD", "fr": "\n12,500 LYD", "ar": "\n12.500 LYD"} {
		if err := p.way(t, language).Send(t.Context(), []alerts.Alert{{ID: "1", Kind: alerts.Late, At: noon, Minor: 12_500, Currency: "LYD"}}, noon); err != nil {
			t.Fatal(err)
		}
		p.mu.Lock()
		got, err := mail.ReadMessage(strings.NewReader(p.mails[len(p.mails)-1]))
		p.mu.Unlock()
		if err != nil {
			t.Fatal(err)
		}
		var body []byte
		if got.Header.Get("Content-Transfer-Encoding") == "quoted-printable" {
			body, err = io.ReadAll(quotedprintable.NewReader(got.Body))
		} else {
			body, err = io.ReadAll(base64.NewDecoder(base64.StdEncoding, got.Body))
		}
		if text := strings.ReplaceAll(string(body), "\r", ""); err != nil || !strings.Contains(text, want) {
			t.Errorf("%s: no %q in %q, %v", language, want, text, err)
		}
	}
}
