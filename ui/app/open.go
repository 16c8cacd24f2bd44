package app

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"

	"sanduq/core"
	"sanduq/core/wire"
	"sanduq/storage/config"
	"sanduq/storage/fault"
	"sanduq/ui/desktop/singleinstance"
	"sanduq/ui/settings/gateway"
	"sanduq/ui/startup"
	"sanduq/ui/words"
)

// Locate finds the data of a start and opens nothing but its log. There is an App
// even beside an error, which is a *startup.Problem.
func Locate(o Options, catalogue *words.Catalogue, stderr io.Writer) (a *App, err error) {
	a = &App{words: catalogue, log: slog.New(slog.DiscardHandler), about: o.About, start: start{asked: o}}
	if err = a.recall(&o); err != nil {
		return a, err
	}
	if a.env, err = wire.ParseEnvironment(o.Env); err != nil {
		return a, &startup.Problem{Code: startup.Environment, Cause: err}
	}
	if a.dir, err = config.Folder(o.DataDir, a.env); err != nil {
		return a, &startup.Problem{Code: "STORE_UNWRITABLE", Detail: a.dir, Cause: err}
	}
	a.openLog(o, stderr)
	a.start.wanted = o
	return a, nil
}

// Open opens the rooms from the ground up. On an error, a *startup.Problem, what
// was opened is closed again but for the log. ask gets the passphrase of a live
// till without a keyring.
func (a *App) Open(ctx context.Context, ask startup.Asker) (err error) {
	defer func() {
		if err != nil {
			a.unwind(1)
		}
	}()
	o := a.start.wanted
	if url := o.baseURL(a.env); url != "" || a.env == core.Live {
		if err = wire.CheckBaseURL(a.env, url); err != nil {
			return &startup.Problem{Code: startup.BaseURL, Cause: err}
		}
	}
	a.start.asker = ask
	if err = a.openStore(ctx); err != nil {
		if errors.Is(err, fault.ErrLocked) && singleinstance.Raise(a.dir) == nil {
			return &startup.Problem{Code: startup.Raised, Cause: err}
		}
		return err
	}
	return a.openTill(ctx, o)
}

// recall fills in what this start was not told from what the settings
// remember. Unreadable choices are no reason to practise where a shop was live,
// unless the environment is given.
func (a *App) recall(o *Options) (err error) {
	a.start.told = o.Told
	a.given = gateway.Given{Environment: o.Env != "", BaseURLLive: o.BaseURLLive}
	if a.root, err = config.Root(o.DataDir); err != nil {
		return &startup.Problem{Code: "STORE_UNWRITABLE", Cause: err}
	}
	kept, err := config.LoadChoices(a.root)
	if err != nil && o.Env == "" {
		return &startup.Problem{Code: startup.Choices, Detail: a.root, Cause: err}
	}
	a.names = kept.Names
	o.Env = cmp.Or(o.Env, string(kept.Environment))
	o.BaseURLLive = cmp.Or(o.BaseURLLive, kept.BaseURLLive)
	if o.Env == string(core.Live) { // the practice bank speaks its own profile
		o.Profile = cmp.Or(o.Profile, kept.Profile)
	}
	return nil
}

// ready writes down with what the application came up.
func (a *App) ready() {
	a.log.Info("ready", "environment", a.env, "bank", a.bankURL(), "key", a.store.KeyPlace(), "fresh", a.till.Fresh())
}
