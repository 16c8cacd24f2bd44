//go:build e2e

package browser

import (
	"bufio"
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"sanduq/assets"
	"sanduq/core"
	"sanduq/core/checkout"
	"sanduq/core/money"
	"sanduq/core/practice/demoshop"
	"sanduq/core/practice/sandbox"
	"sanduq/core/tests/needs"
	"sanduq/core/wire"
	"sanduq/ui/e2e/harness"
)

const theCode = "481207"

// TestMain is the demo shop when it is asked to be: a process of its own, so
// that it can be killed.
func TestMain(m *testing.M) {
	if base := os.Getenv("CHECKOUT_TEST_BANK"); base != "" {
		os.Exit(shopMain(base))
	}
	os.Exit(m.Run())
}

func client(base, key, secret string) (*core.Client, error) {
	return core.NewClient(core.ClientConfig{Environment: core.Sandbox, BaseURL: base, Profile: wire.SandboxProfile(),
		APIKey: core.NewSecret(key), SecretKey: core.NewSecret(secret)})
}

func shopMain(base string) int {
	api, err := client(base, os.Getenv("CHECKOUT_TEST_KEY"), os.Getenv("CHECKOUT_TEST_SECRET"))
	if err == nil {
		var url string
		url, _, err = demoshop.Serve(context.Background(), demoshop.Config{API: api, Dir: os.Getenv("CHECKOUT_TEST_DIR"),
			Fonts: assets.Fonts()}, os.Getenv("CHECKOUT_TEST_ADDR"))
		if err == nil {
			fmt.Println(url)
			select {}
		}
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// bank is the practice bank of a test.
func bank(t *testing.T, o sandbox.Options) (*sandbox.Server, *core.Client) {
	t.Helper()
	o.Dir, o.Addr, o.MerchantName = t.TempDir(), "127.0.0.1:0", "Al Noor Market"
	o.OTPs = func() string { return theCode }
	service, err := sandbox.Start(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	key, secret := service.Credentials()
	api, err := client(service.BaseURL(), key.Reveal(), secret.Reveal())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		api.Close()
		if err := service.CheckLedger(); err != nil {
			t.Error(err)
		}
		_ = service.Close(context.Background())
	})
	return service, api
}

// shop is the demo shop as a process.
type shop struct {
	t       *testing.T
	service *sandbox.Server
	dir     string
	url     string
	cmd     *exec.Cmd
}

func startShop(t *testing.T, service *sandbox.Server) *shop {
	s := &shop{t: t, service: service, dir: t.TempDir()}
	s.start("127.0.0.1:0")
	t.Cleanup(s.kill)
	return s
}

func (s *shop) start(addr string) {
	s.t.Helper()
	key, secret := s.service.Credentials()
	s.cmd = exec.Command(os.Args[0])
	s.cmd.Env = append(os.Environ(), "CHECKOUT_TEST_BANK="+s.service.BaseURL(), "CHECKOUT_TEST_KEY="+key.Reveal(),
		"CHECKOUT_TEST_SECRET="+secret.Reveal(), "CHECKOUT_TEST_DIR="+s.dir, "CHECKOUT_TEST_ADDR="+addr)
	s.cmd.Stderr = os.Stderr
	out, err := s.cmd.StdoutPipe()
	if err == nil {
		err = s.cmd.Start()
	}
	if err != nil {
		s.t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		s.t.Fatal(err)
	}
	s.url = strings.TrimSpace(line)
}

// kill is SIGKILL.
func (s *shop) kill() {
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
}

// killAndRestart is the machine's end and its coming back at the same address.
func (s *shop) killAndRestart() {
	s.kill()
	s.start(strings.TrimPrefix(s.url, "http://"))
}

// page is a payment page in this process, for pictures.
type page struct {
	*checkout.Checkout
	api core.PaymentAPI
	url string
}

func servePage(t *testing.T, api core.PaymentAPI, practice bool, options ...core.Option) *page {
	t.Helper()
	return serveLimited(t, api, practice, checkout.Limits{}, options...)
}

func serveLimited(t *testing.T, api core.PaymentAPI, practice bool, limits checkout.Limits, options ...core.Option) *page {
	t.Helper()
	c, err := checkout.New(checkout.Config{API: api, Store: new(checkout.MemoryStore), Key: make([]byte, checkout.KeySize),
		Shop: "Al Noor Market", ShopNames: map[string]string{"ar": "سوق النور"}, Path: "/pay", Practice: practice, Fonts: assets.Fonts(), SDK: options, Limits: limits,
		Tell: func(context.Context, checkout.Outcome) error { return nil }})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(c)
	t.Cleanup(func() { c.Close(); server.Close() })
	return &page{c, api, server.URL}
}

// open opens a payment as a merchant's server does.
func (p *page) open(t *testing.T, order string, minor int64) (url string) {
	t.Helper()
	amount := money.Amount{Minor: minor, Currency: "LYD"}
	sdk := core.NewWebSDK(p.api, new(core.InMemoryTokenStore))
	defer sdk.Close()
	s, err := sdk.CreateInvoice(context.Background(), core.CreateInvoiceRequest{OrderID: order, Amount: amount, IdempotencyKey: order})
	if err != nil {
		t.Fatal(err)
	}
	token, _ := sdk.ReadClientToken()
	path, err := p.Open(context.Background(), checkout.OpenRequest{PaymentID: s.PaymentID, OrderID: order, Amount: amount, Token: token, ReturnURL: "/shop"})
	if err != nil {
		t.Fatal(err)
	}
	return p.url + path
}

// browser is one headless Chromium with a tab.
type browser struct {
	t   *testing.T
	ctx context.Context
}

func startBrowser(t *testing.T) *browser {
	t.Helper()
	b, err := harness.StartBrowser(context.Background())
	needs.Check(t, err)
	t.Cleanup(b.Stop)
	return &browser{t, b.Context()}
}

// tab is another tab of the same browser.
func (b *browser) tab() *browser {
	ctx, cancel := chromedp.NewContext(b.ctx)
	b.t.Cleanup(cancel)
	if _, err := chromedp.Run(ctx, chromedp.Sleep(0)); err != nil { // the tab lives as long as the first call's context
		b.t.Fatal(err)
	}
	return &browser{b.t, ctx}
}

func (b *browser) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 20*time.Second)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.picture("failed.png")
		b.t.Fatalf("%v; the page is %q", err, b.view())
	}
}

func (b *browser) view() string {
	return value[string](b, `document.getElementById('page')?.dataset.view ?? location.href`)
}

func value[T any](b *browser, script string) T {
	ctx, cancel := context.WithTimeout(b.ctx, 20*time.Second)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](script))
	if err != nil {
		b.t.Errorf("%s: %v", script, err)
	}
	return v
}

func (b *browser) size(w, h int64) { b.do(chromedp.EmulateViewport(w, h)) }

func (b *browser) visit(url string) { b.do(chromedp.Navigate(url)) }

// on waits until the page is of a kind.
func (b *browser) on(kind string) {
	b.t.Helper()
	b.do(chromedp.WaitReady(chromedp.CSS(`main[data-view^="` + kind + ` "]`)))
}

func (b *browser) click(selector string) {
	b.t.Helper()
	b.do(chromedp.Click(chromedp.CSS(selector)))
}

func (b *browser) fill(selector, text string) {
	b.t.Helper()
	b.do(chromedp.SendKeys(chromedp.CSS(selector), text))
}

func (b *browser) picture(name string) {
	ctx, cancel := context.WithTimeout(b.ctx, 20*time.Second)
	defer cancel()
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if dir := os.Getenv("CHECKOUT_PICTURES"); err == nil && dir != "" {
		err = os.WriteFile(filepath.Join(dir, name), png, 0o644)
	}
	if err != nil {
		b.t.Errorf("picture %s: %v", name, err)
	}
}

// await is value for a promise.
func await[T any](b *browser, script string) T {
	ctx, cancel := context.WithTimeout(b.ctx, 30*time.Second)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](script, func(p *runtime.EvaluateParams) { p.AwaitPromise = new(true) }))
	if err != nil {
		b.t.Errorf("%.60s: %v", script, err)
	}
	return v
}

// breaches returns what the browser logs from now on of what the page's policy
// forbids.
func (b *browser) breaches() func() []string {
	var mu sync.Mutex
	var found []string
	note := func(text string) {
		mu.Lock()
		defer mu.Unlock()
		if strings.Contains(text, "Content Security Policy") {
			found = append(found, text)
		}
	}
	if err := chromedp.Listen(b.ctx, func(event any) {
		if e, is := event.(*log.EventEntryAdded); is {
			note(e.Entry.Text)
		}
	}); err != nil {
		b.t.Fatal(err)
	}
	return func() []string {
		mu.Lock()
		defer mu.Unlock()
		return found
	}
}
