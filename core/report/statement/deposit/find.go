package deposit

import (
	"maps"
	"slices"
)

// Sale is a sale that may be in a deposit.
type Sale struct {
	Minor int64
	Day   int    // of the shop
	Route string // by which it was taken
}

// Mode is how far is looked for a group.
type Mode int

// The modes, the likelier first.
const (
	Natural Mode = iota // all of a day, of a day's route, of a route, or all
	Run                 // sales that follow each other, of all or of one route
	Some                // any, where few are left
)

// Modes lists them.
func Modes() []Mode { return []Mode{Natural, Run, Some} }

// mostSome is how many sales any group is looked for among: of more, one fits by
// chance.
const mostSome = 16

// byChance is how many groups may fit by chance, in hundredths, for one that does to be
// more than chance.
const byChance = 5

// Group is some of the sales that were given, by their places, and what the bank kept
// of their sum.
type Group struct {
	Sales []int
	Fee   int64
}

// Find looks for the sales, of all in order of time, that a deposit is the sum of, less
// a fee. sure says that the group of two sales and more is the only one and not there
// by chance; else what is returned are groups that a person may choose from, two at
// most, or none.
func Find(sales []Sale, deposit int64, fees []Fee, mode Mode) (groups []Group, sure bool) {
	f := finder{sales: sales, deposit: deposit, fees: fees, total: 1}
	for _, s := range sales {
		f.total += s.Minor
	}
	if len(sales) < 2 || deposit <= 0 || deposit >= f.total {
		return nil, false
	}
	switch mode {
	case Natural:
		f.natural()
	case Run:
		f.runs()
	case Some:
		f.some()
	}
	return f.found, len(f.found) == 1 && f.tried*100 <= f.total*byChance
}

type finder struct {
	sales   []Sale
	deposit int64
	fees    []Fee
	total   int64
	tried   int64 // groups that were not likely beforehand
	found   []Group
}

// fits reports whether a sum is the deposit and a fee.
func (f *finder) fits(sum int64, n int) (fee int64, ok bool) {
	if n < 2 || sum < f.deposit {
		return 0, false
	}
	for _, one := range f.fees {
		if fee = one.Of(sum, n); sum-fee == f.deposit {
			return fee, true
		}
	}
	return 0, false
}

// add keeps a group that fits, once.
func (f *finder) add(group []int, fee int64) {
	if len(f.found) < 2 && !slices.ContainsFunc(f.found, func(old Group) bool { return slices.Equal(old.Sales, group) }) {
		f.found = append(f.found, Group{group, fee})
	}
}

func (f *finder) natural() {
	type key struct {
		byDay, byRoute bool
		day            int
		route          string
	}
	groups := map[key][]int{}
	var order []key // what is offered to choose from is the same each time
	for i, s := range f.sales {
		for _, k := range []key{{true, true, s.Day, s.Route}, {true, false, s.Day, ""}, {false, true, 0, s.Route}, {}} {
			if groups[k] == nil {
				order = append(order, k)
			}
			groups[k] = append(groups[k], i)
		}
	}
	for _, k := range order {
		group, sum := groups[k], int64(0)
		for _, i := range group {
			sum += f.sales[i].Minor
		}
		if fee, ok := f.fits(sum, len(group)); ok {
			f.add(group, fee)
		}
	}
}

func (f *finder) runs() {
	routes := map[string][]int{}
	all := make([]int, len(f.sales))
	for i, s := range f.sales {
		all[i] = i
		routes[s.Route] = append(routes[s.Route], i)
	}
	routes["\x00all"] = all
	for _, route := range slices.Sorted(maps.Keys(routes)) {
		of := routes[route]
		f.tried += int64(len(of)) * int64(len(of)) / 2
		for from := range of {
			sum := int64(0)
			for to := from; to < len(of) && len(f.found) < 2 && !f.beyond(sum, to-from); to++ {
				sum += f.sales[of[to]].Minor
				if fee, ok := f.fits(sum, to-from+1); ok {
					f.add(slices.Clone(of[from:to+1]), fee)
				}
			}
		}
	}
}

// beyond reports whether a sum is more than the deposit with any fee: one more sale
// makes it more still.
func (f *finder) beyond(sum int64, n int) bool {
	return !slices.ContainsFunc(f.fees, func(one Fee) bool { return sum-one.Of(sum, n) < f.deposit })
}

func (f *finder) some() {
	n := len(f.sales)
	if n > mostSome {
		return
	}
	if f.tried = 1 << n; f.tried*100 > f.total*byChance {
		return
	}
	for set := 1; set < 1<<n && len(f.found) < 2; set++ {
		sum, count := int64(0), 0
		for i, s := range f.sales {
			if set>>i&1 == 1 {
				sum += s.Minor
				count++
			}
		}
		if fee, ok := f.fits(sum, count); ok {
			var group []int
			for i := range n {
				if set>>i&1 == 1 {
					group = append(group, i)
				}
			}
			f.add(group, fee)
		}
	}
}
