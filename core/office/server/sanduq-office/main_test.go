//go:build linux

package main

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/office"
	"sanduq/core/office/agent"
	"sanduq/core/office/server/schema"
	"sanduq/core/office/server/tests/postgres"
)

const password = "correct horse battery"

func TestMain(m *testing.M) { postgres.Main(m, schema.Migrate) }

// certified writes a certificate for this machine, and returns whom to trust.
func certified(t *testing.T, dir string) *x509.CertPool {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	of := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, of, of, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{"cert": {Type: "CERTIFICATE", Bytes: der}, "key": {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	made, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(made)
	return pool
}

// log is written by one goroutine and read by another.
type log struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

// TestTheProgram goes its whole way: an empty database, a till, its code, TLS, a
// batch, a look at everything, a key that is revoked, and the end.
func TestTheProgram(t *testing.T) {
	dir, database := t.TempDir(), postgres.Database(t)
	pool := certified(t, dir)
	env := from(map[string]string{"SANDUQ_OFFICE_DATABASE": database})
	said := func(args ...string) string {
		t.Helper()
		var out, err bytes.Buffer
		if failed := run(t.Context(), args, env, strings.NewReader(password+"\n"), &out, &err); failed != nil {
			t.Fatalf("%v: %v\n%s", args, failed, err.String())
		}
		return out.String()
	}
	said("migrate")

	ctx, stop := context.WithCancel(t.Context())
	var lines log
	ended := make(chan error)
	go func() {
		ended <- run(ctx, []string{"serve", "--listen=127.0.0.1:0", "--cert=" + filepath.Join(dir, "cert"), "--key=" + filepath.Join(dir, "key")}, env, nil, &lines, &lines)
	}()
	address := listens(t, &lines, "https://")
	code := regexp.MustCompile(`till (\d+): (\S+)`).FindStringSubmatch(said("add-till", "Harbour", "Till 2"))
	if code == nil {
		t.Fatalf("no code: %s", lines.String())
	}
	client := func(key core.Secret) *agent.Client {
		c, err := agent.NewClient(address, key, &tls.Config{RootCAs: pool})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		return c
	}
	number, shop, name, key, err := client(core.Secret{}).Enrol(t.Context(), core.NewSecret(code[2]), core.Live)
	if err != nil || shop != "Harbour" || name != "Till 2" || fmt.Sprint(number) != code[1] {
		t.Fatalf("enrolled as %d, %s, %s: %v", number, shop, name, err)
	}
	till := client(key)
	cursor, err := till.Cursor(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b := &office.Batch{Head: office.Head{Till: number, Epoch: cursor.Epoch, Environment: core.Live, At: time.Now(),
		Chains: map[office.Chain]office.Position{office.ChainReceipts: {}, office.ChainAudit: {Newest: 1},
			office.ChainZs: {}, office.ChainCash: {}, office.ChainOwed: {}}},
		Audit: []office.AuditRow{{Seq: 1, Action: "signedIn"}}}
	if _, err := till.Rows(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	if got := said("verify"); !strings.HasPrefix(got, "0 receipts, 1 lines of the audit and 0 sales of 0 days") {
		t.Errorf("verify says %q", got)
	}
	said("set-person", "Huda", "--shop=Harbour")
	browser := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}}
	shown, err := browser.PostForm(address+"/office/sign-in", url.Values{"name": {"Huda"}, "password": {password}})
	if err != nil {
		t.Fatal(err)
	}
	if _ = shown.Body.Close(); shown.Request.URL.Path != "/office/" || shown.StatusCode != http.StatusOK || len(shown.Request.Response.Cookies()) != 2 { // the session, and by which the browser is known again
		t.Errorf("signed in: %s at %s", shown.Status, shown.Request.URL)
	}
	certified(t, dir) // renewed, by somebody whom the till does not know
	if _, err := client(key).Cursor(t.Context()); err == nil {
		t.Error("a renewed certificate is not presented")
	}
	said("release", code[1])
	said("revoke", code[1])
	if _, err := till.Cursor(t.Context()); err == nil {
		t.Error("a revoked key is good")
	} else if r, ok := errors.AsType[*office.Refusal](err); !ok || r.Code != office.CodeKey {
		t.Errorf("revoked: %v", err)
	}
	stop()
	if err := <-ended; err != nil {
		t.Errorf("it ended with %v", err)
	}
	for _, secret := range []string{code[2], key.Reveal(), password} {
		if strings.Contains(lines.String(), secret) {
			t.Error("a secret stands in the log")
		}
	}
}

func TestWhatTheProgramRefuses(t *testing.T) {
	dir := t.TempDir()
	certified(t, dir)
	none := func(string) string { return "" }
	for _, args := range [][]string{
		{}, {"unknown"}, {"migrate"}, {"verify"}, {"--database-file=" + filepath.Join(dir, "absent"), "migrate"},
		{"serve"}, {"serve", "--plain"}, {"serve", "--plain", "--listen=0.0.0.0:0"}, {"serve", "--plain", "--listen=nowhere"},
		{"serve", "--cert=" + filepath.Join(dir, "cert")}, {"serve", "--plain", "--cert=a", "--key=b"},
		{"serve", "--listen=127.0.0.1:0", "--cert=" + filepath.Join(dir, "key"), "--key=" + filepath.Join(dir, "cert")},
	} {
		var out log
		if err := run(t.Context(), args, none, strings.NewReader(""), &out, &out); err == nil {
			t.Errorf("%v was taken", args)
		}
	}
}
