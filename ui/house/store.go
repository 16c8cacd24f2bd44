package house

import (
	"context"
	"errors"
	"io"
	"log/slog"

	"sanduq/core"
	"sanduq/storage"
	"sanduq/ui/single"
	"sanduq/ui/startup"
)

// openStore opens the database of the environment.
func (h *House) openStore(ctx context.Context) error {
	o, err := h.storeOptions(ctx)
	var store *storage.Store
	if err == nil {
		store, err = storage.Open(ctx, o)
	}
	if err != nil {
		return h.problem(err)
	}
	h.store = store
	h.undo = append(h.undo, func() { _ = store.Close() })
	return nil
}

// ask gets the passphrase of a live till from a person, unless another copy
// has asked already.
func (h *House) ask(ctx context.Context, choose bool) (core.Secret, error) {
	if single.Raise(h.dir) == nil {
		return core.Secret{}, &startup.Problem{Code: startup.Raised, Cause: errors.New("another copy runs")}
	}
	h.log.Info("asking for a passphrase", "new", choose)
	return startup.Ask(ctx, startup.Question{Dir: h.dir, Choose: choose, Lang: h.asked.Lang, Theme: h.asked.Theme})
}

// PhraseFits tells whether a passphrase opens the data in dir, as far as that
// can be told from the wrapped key; a file that is damaged is for the opening
// to refuse.
func PhraseFits(dir string, phrase core.Secret) bool {
	_, err := storage.NewPassphrase(dir, phrase).Load(context.Background())
	return !errors.Is(err, storage.ErrPassphrase)
}

// openLog writes to a file that is turned over before it grows large.
func (h *House) openLog(o Options, stderr io.Writer) {
	file := storage.OpenLog(h.dir)
	h.undo = append(h.undo, func() { _ = file.Close() })
	var out io.Writer = file
	if o.LogStderr {
		out = io.MultiWriter(file, stderr)
	}
	h.log = slog.New(slog.NewTextHandler(out, nil))
}
