package probe

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

	"sanduq/core"
	"sanduq/core/wire"
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
		for h := range r.Header {
			if h != "User-Agent" && h != "Connection" {
				t.Errorf("the probe carries %s", h)
			}
		}
		answering(0).ServeHTTP(w, r)
	}))
	defer server.Close()
	r := Run(t.Context(), core.Sandbox, server.URL)
	if r.Name != OK || r.Secure != Local || r.Clock != OK || r.Err != nil {
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
		r := Run(t.Context(), core.Sandbox, server.URL)
		server.Close()
		want := OK
		if ahead.Abs() > wire.ClockTolerance {
			want = ClockOff
		}
		if r.Clock != want || (r.Offset-ahead).Abs() > 1100*time.Millisecond {
			t.Errorf("%v ahead: %s, %v", ahead, r.Clock, r.Offset)
		}
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Header()["Date"] = nil }))
	defer server.Close()
	if r := Run(t.Context(), core.Sandbox, server.URL); r.Clock != NoDate || r.Err == nil {
		t.Errorf("without a date: %+v", r)
	}
}

func TestProbeOverASecureLine(t *testing.T) {
	server := httptest.NewUnstartedServer(answering(0))
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // it is told of each client that does not trust it
	server.StartTLS()
	defer server.Close()
	trusting := prober{now: time.Now, roots: server.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs}
	if r := trusting.probe(t.Context(), core.Live, server.URL); r.Secure != OK || r.TLS != "TLS 1.3" || r.Clock != OK {
		t.Errorf("trusted: %+v", r)
	}
	if r := Run(t.Context(), core.Live, server.URL); r.Name != OK || r.Secure != Untrusted || r.Clock != Skipped || r.Err == nil {
		t.Errorf("untrusted: %+v", r)
	}
	elsewhere := trusting
	elsewhere.dial = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, server.Listener.Addr().String())
	}
	if r := elsewhere.probe(t.Context(), core.Live, "https://127.0.0.9"); r.Secure != WrongName {
		t.Errorf("for another host: %+v", r)
	}
	plain := httptest.NewServer(answering(0))
	defer plain.Close()
	if r := Run(t.Context(), core.Live, strings.Replace(plain.URL, "http:", "https:", 1)); r.Secure != TLS {
		t.Errorf("no TLS spoken there: %+v", r)
	}
}

func TestProbeOfAnAddressThatCannotBeUsed(t *testing.T) {
	for _, x := range []struct {
		environment core.Environment
		base        string
		want        Code
	}{
		{core.Live, "http://bank.example", Address}, {core.Live, "", Address}, {core.Sandbox, "ftp://bank.example", Address},
		{core.Live, "https://key@bank.example", Address}, {core.Live, "https://no-such-host.invalid", Name},
	} {
		r := Run(t.Context(), x.environment, x.base)
		if r.Name != x.want || r.Secure != Skipped || r.Clock != Skipped || r.Err == nil {
			t.Errorf("%s %q: %+v", x.environment, x.base, r)
		}
		if err := wire.CheckBaseURL(x.environment, x.base); (x.want == Address) != errors.Is(err, core.ErrEnvironment) {
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
	if r := Run(t.Context(), core.Sandbox, "http://"+l.Addr().String()); r.Name != OK || r.Secure != Connect || r.Clock != Skipped {
		t.Errorf("nobody listens: %+v", r)
	}
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	defer server.Close()
	if r := Run(t.Context(), core.Sandbox, server.URL); r.Secure != Local || r.Clock != Silent || r.Err == nil {
		t.Errorf("hung up: %+v", r)
	}
}

// A reply that changes the protocol has a body without an end, which no context ends.
func TestAChangeOfProtocolEnds(t *testing.T) {
	dial := func(context.Context, string, string) (net.Conn, error) {
		ours, theirs := net.Pipe()
		go func() {
			_, _ = theirs.Read(make([]byte, 4096))
			_, _ = io.WriteString(theirs, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: odd\r\n\r\n")
		}()
		return ours, nil
	}
	ended := make(chan Report, 1)
	go func() {
		ended <- prober{now: time.Now, dial: dial}.probe(t.Context(), core.Sandbox, "http://127.0.0.1")
	}()
	select {
	case r := <-ended:
		if r.Secure != Local || r.Clock != NoDate || r.Err == nil {
			t.Errorf("the probe tells of %s and %s: %v", r.Secure, r.Clock, r.Err)
		}
	case <-time.After(5 * time.Second):
		t.Error("the probe does not end")
	}
}
