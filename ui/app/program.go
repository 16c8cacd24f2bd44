package app

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"fyne.io/fyne/v2"

	"sanduq/assets"
	"sanduq/core"
	"sanduq/core/wire"
	"sanduq/storage/config"
	"sanduq/ui"
	"sanduq/ui/desktop/singleinstance"
	"sanduq/ui/preferences"
	"sanduq/ui/startup"
	"sanduq/ui/words"
)

// Program opens tills, one after the other, for the window of one process: the
// next one when the first was set up live, or when a backup takes the place of
// its data. It is the startup.Rooms of main.
type Program struct {
	options Options
	words   *words.Catalogue
	stderr  io.Writer
	post    func(func()) // queues on the UI goroutine

	located *App   // the next one, whose data are found and not yet opened; nil for none
	lost    error  // why they were not found
	app     *App   // that is open, or did not open; nil for none
	shown   string // the folder whose preferences the window has
	shell   *ui.Shell
	gone    func() // ends what the shell has yet to do; nil while there is none
}

// NewProgram finds the data of the first till, and opens nothing in them.
func NewProgram(o Options, w *words.Catalogue, stderr io.Writer) *Program {
	p := &Program{options: o, words: w, stderr: stderr, post: fyne.Do}
	p.locate()
	p.shown = p.located.dir
	return p
}

func (p *Program) locate() { p.located, p.lost = Locate(p.options, p.words, p.stderr) }

// Practice reports whether no money moves in the till that comes first.
func (p *Program) Practice() bool { return p.located.Practice() }

// Raise brings the window of another copy forward that has these data open. It
// returns a *startup.Problem that says so, or nil where there is none.
func (p *Program) Raise() error {
	if p.lost == nil && singleinstance.Raise(p.located.dir) == nil {
		return &startup.Problem{Code: startup.Raised, Cause: errors.New("another copy runs")}
	}
	return nil
}

// Open implements startup.Rooms.
func (p *Program) Open(ctx context.Context, ask startup.Asker, counted func(done, total uint64)) error {
	if p.located == nil {
		p.locate()
	}
	p.closeApp() // the log of one that did not open
	p.app, p.located = p.located, nil
	if p.lost != nil {
		return p.lost
	}
	p.app.start.counted = counted
	return p.app.Open(ctx, ask)
}

// Enter implements startup.Rooms.
func (p *Program) Enter(w *startup.Window, leave func(startup.Next)) {
	a := p.app
	a.start.leave = leave
	if a.dir != p.shown { // the first till was set up live
		p.shown = a.dir
		w.Move(preferencesIn(a, w.App.Preferences()))
	}
	w.App.SetIcon(fyne.NewStaticResource("icon.png", assets.AppIcon(a.Practice())))
	w.SetIcon(w.App.Icon())
	life, end := context.WithCancel(context.Background())
	p.gone = end
	a.writeFiles(a.exporting)
	p.shell = a.Shell(w, func(f func()) {
		p.post(func() {
			if life.Err() == nil {
				f()
			}
		})
	})
	p.shell.Attach(w.Window)
	a.listen(func() { p.post(w.Raise) })
	a.answerExports()
	p.shell.Start(life)
	a.ready()
}

// CloseTill implements startup.Rooms.
func (p *Program) CloseTill() {
	p.shell.Detach()
	p.endShell()
}

func (p *Program) endShell() {
	if p.gone != nil {
		p.gone()
		p.shell.Stop()
		p.gone, p.shell = nil, nil
	}
}

// Close implements startup.Rooms.
func (p *Program) Close() {
	p.endShell()
	p.closeApp()
	if p.located != nil {
		p.located.Close()
		p.located = nil
	}
}

func (p *Program) closeApp() {
	if p.app != nil {
		p.app.Close()
		p.app = nil
	}
}

// Rescue implements startup.Rooms: of the till that did not open, or else of the
// next.
func (p *Program) Rescue(ctx context.Context) *startup.Rescue {
	if p.app != nil {
		return p.app.rescue(ctx)
	}
	if p.located == nil {
		p.locate()
	}
	return p.located.rescue(ctx)
}

// Practise implements startup.Rooms.
func (p *Program) Practise() { p.options.Env = string(core.Sandbox) }

// Failed implements startup.Rooms.
func (p *Program) Failed(err error) {
	for _, a := range []*App{p.app, p.located} {
		if a != nil {
			a.log.Error("not started", "err", err)
			return
		}
	}
}

// Preferences are those of the data that a start opens. older is where former versions
// kept those of all data together.
func Preferences(o Options, older preferences.Holder) preferences.Holder {
	a := &App{log: slog.New(slog.DiscardHandler)} // the log is in the data, and the window is older than they
	err := a.recall(&o)
	if err == nil {
		a.env, err = wire.ParseEnvironment(o.Env)
	}
	if err != nil {
		return older // the window will say why nothing opens
	}
	return preferencesIn(a, older)
}

// preferencesIn are those of the data of an App.
func preferencesIn(a *App, older preferences.Holder) preferences.Holder {
	beside := core.Live
	if a.env == core.Live {
		beside = core.Sandbox
	}
	return preferences.NewFile(preferences.Folder{Own: preferencesOf(a.root, a.env), Older: older, Beside: preferencesOf(a.root, beside),
		Failed: func(err error) { a.log.Warn("preferences", "err", err) }})
}

func preferencesOf(root string, env core.Environment) preferences.Medium {
	return config.Remembered(filepath.Join(root, string(env), "preferences.json"))
}

// OfficePreferences are those of the window of an office, which has no data here.
func OfficePreferences(o Options, older preferences.Holder) preferences.Holder {
	root, err := config.Root(o.DataDir)
	if err == nil {
		err = os.MkdirAll(root, 0o700)
	}
	if err != nil {
		return older
	}
	return preferences.NewFile(preferences.Folder{Own: config.Remembered(filepath.Join(root, "office-preferences.json")), Older: older,
		Beside: preferencesOf(root, core.Live)})
}
