package harness

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"sanduq/core/tests/needs"

	"github.com/chromedp/chromedp"
)

// Browser is a headless browser: the customer's phone.
type Browser struct {
	ctx  context.Context
	stop []func()
}

// StartBrowser starts a headless Chromium of a phone's size. Stop it.
func StartBrowser(ctx context.Context) (*Browser, error) {
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path == "" {
		return nil, needs.Missing{What: "there is no Chromium on this machine", Group: "web"}
	}
	profile, err := os.MkdirTemp("", "sanduq-browser-")
	if err != nil {
		return nil, err
	}
	alloc, stopAlloc := chromedp.NewExecAllocator(ctx, append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.UserDataDir(profile), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.WindowSize(390, 844),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-quic", true))...)
	tab, stopTab := chromedp.NewContext(alloc)
	b := &Browser{ctx: tab, stop: []func(){stopTab, stopAlloc, func() { _ = os.RemoveAll(profile) }}}
	if _, err := chromedp.Run(tab, chromedp.Sleep(0)); err != nil {
		b.Stop()
		return nil, fmt.Errorf("start the browser: %w", err)
	}
	return b, nil
}

// Context is the browser's tab, for chromedp.
func (b *Browser) Context() context.Context { return b.ctx }

// Stop ends the browser.
func (b *Browser) Stop() {
	for _, f := range b.stop {
		f()
	}
}

// Open goes to a page, waits for the payment's state on it and saves its
// picture; a blank name saves none.
func (b *Browser) Open(url, picture string) error {
	return b.do(picture, chromedp.Navigate(url), chromedp.WaitVisible(chromedp.CSS("#state")))
}

// Click presses a button of the page and saves the picture of what follows.
func (b *Browser) Click(selector, picture string) error {
	return b.do(picture, chromedp.Click(chromedp.CSS(selector)), chromedp.Sleep(500*time.Millisecond))
}

// Text goes to a page and returns the text of the first thing that a selector
// finds.
func (b *Browser) Text(url, selector string) (string, error) {
	if err := b.do("", chromedp.Navigate(url), chromedp.WaitVisible(chromedp.CSS(selector))); err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(b.ctx, 20*time.Second)
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.Text(chromedp.CSS(selector)))
	return strings.TrimSpace(text), err
}

func (b *Browser) do(picture string, steps ...chromedp.Action[chromedp.Void]) error {
	ctx, cancel := context.WithTimeout(b.ctx, 20*time.Second)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		return err
	}
	if picture == "" {
		return nil
	}
	png, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	if err != nil {
		return err
	}
	return os.WriteFile(picture, png, 0o644)
}
