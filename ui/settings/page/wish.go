package page

import (
	"sanduq/core/journal"
	"sanduq/ui/toolkit/form"
)

// Wish is the Part of one value that is not kept by the till itself.
type Wish[T comparable] struct {
	Draft *form.Draft[T]
	May   journal.Right
	// Copies goes into the audit.
	Copies string
	// Set keeps a value, off the UI goroutine, and Refused says why it could not.
	Set     func(T) error
	Refused func(error) Fault
}

// Edited is for Part.
func (w Wish[T]) Edited() bool { return w.Draft.Edited() }

// Right is for Part.
func (w Wish[T]) Right() journal.Right { return w.May }

// Check is for Part.
func (w Wish[T]) Check() []Fault { return nil }

// Begin is for Part.
func (w Wish[T]) Begin() Save {
	edited, value := w.Draft.Edited(), w.Draft.Save()
	s := Save{Done: func(ok bool) {
		if !ok {
			w.Draft.Failed()
			return
		}
		w.Draft.Saved(value)
	}}
	if !edited {
		return s
	}
	s.Copies = w.Copies
	s.Write = func() *Fault {
		err := w.Set(value)
		if err == nil {
			return nil
		}
		f := w.Refused(err)
		f.Err = err
		return &f
	}
	return s
}
