package ui

import (
	"context"

	"sanduq/core/till"
	"sanduq/ui/screen"
)

// blank stands for the screen of the history.
type blank struct{ screen.Screen }

func (blank) Refresh(till.SaleID) {}
func (blank) Begin()              {}

// everything gives a window all that a shop can have.
func everything(_ *harness, o *Options) {
	nothing := func() {}
	o.Sound, o.FullScreen = &ear{}, nothing
	o.Staff = someStaff()
	o.Customer = &fakeWindows{}
	o.SaveCard = func(context.Context) (string, error) { return "Downloads/counter-card.pdf", nil }
	o.Settings = func(SettingsDeps) screen.Screen { return blank{} }
	o.Receipts = func(ReceiptsDeps) Receipts { return blank{} }
}
