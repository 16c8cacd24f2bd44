package present

import (
	"sanduq/core"
	"sanduq/core/journal"
)

// Way is what the screens know of a way to pay besides its words, whose keys end in
// the route.
type Way struct {
	Icon string

	// Of the account that is typed: the signs of its number besides letters and digits,
	// and whether that may be an IBAN, which is written in capitals and read in fours.
	Marks string
	IBAN  bool
}

var ways = map[core.Route]Way{
	core.RouteQR:      {Icon: "qr"},
	core.RouteAccount: {Icon: "bank", IBAN: true},
	core.RouteWallet:  {Icon: "wallet", Marks: "+@._-"},
	journal.RouteCash: {Icon: "cash"},
}

// WayOf is the way of a route; that of the QR for a route that is not known.
func WayOf(r core.Route) Way {
	if way, ok := ways[r]; ok {
		return way
	}
	return ways[core.RouteQR]
}

// Route is the icon of a way to pay and the key of its word.
func Route(r core.Route) (icon, key string) {
	if _, known := ways[r]; !known {
		r = core.RouteQR
	}
	return ways[r].Icon, "receipts.route." + string(r)
}
