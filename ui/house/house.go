// Package house wires the rooms below the window together: log, store,
// gateway, till, and the small adapters between them. It decides nothing about
// money and opens no window: main does, and only main imports it. It is the one
// room under ui that may know the database and the practice bank.
package house

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"sync/atomic"

	"sanduq/core"
	"sanduq/core/sandbox"
	"sanduq/core/till"
	"sanduq/storage"
	"sanduq/ui/settings"
	"sanduq/ui/single"
	"sanduq/ui/startup"
	"sanduq/ui/subprocess"
	"sanduq/ui/words"
)

// House is everything below the window. Build makes it; its methods belong to
// the goroutine that built it.
type House struct {
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
func Build(ctx context.Context, o Options, catalogue *words.Catalogue, stderr io.Writer) (h *House, err error) {
	h = &House{words: catalogue, log: slog.New(slog.DiscardHandler), about: settings.About{Version: o.Version, Commit: o.Commit, Date: o.Date}, asked: o}
	defer func() {
		if err != nil {
			h.Close()
		}
	}()
	if err = h.recall(&o); err != nil {
		return h, err
	}
	if h.env, err = core.ParseEnvironment(o.Env); err != nil {
		return h, &startup.Problem{Code: startup.Environment, Cause: err}
	}
	if url := o.baseURL(h.env); url != "" || h.env == core.Live {
		if err = core.CheckBaseURL(h.env, url); err != nil {
			return h, &startup.Problem{Code: startup.BaseURL, Cause: err}
		}
	}
	if err = startup.Screen(); err != nil {
		return h, err
	}
	if h.dir, err = storage.Folder(o.DataDir, h.env); err != nil {
		return h, &startup.Problem{Code: "STORE_UNWRITABLE", Detail: h.dir, Cause: err}
	}
	h.openLog(o, stderr)
	if err = h.openStore(ctx); err != nil {
		if errors.Is(err, storage.ErrLocked) && single.Raise(h.dir) == nil {
			return h, &startup.Problem{Code: startup.Raised, Cause: err}
		}
		return h, err
	}
	return h, h.openTill(ctx, o)
}

// Locate finds the folder of the data of a start and opens nothing in it.
func Locate(o Options, catalogue *words.Catalogue, stderr io.Writer) (h *House, err error) {
	h = &House{words: catalogue, log: slog.New(slog.DiscardHandler), asked: o}
	if err = h.recall(&o); err != nil {
		return h, err
	}
	if h.env, err = core.ParseEnvironment(o.Env); err != nil {
		return h, &startup.Problem{Code: startup.Environment, Cause: err}
	}
	if h.dir, err = storage.Folder(o.DataDir, h.env); err != nil {
		return h, &startup.Problem{Code: "STORE_UNWRITABLE", Detail: h.dir, Cause: err}
	}
	h.openLog(o, stderr)
	return h, nil
}

// Environ is the environment of this process as it was given, the merchant's
// keys among it: for a fresh start of the application, and for no other program.
func (h *House) Environ() []string { return h.told.Environ() }

// Choosing tells that the window was closed in order to pick a backup.
func (h *House) Choosing() bool { return h.choosing }

// recall fills in what this start was not told from what the settings
// remember. Unreadable choices are no reason to practise where a shop was live,
// unless the environment is given.
func (h *House) recall(o *Options) (err error) {
	h.told = subprocess.Withhold() // before anything below starts a program
	h.given = settings.Given{Environment: o.Env != "", BaseURLLive: o.BaseURLLive}
	if h.root, err = storage.Root(o.DataDir); err != nil {
		return &startup.Problem{Code: "STORE_UNWRITABLE", Cause: err}
	}
	kept, err := storage.LoadChoices(h.root)
	if err != nil && o.Env == "" {
		return &startup.Problem{Code: startup.Choices, Detail: h.root, Cause: err}
	}
	h.names = kept.Names
	o.Env = cmp.Or(o.Env, string(kept.Environment))
	o.BaseURLLive = cmp.Or(o.BaseURLLive, kept.BaseURLLive)
	if o.Env == string(core.Live) { // the practice bank speaks its own profile
		o.Profile = cmp.Or(o.Profile, kept.Profile)
	}
	return nil
}

// Practice tells whether no money moves here.
func (h *House) Practice() bool { return h.env != core.Live }

// Log is where the application writes what happened.
func (h *House) Log() *slog.Logger { return h.log }

// Dir is the folder of this environment.
func (h *House) Dir() string { return h.dir }

// Ready writes down with what the application came up.
func (h *House) Ready() {
	h.log.Info("ready", "environment", h.env, "bank", h.bankURL(), "key", h.store.KeyPlace(), "fresh", h.till.Fresh())
}

// Close ends what Build began, last first. It may be called again.
func (h *House) Close() {
	for i := len(h.undo) - 1; i >= 0; i-- {
		h.undo[i]()
	}
	h.undo = nil
}
