package mailer

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"io"
	"math/big"
	"net"
	"net/mail"
	"strings"
	"sync"
	"testing"
	"time"
)

// server is a mail server written from RFC 5321 alone: it shares no line with the library that is tested. It does what
// its faults say, step by step.
type server struct {
	t     *testing.T
	port  string
	trust *tls.Config // for who asks
	own   *tls.Config
	plain bool // it offers no STARTTLS
	login bool // it knows AUTH LOGIN alone

	mu      sync.Mutex
	fault   map[string]string // by step: a reply in place of its own, "drop" or "hang"
	times   int               // how often a fault comes; 0 is always
	reached func(step string) // is told of each step
	took    []letter
	asked   int // connections
	stop    chan struct{}
}

// letter is one that was taken: what a reader of the mailbox has, answered or not.
type letter struct {
	from string
	to   []string
	text string
}

func (l letter) id(t *testing.T) string {
	m, err := mail.ReadMessage(strings.NewReader(l.text))
	if err != nil {
		t.Fatal(err)
	}
	return m.Header.Get("Message-ID")
}

const password = "CANARY-open-sesame"

func newServer(t *testing.T) *server {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	paper := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
		DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	der, err := x509.CreateCertificate(rand.Reader, paper, paper, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	paper, _ = x509.ParseCertificate(der)
	pool := x509.NewCertPool()
	pool.AddCert(paper)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &server{t: t, trust: &tls.Config{RootCAs: pool}, own: &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}},
		fault: map[string]string{}, stop: make(chan struct{})}
	_, s.port, _ = net.SplitHostPort(l.Addr().String())
	var all sync.WaitGroup
	t.Cleanup(func() { close(s.stop); _ = l.Close(); all.Wait() })
	all.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			all.Go(func() { s.talk(c) })
		}
	})
	return s
}

func (s *server) config() Config {
	return Config{Server: "127.0.0.1", Port: s.port, From: "till@shop.example", To: "owner@shop.example, books@shop.example", User: "till"}
}

// fail gives a step a fault from now on, or so many times; "" takes it away.
func (s *server) fail(step, what string, times int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fault[step], s.times = what, times
}

func (s *server) connections() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked
}

func (s *server) inPlain() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.plain
}

// wrong is what to do at a step in place of its own answer.
func (s *server) wrong(step string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.reached != nil {
		s.reached(step)
	}
	what := s.fault[step]
	if what != "" && s.times > 0 {
		if s.times--; s.times == 0 {
			delete(s.fault, step)
		}
	}
	return what
}

func (s *server) letters() []letter {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]letter(nil), s.took...)
}

func (s *server) talk(c net.Conn) {
	defer func() { _ = c.Close() }()
	done := make(chan struct{})
	defer close(done)
	go func() {
		select {
		case <-s.stop:
			_ = c.Close()
		case <-done:
		}
	}()
	s.mu.Lock()
	s.asked++
	s.mu.Unlock()
	in := bufio.NewReader(c)
	secure := false
	// answer says what a step has to say; false when the line ends.
	answer := func(step, usual string) bool {
		switch what := s.wrong(step); what {
		case "":
		case "drop":
			return false
		case "hang":
			<-s.stop
			return false
		default:
			usual = what
		}
		_, err := io.WriteString(c, usual+"\r\n")
		return err == nil && !strings.HasPrefix(usual, "421")
	}
	read := func() (string, bool) {
		line, err := in.ReadString('\n')
		return strings.TrimRight(line, "\r\n"), err == nil
	}
	if !answer("greeting", "220 box.example ESMTP") {
		return
	}
	var now letter
	authed := false
	for {
		line, ok := read()
		if !ok {
			return
		}
		verb, rest, _ := strings.Cut(line, " ")
		switch strings.ToUpper(verb) {
		case "EHLO":
			say := "250-box.example\r\n250-8BITMIME\r\n"
			if !secure && !s.inPlain() {
				say += "250-STARTTLS\r\n"
			}
			if secure {
				say += map[bool]string{false: "250-AUTH LOGIN PLAIN\r\n", true: "250-AUTH LOGIN\r\n"}[s.login]
			}
			ok = answer("ehlo", say+"250 SIZE 10000000")
		case "STARTTLS":
			if ok = answer("starttls", "220 go"); ok {
				up := tls.Server(c, s.own)
				if up.Handshake() != nil {
					return
				}
				c, in, secure = up, bufio.NewReader(up), true
			}
		case "AUTH":
			if !secure {
				s.t.Error("a password in the clear")
			}
			way, first, _ := strings.Cut(rest, " ")
			user, pass := "", ""
			decode := func(text string) string {
				raw, _ := base64.StdEncoding.DecodeString(text)
				return string(raw)
			}
			if way == "PLAIN" {
				if parts := strings.Split(decode(first), "\x00"); len(parts) == 3 {
					user, pass = parts[1], parts[2]
				}
			} else {
				for _, ask := range []struct {
					name string
					into *string
				}{{"Username:", &user}, {"Password:", &pass}} {
					_, _ = io.WriteString(c, "334 "+base64.StdEncoding.EncodeToString([]byte(ask.name))+"\r\n")
					text, ok := read()
					if !ok {
						return
					}
					*ask.into = decode(text)
				}
			}
			if authed = user == "till" && pass == password; authed {
				ok = answer("auth", "235 welcome")
			} else {
				ok = answer("auth", "535 5.7.8 no: "+pass) // a server that repeats what it was told
			}
		case "MAIL":
			now = letter{from: rest}
			usual := "250 ok"
			if !authed {
				usual = "530 5.7.0 who are you"
			}
			ok = answer("mail", usual)
		case "RCPT":
			now.to = append(now.to, rest)
			ok = answer("rcpt", "250 ok")
		case "DATA":
			if ok = answer("data", "354 go on"); !ok {
				return
			}
			for n := 0; ; n++ {
				text, ok := read()
				if !ok {
					return // what has no end is no letter
				}
				if text == "." {
					break
				}
				if n == 20 && !answerless(s.wrong("middle"), s.stop) {
					return
				}
				now.text += strings.TrimPrefix(text, ".") + "\r\n"
			}
			what := s.wrong("taken") // before it is taken: a refusal
			if what == "drop" {
				return
			}
			if what != "" {
				_, _ = io.WriteString(c, what+"\r\n")
				continue
			}
			s.mu.Lock()
			s.took = append(s.took, now)
			s.mu.Unlock()
			ok = answer("answer", "250 2.0.0 taken") // it lies in the mailbox by now
		case "RSET", "NOOP":
			ok = answer("rest", "250 ok")
		case "QUIT":
			answer("rest", "221 bye")
			return
		default:
			ok = answer("unknown", "502 what")
		}
		if !ok {
			return
		}
	}
}

// answerless is a step in which a server says nothing.
func answerless(what string, stop chan struct{}) bool {
	if what == "hang" {
		<-stop
	}
	return what == ""
}
