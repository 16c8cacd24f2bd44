package pay

import (
	"context"

	"sanduq/ui/screen"
)

// Call runs a question to the till off the UI goroutine. Its error goes to done, which
// may be nil, and while the window lives to failed, both on the UI goroutine.
func Call(e screen.Env, failed func(error), ask func(context.Context) error, done func(error)) {
	e.Go(func() {
		err := ask(e.Life)
		e.Post(func() {
			if done != nil {
				done(err)
			}
			if err != nil && e.Life.Err() == nil {
				failed(err)
			}
		})
	})
}
