// Package app wires the rooms below the window together: log, store, gateway,
// till, and the small adapters between them. It decides nothing about money and
// makes no window: main does, and only main imports it. It is the one room under
// ui that may know the database and the practice bank.
package app

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"

	"sanduq/core"
	"sanduq/core/journal"
	practice "sanduq/core/practice/printer"
	"sanduq/core/practice/sandbox"
	"sanduq/core/receipt"
	"sanduq/core/till"
	"sanduq/storage"
	"sanduq/storage/backup"
	"sanduq/storage/config"
	"sanduq/storage/fault"
	"sanduq/storage/keys"
	"sanduq/ui/desktop/singleinstance"
	"sanduq/ui/printing"
	"sanduq/ui/settings/about"
	"sanduq/ui/settings/gateway"
	"sanduq/ui/startup"
	"sanduq/ui/subprocess"
	"sanduq/ui/words"
)

// App is everything below the window while it shows one till. Its methods are
// called one at a time.
type App struct {
	env    core.Environment
	root   string // of all environments
	dir    string // of this one
	given  gateway.Given
	about  about.Program
	start  start
	url    string // of the gateway
	words  *words.Catalogue
	log    *slog.Logger
	bank   *sandbox.Server // nil with a gateway of one's own
	store  *storage.Store
	vault  *keys.Vault // of the merchant's keys
	keeper *backup.Scheduler
	damage atomic.Value // string: the part of the store found damaged
	till   *till.Till
	drawer *receipt.Drawer
	paper  *printing.Printing
	roll   *practice.Printer // nil where money moves
	undo   []func()

	updates about.Updates // nil where no address is given
	office  *headOffice
	trusted *tls.Config // whom an office's certificate must come from; nil for whom the system trusts

	names *journal.Settings  // those of the live till that was set up while practising
	leave func(startup.Next) // gives the window away, to what comes next
}

// start is what a start was told, and whom it asks and tells.
type start struct {
	asked  Options             // as this start was told
	wanted Options             // with what the settings remember
	told   subprocess.Withheld // in the environment, the merchant's keys among it
	asker  startup.Asker
	alone  bool // there is no window, and no other's is brought forward
	// counted is told how far older data have been brought; nil when nobody looks.
	counted func(done, total uint64)
}

// Locate finds the data of a start and opens nothing but its log. There is an App
// even beside an error, which is a *startup.Problem.
func Locate(o Options, catalogue *words.Catalogue, stderr io.Writer) (a *App, err error) {
	a = &App{words: catalogue, log: slog.New(slog.DiscardHandler), about: o.About, start: start{asked: o}}
	if err = a.recall(&o); err != nil {
		return a, err
	}
	if a.env, err = core.ParseEnvironment(o.Env); err != nil {
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
		if err = core.CheckBaseURL(a.env, url); err != nil {
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

// Practice reports whether no money moves here.
func (a *App) Practice() bool { return a.env != core.Live }

// ready writes down with what the application came up.
func (a *App) ready() {
	a.log.Info("ready", "environment", a.env, "bank", a.bankURL(), "key", a.store.KeyPlace(), "fresh", a.till.Fresh())
}

// listen lets a second copy of the application bring this one's window forward.
func (a *App) listen(raise func()) {
	stop, err := singleinstance.Listen(a.dir, raise)
	if err != nil {
		a.log.Warn("a second copy cannot bring this one forward", "err", err)
		return
	}
	a.undo = append(a.undo, stop)
}

// background runs something beside the window until Close, which waits for it.
func (a *App) background(run func(ctx context.Context)) {
	ctx, end := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { run(ctx) })
	a.undo = append(a.undo, func() { end(); running.Wait() })
}

// Close ends what Locate and Open began, last first. It may be called again.
func (a *App) Close() { a.unwind(0) }

// unwind ends what was begun, last first, but for the first few.
func (a *App) unwind(to int) {
	for i := len(a.undo) - 1; i >= to; i-- {
		a.undo[i]()
		a.undo = a.undo[:i]
	}
}
