package main

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// account pays from a bank account: form, wrong code, right code.
func (d *demo) account(ctx context.Context) error {
	if err := d.open(ctx, "15.25", "2", "entry"); err != nil {
		return err
	}
	time.Sleep(time.Second)
	if err := d.screen.Key("Down"); err != nil { // the first bank of the list
		return err
	}
	if err := d.screen.Type("2000300040"); err != nil {
		return err
	}
	if _, err := d.show("account", "a bank account: bank and number"); err != nil {
		return err
	}
	if err := d.keyThen(ctx, "Return", "code"); err != nil {
		return err
	}
	code, err := d.code(ctx)
	if err != nil {
		return err
	}
	if err := d.screen.Type(other(code)); err != nil {
		return err
	}
	if _, err := d.log(ctx, "code refused", "WRONG_OTP"); err != nil {
		return err
	}
	if _, err := d.show("wrong-code", "a wrong code: cleared, said, tried again"); err != nil {
		return err
	}
	if err := d.screen.Type(code); err != nil {
		return err
	}
	if err := d.status(ctx, d.number, "paid"); err != nil {
		return err
	}
	if _, err := d.show("account-paid", "paid from the account"); err != nil {
		return err
	}
	return d.next()
}

// wallet pays from a wallet, whose reply to the code is final.
func (d *demo) wallet(ctx context.Context) error {
	if err := d.open(ctx, "7.75", "3", "entry"); err != nil {
		return err
	}
	time.Sleep(time.Second)
	if err := d.screen.Key("Down"); err != nil {
		return err
	}
	if err := d.screen.Type("0925556667"); err != nil {
		return err
	}
	if _, err := d.show("wallet", "a wallet: provider and number"); err != nil {
		return err
	}
	if err := d.keyThen(ctx, "Return", "code"); err != nil {
		return err
	}
	code, err := d.code(ctx)
	if err != nil {
		return err
	}
	if _, err := d.show("code", "the code: six digits, then it sends itself"); err != nil {
		return err
	}
	if err := d.screen.Type(code); err != nil {
		return err
	}
	if err := d.status(ctx, d.number, "paid"); err != nil {
		return err
	}
	d.printStep("the wallet's reply to the code was final: paid")
	return d.next()
}

// badAccounts plays accounts that fail, each with its sentence.
func (d *demo) badAccounts(ctx context.Context) error {
	for _, bad := range []struct{ number, code, what string }{
		{"1000000001", "INVALID_ACCOUNT", "there is no such account"},
		{"1000000002", "ACCOUNT_BLOCKED", "the account is blocked"},
	} {
		if err := d.open(ctx, "20", "2", "entry"); err != nil {
			return err
		}
		time.Sleep(time.Second)
		if err := d.screen.Key("Down"); err != nil {
			return err
		}
		if err := d.screen.Type(bad.number); err != nil {
			return err
		}
		if err := d.screen.Key("Return"); err != nil {
			return err
		}
		if _, err := d.log(ctx, "account not validated", bad.code); err != nil {
			return err
		}
		if _, err := d.show("refused-"+strings.ToLower(bad.code), "%s", bad.what); err != nil {
			return err
		}
		if err := d.fresh(); err != nil {
			return err
		}
	}
	return nil
}

// open types an amount and picks a way to pay by its key.
func (d *demo) open(ctx context.Context, amount, key, status string) error {
	d.number++
	if err := d.screen.Type(amount); err != nil {
		return err
	}
	if err := d.screen.Key("Return"); err != nil {
		return err
	}
	time.Sleep(600 * time.Millisecond)
	if err := d.screen.Key(key); err != nil {
		return err
	}
	return d.status(ctx, d.number, status)
}

func (d *demo) keyThen(ctx context.Context, key, status string) error {
	if err := d.screen.Key(key); err != nil {
		return err
	}
	return d.status(ctx, d.number, status)
}

// next leaves an end for the next sale.
func (d *demo) next() error {
	time.Sleep(time.Second) // an end takes no key at first
	if err := d.screen.Key("Return"); err != nil {
		return err
	}
	time.Sleep(700 * time.Millisecond)
	return nil
}

// fresh opens an empty sale, whatever is shown.
func (d *demo) fresh() error {
	if err := d.screen.Key("F2"); err != nil {
		return err
	}
	time.Sleep(700 * time.Millisecond)
	return nil
}

// code reads the newest one-time code off the customer's phone.
func (d *demo) code(ctx context.Context) (string, error) {
	line, err := d.log(ctx, "msg=ready")
	if err != nil {
		return "", err
	}
	_, bank, found := strings.Cut(line, "bank=")
	if !found {
		return "", fmt.Errorf("the log names no bank: %s", line)
	}
	bank, _, _ = strings.Cut(bank, " ")
	time.Sleep(2 * fading) // the log knows of the code before the window asks for it
	return d.phone.Text(bank, "#inbox .code")
}

// other is a code that differs from the right one.
func other(code string) string {
	if code == "111111" {
		return "222222"
	}
	return "111111"
}
