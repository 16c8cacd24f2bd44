package core

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
	"sync"
	"time"
)

// ProbeCode tells how one part of a Probe came out.
type ProbeCode string

// The outcomes. ProbeSkipped is a part that an earlier one made impossible.
const (
	ProbeOK        ProbeCode = "ok"
	ProbeLocal     ProbeCode = "local"     // no secure line: the gateway is this computer
	ProbeOpen      ProbeCode = "open"      // no secure line: allowed for practice only
	ProbeAddress   ProbeCode = "address"   // the base URL cannot be used
	ProbeName      ProbeCode = "name"      // the host's name was not found
	ProbeConnect   ProbeCode = "connect"   // nobody listens there, or the way is blocked
	ProbeUntrusted ProbeCode = "untrusted" // a certificate that this computer does not trust
	ProbeWrongName ProbeCode = "wrongName" // a certificate for another host
	ProbeExpired   ProbeCode = "expired"   // a certificate that is not valid today
	ProbeTLS       ProbeCode = "tls"       // no secure line for another reason
	ProbeSilent    ProbeCode = "silent"    // connected, but no answer
	ProbeNoDate    ProbeCode = "noDate"    // answered without saying the time
	ProbeClockOff  ProbeCode = "clockOff"  // the clocks differ by more than ClockTolerance
	ProbeSkipped   ProbeCode = "skipped"
)

// ClockTolerance is how far this computer's clock may be from the gateway's
// before a person should set it. Signatures and tokens carry times.
const ClockTolerance = 2 * time.Minute

// ProbeReport is what a Probe found out about the way to the gateway. It says
// nothing about the merchant's keys: no call without money behind it would.
type ProbeReport struct {
	Name, Secure, Clock ProbeCode

	Host    string        // asked for, without the port; blank with ProbeAddress
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
func (r ProbeReport) Answered() bool {
	return r.Clock == ProbeOK || r.Clock == ProbeNoDate || r.Clock == ProbeClockOff
}

// probeTime bounds a whole Probe.
const probeTime = 12 * time.Second

// CheckBaseURL reports whether an environment can use a base URL: nil, or an
// error that matches ErrEnvironment. Live demands https.
func CheckBaseURL(environment Environment, base string) error {
	_, err := checkBaseURL(environment, base)
	return err
}

// Probe looks the gateway's name up, opens a line to it and reads its clock off
// the Date header. It sends one HEAD request without any credential, follows no
// redirect, creates nothing, and ends within 12 seconds.
func Probe(ctx context.Context, environment Environment, base string) ProbeReport {
	return prober{now: time.Now}.probe(ctx, environment, base)
}

// prober is a Probe with its surroundings, which tests replace.
type prober struct {
	now   func() time.Time
	roots *x509.CertPool
	dial  dialFunc
}

func (p prober) probe(ctx context.Context, environment Environment, base string) ProbeReport {
	r := ProbeReport{Name: ProbeAddress, Secure: ProbeSkipped, Clock: ProbeSkipped}
	u, err := checkBaseURL(environment, base)
	if err != nil {
		r.Err = err
		return r
	}
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	r.Host = u.Hostname()
	transport := newTransport(p.dial, connectTimeout, atLeastTLS12(&tls.Config{RootCAs: p.roots}))
	if err := r.lookUp(ctx, dialled(transport, u)); err != nil {
		r.Name, r.Err = ProbeName, err
		return r
	}
	r.Name = ProbeOK
	p.knock(ctx, transport, u, &r)
	return r
}

// dialled is the host that is connected to: the proxy's when there is one.
func dialled(transport *http.Transport, u *url.URL) string {
	if proxy, err := transport.Proxy(&http.Request{URL: u}); err == nil && proxy != nil {
		return proxy.Hostname()
	}
	return u.Hostname()
}

func (r *ProbeReport) lookUp(ctx context.Context, host string) error {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
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

// knock sends the one request and reads line and clock off it.
func (p prober) knock(ctx context.Context, transport *http.Transport, u *url.URL, r *ProbeReport) {
	var line handshake
	request, err := http.NewRequestWithContext(httptrace.WithClientTrace(ctx, line.trace()), http.MethodHead, u.String(), nil)
	if err != nil {
		r.Secure, r.Err = ProbeTLS, err
		return
	}
	before := p.now()
	response, err := transport.RoundTrip(request)
	after := p.now()
	connected, state := line.seen()
	if err != nil {
		r.Err = err
		if r.Secure = refusedLine(err, connected); r.Secure == ProbeOK {
			r.Secure, r.Clock = r.line(u, state), ProbeSilent
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
func (r *ProbeReport) line(u *url.URL, state *tls.ConnectionState) ProbeCode {
	if state != nil {
		r.TLS = tls.VersionName(state.Version)
	}
	switch ip := net.ParseIP(r.Address); {
	case u.Scheme == "https":
		return ProbeOK
	case ip != nil && ip.IsLoopback():
		return ProbeLocal
	}
	return ProbeOpen
}

// refusedLine tells why there is no connection; ProbeOK when there was one.
func refusedLine(err error, connected bool) ProbeCode {
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
		return ProbeOK
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return ProbeExpired
	case errors.As(err, &wrongName):
		return ProbeWrongName
	case errors.As(err, &authority), errors.As(err, &invalid), errors.As(err, &verifying):
		return ProbeUntrusted
	case errors.As(err, &header), errors.As(err, &alert):
		return ProbeTLS
	}
	return ProbeConnect
}

var errNoDate = errors.New("no usable Date header")

// clockOffset compares the gateway's time with ours in the middle of the
// exchange. The header is cut to whole seconds: half of one makes that good.
func clockOffset(date string, before, after time.Time) (time.Duration, error) {
	if date == "" {
		return 0, errNoDate
	}
	theirs, err := http.ParseTime(date)
	if err != nil {
		return 0, fmt.Errorf("no usable Date header: %w", err)
	}
	ours := before.Add(after.Sub(before) / 2)
	return theirs.Add(time.Second / 2).Sub(ours).Round(100 * time.Millisecond), nil
}

func (r *ProbeReport) readClock(date string, before, after time.Time) {
	var err error
	if r.Offset, err = clockOffset(date, before, after); err != nil {
		r.Clock, r.Err = ProbeNoDate, err
		return
	}
	if r.Clock = ProbeOK; r.Offset.Abs() > ClockTolerance {
		r.Clock = ProbeClockOff
	}
}
