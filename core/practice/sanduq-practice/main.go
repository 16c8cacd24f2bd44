// Sanduq-practice is the practice bank as a program of its own, with its page, and beside it a demo shop that takes
// payments by redirect: what a developer tries the SDK with. The till has the same bank inside. It may import what
// stands in core/practice, the SDK and the fonts of assets; it has no window.
package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/alecthomas/kong"

	"sanduq/assets"
	"sanduq/core"
	"sanduq/core/practice/demoshop"
	"sanduq/core/practice/sandbox"
	"sanduq/core/wire"
)

// version is set by the linker.
var version = "0.0.0"

type flags struct {
	Dir  string `help:"Folder of the ledger." default:"practice-bank" type:"path"`
	Addr string `help:"Loopback address to listen on; a fixed port, or a free one, when absent."`
	LAN  string `name:"lan" help:"Let real phones reach the bank, such as 0.0.0.0:47821."`
	Shop string `help:"Loopback address of the demo shop; a fixed port, or a free one, when absent."`

	ShowVersion kong.VersionFlag `name:"version" help:"Show the version."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run is the whole program until ctx ends; it returns the exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var f flags
	parser, err := kong.New(&f, kong.Name("sanduq-practice"), kong.Writers(stdout, stderr),
		kong.Description("Runs the practice bank alone, with its page and a demo shop, until stopped. No money moves."),
		kong.Vars{"version": "sanduq-practice " + version})
	if err != nil {
		panic(err) // the flags above are wrong
	}
	if _, err := parser.Parse(args); err != nil {
		fmt.Fprintf(stderr, "sanduq-practice: %v\nTry sanduq-practice --help.\n", err)
		return 2
	}
	log := slog.New(slog.NewTextHandler(stderr, nil))
	o := sandbox.Options{Dir: f.Dir, Addr: f.Addr, Listen: f.LAN, Logger: log}
	shop := func(bank *sandbox.Server) (stop func(), err error) { return openShop(ctx, f, bank, stdout, log) }
	if err := sandbox.Run(ctx, o, stdout, shop); err != nil {
		fmt.Fprintf(stderr, "sanduq-practice: %v\n", err)
		return 1
	}
	return 0
}

// openShop is the demo shop beside the bank: the redirect flow to try.
func openShop(ctx context.Context, f flags, bank *sandbox.Server, stdout io.Writer, log *slog.Logger) (stop func(), err error) {
	key, secret := bank.Credentials()
	api, err := core.NewClient(core.ClientConfig{Environment: core.Sandbox, BaseURL: bank.BaseURL(), Profile: wire.SandboxProfile(),
		APIKey: core.NewSecret(key.Reveal()), SecretKey: core.NewSecret(secret.Reveal()), Logger: log, Version: version})
	if err != nil {
		return nil, err
	}
	url, closeShop, err := demoshop.Serve(ctx, demoshop.Config{API: api, Dir: filepath.Join(f.Dir, "demo-shop"),
		Bank: bank.Bank().Address(), Fonts: assets.Fonts(), Logger: log,
		WebhookSecret: core.NewSecret(bank.Webhooks().Secret().Reveal())}, f.Shop)
	if err != nil {
		api.Close()
		return nil, err
	}
	if err := bank.Webhooks().Add(url + demoshop.WebhookPath); err != nil {
		closeShop()
		api.Close()
		return nil, err
	}
	fmt.Fprintf(stdout, "\nDemo shop  %s\n", url)
	return func() { closeShop(); api.Close() }, nil
}
