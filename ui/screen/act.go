package screen

import (
	"context"
	"time"

	"sanduq/ui/keys"
)

// Acts asks for one thing at a time. It belongs on the UI goroutine.
type Acts struct {
	busy  bool
	at    time.Time // since it is
	about any       // what the newest is about, see AskAbout
	next  func()    // a reading that waits
}

// Busy reports whether something that was asked for has not been answered.
func (a *Acts) Busy() bool { return a.busy }

// Ask lets ask run beside the UI, unless another one is still out. It is not cut
// off when the screen leaves: what was asked of a till is done. answered gets its
// error on the UI goroutine while the window lives, also when the page that asked was
// left: it tells a refusal by Env.Miss then.
func (a *Acts) Ask(e Env, ask func(context.Context) error, answered func(error)) {
	if a.busy {
		return
	}
	a.busy, a.at = true, e.Now()
	life := context.WithoutCancel(e.Life)
	e.Go(func() {
		err := ask(life)
		e.Post(func() {
			a.busy = false
			if e.Life.Err() != nil {
				return
			}
			answered(err)
			if next := a.next; next != nil && !a.busy {
				a.next = nil
				next()
			}
		})
	})
}

// AskAbout is Ask for something about a page or a record, which can be compared. wait
// reports that another one is out, and that whoever asks is to be told: it is about
// something else, or has been out for so long that they do not just press twice.
func (a *Acts) AskAbout(e Env, about any, ask func(context.Context) error, answered func(error)) (wait bool) {
	if a.busy {
		return a.about != about || e.Now().Sub(a.at).Abs() >= keys.HoldTime
	}
	a.about = about
	a.Ask(e, ask, answered)
	return false
}

// Read is Ask for what changes nothing: it waits for what is still out, in the place
// of what waited before.
func (a *Acts) Read(e Env, ask func(context.Context) error, answered func(error)) {
	if a.busy {
		a.next = func() { a.Ask(e, ask, answered) }
		return
	}
	a.Ask(e, ask, answered)
}
