package preferences

import (
	"slices"

	"sanduq/core"
	"sanduq/core/wire"
)

// Institutions are what is known of the banks and wallet providers, by route in the
// order of core.Routes.
type Institutions [wire.RouteCount]struct {
	last    string  // the code of the one used last; blank for none
	lengths Lengths // of the numbers at each
}

// institutions keep what has institutions: the routes with a code.
func institutions() (all []entry) {
	for i, route := range wire.Routes() {
		if name := "institution." + string(route); route.Coded() {
			all = append(all, ofBank(text(name, func(v *Values) *string { return &v.Institutions[i].last })),
				ofBank(text(name+".lengths", func(v *Values) *Lengths { return &v.Institutions[i].lengths })))
		}
	}
	return all
}

// Last is the one used last on a route; blank for none.
func (i Institutions) Last(route core.Route) string {
	if n := of(route); n >= 0 {
		return i[n].last
	}
	return ""
}

// Used takes the one that was used on a route. Routes without institutions keep
// none.
func (i *Institutions) Used(route core.Route, code string) {
	if n := of(route); n >= 0 {
		i[n].last = code
	}
}

// LengthsOf are those on a route; nil for a route without institutions.
func (i *Institutions) LengthsOf(route core.Route) *Lengths {
	if n := of(route); n >= 0 {
		return &i[n].lengths
	}
	return nil
}

// of is the place of a route; below zero for one without institutions.
func of(route core.Route) int {
	if !route.Coded() {
		return -1
	}
	return slices.Index(wire.Routes(), route)
}
