//go:build linux

package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/office"
	"sanduq/core/office/agent"
	"sanduq/core/office/server/alerts"
	"sanduq/core/office/server/tests/postgres"
)

const signing = "CANARY a secret that signs webhooks"

// post is one webhook as it came.
type post struct {
	header, id string
	body       []byte
	at         time.Time
}

// hook takes webhooks.
func hook(t *testing.T) (address string, came <-chan post) {
	t.Helper()
	all := make(chan post, 10)
	h := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		all <- post{r.Header.Get(alerts.Header), r.Header.Get("Sanduq-Alert-Id"), body, time.Now()}
	}))
	t.Cleanup(h.Close)
	return h.URL + "/CANARY-path", all
}

// TestTheProgramTellsPeople goes the whole way of an alert: flags of serve, the secret
// from a credential, a drawer that a till says was short, and a listener that checks
// who signed.
func TestTheProgramTellsPeople(t *testing.T) {
	dir, database := t.TempDir(), postgres.Database(t)
	if err := os.WriteFile(filepath.Join(dir, "secrets_webhook"), []byte(signing+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	env := func(name string) string {
		return map[string]string{"SANDUQ_OFFICE_DATABASE": database, "CREDENTIALS_DIRECTORY": dir}[name]
	}
	address, came := hook(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var lines log
	ended := make(chan error)
	go func() {
		ended <- run(ctx, []string{"serve", "--plain", "--listen=127.0.0.1:0", "--alert-webhook=" + address, "--alert-secret-file=secrets_webhook", "--alert-silent=0", "--alert-gather=0"}, env, nil, &lines, &lines)
	}()
	listening := listens(t, &lines, "http://")
	var out strings.Builder
	if err := run(t.Context(), []string{"add-till", "Harbour", "Till 2"}, env, nil, &out, &out); err != nil {
		t.Fatal(err)
	}
	comesShort(t, listening, regexp.MustCompile(`till \d+: (\S+)`).FindStringSubmatch(out.String())[1])
	select {
	case got := <-came:
		if err := alerts.Verify(core.NewSecret(signing), got.header, got.body, got.at, time.Minute); err != nil {
			t.Errorf("the signature: %v", err)
		}
		for name, wrong := range map[string]error{
			"another secret": alerts.Verify(core.NewSecret(signing+"."), got.header, got.body, got.at, time.Minute),
			"another body":   alerts.Verify(core.NewSecret(signing), got.header, append(got.body[:len(got.body)-1:len(got.body)-1], ' '), got.at, time.Minute),
			"an hour later":  alerts.Verify(core.NewSecret(signing), got.header, got.body, got.at.Add(time.Hour), time.Minute),
		} {
			if !errors.Is(wrong, alerts.ErrSignature) {
				t.Errorf("%s: %v", name, wrong)
			}
		}
		var a alerts.Alert
		if err := json.Unmarshal(got.body, &a); err != nil || a.Kind != alerts.Short || a.Shop != "Harbour" || a.Till != "Till 2" || a.Minor != 1_250 || a.Currency != "LYD" || a.Practice || a.ID == "" {
			t.Errorf("told %s: %v", got.body, err)
		}
	case <-time.After(30 * time.Second):
		t.Fatalf("nobody was told: %s", lines.String())
	}
	stop()
	if err := <-ended; err != nil {
		t.Errorf("it ended with %v", err)
	}
	if more := len(came); more != 0 {
		t.Errorf("%d more came", more)
	}
	if strings.Contains(lines.String(), "CANARY") {
		t.Error("a secret, or where alerts go, stands in the log")
	}
}

// listens waits until the program does, and returns where.
func listens(t *testing.T, lines *log, scheme string) string {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if found := regexp.MustCompile(`address=(\S+)`).FindStringSubmatch(lines.String()); found != nil {
			return scheme + found[1]
		}
	}
	t.Fatalf("it does not listen: %s", lines.String())
	return ""
}

// comesShort is a till that joins by a code and whose drawer is short.
func comesShort(t *testing.T, address, code string) {
	t.Helper()
	stranger, err := agent.NewClient(address, core.Secret{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer stranger.Close()
	number, _, _, key, err := stranger.Enrol(t.Context(), core.NewSecret(code), core.Live)
	if err != nil {
		t.Fatal(err)
	}
	c, err := agent.NewClient(address, key, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	cursor, err := c.Cursor(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	at := time.Now().Truncate(time.Microsecond).UTC()
	z := office.Z{Seq: 1, Shift: 1, At: at, Currency: "LYD", WasCounted: true, Expected: 10_000, Counted: 8_750, Difference: -1_250, Sums: "{}"}
	if _, err := c.Rows(t.Context(), &office.Batch{Zs: []office.Z{z}, Head: office.Head{Till: number, Epoch: cursor.Epoch, Environment: core.Live, At: at,
		Chains: map[office.Chain]office.Position{office.ChainReceipts: {}, office.ChainAudit: {}, office.ChainZs: {Newest: 1}, office.ChainCash: {}, office.ChainOwed: {}}}}); err != nil {
		t.Fatal(err)
	}
}
