package journal

import ()

// blind takes out of an X what the drawer should hold, and all that it could be reckoned
// from: what was taken in cash, and what was put in and taken out. How often, stays.
func (z *Z) HideExpected() {
	z.Blind = true
	var taken []Taken
	for _, t := range z.Taken {
		if t.Route != RouteCash {
			taken = append(taken, t)
		}
	}
	z.Taken = taken
	if d := z.Drawer; d != nil {
		z.Drawer = d.numbers()
	}
}

// numbers are a drawer's float, and how often cash came and went.
func (d *DrawerSum) numbers() *DrawerSum {
	return &DrawerSum{Currency: d.Currency, Float: d.Float, Sales: Tally{Number: d.Sales.Number}, In: Tally{Number: d.In.Number}, Out: Tally{Number: d.Out.Number}, Counts: d.Counts}
}
