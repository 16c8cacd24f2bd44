package sidebar

import (
	"sanduq/core/journal"
	"sanduq/ui/shell/decision"
	"sanduq/ui/shell/feed"
	"sanduq/ui/shell/frame"
	"sanduq/ui/shell/navigation"
)

// Places are those at the end of the sidebar that not every till has.
type Places struct{ Reports, Receipts, Customer, Phone bool }

// Window is the window around the sidebar: where its places lead.
type Window interface {
	NewSale()
	OpenSale(id journal.SaleID)
	OpenSettle()
	OpenReports()
	OpenReceipts()
	ShowCustomer()
	TogglePhone()
	// PhoneOver reports whether nothing is left for the customer to do on the phone.
	PhoneOver() bool
	// ClearQuiet takes the paid sales that were seen from the sidebar.
	ClearQuiet()
}

// Deps is what the sidebar looks at.
type Deps struct {
	Feed      *feed.Feed
	Place     *navigation.Navigation
	Frame     *frame.Window
	Decisions *decision.Decisions
	Window    Window
	Shop      func() journal.Settings
	Places    Places
}

// news is the end of a sale that is not on the screen.
type news struct{ view journal.View }
