package app

import (
	"context"
	"fmt"
	"io"
	"time"

	"sanduq/core/till"
	"sanduq/ui/startup"
	"sanduq/ui/words"
)

// ForgetUsers is for a till at which no manager's PIN is known any more: it
// removes all users, so that everyone may use it, and writes that into the
// audit. Anyone who can do this can open the data themselves, with the keyring or
// the passphrase of this start. It returns the exit status.
func ForgetUsers(ctx context.Context, o Options, w *words.Catalogue, ask startup.Asker, out, stderr io.Writer) int {
	a, err := Locate(o, w, stderr)
	a.start.asker = ask
	defer func() { a.Close() }() // there is one even beside an error
	var n int
	if err == nil {
		if err = a.openExisting(ctx); err == nil {
			n, err = till.ForgetStaff(ctx, a.store, time.Now(), "forget-users")
		}
	}
	if err != nil {
		fmt.Fprintf(stderr, "sanduq: %v\n", err)
		return 1
	}
	fmt.Fprintln(out, words.Plain(w.T("lock.forgotten", "n", n)))
	return 0
}
