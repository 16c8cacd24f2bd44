package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sanduq/core/practice/sandbox"
)

// TestBankAndShopAnswer starts the program as a developer does and asks at each address that it prints.
func TestBankAndShopAnswer(t *testing.T) {
	t.Setenv("SERVICE_ENV", "")
	dir := t.TempDir()
	ctx, stop := context.WithTimeout(t.Context(), 30*time.Second)
	defer stop()
	out, in := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"--dir", dir, "--addr", "127.0.0.1:0", "--shop", "127.0.0.1:0"}, in, io.Discard)
		_ = in.Close()
	}()
	lines, found := bufio.NewScanner(out), map[string]string{}
	for found["Demo shop"] == "" && lines.Scan() {
		if name, address, ok := strings.Cut(lines.Text(), "  "); ok {
			found[name] = strings.TrimSpace(address)
		}
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	for _, name := range []string{"Customer's bank", "Contract", "Demo shop"} {
		r, err := http.Get(found[name])
		if err != nil {
			t.Fatalf("%s, printed as %q: %v", name, found[name], err)
		}
		_ = r.Body.Close()
		if r.StatusCode != http.StatusOK {
			t.Errorf("%s at %s answers %s", name, found[name], r.Status)
		}
	}
	var keys struct{ BaseURL, APIKey, SecretKey string }
	if data, err := os.ReadFile(filepath.Join(dir, sandbox.KeysFile)); err != nil || json.Unmarshal(data, &keys) != nil ||
		keys.APIKey == "" || !strings.HasPrefix(found["Service"], keys.BaseURL) {
		t.Errorf("the keys file has %+v (%v), the service is at %s", keys, err, found["Service"])
	}
	stop()
	if status := <-ended; status != 0 {
		t.Errorf("stopped with exit status %d", status)
	}
}

func TestArguments(t *testing.T) {
	for _, c := range []struct {
		env    string
		args   string
		status int
		says   string
	}{
		{"", "--nonsense", 2, "Try sanduq-practice --help"},
		{"", "--addr 192.0.2.1:80", 1, "not a loopback address"},
		{"live", "", 1, "never runs with SERVICE_ENV=live"},
	} {
		t.Setenv("SERVICE_ENV", c.env)
		var said strings.Builder
		ctx, stop := context.WithTimeout(t.Context(), 30*time.Second)
		args := append(strings.Fields(c.args), "--dir", filepath.Join(t.TempDir(), "bank"))
		if status := run(ctx, args, &said, &said); status != c.status || !strings.Contains(said.String(), c.says) {
			t.Errorf("SERVICE_ENV=%s %s: exit status %d, want %d, and said %s", c.env, c.args, status, c.status, said.String())
		}
		stop()
	}
}
