//go:build e2e && linux

package packaged

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"

	"sanduq/core/office/server/tests/postgres"
)

const signing = "CANARY a secret that signs webhooks"

// configure is what an administrator does: a database, a certificate, a secret, flags.
func (m *machine) configure() {
	m.Helper()
	m.prepare()
	m.write("/etc/sanduq-office/secrets/webhook", signing)
	m.write(flags, m.read(flags)+`FLAGS="--listen=127.0.0.1:0 --zone=UTC --alert-webhook=http://127.0.0.1:9/sanduq --alert-secret-file=secrets_webhook"`+"\n")
}

// prepare runs a database, and writes its address and a certificate beside the settings.
func (m *machine) prepare() {
	m.Helper()
	server, err := postgres.New(m.Context())
	if err != nil {
		m.Fatal(err)
	}
	m.Cleanup(func() {
		if err := server.Remove(); err != nil {
			m.Error(err)
		}
	})
	if err := server.Start(m.Context()); err != nil {
		m.Fatal(err)
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		m.Fatal(err)
	}
	of := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, of, of, &key.PublicKey, key)
	if err != nil {
		m.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		m.Fatal(err)
	}
	m.write("/etc/sanduq-office/database", server.URL("postgres")+"\n")
	m.write("/etc/sanduq-office/cert.pem", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})))
	m.write("/etc/sanduq-office/key.pem", string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})))
}

// owner is the only user whom the database hears, and the folder of its socket.
func (m *machine) owner() (socket string, of *syscall.Stat_t) {
	m.Helper()
	socket = regexp.MustCompile(`host=(\S+)`).FindStringSubmatch(m.read("/etc/sanduq-office/database"))[1]
	info, err := os.Stat(socket)
	if err != nil {
		m.Fatal(err)
	}
	return socket, info.Sys().(*syscall.Stat_t)
}

// settings are the lines of the unit that begin with a name.
func (m *machine) settings(name string) (values []string) {
	for line := range strings.Lines(m.read(unit)) {
		if value, is := strings.CutPrefix(strings.TrimSpace(line), name+"="); is {
			values = append(values, value)
		}
	}
	if len(values) == 0 {
		m.Fatalf("the unit has no %s", name)
	}
	return values
}

// credentials are the files that the unit loads, as systemd hands them over.
func (m *machine) credentials(owner int) string {
	m.Helper()
	dir := m.TempDir()
	give := func(name, from string) {
		data, err := os.ReadFile(from)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), data, 0o400)
		}
		if err == nil {
			err = os.Chown(filepath.Join(dir, name), owner, -1)
		}
		if err != nil {
			m.Fatal(err)
		}
	}
	for _, one := range m.settings("LoadCredential") {
		name, from, _ := strings.Cut(one, ":")
		from = m.path(from)
		info, err := os.Stat(from)
		if err != nil {
			m.Fatal(err)
		}
		if !info.IsDir() {
			give(name, from)
			continue
		}
		files, err := os.ReadDir(from)
		if err != nil {
			m.Fatal(err)
		}
		for _, f := range files {
			give(name+"_"+f.Name(), filepath.Join(from, f.Name()))
		}
	}
	m.reachable(dir)
	return dir
}

// said is what the program writes, while it does.
type said struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (s *said) Write(p []byte) (int, error) { s.mu.Lock(); defer s.mu.Unlock(); return s.buf.Write(p) }
func (s *said) String() string              { s.mu.Lock(); defer s.mu.Unlock(); return s.buf.String() }

var address = regexp.MustCompile(`address=(\S+)`)

// serve runs the unit's own command as somebody without rights, with what systemd gives
// it, asks for the owner's page, and ends it as systemd does.
func (m *machine) serve() {
	m.Helper()
	more := regexp.MustCompile(`(?m)^FLAGS="(.+)"$`).FindStringSubmatch(m.read(strings.TrimPrefix(m.settings("EnvironmentFile")[0], "-")))
	if more == nil {
		m.Fatal("no flags are set")
	}
	command := strings.Fields(strings.ReplaceAll(m.settings("ExecStart")[0], "$FLAGS", more[1]))
	_, owner := m.owner()
	cmd := exec.CommandContext(m.Context(), m.path(command[0]), command[1:]...)
	cmd.Env = []string{"CREDENTIALS_DIRECTORY=" + m.credentials(int(owner.Uid)), "FLAGS=" + more[1]}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}}
	m.open()
	m.lives(cmd, func() error { return cmd.Process.Signal(syscall.SIGTERM) })
}

// lives starts the program, asks for the owner's page, and ends it.
func (m *machine) lives(cmd *exec.Cmd, end func() error) {
	m.Helper()
	var lines said
	cmd.Stdout, cmd.Stderr = &lines, &lines
	if err := cmd.Start(); err != nil {
		m.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	var at []string
	for deadline := time.Now().Add(30 * time.Second); at == nil && time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		at = address.FindStringSubmatch(lines.String())
	}
	if at == nil {
		_ = cmd.Process.Kill()
		m.Fatalf("it does not listen: %v\n%s", <-ended, lines.String())
	}
	m.ask("https://" + at[1])
	if err := end(); err != nil {
		m.Fatal(err)
	}
	select {
	case err := <-ended:
		if err != nil {
			m.Errorf("it ended with %v: %s", err, lines.String())
		}
	case <-time.After(30 * time.Second):
		_ = cmd.Process.Kill()
		m.Errorf("it does not end: %s", lines.String())
	}
	if strings.Contains(lines.String(), "CANARY") {
		m.Error("a secret stands in the log")
	}
}

// open lets everybody go to the program.
func (m *machine) open() { m.Helper(); m.reachable(m.root) }

// reachable lets everybody into a folder and those above it that are a test's own.
func (m *machine) reachable(dir string) {
	m.Helper()
	for d := dir; d != os.TempDir() && d != "/"; d = filepath.Dir(d) {
		if err := os.Chmod(d, 0o755); err != nil {
			m.Fatal(err)
		}
	}
}

// ask looks at the owner's page, over TLS by the certificate that was configured.
func (m *machine) ask(office string) {
	m.Helper()
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM([]byte(m.read("/etc/sanduq-office/cert.pem")))
	browser := &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, DisableKeepAlives: true}}
	page, err := browser.Get(office + "/office/")
	if err != nil {
		m.Fatal(err)
	}
	defer func() { _ = page.Body.Close() }()
	if body, err := io.ReadAll(page.Body); err != nil || page.StatusCode != http.StatusOK || !strings.Contains(string(body), `action="/office/sign-in"`) {
		m.Errorf("the page: %s, %v", page.Status, err)
	}
}
