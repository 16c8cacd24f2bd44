package page

import (
	"sanduq/core/journal"
	"sanduq/ui/toolkit/form"
)

// Value is the Part of one value that is not kept by the till itself.
type Value[T comparable] struct {
	Draft *form.Draft[T]
	May   journal.Right
	// Copies goes into the audit.
	Copies string
	// Set keeps a value, off the UI goroutine, and Refused says why it could not.
	Set     func(T) error
	Refused func(error) Fault
}

// Edited is for Part.
func (v Value[T]) Edited() bool { return v.Draft.Edited() }

// Right is for Part.
func (v Value[T]) Right() journal.Right { return v.May }

// Check is for Part.
func (v Value[T]) Check() []Fault { return nil }

// Begin is for Part.
func (v Value[T]) Begin() Save {
	edited, value := v.Draft.Edited(), v.Draft.Save()
	s := Save{Done: func(ok bool) {
		if !ok {
			v.Draft.Failed()
			return
		}
		v.Draft.Saved(value)
	}}
	if !edited {
		return s
	}
	s.Copies = v.Copies
	s.Write = func() *Fault {
		err := v.Set(value)
		if err == nil {
			return nil
		}
		f := v.Refused(err)
		f.Err = err
		return &f
	}
	return s
}
