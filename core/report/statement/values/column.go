package values

// Dates is what the dates of one column say of their order. The zero value has
// seen none.
type Dates struct {
	only map[string]int // dates that one order alone reads
	open int            // that day first and month first both read, otherwise
	same int            // that both read alike: 5/5/2026
}

// See takes a date in.
func (d *Dates) See(date Date) {
	if d.only == nil {
		d.only = map[string]int{}
	}
	switch one, two := date.orders[0], date.orders[1]; {
	case one != "" && two != "" && date.days[0] == date.days[1]:
		d.same++
	case one != "" && two != "":
		d.open++
	default:
		d.only[one+two]++
	}
}

// Order is what decides; blank where there is no date, or where the dates
// contradict each other, so that none of them can be read. Sure is false where
// day and month may stand the other way round.
func (d *Dates) Order() (order string, sure bool) {
	for o, n := range d.only {
		if n > 0 {
			if order != "" {
				return "", false
			}
			order = o
		}
	}
	switch {
	case order == "" && d.open+d.same > 0:
		return DayFirst, d.open == 0
	case d.open+d.same > 0 && order != DayFirst && order != MonthFirst:
		return "", false
	}
	return order, true
}

// Seen is how many dates there were.
func (d *Dates) Seen() int {
	n := d.open + d.same
	for _, k := range d.only {
		n += k
	}
	return n
}

// Against reports whether the dates contradict an order that was chosen before.
func (d *Dates) Against(chosen string) bool {
	order, sure := d.Order()
	if d.Seen() == 0 || order == chosen {
		return false
	}
	return sure || order == "" || chosen != MonthFirst
}
