package update

import (
	"bytes"
	"context"
	"crypto/x509"
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// server answers over TLS; the fetcher trusts it.
func server(t *testing.T, answer http.HandlerFunc) *Fetcher {
	t.Helper()
	s := httptest.NewTLSServer(answer)
	t.Cleanup(s.Close)
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	f, err := newFetcher(s.URL+"/update.json", roots)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestFetchTellsTheServerNothing(t *testing.T) {
	asks := make(chan *http.Request, 2)
	file := signed(t)
	f := server(t, func(w http.ResponseWriter, r *http.Request) {
		asks <- r.Clone(context.Background())
		http.SetCookie(w, &http.Cookie{Name: "till", Value: "12"})
		_, _ = w.Write(file)
	})
	for range 2 {
		got, err := f.Fetch(t.Context())
		if err != nil || !bytes.Equal(got, file) {
			t.Fatalf("fetched %q, %v", got, err)
		}
	}
	asked := <-asks
	if asked.Method != http.MethodGet || asked.RequestURI != "/update.json" || asked.ContentLength != 0 {
		t.Errorf("asked %s %s with %d bytes", asked.Method, asked.RequestURI, asked.ContentLength)
	}
	for name, value := range asked.Header {
		if name != "Accept" && !(name == "User-Agent" && value[0] == "sanduq") && name != "Connection" {
			t.Errorf("the server is told %s: %s", name, value)
		}
	}
}

func TestFetchRefuses(t *testing.T) {
	var elsewhere atomic.Int32
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { elsewhere.Add(1) }))
	defer other.Close()
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		want   error
	}{
		"a redirect": {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL, http.StatusFound) }, ErrRedirect},
		"a permanent redirect": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, other.URL, http.StatusPermanentRedirect)
		}, ErrRedirect},
		"not found":         {http.NotFound, ErrAnswer},
		"no content":        {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }, ErrAnswer},
		"one byte too many": {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, MaxAnswer+1)) }, ErrTooLarge},
		"endless": {func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				if _, err := w.Write(make([]byte, 4096)); err != nil {
					return
				}
			}
		}, ErrTooLarge},
		"cut short": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			_, _ = w.Write([]byte("{"))
		}, ErrUnreached},
	} {
		if file, err := server(t, c.answer).Fetch(t.Context()); !errors.Is(err, c.want) || file != nil {
			t.Errorf("%s: %d bytes, %v, want %v", name, len(file), err, c.want)
		}
	}
	if elsewhere.Load() > 0 {
		t.Error("a redirect was followed")
	}
}

func TestFetchTrustsOnlyCertificatesItKnows(t *testing.T) {
	s := httptest.NewUnstartedServer(http.NotFoundHandler())
	s.Config.ErrorLog = log.New(io.Discard, "", 0) // it complains of the handshake
	s.StartTLS()
	defer s.Close()
	f, err := newFetcher(s.URL, x509.NewCertPool())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Fetch(t.Context()); !errors.Is(err, ErrUnreached) || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("an unknown certificate: %v", err)
	}
}

func TestFetchEndsWithItsContext(t *testing.T) {
	f := server(t, func(_ http.ResponseWriter, r *http.Request) {
		<-r.Context().Done()
		panic(http.ErrAbortHandler) // to return would be an answer, which may come before the fetch has ended
	})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := f.Fetch(ctx); !errors.Is(err, ErrUnreached) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("ended with %v", err)
	}
}

func TestAddresses(t *testing.T) {
	for _, bad := range []string{"", "updates.example", "http://updates.example/u.json", "HTTP://updates.example", "https://", "https:///u.json",
		"https://name:word@updates.example/u.json", "https://updates.example/u.json?till=12", "https://updates.example/u.json?", "https://updates.example/#x",
		"ftp://updates.example/u.json", "file:///etc/passwd", "https://[bad"} {
		if _, err := NewFetcher(bad); !errors.Is(err, ErrAddress) {
			t.Errorf("%q: %v", bad, err)
		}
	}
	if _, err := NewFetcher("https://updates.example:8443/sanduq/update.json"); err != nil {
		t.Error(err)
	}
}
