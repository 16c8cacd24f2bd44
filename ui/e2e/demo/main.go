// Command demo takes payments in the real window on a virtual display, as a
// cashier and a customer would, and leaves a numbered picture of each step. It
// ends with an error when a step does not come out as it should.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"sanduq/ui/e2e/harness"
)

func main() {
	app := flag.String("app", "out/sanduq", "the application")
	out := flag.String("out", "out/demo", "where the pictures go")
	limit := flag.Duration("limit", 8*time.Minute, "how long the whole may take")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, *limit)
	defer cancel()

	started := time.Now()
	d := &demo{app: *app, out: *out}
	err := d.run(ctx)
	if err != nil && d.screen != nil {
		_ = d.screen.Picture(filepath.Join(d.out, "failed.png")) // what was on the screen then
	}
	d.close()
	if err != nil {
		fmt.Fprintf(os.Stderr, "demo: step %d failed: %v\n", d.step+1, err)
		os.Exit(1)
	}
	fmt.Printf("%d steps, %d pictures in %s, %.0f s\n", d.step, d.pictures, *out, time.Since(started).Seconds())
}

// demo is one run: the display, the application on it, the customer's browser.
type demo struct {
	app, out string
	data     string
	screen   *harness.Display
	till     *harness.App
	phone    *harness.Browser
	step     int
	pictures int

	number    int // of the newest sale
	late      int // of the sale that is paid after it expired
	lateSince time.Time
}

func (d *demo) close() {
	if d.till != nil {
		_ = d.till.Stop()
	}
	if d.phone != nil {
		d.phone.Stop()
	}
	if d.screen != nil {
		d.screen.Stop()
	}
	if d.data != "" {
		_ = os.RemoveAll(d.data)
	}
}

func (d *demo) run(ctx context.Context) error {
	if err := os.RemoveAll(d.out); err != nil {
		return err
	}
	if err := os.MkdirAll(d.out, 0o755); err != nil {
		return err
	}
	var err error
	if d.data, err = os.MkdirTemp("", "sanduq-demo-"); err != nil {
		return err
	}
	if d.screen, err = harness.StartDisplay(ctx, harness.Width, harness.Height); err != nil {
		return err
	}
	if d.phone, err = harness.StartBrowser(ctx); err != nil {
		return err
	}
	for _, part := range []func(context.Context) error{
		d.firstPayment, d.powerCut, d.declined, d.lateMoney, d.account, d.wallet, d.badAccounts,
		d.ten, d.lateAlert, d.paidTwice, d.unknown, d.manager, d.receipts, d.settings, d.otherLooks,
	} {
		if err := part(ctx); err != nil {
			return err
		}
	}
	return nil
}

// start starts the application and waits until its window is usable.
func (d *demo) start(ctx context.Context, args ...string) error {
	var err error
	if d.till, err = harness.StartApp(d.screen, d.app, d.data, nil, args...); err != nil {
		return err
	}
	line, err := d.log(ctx, "msg=ready")
	if err != nil {
		return err
	}
	if strings.Contains(line, "fresh=true") {
		if err := d.skipSetup(ctx); err != nil {
			return err
		}
	}
	time.Sleep(800 * time.Millisecond) // the first frames of a software renderer
	return nil
}

// skipSetup is what a newcomer does who wants to see a payment first.
func (d *demo) skipSetup(ctx context.Context) error {
	if _, err := d.show("first-run", "the first start: whose till this is; Esc starts practising"); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	return d.till.SkipSetup(ctx, d.screen)
}

// printStep prints what has just been done.
func (d *demo) printStep(format string, args ...any) {
	d.step++
	fmt.Printf("%2d  %s\n", d.step, fmt.Sprintf(format, args...))
}

// fading is how long one screen may need to give way to the next, drawn by a
// slow renderer.
const fading = 500 * time.Millisecond

// show takes a picture of the window and says what is on it.
func (d *demo) show(name, format string, args ...any) (string, error) {
	path := d.path(name)
	time.Sleep(fading)
	if err := d.screen.SaveStable(path); err != nil {
		return "", err
	}
	d.printStep("%-28s %s", filepath.Base(path), fmt.Sprintf(format, args...))
	return path, nil
}

func (d *demo) path(name string) string {
	d.pictures++
	return filepath.Join(d.out, fmt.Sprintf("%02d-%s.png", d.pictures, name))
}

// status waits until the till has a sale in a status, and on disk.
func (d *demo) status(ctx context.Context, number int, status string) error {
	_, err := d.log(ctx, fmt.Sprintf("number=%d ", number), "status="+status)
	return err
}

// log waits for a line of the application's log, but not for ever.
func (d *demo) log(ctx context.Context, parts ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 45*time.Second)
	defer cancel()
	return d.till.WaitLog(ctx, parts...)
}

// scan takes a picture of the window with a QR on it and reads the QR off the
// picture, as a phone's camera would.
func (d *demo) scan(name, format string, args ...any) (link string, err error) {
	path := d.path(name)
	payload, err := d.screen.ReadQR(path)
	if err != nil {
		return "", err
	}
	if link, err = harness.BankLink(payload); err != nil {
		return "", err
	}
	d.printStep("%-28s %s", filepath.Base(path), fmt.Sprintf(format, args...))
	d.printStep("read the QR off the picture: %d characters, link %s", len(payload), link)
	return link, nil
}
