package values

import "slices"

// Dates is what the dates of one column say of their order. The zero value has
// seen none.
type Dates struct {
	seen   int
	orders map[string]*ordered
	unlike bool // two orders read one of them as different days
}

// ordered is what one order makes of the dates.
type ordered struct {
	reads int // how many of them
	years map[int]bool
}

// See takes a date in.
func (d *Dates) See(date Date) {
	if d.orders == nil {
		d.orders = map[string]*ordered{}
	}
	d.seen++
	first := -1
	for i, o := range date.orders {
		if o == "" {
			continue
		}
		if d.orders[o] == nil {
			d.orders[o] = &ordered{years: map[int]bool{}}
		}
		d.orders[o].reads++
		d.orders[o].years[date.days[i].year] = true
		if first < 0 {
			first = i
		}
		d.unlike = d.unlike || date.days[i] != date.days[first]
	}
}

// Orders are those that read all dates, the likeliest first. Where the year may stand
// first, with two digits, those that make the fewest years of the column are: a statement
// goes over days, not over the same day of many years.
func (d *Dates) Orders() (all []string) {
	fewest := 0
	for _, name := range []string{DayFirst, MonthFirst, YearFirst, Named, Serial} {
		if o := d.orders[name]; o != nil && o.reads == d.seen {
			all = append(all, name)
			if fewest == 0 || len(o.years) < fewest {
				fewest = len(o.years)
			}
		}
	}
	if slices.Contains(all, YearFirst) {
		all = slices.DeleteFunc(all, func(name string) bool { return len(d.orders[name].years) > fewest })
	}
	return all
}

// Order is what decides; blank where there is no date, or where the dates
// contradict each other, so that none of them can be read. Sure is false where
// day, month and year may stand otherwise.
func (d *Dates) Order() (order string, sure bool) {
	all := d.Orders()
	if len(all) == 0 {
		return "", false
	}
	return all[0], len(all) == 1 || !d.unlike
}

// Seen is how many dates there were.
func (d *Dates) Seen() int { return d.seen }

// Against reports whether the dates contradict an order that was chosen before.
func (d *Dates) Against(chosen string) bool {
	return d.seen > 0 && !slices.Contains(d.Orders(), chosen)
}
