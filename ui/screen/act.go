package screen

import "context"

// Acts asks for one thing at a time. It belongs on the UI goroutine.
type Acts struct{ busy bool }

// Ask lets ask run beside the UI, unless another one is still out. It is not cut
// off when the screen leaves: what was asked of a till is done. answered gets its
// error on the UI goroutine while the window lives, also when the page that asked was
// left: it tells a refusal by Env.Miss then.
func (a *Acts) Ask(e Env, ask func(context.Context) error, answered func(error)) {
	if a.busy {
		return
	}
	a.busy = true
	life := context.WithoutCancel(e.Life)
	e.Go(func() {
		err := ask(life)
		e.Post(func() {
			a.busy = false
			if e.Life.Err() == nil {
				answered(err)
			}
		})
	})
}
