package agent

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"sanduq/core"
	"sanduq/core/office"
)

func TestAddresses(t *testing.T) {
	for address, good := range map[string]bool{
		"https://office.example": true, "https://office.example:8443/x/": true, "http://127.0.0.1:9": true, "http://localhost:9": true, "http://[::1]:9": true,
		"http://office.example": false, "office.example": false, "ftp://127.0.0.1": false, "https://": false, "https://user:word@office.example": false,
		"http://127.0.0.1.example": false, "http://192.168.1.2": false,
	} {
		if _, err := NewClient(address, core.Secret{}, nil); (err == nil) != good || err != nil && !errors.Is(err, ErrAddress) {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// TestTheClientTrustsNobody: a redirect is not followed, an answer that is none is
// an error, and the key stands in no error.
func TestTheClientTrustsNobody(t *testing.T) {
	stolen := false
	thief := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { stolen = r.Header.Get("Authorization") != "" }))
	defer thief.Close()
	answer := func(http.ResponseWriter) {}
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer canary-key" {
			t.Errorf("authorised by %q", r.Header.Get("Authorization"))
		}
		answer(w)
	}))
	defer server.Close()
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	ask := func() error {
		c, err := NewClient(server.URL, core.NewSecret("canary-key"), &tls.Config{RootCAs: roots})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		_, err = c.Cursor(t.Context())
		if err != nil && strings.Contains(fmt.Sprintf("%v %+v", err, c), "canary-key") {
			t.Errorf("the key stands in %v", err)
		}
		return err
	}
	answer = func(w http.ResponseWriter) {
		http.Redirect(w, &http.Request{Method: "GET"}, thief.URL, http.StatusFound)
	}
	if err := ask(); err == nil || stolen {
		t.Errorf("redirected: %v, stolen %v", err, stolen)
	}
	answer = func(w http.ResponseWriter) { fmt.Fprint(w, "<html>") }
	if ask() == nil {
		t.Error("a page was taken for an answer")
	}
	answer = func(w http.ResponseWriter) { w.WriteHeader(http.StatusBadGateway); fmt.Fprint(w, "<html>") }
	if ask() == nil {
		t.Error("a proxy's error was taken for an answer")
	}
	answer = func(w http.ResponseWriter) {
		w.WriteHeader(http.StatusUnauthorized)
		fmt.Fprint(w, `{"code":"key","message":"m"}`)
	}
	if said, ok := errors.AsType[*office.Refusal](ask()); !ok || said.Code != office.CodeKey {
		t.Errorf("refused with %v", said)
	}
	answer = func(w http.ResponseWriter) { fmt.Fprint(w, `{"till":7,"epoch":1}`) }
	if err := ask(); err != nil {
		t.Error(err)
	}
	roots = x509.NewCertPool() // a certificate of nobody that we know
	if err := ask(); err == nil {
		t.Error("any certificate will do")
	}
}
