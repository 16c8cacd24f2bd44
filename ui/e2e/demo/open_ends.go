package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sanduq/ui/e2e/harness"
)

// lateMoney begins a sale that expires and is paid a minute later; lateAlert
// looks for the alert when that minute is over.
func (d *demo) lateMoney(ctx context.Context) error {
	if err := d.open(ctx, "9.045", "1", "waiting"); err != nil {
		return err
	}
	d.late = d.number
	if err := d.status(ctx, d.late, "expired"); err != nil {
		return err
	}
	if _, err := d.show("expired", "the gateway said: expired"); err != nil {
		return err
	}
	d.lateSince = time.Now()
	return d.fresh()
}

func (d *demo) lateAlert(ctx context.Context) error {
	select {
	case <-time.After(time.Until(d.lateSince.Add(65 * time.Second))):
	case <-ctx.Done():
		return ctx.Err()
	}
	if err := d.restart(ctx); err != nil { // every watched sale is asked about at the start
		return err
	}
	if err := d.status(ctx, d.late, "paid"); err != nil {
		return err
	}
	if _, err := d.show("late-money", "money came for the expired sale: the alert stays until it is read"); err != nil {
		return err
	}
	return d.fresh()
}

// manager hands the sale that nobody knows about to the manager, who records
// how it was resolved outside the till.
func (d *demo) manager(ctx context.Context) error {
	if err := errors.Join(d.screen.Click(667, 613), d.wait()); err != nil {
		return err
	}
	if _, err := d.log(ctx, fmt.Sprintf("number=%d ", d.number), "status=unknown"); err != nil {
		return err
	}
	if _, err := d.show("with-manager", "given to the manager"); err != nil {
		return err
	}
	if err := errors.Join(d.screen.Click(843, 526), d.wait()); err != nil {
		return err
	}
	_, err := d.show("resolve-outside", "the manager may record how it was resolved outside: never as paid")
	return errors.Join(err, d.screen.Key("Escape"), d.wait())
}

// settings opens the settings from the top bar.
func (d *demo) settings(context.Context) error {
	if err := errors.Join(d.screen.Click(967, 53), d.wait()); err != nil {
		return err
	}
	if _, err := d.show("settings", "the settings: keys, environment, this till, language and look"); err != nil {
		return err
	}
	return d.screen.Key("Escape")
}

// paidTwice opens a new payment in place of one whose QR the customer still
// has, and both are paid.
func (d *demo) paidTwice(ctx context.Context) error {
	if err := d.open(ctx, "125", "1", "waiting"); err != nil {
		return err
	}
	first := d.number
	old, err := d.scan("wrong-amount", "the cashier sees that the amount is wrong")
	if err != nil {
		return err
	}
	if err := d.screen.Key("F7"); err != nil {
		return err
	}
	if _, err := d.show("set-aside", "this payment cannot be cancelled, only set aside"); err != nil {
		return err
	}
	if err := errors.Join(d.screen.Click(517, 343), d.wait(), d.screen.Click(903, 500), d.wait()); err != nil {
		return err
	}
	if err := d.screen.Key("Delete"); err != nil {
		return err
	}
	if err := d.open(ctx, "12.5", "1", "waiting"); err != nil {
		return err
	}
	if err := d.status(ctx, first, "setAside"); err != nil {
		return err
	}
	link, err := d.scan("new-payment", "a new payment instead; the old one is still watched")
	if err != nil {
		return err
	}
	for _, l := range []string{link, old} {
		if err := errors.Join(d.phone.Open(l, ""), d.phone.Click("#approve", "")); err != nil {
			return err
		}
	}
	if err := errors.Join(d.status(ctx, d.number, "paid"), d.status(ctx, first, "paid")); err != nil {
		return err
	}
	if _, err := d.show("paid-twice", "the customer paid both: money is owed back"); err != nil {
		return err
	}
	return d.fresh()
}

// ten opens ten sales, kills the application in their middle, and lets all of
// them be paid.
func (d *demo) ten(ctx context.Context) error {
	const sales = 10
	links := make([]string, 0, sales)
	first := d.number + 1
	for i := range sales {
		if err := d.open(ctx, fmt.Sprintf("%d.%d", 10+i, i), "1", "waiting"); err != nil {
			return err
		}
		payload, err := d.screen.ReadQR(d.path(fmt.Sprintf("sale-%d-of-ten", i+1)))
		if err != nil {
			return err
		}
		link, err := harness.BankLink(payload)
		if err != nil {
			return err
		}
		links = append(links, link)
		if i == sales/2 {
			if err := d.till.Kill(); err != nil {
				return err
			}
			d.printStep("kill -9 with %d sales waiting", i+1)
			if err := d.start(ctx); err != nil {
				return err
			}
		}
		if err := d.fresh(); err != nil {
			return err
		}
	}
	if _, err := d.show("sidebar-of-ten", "ten sales at once"); err != nil {
		return err
	}
	for _, l := range links {
		if err := errors.Join(d.phone.Open(l, ""), d.phone.Click("#approve", "")); err != nil {
			return err
		}
	}
	for n := first; n <= d.number; n++ {
		if err := d.status(ctx, n, "paid"); err != nil {
			return err
		}
	}
	_, err := d.show("ten-paid", "all ten paid, one payment each")
	return err
}

func (d *demo) wait() error { time.Sleep(900 * time.Millisecond); return nil }

// restart closes the application and starts it again.
func (d *demo) restart(ctx context.Context, args ...string) error {
	if err := d.till.Stop(); err != nil {
		return err
	}
	return d.start(ctx, args...)
}
