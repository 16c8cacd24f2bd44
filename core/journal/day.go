package journal

// DayView is the present shift and what stands beside it, as the disk has it.
type DayView struct {
	Shift   ShiftState
	Present bool // false: the shop uses no shifts
	X       Z
	Debts   []Debt // of which something is still owed, newest first
	Blank   bool   // who asked may not see sums: how many is there, and how much is not
}

// blankSums leaves how many and drops how much.
func (v *DayView) HideSums() {
	v.Blank = true
	for _, taken := range [][]Taken{v.X.Taken, v.Shift.Figures.Taken} {
		for i := range taken {
			taken[i].Minor, taken[i].Rounding = 0, 0
		}
	}
	v.X.Owed, v.Shift.Figures.Owed = nil, nil
	v.Shift.Figures.In.Minor, v.Shift.Figures.Out.Minor = 0, 0
	for currency, sum := range v.X.Open.Sums {
		v.X.Open.Sums[currency] = Tally{Number: sum.Number}
	}
	if d := v.X.Drawer; d != nil {
		v.X.Drawer = d.numbers()
	}
}

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
