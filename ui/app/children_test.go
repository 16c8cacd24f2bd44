package app

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sanduq/ui/subprocess"
	"sanduq/ui/words"
)

// childVariable makes this test program print its environment and end: a child
// as the toolkit, the keyring and the sound start them, knowing nothing of us.
const childVariable = "SANDUQ_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) != "" {
		fmt.Println(strings.Join(os.Environ(), "\n"))
		os.Exit(0)
	}
	os.Exit(m.Run())
}

var secrets = map[string]string{"SERVICE_API_KEY": "key-of-the-shop", "SERVICE_SECRET_KEY": "secret-of-the-shop",
	"SERVICE_CLIENT_ID": "client-of-the-shop", "SERVICE_HMAC_SECRET": "signature-of-the-shop", "SERVICE_SECRET": "misspelt-by-the-shop"}

// started is an application for practice at a gateway of one's own, with keys from the
// environment and no keyring.
func started(t *testing.T) *App {
	t.Helper()
	for name, value := range secrets {
		t.Setenv(name, value)
	}
	t.Setenv("SERVICE_ENV", "sandbox")
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+filepath.Join(t.TempDir(), "nobody"))
	a, err := Locate(Options{DataDir: t.TempDir(), BaseURLSandbox: "http://127.0.0.1:9", Told: subprocess.Withhold()}, words.MustLoad(words.English), io.Discard)
	if err == nil {
		err = a.Open(t.Context(), nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	return a
}

// given is what a child finds in its environment.
func given(t *testing.T, env []string) []string {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(env, childVariable+"=1")
	out, err := child.Output()
	if err != nil || !strings.Contains(string(out), childVariable) {
		t.Fatalf("the child said %q, %v", out, err)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

func TestChildrenGetNoKeys(t *testing.T) {
	a := started(t)
	for _, variable := range given(t, os.Environ()) {
		for name, value := range secrets {
			if strings.HasPrefix(variable, name+"=") || strings.Contains(variable, value) {
				t.Errorf("a child is given %s", name)
			}
		}
	}
	config, _, err := a.gateway(context.Background(), Options{BaseURLSandbox: "http://127.0.0.1:9"})
	if err != nil || config.APIKey.Reveal() != "key-of-the-shop" || config.SecretKey.Reveal() != "secret-of-the-shop" || config.Signer == nil {
		t.Errorf("the till itself has not all keys: %v", err)
	}
}
