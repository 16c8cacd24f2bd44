//go:build linux

package main

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sanduq/core/office/server/tests/postgres"
)

// TestTheProgramCanBeWatched: settings from a file, a log of JSON with a line for each
// request and nothing secret in it, metrics on an address of their own, and who changed what.
func TestTheProgramCanBeWatched(t *testing.T) {
	dir, database := t.TempDir(), postgres.Database(t)
	environment := map[string]string{"SANDUQ_OFFICE_DATABASE": database, "CREDENTIALS_DIRECTORY": dir, "SUDO_USER": "salma"}
	env, try := from(environment), commands(t, environment)
	settings := func(text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, "settings.toml"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for text, want := range map[string]string{
		"plian = true":                          "nothing is called so: plian",
		"[serve]\nplain = true":                 "nothing is called so: serve (a table)",
		"plain = ":                              "settings",
		"plain = \"perhaps\"":                   "plain",
		"config = \"other.toml\"":               "nothing is called so: config",
		"keep-months = 3\nplain = true":         "12 months at least",
		"log = \"xml\"\nplain = true":           "text",
		"access = \"everything\"\nplain = true": "none",
	} {
		settings(text)
		if out, err := try("--config=settings.toml", "serve"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q\n%s", text, err, want, out)
		}
	}
	settings(`plain = true
listen = "127.0.0.1:0"
metrics = "127.0.0.1:0"
log = "json"
zone = "Africa/Tripoli"
alert-silent = "45m"
proxy = ["127.0.0.1", "::1"]
`)
	for _, args := range [][]string{{"add-till", "Harbour", "Till 2"}, {"set-person", "Huda", "--shop=Harbour"}} {
		if out, err := try(args...); err != nil {
			t.Fatal(err, out)
		}
	}
	if _, err := try("--config=settings.toml", "rename-till", "99", "The front"); err == nil {
		t.Fatal("a till that is none has another name")
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var lines log
	ended := make(chan error, 1)
	go func() {
		ended <- run(ctx, []string{"--config=settings.toml", "serve", "--access=all"}, env, nil, &lines, &lines)
	}()
	said := func(message, key string) string {
		t.Helper()
		for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
			for line := range strings.Lines(lines.String()) {
				var has map[string]any
				if err := json.Unmarshal([]byte(line), &has); err != nil {
					t.Fatalf("a line is no JSON: %q", line)
				}
				if has["msg"] == message {
					return has[key].(string)
				}
			}
		}
		t.Fatalf("%q is not said: %s", message, lines.String())
		return ""
	}
	page, watched := "http://"+said("listening", "address"), "http://"+said("answers Prometheus", "at")
	in, err := http.PostForm(page+"/office/sign-in", url.Values{"name": {"Huda"}, "password": {"canary " + password}})
	if err != nil {
		t.Fatal(err)
	}
	_ = in.Body.Close()
	get := func(address string) (string, int) {
		t.Helper()
		got, err := http.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = got.Body.Close() }()
		text, err := io.ReadAll(got.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(text), got.StatusCode
	}
	get(page + "/office/api/sales?q=canary")
	get(page + "/canary/path")
	if _, status := get(page + "/metrics"); status != http.StatusNotFound {
		t.Errorf("metrics are where tills speak: %d", status)
	}
	text, status := get(watched + "/metrics")
	for _, want := range []string{`sanduq_office_requests_total{route="POST /office/sign-in",status="403"} 1`, `sanduq_office_requests_total{route="GET /office/api/sales",status="401"} 1`,
		`sanduq_office_requests_total{route="none",status="404"} 2`, "sanduq_office_database_up 1", `sanduq_office_tills{state="without key"} 1`, "sanduq_office_partitions_missing 0",
		"sanduq_office_verify_end_seconds 0", "sanduq_office_batches_waiting 0", "go_goroutines", "sanduq_office_certificate_end_seconds 0", `sanduq_office_build_info{version="dev"} 1`} {
		if !strings.Contains(text, want) {
			t.Errorf("%d: metrics do not say %s", status, want)
		}
	}
	for _, secret := range []string{"canary", password, "Huda", "Harbour", "Till 2"} {
		if strings.Contains(text, secret) {
			t.Errorf("%q stands in the metrics", secret)
		}
		if all := lines.String(); strings.Contains(all, secret) {
			t.Errorf("%q stands in the log: %s", secret, all)
		}
	}
	if got := said("answered", "route"); got != "POST /office/sign-in" || said("answered", "log") != "access" || said("answered", "from") != "127.0.0.1" {
		t.Errorf("the first request was of %s: %s", got, lines.String())
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	out, err := try("operations")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][]string{{"AT"}, {"salma", "sanduq", `rename-till 99 "The front"`, "till 99: there is none"}, {"salma", "set-person Huda --shop=Harbour", "done"}, {"salma", `add-till Harbour "Till 2"`, "done"}} {
		for _, part := range want {
			if line := strings.Split(out, "\n")[i]; !strings.Contains(line, part) {
				t.Errorf("line %d of operations is %q, want %q", i, line, part)
			}
		}
	}
	if strings.Contains(out, password) || strings.Contains(out, "settings.toml") {
		t.Errorf("more is written down than it should be:\n%s", out)
	}
}
