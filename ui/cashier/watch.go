package cashier

import (
	"context"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/pay/wording"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
)

// watch is what the screens share that wait for an answer of the bank.
type watch struct {
	deps   Deps
	view   journal.View
	redraw func() // shows what has changed
	shown  bool
	told   told          // the bank's last word
	says   bool          // the customer says that it is paid
	ring   *graphic.Ring // turns while a person waits for the bank's answer; nil where there is none
}

// Shown is for screen.Screen.
func (w *watch) Shown() { w.shown = true }

// Hidden is for screen.Screen.
func (w *watch) Hidden() { w.shown = false }

// Press takes F3, F5 and Enter, F7.
func (w *watch) Press(p screen.KeyPress) bool {
	switch p.Name {
	case fyne.KeyF3:
		w.customerSays()
	case fyne.KeyF5, fyne.KeyReturn, fyne.KeyEnter:
		w.check()
	case fyne.KeyF7:
		w.aside()
	default:
		return false
	}
	return true
}

func (w *watch) check() {
	id := w.view.ID
	w.told.asked = w.deps.Now()
	if w.ring != nil { // the questions that nobody asked for are not shown: each turn paints the window a dozen times
		w.ring.Spin()
	}
	pay.Call(w.deps.Env, w.deps.Steps.Failed, func(ctx context.Context) error { return w.deps.Desk.Check(ctx, id) }, nil)
}

// customerSays asks at once and puts the bank's own word before the cashier.
func (w *watch) customerSays() {
	w.says = true
	w.redraw()
	w.check()
}

func (w *watch) aside() {
	if w.canSetAside() {
		w.deps.askAside(w.view)
	}
}

func (w *watch) canSetAside() bool { return w.view.SetAside == nil }

// another opens a new payment in place of a sale that is set aside already.
func (w *watch) another() {
	v := w.view
	if v.SetAside == nil || v.ReplacedBy != "" || !pay.AsksAgain(v.SetAside.Reason) {
		return
	}
	w.deps.asker().Permitted(v, func(manager string) { w.deps.Steps.Replace(v, v.SetAside.Reason, manager) })
}

// toManager hands the sale to the manager; once there, the manager may close
// it.
func (w *watch) toManager() {
	if w.view.WithManager != nil {
		w.deps.managers().Resolve(w.view)
		return
	}
	w.deps.managers().Give(w.view)
}

// managerSpec is what the manager's button says.
func (w *watch) managerSpec() control.ButtonSpec {
	key := "manager.give"
	if w.view.WithManager != nil {
		key = "manager.resolve"
	}
	return control.ButtonSpec{Icon: "user", Label: w.deps.Words.T(key)}
}

// waited hears the bank's last word and returns what is said of it, and how much
// of the wait was gone then.
func (w *watch) waited() (answer string, share float32) {
	w.told.hear(wording.Heard(w.view))
	live := w.view.Live
	live.LastAnswer = w.told.at
	return wording.Answered(w.deps.Env, w.told.at, w.told.word), present.Waited(live, w.deps.Now())
}

// bankSays is the bank's last word beside what the customer says.
func (w *watch) bankSays() string {
	if w.view.Live.Checking {
		return w.deps.Words.T("says.asking")
	}
	if s := wording.Silence(w.deps.Env, w.view); s != "" {
		return s
	}
	at, word := wording.Heard(w.view)
	if at.IsZero() {
		return w.deps.Words.T("status.noAnswerYet")
	}
	return w.deps.Words.T("says.answer", "answer", wording.GatewayWord(w.deps.Env, word), "time", wording.Seconds(w.deps.Env, at))
}
