package statement

import (
	"context"

	"sanduq/core/journal"
	"sanduq/core/report/reconcile"
	bank "sanduq/core/report/statement"
	"sanduq/ui/popover"
	"sanduq/ui/screen"
)

// opened is the statement that is open, as all pages know it. It belongs on the UI
// goroutine.
type opened struct {
	env     screen.Env
	deps    Deps
	popover *popover.Popover

	name    string // of the file
	file    *bank.File
	mapping bank.Mapping
	bank    string // what a person calls it; blank for nothing
	doubts  []bank.Doubt
	found   found
}

// steps leads from page to page.
type steps interface {
	open(path string) // reads a file
	match()           // holds the file against the till by the columns that were chosen
	again()           // goes back to the choice of a file
	change()          // asks for the columns once more
	left() bool       // whether the whole screen was left
}

// found is what came of a statement.
type found struct {
	items  []bank.Item
	broken []string // rows that could not be read, in words
	// skipped are rows that are no movement yet, and gaps what the file states and its
	// rows do not give.
	skipped []bank.Skip
	gaps    []bank.Gap
	count   map[bank.Class]int
	twice   []bank.Item // that may be entered as owed back
	// statement is what is kept of the file, input what its rows are made of, and result
	// those rows.
	statement journal.BankStatement
	input     reconcile.Input
	result    *reconcile.Result
	signed    []journal.BankStatement                                    // others, of the same days, that were signed
	keys      []string                                                   // of the lines, by which they were matched
	again     func(context.Context, []journal.BankAnswer) (found, error) // matches anew, after these answers
	unkept    error                                                      // why nothing could be written down
	fee       bank.Fee                                                   // what the bank keeps of a deposit; zero where it is not known
}

// asks reports whether the file that is open left something to a person.
func (o *opened) asks() bool {
	return o.file != nil && (o.file.Table() || o.file.Kind == bank.KindQIF || o.mapping.Account != "" || o.mapping.Currency != "")
}
