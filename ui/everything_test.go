package ui

import (
	"context"
	"fmt"
	"time"

	"sanduq/core/journal"
	"sanduq/ui/screen"
	"sanduq/ui/settings"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
)

// blank stands for the screen of the history.
type blank struct{ screen.Screen }

func (blank) Refresh(journal.SaleID)                    {}
func (blank) Begin()                                    {}
func (blank) ShowQuery(journal.SaleQuery)               {}
func (blank) ShowHistory(journal.Sale, func())          {}
func (blank) Told() (_ journal.Sale, _ func(), ok bool) { return }

// everything gives a window all that a shop can have.
func everything(_ *harness, o *Options) {
	nothing := func() {}
	o.Sound, o.FullScreen = &ear{}, nothing
	o.Staff = someStaff()
	o.Offer.Printer = func() bool { return true }
	o.Offer.Save = func(context.Context, uint64) (string, error) { return "Downloads/T-0412.pdf", nil }
	o.Customer = &fakeWindows{}
	o.SaveCard = func(context.Context) (string, error) { return "Downloads/counter-card.pdf", nil }
	o.Settings = func(screen.Env, settings.Window) screen.Screen { return blank{} }
	o.Receipts = func(screen.Env, ReceiptsShell) Receipts { return blank{} }
}

// at shows a sale as it would stand after a change.
func (r *harness) at(change ...func(*journal.View)) {
	r.now = noon
	r.vers++
	r.notice(sale(12, append([]func(*journal.View){version(uint64(100 * r.vers))}, change...)...))
	r.shell.open(sale(12).ID)
}

func (r *harness) buttons() []*control.Button {
	c := r.win.Canvas()
	return uitest.All[*control.Button](append(c.Overlays().List(), c.Content())...)
}

// pressed presses the button with a label, if there is one.
func (r *harness) pressed(label string) {
	for _, b := range r.buttons() {
		if b.Spec().Label == label {
			r.pass(time.Second)
			b.OnTapped() // no finger, so that no keyboard comes up
			return
		}
	}
	r.t.Errorf("there is no button %q in %s", label, fmt.Sprint(r.reads()))
}
