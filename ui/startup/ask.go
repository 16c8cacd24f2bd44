package startup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/core"
	"sanduq/ui/preferences"
	"sanduq/ui/subprocess"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// AskArgument is the hidden first argument with which the application starts
// itself to ask for a passphrase: the toolkit can show one run of windows in a
// process, and the till's own needs its data first.
const AskArgument = "ask-passphrase"

// Question is what the asking process is told.
type Question struct {
	Dir    string // of the data that the passphrase opens
	Choose bool   // a new one is wanted
	Lang   string // blank: the one chosen last
	Theme  string // the same
}

// The exit statuses of the asking process.
const (
	askGiven  = 0
	askLeft   = 3 // the person gave none
	askNoView = 4 // there can be no window
)

// Ask shows a window of its own, in a process of its own, and returns the
// passphrase that was typed there. Errors are a *Problem: Unasked when none was
// given, Window when nobody could be asked. The passphrase comes through a
// pipe; the process gets no key of ours in its environment.
func Ask(ctx context.Context, q Question) (core.Secret, error) {
	program, err := os.Executable()
	if err != nil {
		return core.Secret{}, &Problem{Code: Window, Cause: err}
	}
	question, err := json.Marshal(q)
	if err != nil {
		return core.Secret{}, &Problem{Code: other, Cause: err}
	}
	cmd := subprocess.Command(ctx, program, AskArgument)
	in, err := cmd.StdinPipe()
	if err != nil {
		return core.Secret{}, &Problem{Code: Window, Cause: err}
	}
	defer func() { _ = in.Close() }() // its end tells that process that we are gone
	var complaints strings.Builder
	cmd.Stderr = &complaints
	go func() { _, _ = in.Write(append(question, '\n')) }()
	phrase, err := cmd.Output()
	exit, ended := errors.AsType[*exec.ExitError](err)
	switch {
	case err == nil && len(phrase) > 0:
		return core.NewSecret(string(phrase)), nil
	case ctx.Err() != nil, ended && exit.ExitCode() == askLeft:
		return core.Secret{}, &Problem{Code: Unasked, Cause: errors.New("no passphrase was given")}
	}
	return core.Secret{}, &Problem{Code: Window, Cause: fmt.Errorf("nobody could be asked for a passphrase: %w: %.400s", err, complaints.String())}
}

// AskMain is the body of the asking process: it reads a Question, shows the
// window and writes the passphrase. It returns the process's exit status. fits
// tells whether a passphrase opens the data in a folder.
func AskMain(in io.Reader, out io.Writer, newApp func() fyne.App, fits func(dir string, phrase core.Secret) bool) int {
	var q Question
	decoder := json.NewDecoder(in)
	if err := decoder.Decode(&q); err != nil {
		return askNoView
	}
	a := newApp()
	kept := preferences.Open(a.Preferences())
	w := words.MustLoad(words.Guess(append([]string{q.Lang}, words.System()...)...))
	if lang := kept.Get().Language; q.Lang == "" && lang != "" {
		_ = w.Use(lang)
	}
	win := a.NewWindow("Sanduq")
	status, opened := askLeft, false
	p := &Phrase{
		Words: w, Choose: q.Choose, Leave: a.Quit,
		Fits: func(phrase core.Secret) bool { return fits(q.Dir, phrase) },
		Done: func(phrase core.Secret) {
			if _, err := io.WriteString(out, phrase.Reveal()); err == nil {
				status = askGiven
			}
			a.Quit()
		},
		Go: func(f func()) { go f() }, Post: fyne.Do,
		After: func(d time.Duration, f func()) { time.AfterFunc(d, func() { fyne.Do(f) }) },
	}
	touch := newTouch(win, w, kept, func() *container.Scroll { return p.page })
	show := func() {
		theme.Apply(a, kept.Get().Look.Named(q.Theme).In(w.RTL()))
		win.SetContent(touch.under(p.Content()))
		p.Focus()
	}
	p.Turn = func(lang string) {
		_ = w.Use(lang)
		kept.Update(func(v *preferences.Values) { v.Language = lang })
		show()
	}
	win.Canvas().SetOnTypedKey(p.Key)
	win.SetPadded(false)
	show()
	win.Resize(fyne.NewSize(phraseWide, phraseHigh))
	win.CenterOnScreen()
	win.SetMaster()
	a.Lifecycle().SetOnStarted(func() {
		if opened = Opened(win); !opened {
			a.Quit()
			return
		}
		p.Focus()
		go func() { // whoever asked has ended
			_, _ = io.Copy(io.Discard, io.MultiReader(decoder.Buffered(), in))
			fyne.Do(a.Quit)
		}()
	})
	broken := Run(win)
	if !opened || broken != nil {
		fmt.Fprintf(os.Stderr, "the window was not opened: %v\n", broken)
		return askNoView
	}
	return status
}

// The window's size at first.
const phraseWide, phraseHigh float32 = 780, 600
