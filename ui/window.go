package ui

import (
	"context"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/shell/banner"
	"sanduq/ui/shell/decision"
	"sanduq/ui/shell/input"
	"sanduq/ui/shell/navigation"
	"sanduq/ui/shell/sidebar"
)

// over is the window as the decisions over it know it.
type over struct{ shell *Shell }

var _ decision.Window = over{}

// Canvas is for decision.Window.
func (o over) Canvas() fyne.Canvas { return o.shell.frame.Canvas() }

// Covered is for decision.Window.
func (o over) Covered() bool { return o.shell.input.Turned() }

// CloseKeyboard is for decision.Window.
func (o over) CloseKeyboard() { o.shell.keyboard.Close() }

// PlaceKeyboard is for decision.Window.
func (o over) PlaceKeyboard() { o.shell.placeKeyboard() }

// FocusMoved is for decision.Window.
func (o over) FocusMoved(taken bool) { o.shell.input.FocusMoved(taken) }

// ways are where the sidebar and the keys lead.
type ways struct{ shell *Shell }

var (
	_ sidebar.Window = ways{}
	_ input.Window   = ways{}
)

// NewSale is for sidebar.Window and input.Window.
func (w ways) NewSale() { w.shell.newSale() }

// OpenSale is for sidebar.Window.
func (w ways) OpenSale(id journal.SaleID) { w.shell.open(id) }

// OpenNth is for input.Window.
func (w ways) OpenNth(i int) {
	if w.shell.input.Busy() {
		return
	}
	if all := w.shell.feed.Groups().Shown(); i < len(all) {
		w.shell.open(all[i].ID)
	}
}

// OpenSettle is for sidebar.Window.
func (w ways) OpenSettle() { w.shell.openSettle() }

// OpenReports is for sidebar.Window and input.Window.
func (w ways) OpenReports() { w.shell.openReports() }

// OpenReceipts is for sidebar.Window and input.Window.
func (w ways) OpenReceipts() { w.shell.openReceipts() }

// OpenSettings is for input.Window and banner.Window.
func (w ways) OpenSettings() { w.shell.openSettings() }

// ShowCustomer is for sidebar.Window and input.Window: it shows the sale in the work area
// to the customer, or what the customer saw before where there is none.
func (w ways) ShowCustomer() {
	s := w.shell
	id := journal.SaleID("")
	if s.nav.At.Location == navigation.Sale {
		id = s.nav.At.Sale
	}
	s.customer.Present(id)
}

// TogglePhone is for sidebar.Window.
func (w ways) TogglePhone() { w.shell.phone.Toggle() }

// PhoneOver is for sidebar.Window.
func (w ways) PhoneOver() bool { return w.shell.phone.Over() }

// ClearQuiet is for sidebar.Window and input.Window: all that is recorded is that
// somebody has read the folded sales.
func (w ways) ClearQuiet() {
	s := w.shell
	if s.input.Busy() {
		return
	}
	quiet := s.feed.Groups().Quiet
	s.env.Go(func() {
		for _, v := range quiet {
			if err := s.opt.Till.Acknowledge(context.WithoutCancel(s.env.Life), v.ID); err != nil {
				s.env.Post(func() { s.banner.Failed(err) })
				return
			}
		}
	})
}

// Back is for input.Window.
func (w ways) Back() {
	s := w.shell
	switch to, fresh, ok := s.nav.Back(s.typed.draft.Opening); {
	case !ok:
	case fresh:
		s.newSale()
	default:
		s.show(to)
	}
}

// FullScreen is for input.Window.
func (w ways) FullScreen() {
	if w.shell.opt.FullScreen != nil {
		w.shell.opt.FullScreen()
	}
}

// slot is the window as the banner knows it: it stands in the top bar, and in the first
// run, which has none, where that gives it room.
type slot struct{ ways }

var _ banner.Window = slot{}

// Tapped is for banner.Window.
func (w slot) Tapped() time.Time { return w.shell.input.Tapped() }

// FirstRun is for banner.Window.
func (w slot) FirstRun() bool { return w.shell.first.On() }

// Banner is for banner.Window.
func (w slot) Banner() bool { return w.shell.bar.Banner() || w.shell.first.Banner() }

// SetBanner is for banner.Window.
func (w slot) SetBanner(o fyne.CanvasObject) {
	if w.shell.first.On() {
		w.shell.first.SetBanner(o)
		return
	}
	w.shell.bar.SetBanner(o)
}

// MaySettings is for banner.Window.
func (w slot) MaySettings() bool {
	return w.shell.opt.Settings != nil && w.shell.nav.At.Location != navigation.Settings
}

// MayOwed is for banner.Window.
func (w slot) MayOwed() bool { return w.shell.mayOwed() }

// OpenOwed is for banner.Window.
func (w slot) OpenOwed(id journal.SaleID) { w.shell.openOwed(id) }

// Confirm is for banner.Window.
func (w slot) Confirm(r *journal.Recovery) { w.shell.askFrozen(r) }
