package harness

import (
	"encoding/pem"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
)

// Front stands before a Bank as a live gateway would: over TLS, with a
// certificate of its own.
type Front struct {
	server      *httptest.Server
	bank        *Bank
	certificate string
}

// StartFront starts it and writes its certificate to a file. Stop it.
func StartFront(b *Bank, certificate string) (*Front, error) {
	to, err := url.Parse(b.keys.BaseURL)
	if err != nil {
		return nil, err
	}
	f := &Front{bank: b, certificate: certificate}
	f.server = httptest.NewTLSServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(to) }})
	block := &pem.Block{Type: "CERTIFICATE", Bytes: f.server.Certificate().Raw}
	if err := os.WriteFile(certificate, pem.EncodeToMemory(block), 0o600); err != nil {
		f.Stop()
		return nil, err
	}
	return f, nil
}

// Env returns what an application needs to take live payments at this gateway.
func (f *Front) Env() []string {
	return []string{"SERVICE_ENV=live", "SERVICE_BASE_URL_LIVE=" + f.server.URL, "SSL_CERT_FILE=" + f.certificate,
		"SERVICE_API_KEY=" + f.bank.keys.APIKey, "SERVICE_SECRET_KEY=" + f.bank.keys.SecretKey}
}

// Stop ends it, with what is still being asked.
func (f *Front) Stop() {
	f.server.CloseClientConnections()
	f.server.Close()
}
