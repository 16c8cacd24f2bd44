// Package app wires the rooms below the window together: log, store, gateway,
// till, and the small adapters between them. It decides nothing about money and
// opens no window: main does, and only main imports it. It is the one room under
// ui that may know the database and the practice bank.
package app

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"

	"sanduq/core"
	"sanduq/core/sandbox"
	"sanduq/core/till"
	"sanduq/storage"
	"sanduq/ui/desktop/singleinstance"
	"sanduq/ui/settings"
	"sanduq/ui/startup"
	"sanduq/ui/subprocess"
	"sanduq/ui/words"
)

// App is everything below the window. Build makes it; its methods belong to
// the goroutine that built it.
type App struct {
	env    core.Environment
	root   string // of all environments
	dir    string // of this one
	given  settings.Given
	about  settings.About
	asked  Options
	told   subprocess.Withheld // in the environment, the merchant's keys among it
	url    string              // of the gateway
	words  *words.Catalogue
	log    *slog.Logger
	bank   *sandbox.Server // nil with a gateway of one's own
	store  *storage.Store
	keeper *storage.Keeper
	damage atomic.Value // string: the part of the store found damaged
	till   *till.Till
	undo   []func()

	updates settings.Updates // nil where no address is given

	choosing bool // the window is closed so that a backup can be picked

	names    *till.Settings // those of the live till that was set up while practising
	renewing bool           // the window is closed so that it can start live
}

// Build opens the rooms from the ground up. On an error, what was opened is
// closed again but for the log, in which the error can still be written.
// Errors are a *startup.Problem.
func Build(ctx context.Context, o Options, catalogue *words.Catalogue, stderr io.Writer) (a *App, err error) {
	a = &App{words: catalogue, log: slog.New(slog.DiscardHandler), about: settings.About{Version: o.Version, Commit: o.Commit, Date: o.Date}, asked: o}
	defer func() {
		if err != nil {
			a.Close()
		}
	}()
	if err = a.recall(&o); err != nil {
		return a, err
	}
	if a.env, err = core.ParseEnvironment(o.Env); err != nil {
		return a, &startup.Problem{Code: startup.Environment, Cause: err}
	}
	if url := o.baseURL(a.env); url != "" || a.env == core.Live {
		if err = core.CheckBaseURL(a.env, url); err != nil {
			return a, &startup.Problem{Code: startup.BaseURL, Cause: err}
		}
	}
	if err = startup.Screen(); err != nil {
		return a, err
	}
	if a.dir, err = storage.Folder(o.DataDir, a.env); err != nil {
		return a, &startup.Problem{Code: "STORE_UNWRITABLE", Detail: a.dir, Cause: err}
	}
	a.openLog(o, stderr)
	if err = a.openStore(ctx); err != nil {
		if errors.Is(err, storage.ErrLocked) && singleinstance.Raise(a.dir) == nil {
			return a, &startup.Problem{Code: startup.Raised, Cause: err}
		}
		return a, err
	}
	return a, a.openTill(ctx, o)
}

// Locate finds the folder of the data of a start and opens nothing in it.
func Locate(o Options, catalogue *words.Catalogue, stderr io.Writer) (a *App, err error) {
	a = &App{words: catalogue, log: slog.New(slog.DiscardHandler), asked: o}
	if err = a.recall(&o); err != nil {
		return a, err
	}
	if a.env, err = core.ParseEnvironment(o.Env); err != nil {
		return a, &startup.Problem{Code: startup.Environment, Cause: err}
	}
	if a.dir, err = storage.Folder(o.DataDir, a.env); err != nil {
		return a, &startup.Problem{Code: "STORE_UNWRITABLE", Detail: a.dir, Cause: err}
	}
	a.openLog(o, stderr)
	return a, nil
}

// Environ is the environment of this process as it was given, the merchant's
// keys among it: for a fresh start of the application, and for no other program.
func (a *App) Environ() []string { return a.told.Environ() }

// Choosing tells that the window was closed in order to pick a backup.
func (a *App) Choosing() bool { return a.choosing }

// recall fills in what this start was not told from what the settings
// remember. Unreadable choices are no reason to practise where a shop was live,
// unless the environment is given.
func (a *App) recall(o *Options) (err error) {
	a.told = subprocess.Withhold() // before anything below starts a program
	a.given = settings.Given{Environment: o.Env != "", BaseURLLive: o.BaseURLLive}
	if a.root, err = storage.Root(o.DataDir); err != nil {
		return &startup.Problem{Code: "STORE_UNWRITABLE", Cause: err}
	}
	kept, err := storage.LoadChoices(a.root)
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

// Practice reports whether no money moves here.
func (a *App) Practice() bool { return a.env != core.Live }

// Log is where the application writes what happened.
func (a *App) Log() *slog.Logger { return a.log }

// Dir is the folder of this environment.
func (a *App) Dir() string { return a.dir }

// Ready writes down with what the application came up.
func (a *App) Ready() {
	a.log.Info("ready", "environment", a.env, "bank", a.bankURL(), "key", a.store.KeyPlace(), "fresh", a.till.Fresh())
}

// background runs something beside the window until Close, which waits for it.
func (a *App) background(run func(ctx context.Context)) {
	ctx, end := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { run(ctx) })
	a.undo = append(a.undo, func() { end(); running.Wait() })
}

// Close ends what Build began, last first. It may be called again.
func (a *App) Close() {
	for i := len(a.undo) - 1; i >= 0; i-- {
		a.undo[i]()
	}
	a.undo = nil
}
