package core

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// answering is a gateway whose clock is ahead of ours.
func answering(ahead time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Date", time.Now().Add(ahead).UTC().Format(http.TimeFormat))
		w.WriteHeader(http.StatusNotFound)
	})
}

func TestProbeOfALocalGateway(t *testing.T) {
	var heads []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		heads = append(heads, r.Method)
		for _, h := range reservedHeaders {
			if h != "Host" && r.Header.Get(h) != "" {
				t.Errorf("the probe carries %s", h)
			}
		}
		answering(0).ServeHTTP(w, r)
	}))
	defer server.Close()
	r := Probe(t.Context(), Sandbox, server.URL)
	if r.Name != ProbeOK || r.Secure != ProbeLocal || r.Clock != ProbeOK || r.Err != nil {
		t.Errorf("got %+v", r)
	}
	if r.Host != "127.0.0.1" || r.Address != "127.0.0.1" || r.TLS != "" {
		t.Errorf("got %+v", r)
	}
	if r.Offset.Abs() > 1100*time.Millisecond {
		t.Errorf("our own clock is %v off", r.Offset)
	}
	if len(heads) != 1 || heads[0] != http.MethodHead {
		t.Errorf("sent %v", heads)
	}
}

func TestProbeReadsTheClock(t *testing.T) {
	for _, ahead := range []time.Duration{-2 * time.Hour, -40 * time.Second, 20 * time.Second, 3 * time.Minute} {
		server := httptest.NewServer(answering(ahead))
		r := Probe(t.Context(), Sandbox, server.URL)
		server.Close()
		want := ProbeOK
		if ahead.Abs() > ClockTolerance {
			want = ProbeClockOff
		}
		if r.Clock != want || (r.Offset-ahead).Abs() > 1100*time.Millisecond {
			t.Errorf("%v ahead: %s, %v", ahead, r.Clock, r.Offset)
		}
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Header()["Date"] = nil }))
	defer server.Close()
	if r := Probe(t.Context(), Sandbox, server.URL); r.Clock != ProbeNoDate || r.Err == nil {
		t.Errorf("without a date: %+v", r)
	}
}

func TestProbeOverASecureLine(t *testing.T) {
	server := httptest.NewUnstartedServer(answering(0))
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // it is told of each client that does not trust it
	server.StartTLS()
	defer server.Close()
	trusting := prober{now: time.Now, roots: server.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs}
	if r := trusting.probe(t.Context(), Live, server.URL); r.Secure != ProbeOK || r.TLS != "TLS 1.3" || r.Clock != ProbeOK {
		t.Errorf("trusted: %+v", r)
	}
	if r := Probe(t.Context(), Live, server.URL); r.Name != ProbeOK || r.Secure != ProbeUntrusted || r.Clock != ProbeSkipped || r.Err == nil {
		t.Errorf("untrusted: %+v", r)
	}
	elsewhere := trusting
	elsewhere.dial = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, server.Listener.Addr().String())
	}
	if r := elsewhere.probe(t.Context(), Live, "https://127.0.0.9"); r.Secure != ProbeWrongName {
		t.Errorf("for another host: %+v", r)
	}
	plain := httptest.NewServer(answering(0))
	defer plain.Close()
	if r := Probe(t.Context(), Live, strings.Replace(plain.URL, "http:", "https:", 1)); r.Secure != ProbeTLS {
		t.Errorf("no TLS spoken there: %+v", r)
	}
}

func TestProbeOfAnAddressThatCannotBeUsed(t *testing.T) {
	for _, x := range []struct {
		environment Environment
		base        string
		want        ProbeCode
	}{
		{Live, "http://bank.example", ProbeAddress}, {Live, "", ProbeAddress}, {Sandbox, "ftp://bank.example", ProbeAddress},
		{Live, "https://key@bank.example", ProbeAddress}, {Live, "https://no-such-host.invalid", ProbeName},
	} {
		r := Probe(t.Context(), x.environment, x.base)
		if r.Name != x.want || r.Secure != ProbeSkipped || r.Clock != ProbeSkipped || r.Err == nil {
			t.Errorf("%s %q: %+v", x.environment, x.base, r)
		}
		if err := CheckBaseURL(x.environment, x.base); (x.want == ProbeAddress) != errors.Is(err, ErrEnvironment) {
			t.Errorf("%s %q: %v", x.environment, x.base, err)
		}
	}
}

func TestProbeOfAGatewayThatDoesNotAnswer(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = l.Close()
	if r := Probe(t.Context(), Sandbox, "http://"+l.Addr().String()); r.Name != ProbeOK || r.Secure != ProbeConnect || r.Clock != ProbeSkipped {
		t.Errorf("nobody listens: %+v", r)
	}
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	defer server.Close()
	if r := Probe(t.Context(), Sandbox, server.URL); r.Secure != ProbeLocal || r.Clock != ProbeSilent || r.Err == nil {
		t.Errorf("hung up: %+v", r)
	}
}
