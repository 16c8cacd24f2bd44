package reports

import (
	"context"

	"sanduq/core/journal"
	"sanduq/core/report"
	"sanduq/core/report/reconcile"
	"sanduq/ui/exporting"
	"sanduq/ui/screen"
	"sanduq/ui/toolkit/control"
)

// Deps is what the screen is built from.
type Deps struct {
	// Figures are asked off the UI goroutine. They may be PlacedFigures.
	Figures report.Source
	Today   func() journal.Day
	// Currency is the shop's own, which stands first.
	Currency string
	// DrillDown shows the sales that a query selects; leaving them leads back here.
	DrillDown func(q journal.SaleQuery)
	// Export lets a person take the days and their sales along; nil where nothing
	// is exported.
	Export func(r exporting.Request)
	// Before and Others are the screens beside this one, in the order of their tabs,
	// before and after it.
	Before, Others []Tab
	// May reports whether who is at the till may see the reports, and each tab that is
	// not for everyone; Ask lets somebody grant them that right and goes on. Nil where
	// everyone may.
	May func() bool
	Ask func(then func())
	// Turned is called when another tab is shown: it may need another height. Nil for
	// nobody.
	Turned func()
	// Standing is how far the payments of the days are settled with the bank, as
	// statements have it; nil where no statement is kept. It is asked off the UI goroutine.
	Standing func(ctx context.Context, p report.Period, currency string) (reconcile.Standing, error)
	// Failed takes an error for the log; the screen tells the person itself.
	Failed func(err error)
}

// Tab is a screen beside the reports.
type Tab struct {
	Key  string // of its name in the catalogue
	Make func(Row) screen.Screen
	Free bool // for everyone at the till
}

// Row is the row of tabs as the screen of a tab knows it.
type Row struct {
	Shown  bool   // it stands above the screen and names it; who may see that screen alone is shown none
	Turned func() // is called when another page of the screen is shown, or its tools have changed
}

// Paged is a screen of several pages behind one tab.
type Paged interface {
	// Whole reports whether the page that is shown has all the room, and a way back of its own.
	Whole() bool
	// Tools stand at the end of the row of tabs.
	Tools() []*control.Button
}

// Memory is what the screen remembers while it is away, or is built again. The
// zero value is the last seven days and the seven before.
type Memory struct {
	Asked Asked
	Tab   string // the key of its name; blank is the first
}
