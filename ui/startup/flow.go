package startup

import (
	"context"
	"fmt"
	"io"
	"sync"

	"fyne.io/fyne/v2"

	"sanduq/core"
)

// Phase is what the window shows for a while.
type Phase string

// The phases, and which may follow which:
//
//	opening → unlock → opening     a passphrase is asked for while the data are opened
//	opening → till                 they are open; the first run is a part of it
//	opening → rescue → opening     they cannot be opened, and a backup or the recovery code helped
//	opening → told                 they cannot be opened, and nothing here helps
//	told    → opening              of practice, whose settings take the bank's keys
//	till    → opening              the till was set up live
//	till    → rescue → opening     a manager picks a backup
//	rescue  → unlock → rescue      what is restored has a passphrase
const (
	PhaseOpening Phase = "opening"
	PhaseUnlock  Phase = "unlock"
	PhaseRescue  Phase = "rescue"
	PhaseTold    Phase = "told"
	PhaseTill    Phase = "till"
)

// Next is what follows a till that leaves its window.
type Next int

// What can follow.
const (
	Reopen     Next = iota // the till again, as it was set up now
	PickBackup             // a backup in the place of its data, then the till
)

// Question asks a person for a passphrase.
type Question struct {
	Choose bool // a new one is wanted
	// Fits reports whether one opens the data; it is slow. Not asked about a new
	// one.
	Fits func(core.Secret) bool
	// Recover is that of Phrase; nil offers no such way.
	Recover func(code, phrase core.Secret) error
}

// Asker gets the passphrase from a person, and blocks for it. Errors are a
// *Problem: Unasked when none was given.
type Asker func(context.Context, Question) (core.Secret, error)

// Rooms are what lies below the window. One method is called at a time. Enter
// and CloseTill are called on the UI goroutine and are quick; the others may be slow
// and are called beside it.
type Rooms interface {
	// Open opens the data and what works upon them. Errors are a *Problem, with
	// nothing left open. counted is told, on the caller's goroutine, how many
	// sales of older data have been brought to what this version reads.
	Open(ctx context.Context, ask Asker, counted func(done, total uint64)) error
	// Enter gives the window to what was opened, until CloseTill. It calls leave, on
	// the UI goroutine, when something else is to follow.
	Enter(w *Window, leave func(Next))
	CloseTill()
	// Close closes what Open opened, and ends what still runs in the window. It
	// may be called again.
	Close()
	// Rescue is what can be done about data that do not open; nil for nothing.
	Rescue(ctx context.Context) *Rescue
	// Practise lets the next Open be that of practice, where a live till did not open.
	Practise()
	// Failed writes down why a start failed.
	Failed(error)
}

// Flow leads the one window through its phases. Its fields are set before Run;
// its methods belong on the UI goroutine.
type Flow struct {
	Window *Window
	Rooms  Rooms
	Out    io.Writer    // where a terminal is told why a start failed
	Post   func(func()) // queues on the UI goroutine; nil is the program's own
	Full   bool         // the window opens in full screen

	phase  Phase
	ready  bool // the window is there
	wished bool // of PhaseRescue: nothing is wrong
	status int  // of the process, where the phase does not say it

	counted func(done, total uint64) // shows how far older data are, in PhaseOpening

	ctx     context.Context // ends with the window
	end     context.CancelFunc
	running sync.WaitGroup
}

// begin begins to open what lies below, before there is a window to see.
func (f *Flow) begin(ctx context.Context) {
	if f.Post == nil {
		f.Post = fyne.Do
	}
	f.ctx, f.end = context.WithCancel(ctx)
	f.open()
}

// Run shows the window until it is closed, or ctx ends, and returns the exit
// status. Everything that was opened is closed then. It is called on the main
// goroutine, once.
func (f *Flow) Run(ctx context.Context) (status int) {
	f.begin(ctx)
	gui := f.Window.App
	gui.Lifecycle().SetOnStarted(func() {
		if f.ready = Opened(f.Window.Window); !f.ready {
			gui.Quit()
		}
	})
	context.AfterFunc(ctx, func() { fyne.Do(gui.Quit) })
	f.Window.Open(f.Full)
	broken := Run(f.Window.Window)
	defer f.stop()
	if !f.ready {
		p := &Problem{Code: NoWindow, Cause: fmt.Errorf("the window was not opened: %v", broken)}
		f.Rooms.Failed(p)
		f.end()
		p.Print(f.Out, f.Window.Words)
		aloud(p.Sentence(f.Window.Words))
		return 1
	}
	if broken != nil {
		f.Rooms.Failed(fmt.Errorf("the window broke: %v", broken))
		panic(broken)
	}
	return f.ended()
}
