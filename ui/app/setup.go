package app

import (
	"context"
	"errors"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/probe"
	"sanduq/storage/config"
	"sanduq/storage/fault"
	"sanduq/storage/keys"
	"sanduq/ui/screen"
	"sanduq/ui/setup"
	"sanduq/ui/shell/firstrun"
	"sanduq/ui/startup"
)

// setup is the first run of a till that nobody has set up yet; nil for every
// other.
func (a *App) setup() func(screen.Env, firstrun.Shell) firstrun.Screen {
	if !a.till.Fresh() {
		return nil
	}
	memory := setup.Memory{}
	return func(env screen.Env, shell firstrun.Shell) firstrun.Screen {
		return setup.New(env, setup.Deps{Shop: newDesk(a.till),
			Keys: a.vault, Phrase: phrased{a.vault}, Choices: config.ChoiceFile{Root: a.root}, Given: a.given, Probe: probe.Run,
			Named: a.named(), Staff: newDesk(a.till), Recovery: recovery{a}, Focus: shell.Focus,
			Restart: func() { a.start.leave(startup.Reopen) },
			Done: func() {
				if a.bank != nil {
					a.bank.SetMerchantName(a.till.Settings().Shop)
				}
				a.forgetNames()
				shell.Done()
			},
			Failed: func(err error) { a.log.Warn("setup", "err", err) }}, &memory)
	}
}

// phrased protects the live till that is to come with a passphrase.
type phrased struct{ vault *keys.Vault }

func (phrased) Helps(err error) bool { return errors.Is(err, fault.ErrKeyringAbsent) }

func (p phrased) Protect(ctx context.Context, phrase core.Secret) (fits bool, err error) {
	err = p.vault.Protect(ctx, core.Live, phrase)
	return !errors.Is(err, fault.ErrPassphrase), err
}

// named reports whether the names of this till were given while practising.
func (a *App) named() bool { return a.env == core.Live && a.names != nil }

// forgetNames takes them out of what the next start remembers, once they are in the
// till's own store.
func (a *App) forgetNames() {
	if !a.named() {
		return
	}
	_, err := a.store.Settings(context.Background())
	if errors.Is(err, journal.ErrNotFound) { // the disk took them not yet: the next start asks again
		return
	}
	var kept config.Choices
	if err == nil {
		kept, err = config.LoadChoices(a.root)
	}
	if err == nil {
		kept.Names = nil
		err = config.SaveChoices(a.root, kept)
	}
	if err != nil {
		a.log.Warn("setup", "err", err)
	}
}

// defaults are what a till without settings begins with.
func (a *App) defaults() journal.Settings {
	if a.named() {
		return *a.names
	}
	return journal.Settings{Shop: a.words.T("default.shop"), Till: a.words.T("default.till"), Currency: "LYD", Cashier: a.words.T("default.cashier")}
}
