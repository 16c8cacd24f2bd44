package reports

import (
	"sanduq/core/report"
	"sanduq/core/till"
	"sanduq/ui/exporting"
	"sanduq/ui/screen"
)

// Deps is what the screen is built from.
type Deps struct {
	screen.Env
	// Figures are asked off the UI goroutine.
	Figures report.Source
	Today   func() till.Day
	// Currency is the shop's own, which stands first.
	Currency string
	// Behind shows the sales that a query selects; leaving them leads back here.
	Behind func(q till.SaleQuery)
	// Export lets a person take the days and their sales along; nil where nothing
	// is exported.
	Export func(r exporting.Request)
	// Others are the screens beside this one that managers have, in the order of
	// their tabs.
	Others []Tab
	// Failed takes an error for the log; the screen tells the person itself.
	Failed func(err error)
}

// Tab is a screen beside the reports.
type Tab struct {
	Key  string // of its name in the catalogue
	Make func() screen.Screen
}

// Memory is what the screen remembers while it is away, or is built anew. The
// zero value is the last seven days and the seven before.
type Memory struct {
	Asked Asked
	Tab   int // 0 is the reports
}
