// Sanduq is a point of sale for account-to-account payments. This file reads
// flags and opens the window; what lies below the window is wired in ui/app.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"fyne.io/fyne/v2"
	fyneapp "fyne.io/fyne/v2/app"
	"github.com/alecthomas/kong"

	"sanduq/assets"
	"sanduq/storage/check"
	"sanduq/ui/app"
	"sanduq/ui/desktop/memory"
	"sanduq/ui/preferences"
	"sanduq/ui/settings/about"
	"sanduq/ui/startup"
	"sanduq/ui/subprocess"
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
	Restore fileCmd  `cmd:"" help:"Put a backup in the place of the till's data, which are kept."`
	Forget  struct{} `cmd:"" name:"forget-users" help:"Remove all users of a till whose managers forgot their PINs; it must be closed."`

	Office officeCmd `cmd:"" name:"office-view" help:"Show a head office instead of a till: its shops' sales, as they come."`

	Export app.ExportOptions `cmd:"" help:"Write the sales of some days, or what else the till keeps of them, into a file, for a nightly job, while the till runs or not. Exit status: 0 written, 1 failed, 2 wrong arguments, 3 nothing on these days, 4 another program holds the data."`
}

type fileCmd struct {
	File string `arg:"" help:"The backup." type:"path"`
}

type officeCmd struct {
	Address string `arg:"" help:"The office's address, https."`
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == check.CheckArgument {
		os.Exit(check.Main(os.Args[2:], os.Stderr))
	}
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

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
	f.Told = subprocess.Withhold() // before anything below starts a program
	catalogue := speak(f)
	windowWith := func(kept func(app.Options, preferences.Holder) preferences.Holder) *startup.Window {
		gui := fyneapp.NewWithID(app.AppID)
		return startup.NewWindow(gui, catalogue, kept(f.Options, gui.Preferences()), f.Lang, f.Theme)
	}
	window := func() *startup.Window { return windowWith(app.Preferences) }
	officeWindow := func() *startup.Window { return windowWith(app.OfficePreferences) }
	switch call.Command() {
	case "restore <file>":
		return app.RestoreFile(ctx, f.Options, f.Restore.File, catalogue, startup.Alone(window), os.Stdin, stdout, stderr)
	case "export <file>":
		return app.ExportFile(ctx, f.Options, f.Export, catalogue, os.Stdin, stdout, stderr)
	case "office-view <address>":
		return app.OfficeView(ctx, f.Office.Address, nil, catalogue, officeWindow, stderr)
	case "forget-users":
		return app.ForgetUsers(ctx, f.Options, catalogue, startup.Alone(window), stdout, stderr)
	}
	return runTill(ctx, f, catalogue, window, officeWindow, stderr)
}

// runTill shows the window, and in it what the till is at, until it is closed.
func runTill(ctx context.Context, f flags, catalogue *words.Catalogue, window, officeWindow func() *startup.Window, stderr io.Writer) int {
	memory.Hurry()
	office, back, err := app.ShownOffice(f.Options)
	if office != "" {
		return app.OfficeView(ctx, office, back, catalogue, officeWindow, stderr)
	}
	if err != nil {
		fmt.Fprintf(stderr, "sanduq: %v\n", err)
	}
	f.About = about.Program{Version: version, Commit: commit, Date: date}
	if f.Updates.URL == "" { // address and key belong together
		f.Updates = app.UpdateSource{URL: updateURL, Key: updateKey}
	}
	program := app.NewProgram(f.Options, catalogue, stderr)
	defer program.Close()
	if err := errors.Join(startup.Screen(), program.Raise()); err != nil {
		return startup.Refuse(err, catalogue, stderr)
	}
	w := window()
	w.App.SetIcon(fyne.NewStaticResource("icon.png", assets.AppIcon(program.Practice())))
	flow := startup.Flow{Window: w, Rooms: program, Out: stderr, Full: f.FullScreen}
	return flow.Run(ctx)
}

// speak is the catalogue in the language of this start.
func speak(f flags) *words.Catalogue {
	return words.MustLoad(words.Guess(append([]string{f.Lang}, words.System()...)...))
}
