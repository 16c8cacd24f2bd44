package page

import (
	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/screen"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/form"
)

// Page is one page of the settings. Base has an answer to everything but Paint.
type Page interface {
	Object() fyne.CanvasObject
	// Aside stands beside the page; nil lets the page have its room.
	Aside() fyne.CanvasObject
	// Back stands beside the one button while a form of the page is open; nil for nothing.
	Back() fyne.CanvasObject
	// Paint brings the page up to date.
	Paint()
	// Press is offered each key first; true when it was used.
	Press(k screen.KeyPress) bool
	// Primary is what the one button says and does while the page has it for itself:
	// a form of it is open, or something on it waits to be confirmed. Nil cannot be done now.
	Primary() (spec control.ButtonSpec, do func(), own bool)
	// ShowAt shows why a save was refused, at a place of the page; a blank sentence takes
	// away all that was said.
	ShowAt(place, sentence string)
	// Read asks what is kept: when a visit begins, and after each save.
	Read()
	// Turned is called when somebody turned to the page, or to another one.
	Turned(here bool)
	// Left is called when the settings are left, or built again: no secret stays.
	Left()
	// Typed reports whether leaving would lose what stands in a form of the page that
	// saves itself.
	Typed() bool
}

// Host is what a page may ask of the settings.
type Host interface {
	// Changed takes note that a value was changed which Save keeps.
	Changed()
	// Refresh brings the one button up to date, and Enter does what it says.
	Refresh()
	Enter()
	// See brings a sentence into sight, on the page that is shown or beside it, and
	// gives the focus to the field that it is about.
	See(sentence string)
	// Shows reports whether a page is the one that is shown.
	Shows(p Page) bool
	// Act runs slow work that a person asked for off the UI goroutine and then, if
	// they are still on this visit, done. Where they went on meanwhile, what it was
	// about and what refused says is told in the window; blank is no refusal.
	Act(about string, work, done func(), refused func() string)
	// WithRights goes on where who is at the till has some rights; else somebody must
	// delegate those that are missing, each for one act.
	WithRights(then func(), rights ...journal.Right)
	// Leaving goes on to something that ends the visit, once a person has agreed to
	// lose what is not saved.
	Leaving(then func())
	// By is by whom something is written down.
	By() string
	// Saved tells the window that names, people or rights are others now.
	Saved()
	// Failed takes an error for the log; the page tells the person itself.
	Failed(err error)
}

// Later is Act for what nobody asked for: where they went on, nothing is told.
func Later(h Host, work, done func()) { h.Act("", work, done, func() string { return "" }) }

// Fault is what keeps something from being saved: the page and the place on it that
// it is about, the key of the sentence with its values, and the cause for the log.
type Fault struct {
	Page  Page
	Place string
	Key   string
	Args  []any
	Err   error
}

// Faults is what is wrong in a form of a page.
func Faults(p Page, f *form.Form) (all []Fault) {
	for _, one := range f.Faults() {
		all = append(all, Fault{Page: p, Place: one.Name, Key: one.Key, Args: one.Args})
	}
	return all
}

// Part is something that the one button saves.
type Part interface {
	// Edited reports whether there is anything to save, and Right who may.
	Edited() bool
	Right() journal.Right
	// Check returns what can be seen to be wrong without asking anybody.
	Check() []Fault
	// Begin takes what is to be saved as it is now.
	Begin() Save
}

// Save is one part of a save under way. What a person changes meanwhile is not in it.
type Save struct {
	// Gateway names for the audit what changes of the gateway or its keys; Copies
	// what goes elsewhere: copies, e-mail, files. Neither has a key's value.
	Gateway, Copies string
	// Prepare checks before anything is written down, and Write keeps the part. Both
	// run off the UI goroutine; nil is nothing to do.
	Prepare, Write func() *Fault
	// Done ends it, on the UI goroutine: ok when all parts were kept.
	Done func(ok bool)
}
