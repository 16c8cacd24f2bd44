// Package watch is the wait for an answer of the bank, as the screens share it that show
// one: its keys, the question that is asked at once, and the bank's last word. It shows
// what was answered and concludes nothing.
//
// Everything here belongs on the UI goroutine.
package watch

import (
	"context"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/pay/wording"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/toolkit/graphic"
)

// Till is what a wait asks of the till.
type Till interface {
	// Check asks for the status once; it joins a question in flight.
	Check(ctx context.Context, id journal.SaleID) error
}

// Shell is where a wait leads to.
type Shell interface {
	// SetAside asks whether and why an open sale is to be set aside.
	SetAside(v journal.View, reason string)
	// Failed reports an error that no view will tell about.
	Failed(err error)
}

// Watch is what the screens share that wait for an answer of the bank.
type Watch struct {
	env    screen.Env
	till   Till
	shell  Shell
	View   journal.View // the newest
	redraw func()       // shows what has changed
	shown  bool
	told   told          // the bank's last word
	Says   bool          // the customer says that it is paid
	Ring   *graphic.Ring // turns while a person waits for the bank's answer; nil where there is none
}

// New waits for the bank's answer about a sale; redraw shows what has changed.
func New(env screen.Env, till Till, shell Shell, v journal.View, redraw func()) Watch {
	return Watch{env: env, till: till, shell: shell, View: v, redraw: redraw}
}

// Shown is for screen.Screen.
func (w *Watch) Shown() { w.shown = true }

// Showing reports whether the screen is in the work area.
func (w *Watch) Showing() bool { return w.shown }

// Hidden is for screen.Screen.
func (w *Watch) Hidden() { w.shown = false }

// Press takes F3, F5 and Enter, F7.
func (w *Watch) Press(p screen.KeyPress) bool {
	switch p.Name {
	case fyne.KeyF3:
		w.CustomerSays()
	case fyne.KeyF5, fyne.KeyReturn, fyne.KeyEnter:
		w.Check()
	case fyne.KeyF7:
		w.Aside()
	default:
		return false
	}
	return true
}

// Check asks the bank at once.
func (w *Watch) Check() {
	id := w.View.ID
	w.told.asked = w.env.Now()
	if w.Ring != nil { // the questions that nobody asked for are not shown: each turn paints the window a dozen times
		w.Ring.Spin()
	}
	pay.Call(w.env, w.shell.Failed, func(ctx context.Context) error { return w.till.Check(ctx, id) }, nil)
}

// CustomerSays asks at once and puts the bank's own word before the cashier.
func (w *Watch) CustomerSays() {
	w.Says = true
	w.redraw()
	w.Check()
}

// Aside asks whether the sale is to be set aside, unless it is already.
func (w *Watch) Aside() {
	if w.View.SetAside == nil {
		w.shell.SetAside(w.View, "")
	}
}

// Waited hears the bank's last word and returns what is said of it, and how much
// of the wait was gone then.
func (w *Watch) Waited() (answer string, share float32) {
	w.told.update(wording.LastAnswer(w.View))
	live := w.View.Live
	live.LastAnswer = w.told.at
	return wording.Answered(w.env, w.told.at, w.told.word), present.Waited(live, w.env.Now())
}

// BankSays is the bank's last word beside what the customer says.
func (w *Watch) BankSays() string {
	if w.View.Live.Checking {
		return w.env.Words.T("says.asking")
	}
	if s := wording.Silence(w.env, w.View); s != "" {
		return s
	}
	at, word := wording.LastAnswer(w.View)
	if at.IsZero() {
		return w.env.Words.T("status.noAnswerYet")
	}
	return w.env.Words.T("says.answer", "answer", wording.GatewayWord(w.env, word), "time", wording.Seconds(w.env, at))
}
