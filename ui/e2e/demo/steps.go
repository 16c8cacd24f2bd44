package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// firstPayment is what the README promises a newcomer.
func (d *demo) firstPayment(ctx context.Context) error {
	if err := d.start(ctx); err != nil {
		return err
	}
	if _, err := d.show("start", "the Sale screen"); err != nil {
		return err
	}
	if err := d.screen.Type("12.5"); err != nil {
		return err
	}
	if _, err := d.show("sale", "typed 12.5"); err != nil {
		return err
	}
	if err := d.screen.Key("Return"); err != nil {
		return err
	}
	if _, err := d.show("route", "Charge: how will the customer pay?"); err != nil {
		return err
	}
	if err := d.screen.Key("1"); err != nil {
		return err
	}
	d.number = 1
	if err := d.status(ctx, 1, "waiting"); err != nil {
		return err
	}
	link, err := d.scan("qr", "the QR, and the practice phone beside it")
	if err != nil {
		return err
	}
	page := d.path("bank-page")
	if err := d.phone.Open(link, page); err != nil {
		return err
	}
	d.printStep("opened the link on the customer's phone")
	page = d.path("bank-approved")
	if err := d.phone.Click("#approve", page); err != nil {
		return err
	}
	d.printStep("the customer pressed Approve")
	if _, err := d.log(ctx, "number=1 ", "state=waitingPayment"); err != nil {
		return err
	}
	if _, err := d.show("waiting", "the customer confirmed; the bank is processing"); err != nil {
		return err
	}
	if err := d.status(ctx, 1, "paid"); err != nil {
		return err
	}
	_, err = d.show("practice-paid", "paid in practice; the receipt is on disk")
	return err
}

// powerCut kills the application with a QR on the screen.
func (d *demo) powerCut(ctx context.Context) error {
	if err := d.next(); err != nil {
		return err
	}
	if err := d.open(ctx, "48", "1", "waiting"); err != nil {
		return err
	}
	link, err := d.scan("before-kill", "a second sale waits to be paid")
	if err != nil {
		return err
	}
	if err := d.till.Kill(); err != nil {
		return err
	}
	d.printStep("kill -9")
	if err := d.start(ctx); err != nil {
		return err
	}
	if err := d.status(ctx, 2, "waiting"); err != nil {
		return err
	}
	if err := d.screen.Key("ctrl+1"); err != nil {
		return err
	}
	again, err := d.scan("restored", "started again: the sale is back in its place")
	if err != nil {
		return err
	}
	if again != link {
		return fmt.Errorf("the restored QR is another payment's: %s, was %s", again, link)
	}
	if err := errors.Join(d.phone.Open(link, ""), d.phone.Click("#approve", "")); err != nil {
		return err
	}
	if err := d.status(ctx, 2, "paid"); err != nil {
		return err
	}
	if _, err = d.show("restored-paid", "the restored sale is paid: one payment, one receipt"); err != nil {
		return err
	}
	return d.next()
}

// declined lets the customer decline on the practice phone beside the QR.
func (d *demo) declined(ctx context.Context) error {
	if err := d.open(ctx, "86.25", "1", "waiting"); err != nil {
		return err
	}
	time.Sleep(time.Second)
	if err := d.screen.Click(1216, 494); err != nil {
		return err
	}
	if err := d.status(ctx, d.number, "failed"); err != nil {
		return err
	}
	if _, err := d.show("declined", "the customer declined on the practice phone"); err != nil {
		return err
	}
	return d.fresh()
}

// unknown lets polling end while the customer does nothing. The five minutes
// are shortened for the demonstration.
func (d *demo) unknown(ctx context.Context) error {
	if err := d.restart(ctx, "--poll-cap", "6s"); err != nil {
		return err
	}
	if err := d.open(ctx, "40", "1", "waiting"); err != nil {
		return err
	}
	if err := d.status(ctx, d.number, "unknown"); err != nil {
		return err
	}
	_, err := d.show("unknown", "polling ended and nobody knows: neither paid nor not paid")
	return err
}

// receipts opens the list and one receipt.
func (d *demo) receipts(ctx context.Context) error {
	if err := d.screen.Key("F4"); err != nil {
		return err
	}
	if _, err := d.show("receipts", "the receipts of today"); err != nil {
		return err
	}
	if err := d.screen.Key("End", "Return"); err != nil {
		return err
	}
	_, err := d.show("receipt", "the receipt of the first sale")
	return err
}

// otherLooks starts the application dark, and in Arabic.
func (d *demo) otherLooks(ctx context.Context) error {
	for _, look := range []struct {
		name, what string
		args       []string
	}{
		{"dark", "the dark theme", []string{"--theme", "dark"}},
		{"arabic", "in Arabic", []string{"--lang", "ar"}},
	} {
		if err := d.restart(ctx, look.args...); err != nil {
			return err
		}
		if err := d.screen.Key("ctrl+1"); err != nil {
			return err
		}
		if _, err := d.show(look.name+"-unknown", "%s: not known", look.what); err != nil {
			return err
		}
		if err := errors.Join(d.screen.Key("F2"), d.screen.Type("12.5")); err != nil {
			return err
		}
		if _, err := d.show(look.name+"-sale", "%s: the sale", look.what); err != nil {
			return err
		}
		if err := errors.Join(d.screen.Key("F4")); err != nil {
			return err
		}
		if _, err := d.show(look.name+"-receipts", "%s: the receipts", look.what); err != nil {
			return err
		}
	}
	return nil
}
