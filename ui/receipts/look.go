package receipts

import (
	"sanduq/core"
	"sanduq/core/till"
	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

// stateLook is how a status is shown in a list: shape, colour and word.
type stateLook struct {
	state widgets.State
	key   string // of the word
}

// lookOf is the look of a status. A status that is not known here is shown as not known: never as an end.
func lookOf(s till.Status) stateLook {
	switch s {
	case till.StatusPaid:
		return stateLook{widgets.StatePaid, "state.paid"}
	case till.StatusFailed:
		return stateLook{widgets.StateFailed, "state.failed"}
	case till.StatusNotOpened:
		return stateLook{widgets.StateFailed, "state.notOpened"}
	case till.StatusExpired:
		return stateLook{widgets.StateExpired, "state.expired"}
	case till.StatusSetAside:
		return stateLook{widgets.StateAside, "state.aside"}
	case till.StatusResolved:
		return stateLook{widgets.StateAside, "state.resolved"}
	case till.StatusWaiting:
		return stateLook{widgets.StateWaiting, "state.waiting"}
	case till.StatusOpening:
		return stateLook{widgets.StateWaiting, "state.opening"}
	case till.StatusChoosing:
		return stateLook{widgets.StateNew, "state.choosing"}
	case till.StatusEntry:
		return stateLook{widgets.StateEntry, "state.entry"}
	case till.StatusCode:
		return stateLook{widgets.StateCode, "state.code"}
	}
	return stateLook{widgets.StateUnknown, "state.unknown"}
}

// style is the word's. A paid row is quiet; whatever is not paid is not.
func (l stateLook) style() widgets.Style {
	if l.state == widgets.StatePaid {
		return widgets.Body.With(theme.Medium)
	}
	return widgets.Fact.Tint(l.state.Colour(false))
}

// routeLook is the icon and the word of a way to pay.
func routeLook(r core.Route) (icon, key string) {
	switch r {
	case core.RouteAccount:
		return "bank", "receipts.route.account"
	case core.RouteWallet:
		return "wallet", "receipts.route.wallet"
	}
	return "qr", "receipts.route.qr"
}
