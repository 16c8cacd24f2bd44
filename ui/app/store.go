package app

import (
	"context"
	"errors"
	"io"
	"log/slog"

	"sanduq/core"
	"sanduq/storage"
	"sanduq/storage/config"
	"sanduq/storage/keys"
	"sanduq/ui/desktop/singleinstance"
	"sanduq/ui/startup"
)

// openStore opens the database of the environment.
func (a *App) openStore(ctx context.Context) error {
	o, err := a.storeOptions(ctx, keys.For)
	var store *storage.Store
	if err == nil {
		o.Progress = a.start.counted
		store, err = storage.Open(ctx, o)
	}
	if err != nil {
		return a.problem(err)
	}
	a.store, a.vault = store, keys.NewVault(a.root)
	a.vault.Use(a.env, o.Keys)
	a.undo = append(a.undo, func() { _ = store.Close() })
	return a.problem(recovery{a}.noteForgotten(ctx))
}

// ask gets the passphrase of a live till from a person, unless another copy
// has asked already.
func (a *App) ask(ctx context.Context, choose bool) (core.Secret, error) {
	if !a.start.alone && singleinstance.Raise(a.dir) == nil {
		return core.Secret{}, &startup.Problem{Code: startup.Raised, Cause: errors.New("another copy runs")}
	}
	if a.start.asker == nil {
		return core.Secret{}, &startup.Problem{Code: startup.Unasked, Cause: errors.New("nobody can be asked for a passphrase")}
	}
	a.log.Info("asking for a passphrase", "new", choose)
	return a.start.asker(ctx, startup.Question{Choose: choose, Fits: a.phraseFits,
		Recover: func(code, phrase core.Secret) error { return recovery{a}.replacePassphrase(ctx, code, phrase) }})
}

// phraseFits reports whether a passphrase is that of the data, as far as that can be
// told.
func (a *App) phraseFits(phrase core.Secret) bool { return keys.NewPassphrase(a.dir, phrase).Fits() }

// openLog writes to a file that is turned over before it grows large.
func (a *App) openLog(o Options, stderr io.Writer) {
	file := config.OpenLog(a.dir)
	a.undo = append(a.undo, func() { _ = file.Close() })
	var out io.Writer = file
	if o.LogStderr {
		out = io.MultiWriter(file, stderr)
	}
	a.log = slog.New(slog.NewTextHandler(out, nil))
}
