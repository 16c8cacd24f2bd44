package core_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"sanduq/core/coretest"
	"sanduq/core/wire"
)

// outsider is another module in a folder of its own, with the manual's program
// and test in it.
func outsider(t *testing.T) (dir, root string) {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(root, "assets", "manual", "sdk.md"))
	if err != nil {
		t.Fatal(err)
	}
	code := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(string(page), -1)
	if len(code) != 3 {
		t.Fatalf("the manual has %d programs", len(code))
	}
	dir = t.TempDir()
	for name, text := range map[string]string{"main.go": code[0][1], "shop/shop.go": "package shop\n", "shop/shop_test.go": code[2][1],
		"server/main.go": code[1][1],
		"go.mod":         "module example.com/outside\n\ngo 1.26.0\n"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if json := regexp.MustCompile("(?s)```json\n(.*?)```").FindStringSubmatch(string(page)); json == nil {
		t.Error("the manual has no profile")
	} else if _, err := wire.ParseProfile([]byte(json[1])); err != nil {
		t.Error(err)
	}
	return dir, root
}

// without returns the environment less what would let a build reach out or look
// elsewhere.
func without(more ...string) []string {
	var env []string
	for _, e := range os.Environ() {
		if !strings.HasPrefix(e, "GOFLAGS=") && !strings.HasPrefix(e, "GOPROXY=") && !strings.HasPrefix(e, "GOWORK=") {
			env = append(env, e)
		}
	}
	return append(env, append([]string{"GOPROXY=off", "GOSUMDB=off", "GOTOOLCHAIN=local"}, more...)...)
}

func goTool(t *testing.T, dir string, env []string, args ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = dir, env
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// TestTheSDKFromOutside does what the manual says, in another module and off
// line: by a replace directive and in a workspace.
func TestTheSDKFromOutside(t *testing.T) {
	for way, prepare := range map[string]func(t *testing.T, dir, root string) (env []string){
		"replace": func(t *testing.T, dir, root string) []string {
			env := without("GOFLAGS=-mod=mod")
			goTool(t, dir, env, "mod", "edit", "-require=sanduq@v0.0.0", "-replace=sanduq="+root)
			return env
		},
		"workspace": func(t *testing.T, dir, root string) []string {
			env := without("GOWORK=" + filepath.Join(dir, "go.work"))
			goTool(t, dir, env, "work", "init", ".", root)
			return env
		},
	} {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			dir, root := outsider(t)
			env := prepare(t, dir, root)
			program := filepath.Join(dir, "program.exe") // so named for Windows
			goTool(t, dir, env, "build", "-o", program, ".")
			goTool(t, dir, env, "test", "-vet=off", "./shop")
			server := filepath.Join(dir, "serve.exe")
			goTool(t, dir, env, "build", "-o", server, "./server")
			sellsByThePage(t, server)
			gateway := coretest.Gateway(t)
			config := gateway.Config()
			cmd := exec.CommandContext(t.Context(), program)
			cmd.Env = append(os.Environ(), "BASE_URL="+config.BaseURL, "ORDER=A", "SERVICE_API_KEY="+config.APIKey.Reveal(), "SERVICE_SECRET_KEY="+config.SecretKey.Reveal())
			done := make(chan struct{})
			defer close(done)
			go func() { // pays once the QR is there
				for {
					select {
					case <-done:
						return
					case <-time.After(10 * time.Millisecond):
						gateway.Report("A", "SUCCESS")
					}
				}
			}()
			out, err := cmd.CombinedOutput()
			if err != nil || !strings.Contains(string(out), "show this as a QR: SANDUQ-P-1") || !strings.HasSuffix(string(out), "success\n") {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}

// sellsByThePage runs the manual's server: an order leads to its page, and the shop
// hears of the payment.
func sellsByThePage(t *testing.T, program string) {
	t.Helper()
	gateway := coretest.Gateway(t)
	config := gateway.Config()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	_ = listener.Close()
	cmd := exec.CommandContext(t.Context(), program)
	cmd.Env = append(os.Environ(), "BASE_URL="+config.BaseURL, "LISTEN="+address, "PAGE_FOLDER="+t.TempDir(), "PAGE_KEY="+strings.Repeat("5a", 32),
		"SERVICE_API_KEY="+config.APIKey.Reveal(), "SERVICE_SECRET_KEY="+config.SecretKey.Reveal())
	told, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := &http.Client{Jar: jar, Timeout: 10 * time.Second}
	var answer *http.Response
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if answer, err = browser.PostForm("http://"+address+"/order", url.Values{"order": {"SHOP-1"}}); err == nil || time.Now().After(end) {
			break
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	html, _ := io.ReadAll(answer.Body)
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusOK || !strings.HasPrefix(answer.Request.URL.Path, "/pay/") {
		t.Fatalf("the order leads to %s: %s", answer.Request.URL, answer.Status)
	}
	form := regexp.MustCompile(`name="form" value="([^"]+)"`).FindSubmatch(html)
	if form == nil {
		t.Fatalf("the page has no form: %s", html)
	}
	if answer, err = browser.PostForm(answer.Request.URL.String()+"/qr", url.Values{"form": {string(form[1])}}); err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	gateway.Report("SHOP-1", "SUCCESS")
	line := make(chan string, 1)
	go func() {
		said, _ := bufio.NewReader(told).ReadString('\n')
		line <- said
	}()
	select {
	case said := <-line:
		if said != "SHOP-1 success\n" {
			t.Errorf("the shop was told %q", said)
		}
	case <-time.After(30 * time.Second):
		t.Error("the shop was not told")
	}
}
