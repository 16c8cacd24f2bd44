// Sanduq is a point of sale for account-to-account payments. This file reads
// flags and opens the window; what lies below the window is wired in ui/app.
package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"fyne.io/fyne/v2"
	fyneapp "fyne.io/fyne/v2/app"
	"github.com/alecthomas/kong"

	"sanduq/assets"
	"sanduq/core"
	"sanduq/core/sandbox"
	"sanduq/storage"
	"sanduq/ui/app"
	"sanduq/ui/desktop/singleinstance"
	"sanduq/ui/preferences"
	"sanduq/ui/startup"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// Set by the linker.
var (
	version = "0.0.0"
	commit  = "unknown"
	date    = "unknown" // of the commit

	updateURL, updateKey string // of the news of versions, where a start names none
)

type flags struct {
	app.Options
	ShowVersion kong.VersionFlag `name:"version" help:"Show version, commit and its date."`

	Run     struct{} `cmd:"" default:"1" hidden:""`
	Sandbox bankCmd  `cmd:"" help:"Run the practice bank alone, with its page, until stopped."`
	Restore fileCmd  `cmd:"" help:"Put a backup in the place of the till's data, which are kept."`
	Forget  struct{} `cmd:"" name:"forget-users" help:"Remove all users of a till whose managers forgot their PINs; it must be closed."`
}

type bankCmd struct {
	Dir  string `help:"Folder of its ledger." default:"practice-bank" type:"path"`
	Addr string `help:"Loopback address to listen on." default:""`
}

type fileCmd struct {
	File string `arg:"" help:"The backup." type:"path"`
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == storage.CheckArgument {
		os.Exit(storage.CheckMain(os.Args[2:]))
	}
	if len(os.Args) == 2 && os.Args[1] == startup.AskArgument {
		os.Exit(startup.AskMain(os.Stdin, os.Stdout, newApp, app.PhraseFits))
	}
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

func newApp() fyne.App { return fyneapp.NewWithID(app.AppID) }

// run is the whole program; it returns the exit status.
func run(args []string, stdout, stderr io.Writer) int {
	var f flags
	parser, err := kong.New(&f, kong.Name("sanduq"), kong.Writers(stdout, stderr),
		kong.Description("Takes QR, bank-account and wallet payments at the till. Without arguments it starts for practice: no money moves."),
		kong.Vars{"version": "sanduq " + version + ", commit " + commit + ", " + date})
	if err != nil {
		panic(err) // the flags above are wrong
	}
	call, err := parser.Parse(args)
	if err != nil {
		fmt.Fprintf(stderr, "sanduq: %v\nTry sanduq --help.\n", err)
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	switch call.Command() {
	case "sandbox":
		return runBank(ctx, f, stdout, stderr)
	case "restore <file>":
		return app.RestoreFile(ctx, f.Options, f.Restore.File, speak(f), os.Stdin, stdout, stderr)
	}
	if call.Command() == "forget-users" {
		return app.ForgetUsers(ctx, f.Options, speak(f), stdout, stderr)
	}
	if f.ChooseBackup {
		return chooseBackup(ctx, f, stderr)
	}
	return runTill(ctx, f, stderr)
}

// runBank is the practice bank alone.
func runBank(ctx context.Context, f flags, stdout, stderr io.Writer) int {
	if env, err := core.ParseEnvironment(f.Env); err != nil || env == core.Live {
		fmt.Fprintln(stderr, "sanduq: the practice bank never runs with SERVICE_ENV=live")
		return 1
	}
	o := sandbox.Options{Dir: f.Sandbox.Dir, Addr: f.Sandbox.Addr, Listen: f.BankLAN, Logger: slog.New(slog.NewTextHandler(stderr, nil))}
	if err := sandbox.Run(ctx, o, stdout); err != nil {
		fmt.Fprintf(stderr, "sanduq: %v\n", err)
		return 1
	}
	return 0
}

// runTill wires the till and shows its window until it is closed.
func runTill(ctx context.Context, f flags, stderr io.Writer) int {
	startup.Hurry()
	catalogue := speak(f)
	f.Version, f.Commit, f.Date = version, commit, date
	if f.UpdateURL == "" { // address and key belong together
		f.UpdateURL, f.UpdateKey = updateURL, updateKey
	}
	a, err := app.Build(ctx, f.Options, catalogue, stderr)
	if err != nil {
		return fail(a, err, catalogue, stderr)
	}
	defer a.Close()
	gui := newApp()
	gui.SetIcon(fyne.NewStaticResource("icon.png", assets.AppIcon(a.Practice())))
	kept := preferences.Open(gui.Preferences())
	if lang := kept.Get().Language; f.Lang == "" && lang != "" {
		_ = catalogue.Use(lang)
	}
	kept.Override(func(v *preferences.Values) {
		v.Look = v.Look.Named(f.Theme)
		if f.Lang != "" {
			v.Language = catalogue.Lang()
		}
	})
	theme.Apply(gui, kept.Get().Look.In(catalogue.RTL()))
	fonts := theme.Warm(gui)
	w := gui.NewWindow("Sanduq")
	fonts()
	shell := a.Shell(kept, w)
	shell.Attach(w)
	w.Resize(fyne.NewSize(1366, 690))
	w.SetFullScreen(f.FullScreen)
	w.SetMaster()
	if err := singleinstance.Listen(ctx, a.Dir(), func() { fyne.Do(w.RequestFocus) }); err != nil {
		a.Log().Warn("a second copy cannot bring this one forward", "err", err)
	}
	started := false
	gui.Lifecycle().SetOnStarted(func() {
		if started = startup.Opened(w); !started {
			gui.Quit()
			return
		}
		shell.Start(ctx)
		a.Ready()
		startup.Settle()
	})
	gui.Lifecycle().SetOnStopped(shell.Stop)
	context.AfterFunc(ctx, func() { fyne.Do(gui.Quit) })
	broken := startup.Run(w)
	if !started {
		return fail(a, &startup.Problem{Code: startup.Window, Cause: fmt.Errorf("the window was not opened: %v", broken)}, catalogue, stderr)
	}
	if broken != nil {
		a.Log().Error("the window broke", "panic", broken)
		panic(broken)
	}
	switch {
	case a.Choosing():
		a.Close()
		return startup.Again(stderr, a.Environ(), chooseFlag)
	case a.Renewing():
		a.Close()
		return startup.Again(stderr, a.Environ())
	}
	return 0
}

const chooseFlag = "--choose-backup"

// chooseBackup lets a person restore a backup, then starts the till again.
func chooseBackup(ctx context.Context, f flags, stderr io.Writer) int {
	catalogue := speak(f)
	a, err := app.Locate(f.Options, catalogue, stderr)
	if err != nil {
		return fail(a, err, catalogue, stderr)
	}
	startup.Choose(catalogue, newApp, a.Rescue(ctx))
	a.Close()
	os.Args = slices.DeleteFunc(os.Args, func(a string) bool { return a == chooseFlag })
	return startup.Again(stderr, a.Environ())
}

// speak is the catalogue in the language of this start.
func speak(f flags) *words.Catalogue {
	return words.MustLoad(words.Guess(append([]string{f.Lang}, words.System()...)...))
}

// fail says why the application did not start, on the terminal and, where a
// window can be had, in one, where a backup can be restored. It returns the exit
// status.
func fail(a *app.App, err error, catalogue *words.Catalogue, stderr io.Writer) int {
	a.Log().Error("not started", "err", err)
	a.Close()
	if startup.Tell(err, stderr, catalogue, newApp, a.Rescue(context.Background())) {
		return startup.Again(stderr, a.Environ())
	}
	return 1
}
