package app

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/office"
	"sanduq/core/practice/demo"
	"sanduq/storage/keys"
	officepage "sanduq/ui/settings/office"
	"sanduq/ui/words"
)

// shop opens a practice till over a folder.
func shop(t *testing.T, dir string, roots *tls.Config) *App {
	t.Helper()
	a, err := Locate(Options{DataDir: dir, BankAddr: "127.0.0.1:0"}, words.MustLoad(words.English), io.Discard)
	if err == nil {
		a.trusted = roots
		err = a.Open(t.Context(), nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	return a
}

func alone(t *testing.T) {
	t.Helper()
	t.Setenv("SERVICE_ENV", "sandbox")
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+filepath.Join(t.TempDir(), "nobody"))
}

// until waits for something that others bring about.
func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !ok(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("in vain: " + what)
		}
	}
}

// TestATillJoinsItsOffice goes the whole way: wrong codes, the right one, what was
// sold before and after, a restart, a key that is revoked, another code, and the
// end. Meanwhile the till sells, whatever the office does.
func TestATillJoinsItsOffice(t *testing.T) {
	alone(t)
	idle := goleak.IgnoreCurrent()
	h, roots := newHall(t, time.Now().Add(time.Hour))
	dir := t.TempDir()
	a := shop(t, dir, roots)
	if err := demo.Fill(t.Context(), a.till, 50, 1, nil); err != nil {
		t.Fatal(err)
	}
	state := func() officepage.State { return a.sent.office.State(t.Context()) }
	join := func(address, code string, want officepage.Fault) {
		t.Helper()
		if why, err := a.sent.office.Join(t.Context(), "Huda", address, core.NewSecret(code)); why != want || want == "" && err != nil {
			t.Fatalf("joining %s: %q, %v; want %q", address, why, err, want)
		}
	}
	join("http://office.example", "ABCD", officepage.Address)
	join("https://user:secret@office.example", "ABCD", officepage.Address)
	join("127.0.0.1:1", "ABCD", officepage.Away)
	join(h.URL, "WRONG", officepage.Code)
	if s := state(); s.Joined || s.Fault != "" {
		t.Fatalf("after nothing but failures: %+v", s)
	}
	join(strings.TrimPrefix(h.URL, "https://")+"/", "ABCD", "")
	sent := func() bool { s := state(); return s.Counted && s.Waiting == 0 && !s.Heard.IsZero() }
	until(t, "what was sold before is sent", func() bool { n, _, _ := h.has(); return n == 50 && sent() })
	if s := state(); s.Address != h.URL || s.Shop != "Harbour" || s.Till != "Till 2" || s.Fault != "" {
		t.Errorf("joined: %+v", s)
	}
	join(h.URL, "ABCD", officepage.Code) // good for one use; the old key still works
	began := time.Now()
	v, err := a.till.Charge(t.Context(), journal.Draft{Amount: money.Amount{Minor: 12500, Currency: "LYD"}, Route: core.RouteQR})
	if err != nil {
		t.Fatal(err)
	}
	until(t, "a new sale is sent", func() bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		return h.sales[v.ID] != ""
	})
	if took := time.Since(began); took > 3*time.Second { // it is told, not found when the agent looks
		t.Logf("the sale took %v", took)
	}

	a.Close()
	a = shop(t, dir, roots)
	if n, rows, _ := h.has(); n != 51 || rows == 0 {
		t.Errorf("%d sales, %d rows", n, rows)
	}
	until(t, "it goes on after a restart", func() bool { return state().Joined && sent() })

	h.mu.Lock()
	h.key = ""
	h.mu.Unlock()
	row(t, a)
	until(t, "a revoked key is told", func() bool { return state().Fault == officepage.Key })
	if s := state(); s.Waiting == 0 || !s.Counted || s.Since.IsZero() || !s.Joined {
		t.Errorf("revoked: %+v", s)
	}
	h.mu.Lock()
	h.code = "SECOND"
	h.mu.Unlock()
	join(h.URL, "SECOND", "")
	until(t, "the new key is good", func() bool { return state().Fault == "" && sent() })

	if err := a.sent.office.Unenrol(t.Context(), "Huda"); err != nil {
		t.Fatal(err)
	}
	_, _, asked := h.has()
	row(t, a)
	if s := state(); s != (officepage.State{}) {
		t.Errorf("left: %+v", s)
	}
	a.Close()
	a = shop(t, dir, roots)
	until(t, "nothing is kept", func() bool {
		a.sent.office.mu.Lock()
		defer a.sent.office.mu.Unlock()
		return a.sent.office.unread == nil
	})
	if s := state(); s.Joined {
		t.Errorf("after it was left and a restart: %+v", s)
	}
	if _, _, now := h.has(); now != asked {
		t.Errorf("%d calls after the office was left", now-asked)
	}
	var told []string
	rows, err := a.till.Audit(t.Context(), 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if r.Action == journal.AuditOffice {
			told = append(told, r.Detail)
		}
		if strings.Contains(fmt.Sprint(r), "CANARY") || strings.Contains(fmt.Sprint(r), "ABCD") {
			t.Error("a secret stands in the audit")
		}
	}
	if len(told) != 6 || told[0] != "left" {
		t.Errorf("written down: %q", told)
	}
	a.Close()
	h.CloseClientConnections()
	h.Close()
	goleak.VerifyNone(t, idle)
}

// row lets the till write something down.
func row(t *testing.T, a *App) {
	t.Helper()
	if err := a.till.Staff.BackupsChanging(t.Context(), "Huda", "a stick"); err != nil {
		t.Fatal(err)
	}
}

// TestATillWithoutItsOfficeSells: an office that hangs, is busy or cannot prove who
// it is, and one that is gone, leave the till as it is; it says what is the matter,
// and closes at once.
func TestATillWithoutItsOfficeSells(t *testing.T) {
	alone(t)
	for mode, want := range map[string]officepage.Fault{"hang": "", "busy": officepage.Away, "gone": officepage.Away, "expired": officepage.Certificate} {
		t.Run(mode, func(t *testing.T) {
			h, roots := newHall(t, time.Now().Add(time.Hour))
			dir := t.TempDir()
			a := shop(t, dir, roots)
			if why, err := a.sent.office.Join(t.Context(), "Huda", h.URL, core.NewSecret("ABCD")); why != "" {
				t.Fatal(why, err)
			}
			until(t, "it is sent once", func() bool { s := a.sent.office.State(t.Context()); return s.Counted && s.Waiting == 0 })
			a.Close()
			switch mode {
			case "gone":
				h.Close()
			case "expired":
				old, _ := newHall(t, time.Now().Add(-time.Hour))
				front(t, dir, old)
				roots = &tls.Config{RootCAs: x509.NewCertPool()}
				roots.RootCAs.AddCert(old.Certificate())
			default:
				h.setMode(mode)
			}
			began := time.Now()
			a = shop(t, dir, roots)
			if took := time.Since(began); took > 10*time.Second {
				t.Errorf("the start took %v", took)
			}
			v, err := a.till.Charge(t.Context(), journal.Draft{Amount: money.Amount{Minor: 12500, Currency: "LYD"}, Route: core.RouteQR})
			if err != nil {
				t.Fatal(err)
			}
			until(t, "the QR is shown", func() bool { now, ok := a.till.Sale(v.ID); return ok && now.Session.QRPayload != "" })
			if want != "" {
				until(t, "it says what is the matter", func() bool { return a.sent.office.State(t.Context()).Fault == want })
			}
			began = time.Now()
			a.Close()
			if took := time.Since(began); took > 5*time.Second {
				t.Errorf("the end took %v", took)
			}
		})
	}
}

// front makes another server the office of a folder.
func front(t *testing.T, dir string, h *hall) {
	t.Helper()
	keep := shopKey(dir)
	k, there, err := keep.Load(t.Context())
	if err != nil || !there {
		t.Fatal(there, err)
	}
	k.Address = h.URL
	if err := keep.Save(t.Context(), k); err != nil {
		t.Fatal(err)
	}
}

// shopKey is where a practice till without a keyring keeps what it has from its
// office.
func shopKey(root string) keys.OfficeStore {
	dir := filepath.Join(root, string(core.Sandbox))
	return keys.NewOfficeStore(core.Sandbox, dir, keys.NewFile(dir))
}

// TestAnOfficeIsToldOfFailingBackups, with what is sent next, and when they work
// again.
func TestAnOfficeIsToldOfFailingBackups(t *testing.T) {
	alone(t)
	h, roots := newHall(t, time.Now().Add(time.Hour))
	a := shop(t, t.TempDir(), roots)
	if _, err := a.sent.office.Join(t.Context(), "Huda", h.URL, core.NewSecret("ABCD")); err != nil {
		t.Fatal(err)
	}
	says := func(what string, failing bool) {
		t.Helper()
		if _, err := a.till.Charge(t.Context(), journal.Draft{Amount: money.Amount{Minor: 12500, Currency: "LYD"}, Route: core.RouteQR}); err != nil {
			t.Fatal(err)
		}
		until(t, what, func() bool {
			h.mu.Lock()
			defer h.mu.Unlock()
			return h.failing.IsZero() != failing
		})
	}
	folder := a.scheduler.Status().Folder
	if err := errors.Join(os.RemoveAll(folder), os.WriteFile(folder, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	if err := a.scheduler.Make(t.Context()); err == nil {
		t.Fatal("a backup was made in a file")
	}
	says("backups fail", true)
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	if err := a.scheduler.Make(t.Context()); err != nil {
		t.Fatal(err)
	}
	says("they work again", false)
}

// TestACommitDoesNotWaitForTheOffice holds the commits of two tills against each
// other, in turn, on the same disk: one sends to an office, which takes everything,
// hangs or refuses. What differs must be noise.
func TestACommitDoesNotWaitForTheOffice(t *testing.T) {
	alone(t)
	h, roots := newHall(t, time.Now().Add(time.Hour))
	with, without := shop(t, t.TempDir(), roots), shop(t, t.TempDir(), nil)
	if why, err := with.sent.office.Join(t.Context(), "Huda", h.URL, core.NewSecret("ABCD")); why != "" {
		t.Fatal(why, err)
	}
	const pairs = 150
	for _, mode := range []string{"", "hang", "busy"} {
		h.setMode(mode)
		var on, off time.Duration
		good := false
		for try := 0; try < 4 && !good; try++ { // a machine that does something else
			var took [2][]time.Duration
			for n := range 2 * pairs {
				at := (n + n/2) % 2 // on off, off on
				began := time.Now()
				row(t, []*App{with, without}[at])
				took[at] = append(took[at], time.Since(began))
			}
			on, off = median(took[0]), median(took[1])
			good = on <= off+off/4+200*time.Microsecond
		}
		t.Logf("office %q: %v with, %v without", mode, on, off)
		if !good {
			t.Errorf("office %q: a commit takes %v with an office, %v without", mode, on, off)
		}
	}
}

func median(all []time.Duration) time.Duration {
	slices.Sort(all)
	return all[len(all)/2]
}

// TestWhatAPersonIsTold about an office that takes nothing, or not all.
func TestWhatAPersonIsTold(t *testing.T) {
	for want, err := range map[officepage.Fault]error{
		officepage.Key: &office.Refusal{Code: office.CodeKey}, officepage.Held: &office.Refusal{Code: office.CodeHeld},
		officepage.Version: &office.Refusal{Code: office.CodeVersion}, officepage.Other: &office.Refusal{Code: office.CodeMalformed},
		officepage.Rows: &office.Refusal{Code: office.CodeMalformed, Rejected: make([]office.Rejected, 1)},
		officepage.Disk: fmt.Errorf("read head: %w", journal.ErrPoisoned), officepage.Away: context.DeadlineExceeded,
		officepage.Certificate: fmt.Errorf("agent: %w", &tls.CertificateVerificationError{Err: x509.HostnameError{Certificate: &x509.Certificate{}, Host: "x"}}),
	} {
		if got := faultOf(err); got != want {
			t.Errorf("%v: %q, want %q", err, got, want)
		}
		for _, lang := range words.Languages() {
			if w := words.MustLoad(lang); !w.Has(string(want)) {
				t.Errorf("%s: no sentence for %q", lang, want)
			}
		}
	}
}
