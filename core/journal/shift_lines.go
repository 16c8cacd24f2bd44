package journal

import (
	"cmp"
	"slices"

	"sanduq/core"
)

// Line is one row of a Z: a name, how many, and how much.
type Line struct {
	Route    core.Route
	Cashier  string
	Opened   uint64
	Currency string
	Tally
}

// ByRoute adds up what was taken by each route and currency, in the order of a
// slip: by currency, and there QR, account, wallet, others, cash.
func (z *Z) ByRoute() ([]Line, error) {
	lines, err := z.by(func(t Taken) (Line, bool) { return Line{Route: t.Route, Currency: t.Currency}, true })
	slices.SortFunc(lines, func(a, b Line) int {
		return cmp.Or(cmp.Compare(a.Currency, b.Currency), cmp.Compare(routeRank(a.Route), routeRank(b.Route)), cmp.Compare(a.Route, b.Route))
	})
	return lines, err
}

func routeRank(r core.Route) int {
	order := []core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet}
	if r == RouteCash {
		return len(order) + 1
	}
	if at := slices.Index(order, r); at >= 0 {
		return at
	}
	return len(order)
}

// ByCashier adds up what each cashier took, receipts and cash, by currency and
// name.
func (z *Z) ByCashier() ([]Line, error) {
	return z.by(func(t Taken) (Line, bool) { return Line{Cashier: t.Cashier, Currency: t.Currency}, true })
}

// Late adds up what came for sales of earlier shifts, by the shift in which they
// were opened. It is part of what was taken.
func (z *Z) Late() ([]Line, error) {
	return z.by(func(t Taken) (Line, bool) { return Line{Opened: t.Opened, Currency: t.Currency}, t.Opened != z.Shift })
}

// Sums adds up all that was taken, by currency.
func (z *Z) Sums() ([]Line, error) {
	return z.by(func(t Taken) (Line, bool) { return Line{Currency: t.Currency}, true })
}

// by adds up figures under the lines that a function gives them. Error: ErrSum.
func (z *Z) by(line func(Taken) (l Line, wanted bool)) ([]Line, error) {
	var lines []Line
	add := Adder{}
	for _, t := range z.Taken {
		l, wanted := line(t)
		if !wanted {
			continue
		}
		at := slices.IndexFunc(lines, func(other Line) bool {
			other.Tally = Tally{}
			return other == l
		})
		if at < 0 {
			at, lines = len(lines), append(lines, l)
		}
		lines[at].Number, lines[at].Minor = add.Sum(lines[at].Number, t.Number), add.Sum(lines[at].Minor, t.Minor)
	}
	slices.SortFunc(lines, func(a, b Line) int {
		return cmp.Or(cmp.Compare(a.Currency, b.Currency), cmp.Compare(a.Opened, b.Opened), cmp.Compare(a.Cashier, b.Cashier))
	})
	if add.Over {
		return nil, ErrSum
	}
	return lines, nil
}
