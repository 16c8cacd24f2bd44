//go:build e2e

package e2e

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"sanduq/storage/tests/secrets"
	"sanduq/ui/e2e/harness"
)

// TestTheWindowLeavesNoSecretBehind pays from an account in the real window,
// after a wrong code, and searches everything that the application wrote: its
// data, its preferences, its log on stderr, its home and its temporary files.
// It runs with an umask that hides nothing, and looks at the modes too.
func TestTheWindowLeavesNoSecretBehind(t *testing.T) {
	t.Parallel()
	defer syscall.Umask(syscall.Umask(0))
	const account, wrong = "7305918264407", "730591"
	screen, err := harness.StartDisplay(t.Context(), harness.Width, harness.Height)
	if err != nil {
		t.Fatal(err)
	}
	defer screen.Stop()
	top := t.TempDir()
	folder := func(name string) string {
		path := filepath.Join(top, name)
		if err := os.Mkdir(path, 0o700); err != nil {
			t.Fatal(err)
		}
		return path
	}
	bank, err := harness.StartBank(binary(t), folder("bank"))
	if err != nil {
		t.Fatal(err)
	}
	defer bank.Stop()
	data, home, temporary := filepath.Join(top, "data"), folder("home"), folder("tmp")
	app, err := harness.StartApp(screen, binary(t), data, append(bank.Env(), "HOME="+home, "TMPDIR="+temporary, "LANG=C"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = app.Stop() }()
	ctx, cancel := timeout(t, 90*time.Second)
	defer cancel()
	do := func(steps ...error) {
		t.Helper()
		for _, err := range steps {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	wait := func(parts ...string) {
		t.Helper()
		if _, err := app.WaitLog(ctx, parts...); err != nil {
			t.Fatal(err)
		}
	}
	_, err = app.Ready(ctx, screen)
	do(err)
	time.Sleep(time.Second)
	do(screen.Type("15.25"), screen.Key("Return"))
	time.Sleep(700 * time.Millisecond)
	do(screen.Key("2"))
	wait("msg=sale", "status=entry")
	time.Sleep(time.Second)
	do(screen.Key("Down"), screen.Type(account), screen.Key("Return"))
	wait("msg=sale", "status=code")
	codes, err := bank.Codes()
	if err != nil || len(codes) == 0 || codes[0] == wrong {
		t.Fatalf("%d codes, %v", len(codes), err)
	}
	time.Sleep(2 * time.Second) // the slots are there and listen
	do(screen.Type(wrong), screen.Picture(filepath.Join(pictures(t), "canary.png")))
	wait("code refused", "WRONG_OTP")
	time.Sleep(2 * time.Second)
	do(screen.Type(codes[0]))
	wait("msg=sale", "status=paid")
	modes(t, filepath.Join(data, "sandbox")) // while everything is open
	do(app.Stop())

	api, secret, token := bank.Keys()
	search, err := secrets.NewSearch([]secrets.Secret{{Name: "account number", Value: []byte(account)}, {Name: "wrong code", Value: []byte(wrong)},
		{Name: "right code", Value: []byte(codes[0])}, {Name: "API key", Value: []byte(api)}, {Name: "secret key", Value: []byte(secret)},
		{Name: "control token", Value: []byte(token)}})
	if err != nil {
		t.Fatal(err)
	}
	search.Bytes("stderr", "stderr", []byte(app.Log()))
	do(search.Folder("data and preferences", data), search.Folder("home", home), search.Folder("temporary files", temporary))
	for _, p := range search.Places() {
		t.Logf("searched %-22s %3d files %8d bytes", p.Name, p.Files, p.Bytes)
		if (p.Name == "stderr" || p.Name == "data and preferences") && p.Bytes < 1000 {
			t.Errorf("%s is nearly empty", p.Name)
		}
	}
	for _, f := range search.Findings {
		t.Error(f)
	}
	do(search.Folder("bank", filepath.Join(top, "bank")))
	if len(search.Findings) == 0 {
		t.Error("not even the bank's own ledger holds the account: the search is blind")
	}
}

// modes looks whether everything below a folder is for its owner only.
func modes(t *testing.T, root string) {
	t.Helper()
	seen := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s is %s", path, info.Mode())
		}
		seen++
		return err
	})
	if err != nil || seen < 6 {
		t.Errorf("%d files, %v", seen, err)
	}
}
