package house

import (
	"context"
	"errors"
	"io"
	"log/slog"

	"sanduq/storage"
	"sanduq/ui/startup"
)

// openStore opens the database of the environment.
func (h *House) openStore(ctx context.Context) error {
	keys, marks, err := storage.KeysFor(ctx, h.env, h.dir, nil)
	var store *storage.Store
	if err == nil {
		store, err = storage.Open(ctx, storage.Options{Dir: h.dir, Keys: keys, Marks: marks, Logger: h.log, Checker: storage.CommandChecker("")})
	}
	if err != nil {
		p := &startup.Problem{Code: "STORE_DAMAGED", Detail: h.dir, Cause: err}
		if e, ok := errors.AsType[*storage.Error](err); ok {
			p.Code = string(e.Code)
		}
		return p
	}
	h.store = store
	h.undo = append(h.undo, func() { _ = store.Close() })
	for _, w := range store.Warnings() {
		h.log.Warn("store", "warning", w)
	}
	return nil
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
