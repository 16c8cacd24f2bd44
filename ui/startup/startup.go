// Package startup tells a person, in words and with what to do, why the
// application did not start: on the terminal, and in a small window where
// there is a screen.
package startup

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/words"
)

// Problem is why the application cannot start. Code is a key of the words
// catalogue below "startup."; Detail is what the sentence names, such as a
// folder. Cause is for the log.
type Problem struct {
	Code   string
	Detail string
	Cause  error
}

// The codes that the composition root finds out by itself. The store's codes
// are used as they are.
const (
	Environment = "environment" // SERVICE_ENV is misspelt
	BaseURL     = "baseURL"     // live without an address, or with http
	Keys        = "keys"        // no merchant keys for this environment
	Profile     = "profile"     // the wire profile cannot be used
	Choices     = "choices"     // what the settings remember cannot be read
	Bank        = "bank"        // the practice bank cannot listen
	Display     = "display"     // there is no screen
	Window      = "window"      // the window could not be opened: no OpenGL
	Raised      = "raised"      // another copy runs; its window came forward
	Unasked     = "unasked"     // live without a keyring, and no passphrase was given
	other       = "other"
)

// Error implements error.
func (p *Problem) Error() string { return fmt.Sprintf("startup: %s: %v", p.Code, p.Cause) }

// Unwrap gives the cause.
func (p *Problem) Unwrap() error { return p.Cause }

// Sentence is what happened and what to do.
func (p *Problem) Sentence(w *words.Catalogue) string {
	key := "startup." + p.Code
	if here := key + "." + runtime.GOOS; w.Has(here) { // what to do differs by system
		key = here
	}
	if !w.Has(key) {
		key = "startup." + other
	}
	return w.T(key, "detail", p.Detail)
}

// Print writes the sentence, and the cause below it for whoever helps.
func (p *Problem) Print(out io.Writer, w *words.Catalogue) {
	fmt.Fprintf(out, "Sanduq: %s\n", p.Sentence(w))
	if p.Code != Raised && p.Code != Unasked {
		fmt.Fprintf(out, "  (%s: %v)\n", p.Code, p.Cause)
	}
}

// Tell says on the terminal why a start failed and, where that can help and a
// window can be had, in a window too; without OpenGL a program of the desktop
// shows it. It returns when that is closed: true when a backup was restored
// there, so that the application should start again. help may be nil.
func Tell(err error, out io.Writer, w *words.Catalogue, newApp func() fyne.App, help *Rescue) (again bool) {
	p, known := errors.AsType[*Problem](err)
	if !known {
		p = &Problem{Code: other, Cause: err}
	}
	p.Print(out, w)
	switch p.Code {
	case Raised, Unasked, Display: // there is a window already or was one, or there is no screen
	case Window:
		aloud(p.Sentence(w))
	default:
		if help != nil && p.Sick() {
			return (&rescue{Rescue: help, problem: p, words: w}).show(newApp())
		}
		p.Show(newApp(), w)
	}
	return false
}

// Screen returns a Problem where no window can be opened at all.
func Screen() error {
	if runtime.GOOS == "linux" && os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return &Problem{Code: Display, Cause: errors.New("neither DISPLAY nor WAYLAND_DISPLAY is set")}
	}
	return nil
}

// Show tells it in a small window of its own, until that is closed.
func (p *Problem) Show(a fyne.App, w *words.Catalogue) {
	win := a.NewWindow("Sanduq")
	win.SetContent(p.Content(w, a.Quit))
	win.Resize(fyne.NewSize(560, 240))
	win.ShowAndRun()
}

// Content is the small window's content.
func (p *Problem) Content(w *words.Catalogue, quit func()) fyne.CanvasObject {
	title := widget.NewLabelWithStyle(w.T("startup.title"), fyne.TextAlignLeading, fyne.TextStyle{Bold: true})
	text := widget.NewLabel(p.Sentence(w))
	text.Wrapping = fyne.TextWrapWord
	button := widget.NewButton(w.T("startup.close"), quit)
	button.Importance = widget.HighImportance
	return container.NewPadded(container.NewBorder(title, button, nil, nil, text))
}
