package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sanduq/ui/e2e/harness"
)

// walk is one start of the application: on which screen, how, and what is done.
type walk struct {
	name          string
	width, height int
	text          int // percent; 0 is 100
	env, args     []string
	fresh         bool   // on a data folder of its own, from the first run on
	data          string // a data folder of its own; blank is the day's
	live, staff   bool
	steps         func(context.Context, *look) error
}

var walks = []walk{
	{name: "day", width: harness.Width, height: harness.Height, args: []string{"--lang", "en", "--theme", "light"}, steps: day},
	{name: "light", width: harness.Width, height: harness.Height, args: []string{"--lang", "en", "--theme", "light"}, steps: late},
	{name: "dark", width: harness.Width, height: harness.Height, args: []string{"--lang", "en", "--theme", "dark"}, steps: round("-dark")},
	{name: "contrast", width: harness.Width, height: harness.Height, args: []string{"--lang", "en", "--theme", "contrast"}, steps: round("-contrast")},
	{name: "ar", width: harness.Width, height: harness.Height, args: []string{"--lang", "ar", "--theme", "light"}, steps: round("-ar")},
	{name: "large", width: harness.Width, height: harness.Height, text: 200, args: []string{"--lang", "en", "--theme", "light"}, steps: round("-200")},
	{name: "sizes", width: 1024, height: 640, args: []string{"--lang", "en", "--theme", "light"}, steps: brief("-small")},
	{name: "sizes", width: 1920, height: 1080, args: []string{"--lang", "en", "--theme", "light"}, steps: wide},
	{name: "sizes", width: 2732, height: 1380, env: []string{"FYNE_SCALE=2"}, args: []string{"--lang", "en", "--theme", "light"}, steps: brief("-2x")},
	{name: "ends", width: 1920, height: 1080, args: []string{"--lang", "en", "--theme", "light"}, steps: customer},
	{name: "lock", data: "lock", staff: true, width: harness.Width, height: harness.Height, args: []string{"--lang", "en", "--theme", "light"}, steps: locked},
	{name: "live", data: "live", live: true, width: harness.Width, height: harness.Height, args: []string{"--lang", "en", "--theme", "light"}, steps: live},
	{name: "live", data: "live", live: true, width: 1920, height: 1080, args: []string{"--lang", "en", "--theme", "light"}, steps: liveCustomer},
	{name: "first", fresh: true, width: harness.Width, height: harness.Height, args: []string{"--lang", "en", "--theme", "light"}, steps: first("")},
	{name: "first", fresh: true, width: harness.Width, height: harness.Height, args: []string{"--lang", "en", "--theme", "dark"}, steps: first("-dark")},
	{name: "first", fresh: true, width: harness.Width, height: harness.Height, args: []string{"--lang", "ar", "--theme", "light"}, steps: first("-ar")},
	{name: "first", fresh: true, width: 1024, height: 640, args: []string{"--lang", "fr", "--theme", "light"}, steps: first("-small")},
	{name: "first", fresh: true, width: 1920, height: 1080, args: []string{"--lang", "en", "--theme", "light"}, steps: first("-wide")},
}

// first goes through the first run of a till: its names, the way to live and
// back, and the manager's code.
func first(suffix string) func(context.Context, *look) error {
	return func(ctx context.Context, l *look) error {
		return l.do(
			l.write("Al Noor Market"), l.picture("16-first-run"+suffix),
			l.keys("Tab", "Tab", "Tab", "Tab", "Return", "Tab", "Return"), l.pause(time.Second), l.picture("16-first-run-bank"+suffix),
			l.keys("Escape"), l.pause(time.Second), l.keys("Tab", "Tab", "Return"), l.picture("16-first-run-currency"+suffix),
			l.keys("Escape", "Tab", "Return"), l.pause(time.Second), l.keys("Tab", "Tab", "Tab", "Return"), l.pause(time.Second),
			l.write("Huda"), l.keys("Return"), l.write("2580"), l.picture("16-first-run-manager"+suffix),
			l.keys("Return"), l.write("2580"), l.keys("Return"), l.pause(2*time.Second),
			l.keys("Return"), l.pause(time.Second), l.picture("16-first-run-recovery"+suffix),
		)(ctx)
	}
}

// rest is how long an end keeps deaf to keys that were meant for the screen
// before.
const rest = 1200 * time.Millisecond

// next leaves an end for the next sale.
func (l *look) next() step { return l.do(l.pause(rest), l.keys("F2")) }

// day takes a day's sales to every screen once.
func day(ctx context.Context, l *look) error {
	return l.do(
		l.keys("F4"), l.picture("20-empty-receipts"),
		l.click(967, 53), l.picture("15-settings"), l.keys("F2"),
		l.charge("9.045", "1", "expired"), l.next(), // paid a minute later
		l.charge("40", "1", "waiting"), l.keys("F2"),
		l.charge("125", "1", "waiting"), l.pause(2*time.Second), l.keys("F7"), l.click(517, 343), l.picture("11-set-aside"),
		l.click(683, 500), l.keys("F2"),
		l.charge("48", "1", "waiting"), l.keys("F2", "Delete"),
		l.write("12.500"), l.picture("01-sale"),
		l.keys("Return"), l.picture("02-route"),
		l.pick("1", "waiting"), l.pause(5*time.Second), l.picture("03-qr"),
		l.click(1320, 611), l.picture("03-qr-drills"), l.click(1320, 611),
		l.click(1216, 420), l.reached("paid"), l.pause(rest), l.picture("08-paid-practice"), l.next(),
		l.charge("86.241", "1", "failed"), l.pause(rest), l.picture("09-failed-practice"), l.next(),
		l.charge("12.543", "1", "waiting"), l.pause(time.Second), l.click(1216, 420), l.pause(5*time.Second), l.picture("06-waiting"),
		func(context.Context) error { l.lost = l.number; return nil }, l.keys("F2"),
		l.write("12.500"), l.keys("Return"), l.pick("2", "entry"), l.pause(2*time.Second),
		l.click(1253, 232), l.pause(500*time.Millisecond), l.picture("04-numbers"), l.click(1253, 232),
		l.keys("Down"), l.write("012345678901"), l.picture("04-account"),
		l.keys("Return"), l.reached("code"), l.pause(time.Second), l.write("4812"), l.picture("05-otp-phone"),
		l.click(169, 664), l.picture("05-otp"), l.keys("F2"),
		l.keys("F1"), l.picture("00-help"), l.keys("Escape"),
		l.keys("F4"), l.keys("Down", "Down", "Down"), l.picture("13-receipts"), l.keys("Return"), l.pause(time.Second), l.picture("14-receipt"), l.keys("F2"),
		func(ctx context.Context) error { return l.status(ctx, l.lost, "unknown") },
		l.unknown(), l.picture("10-unknown"),
	)(ctx)
}

// late shows the money that came for the expired sale: it is asked about at the
// start.
func late(ctx context.Context, l *look) error {
	return l.do(l.pause(3*time.Second), l.write("12.5"), l.picture("12-late-money"), l.click(770, 53), l.pause(time.Second), l.picture("12-late-opened"),
		l.pause(rest), l.click(1290, 112), l.pause(time.Second), l.picture("12-late-read"), l.keys("F2"))(ctx)
}

// round is the short way through the screens.
func round(suffix string) func(context.Context, *look) error {
	return func(ctx context.Context, l *look) error {
		return l.do(
			l.keys("F2", "Delete"), l.write("12.500"), l.picture("01-sale"+suffix),
			l.keys("Return"), l.picture("02-route"+suffix), l.pick("1", "waiting"), l.pause(5*time.Second), l.picture("03-qr"+suffix),
			l.keys("F7"), l.picture("11-set-aside"+suffix), l.keys("Escape"), l.keys("F2"),
			l.write("12.500"), l.keys("Return"), l.pick("2", "entry"), l.pause(2*time.Second), l.keys("Down"), l.write("012345678901"), l.picture("04-account"+suffix), l.keys("F2"),
			l.keys("F4"), l.picture("13-receipts"+suffix), l.keys("F2"),
			l.unknown(), l.picture("10-unknown"+suffix), l.keys("F1"), l.picture("00-help"+suffix),
		)(ctx)
	}
}

// brief is sale and QR alone.
func brief(suffix string) func(context.Context, *look) error {
	return func(ctx context.Context, l *look) error {
		return l.do(l.keys("F2", "Delete"), l.write("12.500"), l.picture("01-sale"+suffix), l.keys("Return"), l.pick("1", "waiting"), l.pause(5*time.Second), l.picture("03-qr"+suffix))(ctx)
	}
}

// wide is sale and QR on a large screen, which is then given to the customer.
func wide(ctx context.Context, l *look) error {
	return l.do(step(func(ctx context.Context) error { return brief("-wide")(ctx, l) }), l.keys("F6"), l.pause(2*time.Second), l.picture("17-customer-qr"))(ctx)
}

// customer is what the customer sees of a practice payment that approves itself.
func customer(ctx context.Context, l *look) error {
	return l.do(l.keys("F2", "Delete"), l.charge("12.540", "1", "waiting"), l.keys("F6"), l.reached("paid"), l.pause(rest), l.picture("18-customer-paid-practice"))(ctx)
}

// locked leaves three sales open and locks the till.
func locked(ctx context.Context, l *look) error {
	return l.do(l.write(pin), l.pause(3*time.Second),
		l.charge("40", "1", "waiting"), l.keys("F2"), l.charge("15.25", "1", "waiting"), l.keys("F2"), l.charge("48", "1", "waiting"),
		l.keys("F12"), l.pause(time.Second), l.write(pin[:2]), l.picture("19-lock"))(ctx)
}

// live takes live payments.
func live(ctx context.Context, l *look) error {
	return l.do(
		l.charge("325", "1", "waiting"), l.approve(), l.reached("paid"), l.next(),
		l.charge("40", "1", "waiting"), l.keys("F2"), l.charge("15.250", "1", "waiting"), l.keys("F7"), l.click(517, 343), l.click(683, 500), l.keys("F2"),
		l.charge("86.241", "1", "failed"), l.pause(rest), l.picture("09-failed"), l.next(),
		l.charge("48", "1", "waiting"), l.keys("F2"),
		l.write("12.500"), l.picture("01-sale-live"), l.keys("Return"), l.pick("1", "waiting"), l.pause(5*time.Second), l.picture("03-qr-live"),
		l.approve(), l.reached("paid"), l.pause(rest), l.picture("07-paid-live"), l.next(),
		l.keys("F4"), l.picture("13-receipts-live"))(ctx)
}

// liveCustomer is what the customer sees of a live payment.
func liveCustomer(ctx context.Context, l *look) error {
	l.number = 6 // of the walk before
	return l.do(l.charge("12.500", "1", "waiting"), l.keys("F6"), l.approve(), l.reached("paid"), l.pause(rest), l.picture("18-customer-paid"))(ctx)
}

// step is one thing done at the till.
type step func(context.Context) error

func (l *look) do(steps ...step) step {
	return func(ctx context.Context) error {
		for i, s := range steps {
			if err := s(ctx); err != nil {
				return errors.Join(fmt.Errorf("step %d", i+1), err, l.screen.Picture(l.out+"/stuck.png"))
			}
		}
		return nil
	}
}

func (l *look) keys(names ...string) step {
	return func(context.Context) error {
		err := l.screen.Key(names...)
		time.Sleep(900 * time.Millisecond)
		return err
	}
}

func (l *look) write(text string) step {
	return func(context.Context) error { return l.screen.Type(text) }
}

func (l *look) click(x, y int) step {
	return func(context.Context) error {
		err := l.screen.Click(x, y)
		time.Sleep(900 * time.Millisecond)
		return errors.Join(err, l.screen.Point(0, 0)) // what is pointed at looks different
	}
}

func (l *look) pause(d time.Duration) step {
	return func(context.Context) error { time.Sleep(d); return nil }
}

func (l *look) picture(name string) step {
	return func(context.Context) error { return l.shot(name) }
}

// pick takes a way to pay by its key: a sale begins.
func (l *look) pick(key, status string) step {
	return func(ctx context.Context) error {
		l.number++
		return errors.Join(l.screen.Key(key), l.status(ctx, l.number, status))
	}
}

func (l *look) reached(status string) step {
	return func(ctx context.Context) error { return l.status(ctx, l.number, status) }
}

func (l *look) charge(amount, key, status string) step {
	return l.do(l.write(amount), l.keys("Return"), l.pick(key, status))
}

// unknown opens the sale that nobody knows about: it is the first of the sidebar.
func (l *look) unknown() step { return l.do(l.pause(rest), l.keys("ctrl+1")) }
