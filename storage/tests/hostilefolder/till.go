package hostilefolder

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/practice/sandbox"
	"sanduq/core/practice/sandbox/payments"
	"sanduq/core/till/tests/driver"
	"sanduq/core/wire"
	"sanduq/storage"
	"sanduq/storage/check"
	"sanduq/storage/keys"
)

// Order says where a till works, and how.
type Order struct {
	Dir       string // of its data
	Keys      string // where its key lies, as a keyring would keep it
	Bank      string // of the practice bank's ledger
	Patience  time.Duration
	Injection Injection
}

// text is the order as an argument: a path may hold bytes that JSON cannot.
func (o Order) text() (string, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(o)
	return base64.StdEncoding.EncodeToString(b.Bytes()), err
}

// ReadOrder reads what text wrote.
func ReadOrder(text string) (o Order, err error) {
	raw, err := base64.StdEncoding.DecodeString(text)
	if err == nil {
		err = gob.NewDecoder(bytes.NewReader(raw)).Decode(&o)
	}
	return o, err
}

func (o Order) options() storage.Options {
	key := keys.NewFile(o.Keys)
	return storage.Options{Dir: o.Dir, Environment: core.Sandbox, Keys: key, Checkpoints: key, Patience: o.Patience,
		Checker: check.Command("")}
}

// RunTill sells one thing after the other through the real till, store and
// practice bank, and writes what it does, until in ends or says "stop". To
// "ping" it answers once it has asked the store something.
func RunTill(o Order, in io.Reader, out io.Writer) (err error) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	lines := newWriter(out)
	store, err := storage.Open(ctx, o.options())
	if err != nil {
		lines.write(Line{Kind: KindRefused, Text: err.Error()})
		return nil
	}
	w := &witness{Store: store, lines: lines, inject: o.Injection}
	w.again = func() error {
		_ = w.Store.Close()
		another, err := storage.Open(ctx, o.options())
		if err == nil {
			w.Store = another
		}
		return err
	}
	defer func() { _ = w.Store.Close() }() // a file that is gone is closed with an error, or without
	desk, end, err := openDesk(ctx, o, w)
	if err != nil {
		lines.write(Line{Kind: KindRefused, Text: err.Error()})
		return nil
	}
	defer end()
	go obey(ctx, stop, in, w)
	sub := desk.Subscribe()
	lines.write(Line{Kind: KindReady})
	go func() {
		for {
			n, err := sub.Next(ctx)
			if err != nil {
				return
			}
			writeNotice(lines, n, o.Injection)
		}
	}()
	for ctx.Err() == nil {
		sell(ctx, desk)
	}
	return nil
}

// openDesk opens bank and till.
func openDesk(ctx context.Context, o Order, store journal.Store) (desk *driver.Desk, end func(), err error) {
	bank, err := sandbox.Start(ctx, sandbox.Options{Dir: o.Bank, Addr: "127.0.0.1:0",
		Timing: payments.Timing{Settle: 2 * time.Millisecond, Auto: 2 * time.Millisecond}})
	if err != nil {
		return nil, nil, err
	}
	key, secret := bank.Credentials()
	api, err := core.NewClient(core.ClientConfig{Environment: core.Sandbox, BaseURL: bank.BaseURL(), Profile: wire.SandboxProfile(),
		APIKey: core.NewSecret(key.Reveal()), SecretKey: core.NewSecret(secret.Reveal())})
	if err == nil {
		schedule := core.PollSchedule{Fast: 5 * time.Millisecond, FastFor: time.Minute, Slow: time.Second, Cap: time.Minute}
		desk, err = driver.Open(ctx, driver.Setup{Store: store, API: api, Routes: []core.Route{core.RouteQR},
			SDK: func() []core.Option { return []core.Option{core.WithSchedule(schedule)} }})
	}
	if err != nil {
		return nil, nil, errors.Join(err, bank.Close(context.Background()))
	}
	return desk, func() {
		desk.Close()
		_ = bank.Close(context.Background())
	}, nil
}

// approved is an amount that the practice bank approves by itself.
const approved = 12_540

// sell charges once and waits until that is settled, for a moment: a till that
// restarts or has a fault has other things to do.
func sell(ctx context.Context, desk *driver.Desk) {
	v, err := desk.Charge(ctx, journal.Draft{Amount: money.Amount{Minor: approved, Currency: "LYD"}, Route: core.RouteQR, Cashier: "Amal"})
	for wait := 0; err == nil && ctx.Err() == nil && wait < 200; wait++ {
		now, there := desk.Sale(v.ID)
		if !there || now.Status() == journal.StatusPaid {
			break
		}
		time.Sleep(2 * time.Millisecond)
	}
	if err != nil {
		time.Sleep(20 * time.Millisecond)
	}
}

// writeNotice writes what the window would show.
func writeNotice(lines *writer, n journal.Notice, inject Injection) {
	switch {
	case n.Kind == journal.NoticeSale:
		lines.write(Line{Kind: KindShown, Sale: n.View.ID, Version: n.View.Version, Text: string(n.View.Status())})
	case n.Kind == journal.NoticeStoreFault && n.StoreFault == nil:
		lines.write(Line{Kind: KindWorks})
	case n.Kind == journal.NoticeStoreFault && inject != InjectMute:
		lines.write(Line{Kind: KindTrouble, Code: n.StoreFault.Code, Text: fmt.Sprint(n.StoreFault.Err)})
	}
}

// obey does what it is told.
func obey(ctx context.Context, stop func(), in io.Reader, w *witness) {
	defer stop()
	told := bufio.NewScanner(in)
	for told.Scan() {
		if told.Text() == "stop" {
			return
		}
		_, err := w.Head(ctx, "20261120") // whatever it is, it must come
		w.lines.write(Line{Kind: KindPong, Text: fmt.Sprint(err)})
	}
}
