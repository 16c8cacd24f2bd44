package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/till"
	"sanduq/storage"
	"sanduq/storage/keys"
	"sanduq/ui/e2e/harness"
)

// phrase opens the data of the live till: there is no keyring here.
const phrase = "four words for pictures"

// people are who may sit at the till of the lock's picture; all have one code.
var people = []struct {
	name string
	role journal.Role
}{{"Huda", journal.RoleManager}, {"Samira", journal.RoleCashier}, {"Yusuf", journal.RoleCashier}, {"Mariam", journal.RoleCashier}}

const pin = "2580"

// shop gives a till its names before it starts, as its first run would, and its
// people where it is to have any.
func (l *look) shop(ctx context.Context, w walk) (err error) {
	dir, env := filepath.Join(l.data, "sandbox"), core.Sandbox
	o := storage.Options{Keys: keys.NewFile(dir), Checkpoints: keys.NewFile(dir)}
	if w.live {
		dir, env = filepath.Join(l.data, "live"), core.Live
		o.Keys, o.Checkpoints = keys.NewPassphrase(dir, core.NewSecret(phrase)), keys.NewPassphrase(dir, core.NewSecret(phrase))
	}
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	o.Dir = dir
	store, err := storage.Open(ctx, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	t, err := till.Open(ctx, till.Config{Store: store, Environment: env, BaseURL: "not asked", NewSDK: func() *core.WebSDK { return nil },
		Defaults: journal.Settings{Currency: "LYD"}})
	if err != nil {
		return err
	}
	defer t.Close()
	err = t.Staff.SaveSettings(ctx, journal.Settings{Shop: "Al Noor Market", Place: "Tripoli", Till: "Till 2", Cashier: "Samira", Currency: "LYD"}, "Huda")
	if w.staff {
		for _, p := range people {
			_, added := t.Staff.AddUser(ctx, p.name, p.role, core.NewSecret(pin))
			err = errors.Join(err, added)
		}
	}
	return err
}

// gateway starts what a live till needs: the practice bank behind a gateway
// over TLS.
func (l *look) gateway() (env []string, stop func(), err error) {
	if l.bank, err = harness.StartBank(l.app, filepath.Join(l.root, "bank")); err != nil {
		return nil, nil, err
	}
	front, err := harness.StartFront(l.bank, filepath.Join(l.root, "gateway.pem"))
	if err != nil {
		l.bank.Stop()
		return nil, nil, err
	}
	return front.Env(), func() { front.Stop(); l.bank.Stop() }, nil
}

// unlock types the passphrase that a live till asks for.
func (l *look) unlock() error {
	if err := l.screen.Window("Sanduq"); err != nil {
		return err
	}
	time.Sleep(2 * time.Second)
	return errors.Join(l.screen.Type(phrase), l.screen.Key("Return"))
}

// approve lets the customer of the newest sale pay at the live gateway.
func (l *look) approve() step {
	return func(ctx context.Context) error {
		all, err := l.bank.Payments()
		if err != nil || len(all) == 0 {
			return errors.Join(errors.New("the bank knows of no payment"), err)
		}
		order, err := l.bank.Order(all[0])
		return errors.Join(err, l.bank.Act(order.Newest.ID, "approve"))
	}
}
