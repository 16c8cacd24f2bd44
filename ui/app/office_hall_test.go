package app

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/office"
	"sanduq/core/office/intake"
)

// hall is an office over HTTPS that takes everything, or does as it is told.
type hall struct {
	*httptest.Server
	mu      sync.Mutex
	mode    string // blank takes; "hang", "refuse", "busy"
	code    string // that is good for one use; blank is none
	key     string
	cursor  office.Cursor
	sales   map[journal.SaleID]journal.Status
	rows    int
	asked   int
	failing time.Time // since when the till's backups fail, as it said last
}

const officeKey = "CANARY-key-of-the-till"

// newHall serves with a certificate that ends at a moment.
func newHall(t *testing.T, until time.Time) (h *hall, roots *tls.Config) {
	t.Helper()
	h = &hall{code: "ABCD", cursor: office.Cursor{Version: office.Version, Till: 7, Epoch: 1, Chains: map[office.Chain]office.Known{}}, sales: map[journal.SaleID]journal.Status{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/enrol", h.serve(h.enrol))
	mux.HandleFunc("GET /v1/cursor", h.serve(h.keyed(func(*http.Request) (any, error) { return h.cursor, nil })))
	mux.HandleFunc("POST /v1/rows", h.serve(h.keyed(h.handle)))
	mux.HandleFunc("POST /v1/days", h.serve(h.keyed(func(*http.Request) (any, error) { return office.DaysAnswer{}, nil })))
	h.Server = httptest.NewUnstartedServer(mux)
	h.Config.ErrorLog = nil
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	of := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: until.Add(-2 * time.Hour), NotAfter: until, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, of, of, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	made, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	roots = &tls.Config{RootCAs: x509.NewCertPool()}
	roots.RootCAs.AddCert(made)
	h.TLS = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}
	h.StartTLS()
	t.Cleanup(func() { h.setMode("busy"); h.CloseClientConnections(); h.Close() })
	return h, roots
}

// serve answers by what the mode says, hanging until the client is gone.
func (h *hall) serve(do func(*http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		mode := h.mode
		h.asked++
		h.mu.Unlock()
		switch mode {
		case "hang":
			_, _ = io.Copy(io.Discard, r.Body)
			<-r.Context().Done()
			return
		case "busy":
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		h.mu.Lock()
		defer h.mu.Unlock()
		out, err := do(r)
		if said, ok := errors.AsType[*office.Refusal](err); ok {
			w.WriteHeader(http.StatusForbidden)
			out = said
		}
		_ = json.NewEncoder(w).Encode(out)
	}
}

func (h *hall) setMode(mode string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.mode = mode
}

func (h *hall) enrol(r *http.Request) (any, error) {
	var e office.Enrol
	if err := json.NewDecoder(r.Body).Decode(&e); err != nil || h.code == "" || e.Code != h.code {
		return nil, &office.Refusal{Code: office.CodeKey, Message: "not known here"}
	}
	if e.Environment != core.Sandbox {
		return nil, &office.Refusal{Code: office.CodeEnvironment}
	}
	h.code, h.key = "", officeKey
	return office.Enrolled{Till: 7, Shop: "Harbour", Name: "Till 2", Key: officeKey}, nil
}

func (h *hall) keyed(do func(*http.Request) (any, error)) func(*http.Request) (any, error) {
	return func(r *http.Request) (any, error) {
		if h.key == "" || r.Header.Get("Authorization") != "Bearer "+h.key {
			return nil, &office.Refusal{Code: office.CodeKey, Message: "revoked"}
		}
		return do(r)
	}
}

func (h *hall) handle(r *http.Request) (any, error) {
	b, err := intake.Decode(r.Body)
	if err != nil {
		return nil, &office.Refusal{Code: office.CodeMalformed, Message: err.Error()}
	}
	ends, err := b.Ends()
	if err != nil {
		return nil, &office.Refusal{Code: office.CodeGap, Cursor: &h.cursor}
	}
	next := h.cursor
	next.Chains = map[office.Chain]office.Known{}
	for chain, e := range ends {
		next.Chains[chain] = office.Known{Seq: e.Seq}
	}
	for _, s := range b.Sales {
		h.sales[s.ID] = s.Status
		next.Newest = max(next.Newest, s.ID)
	}
	h.failing = b.BackupFailing
	h.rows += len(b.Receipts) + len(b.Audit)
	h.cursor = next
	return next, nil
}

func (h *hall) has() (sales, rows, asked int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.sales), h.rows, h.asked
}
