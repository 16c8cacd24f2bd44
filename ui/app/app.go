// Package app wires the rooms below the window together: log, store, gateway,
// till, and the small adapters between them. It decides nothing about money and
// makes no window: main does, and only main imports it. It is the one room under
// ui that may know the database and the practice bank.
package app

import (
	"context"
	"crypto/tls"
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
	env       core.Environment
	root      string // of all environments
	dir       string // of this one
	given     gateway.Given
	about     about.Program
	start     start
	url       string // of the gateway
	words     *words.Catalogue
	log       *slog.Logger
	bank      *sandbox.Server // nil with a gateway of one's own
	store     *storage.Store
	vault     *keys.Vault // of the merchant's keys
	scheduler *backup.Scheduler
	damage    atomic.Value // string: the part of the store found damaged
	till      *till.Till
	drawer    *receipt.Drawer
	paper     *printing.Printing
	roll      *practice.Printer // nil where money moves
	undo      []func()

	updates about.Updates // nil where no address is given
	sent    outgoing
	trusted *tls.Config // whom the certificates of an office and of a mail server must come from; nil for whom the system trusts

	names *journal.Settings // those of the live till that was set up while practising
}

// outgoing is what leaves the till by itself while it runs.
type outgoing struct {
	office *headOffice
	mail   *mail
	files  *files
}

// start is what a start was told, and whom it asks and tells.
type start struct {
	asked  Options             // as this start was told
	wanted Options             // with what the settings remember
	told   subprocess.Withheld // in the environment, the merchant's keys among it
	asker  startup.Asker
	leave  func(startup.Next) // gives the window away, to what comes next
	alone  bool               // there is no window, and no other's is brought forward
	// counted is told how far older data have been brought; nil when nobody looks.
	counted func(done, total uint64)
}

// Practice reports whether no money moves here.
func (a *App) Practice() bool { return a.env != core.Live }

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
