package screen

import "context"

// Newest asks one question after another, and lets the answer to the newest alone
// count. The zero value has asked nothing. It belongs on the UI goroutine.
type Newest struct{ n int }

// Ask drops what was asked before, and lets ask run beside the UI until the window
// closes. answered gets its error on the UI goroutine, unless another question was
// asked or all were dropped meanwhile.
func (q *Newest) Ask(e Env, ask func(context.Context) error, answered func(error)) {
	q.Drop()
	q.Also(e, ask, answered)
}

// Also is Ask for a part of the newest question: it drops nothing.
func (q *Newest) Also(e Env, ask func(context.Context) error, answered func(error)) {
	still := q.Still()
	e.Go(func() {
		err := ask(e.Life)
		e.Post(func() {
			if still() {
				answered(err)
			}
		})
	})
}

// Still returns what reports whether the newest question of now is still the newest.
func (q *Newest) Still() func() bool {
	asked := q.n
	return func() bool { return asked == q.n }
}

// Drop lets no answer count that is under way.
func (q *Newest) Drop() { q.n++ }
