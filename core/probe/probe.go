// Package probe looks at the way to a gateway without a payment: name, line and
// clock. It sends one request without any credential and keeps no state; Run may be
// called from any goroutine.
package probe

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync"
	"time"

	"sanduq/core"
	"sanduq/core/internal/clockskew"
	"sanduq/core/wire"
)

// Code tells how one part of a probe came out.
type Code string

// The outcomes. Skipped is a part that an earlier one made impossible.
const (
	OK        Code = "ok"
	Local     Code = "local"     // no secure line: the gateway is this computer
	Open      Code = "open"      // no secure line: allowed for practice only
	Address   Code = "address"   // the base URL cannot be used
	Name      Code = "name"      // the host's name was not found
	Connect   Code = "connect"   // nobody listens there, or the way is blocked
	Untrusted Code = "untrusted" // a certificate that this computer does not trust
	WrongName Code = "wrongName" // a certificate for another host
	Expired   Code = "expired"   // a certificate that is not valid today
	TLS       Code = "tls"       // no secure line for another reason
	Silent    Code = "silent"    // connected, but no answer
	NoDate    Code = "noDate"    // answered without saying the time
	ClockOff  Code = "clockOff"  // the clocks differ by more than ClockTolerance
	Skipped   Code = "skipped"
)

// Report is what a probe found out about the way to the gateway. It says
// nothing about the merchant's keys: no call without money behind it would.
type Report struct {
	Name, Secure, Clock Code

	Host    string        // asked for, without the port; blank with Address
	Address string        // the first address of the host, or of the proxy in between
	Lookup  time.Duration // how long the name took
	TLS     string        // "TLS 1.3", blank without
	// Offset is the gateway's clock less this computer's, to half a second:
	// positive when this computer is behind.
	Offset time.Duration

	Err error // the cause of the first part that failed, for the log
}

// Answered reports whether the gateway was reached and said anything, whatever its
// clock says.
func (r Report) Answered() bool {
	return r.Clock == OK || r.Clock == NoDate || r.Clock == ClockOff
}

// The bounds of a whole probe and of the two steps that may wait longest, and how
// many bytes of a reply are read.
const (
	wholeTime   = 12 * time.Second
	connectTime = 5 * time.Second
	maxReply    = 1 << 20
)

// Run looks the gateway's name up, opens a line to it and reads its clock off
// the Date header. It sends one HEAD request without any credential, follows no
// redirect, creates nothing, and ends within 12 seconds.
func Run(ctx context.Context, environment core.Environment, base string) Report {
	return prober{now: time.Now}.probe(ctx, environment, base)
}

// prober is a probe with its surroundings, which tests replace.
type prober struct {
	now   func() time.Time
	roots *x509.CertPool
	dial  func(ctx context.Context, network, address string) (net.Conn, error)
}

func (p prober) probe(ctx context.Context, environment core.Environment, base string) Report {
	r := Report{Name: Address, Secure: Skipped, Clock: Skipped}
	if r.Err = wire.CheckBaseURL(environment, base); r.Err != nil {
		return r
	}
	u, err := url.Parse(strings.TrimRight(strings.TrimSpace(base), "/"))
	if err != nil {
		r.Err = err
		return r
	}
	ctx, cancel := context.WithTimeout(ctx, wholeTime)
	defer cancel()
	r.Host = u.Hostname()
	transport := p.transport()
	if err := r.lookUp(ctx, dialled(transport, u)); err != nil {
		r.Name, r.Err = Name, err
		return r
	}
	r.Name = OK
	p.ask(ctx, transport, u, &r)
	return r
}

// transport asks as the SDK's own calls do: HTTP/1.1, a connection of its own, TLS
// 1.2 at least, through the proxy of the program's environment.
func (p prober) transport() *http.Transport {
	dial := p.dial
	if dial == nil {
		dial = (&net.Dialer{Timeout: connectTime}).DialContext
	}
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	return &http.Transport{Proxy: http.ProxyFromEnvironment, DialContext: dial, TLSHandshakeTimeout: connectTime, Protocols: protocols,
		TLSClientConfig: &tls.Config{RootCAs: p.roots, MinVersion: tls.VersionTLS12}, DisableKeepAlives: true, DisableCompression: true,
		MaxResponseHeaderBytes: 64 << 10}
}

// dialled is the host that is connected to: the proxy's when there is one.
func dialled(transport *http.Transport, u *url.URL) string {
	if proxy, err := transport.Proxy(&http.Request{URL: u}); err == nil && proxy != nil {
		return proxy.Hostname()
	}
	return u.Hostname()
}

func (r *Report) lookUp(ctx context.Context, host string) error {
	ctx, cancel := context.WithTimeout(ctx, connectTime)
	defer cancel()
	started := time.Now()
	found, err := net.DefaultResolver.LookupHost(ctx, host)
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("no address for %q", host)
	}
	if err != nil {
		return err
	}
	r.Address, r.Lookup = found[0], time.Since(started)
	return nil
}

// ask sends the one request and reads line and clock off it.
func (p prober) ask(ctx context.Context, transport *http.Transport, u *url.URL, r *Report) {
	var line handshake
	request, err := http.NewRequestWithContext(httptrace.WithClientTrace(ctx, line.trace()), http.MethodHead, u.String(), nil)
	if err != nil {
		r.Secure, r.Err = TLS, err
		return
	}
	before := p.now()
	response, err := transport.RoundTrip(request)
	after := p.now()
	connected, state := line.seen()
	if err != nil {
		r.Err = err
		if r.Secure = refusedLine(err, connected); r.Secure == OK {
			r.Secure, r.Clock = r.line(u, state), Silent
		}
		return
	}
	if response.StatusCode != http.StatusSwitchingProtocols { // what follows that has no end
		_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, maxReply))
	}
	_ = response.Body.Close()
	r.Secure = r.line(u, state)
	r.readClock(response.Header.Get("Date"), before, after)
}

// handshake notes how far a connection came. The transport may still write to
// it while the request has been given up.
type handshake struct {
	mu        sync.Mutex
	connected bool
	state     *tls.ConnectionState
}

func (h *handshake) trace() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.connected = true
		},
		TLSHandshakeDone: func(s tls.ConnectionState, err error) {
			h.mu.Lock()
			defer h.mu.Unlock()
			if err == nil {
				h.state = &s
			}
		},
	}
}

func (h *handshake) seen() (bool, *tls.ConnectionState) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.connected, h.state
}

// line tells how secure a connection is that was made.
func (r *Report) line(u *url.URL, state *tls.ConnectionState) Code {
	if state != nil {
		r.TLS = tls.VersionName(state.Version)
	}
	switch ip := net.ParseIP(r.Address); {
	case u.Scheme == "https":
		return OK
	case ip != nil && ip.IsLoopback():
		return Local
	}
	return Open
}

// refusedLine tells why there is no connection; OK when there was one.
func refusedLine(err error, connected bool) Code {
	var (
		authority x509.UnknownAuthorityError
		wrongName x509.HostnameError
		invalid   x509.CertificateInvalidError
		verifying *tls.CertificateVerificationError
		header    tls.RecordHeaderError
		alert     tls.AlertError
	)
	switch {
	case connected:
		return OK
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return Expired
	case errors.As(err, &wrongName):
		return WrongName
	case errors.As(err, &authority), errors.As(err, &invalid), errors.As(err, &verifying):
		return Untrusted
	case errors.As(err, &header), errors.As(err, &alert):
		return TLS
	}
	return Connect
}

func (r *Report) readClock(date string, before, after time.Time) {
	var err error
	if r.Offset, err = clockskew.Of(date, before, after); err != nil {
		r.Clock, r.Err = NoDate, err
		return
	}
	if r.Clock = OK; r.Offset.Abs() > wire.ClockTolerance {
		r.Clock = ClockOff
	}
}
