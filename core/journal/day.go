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
