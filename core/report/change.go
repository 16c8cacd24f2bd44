package report

import "math/big"

// OpenHours returns the first and the last hour with anything in either
// period, or given back, the range that bars are drawn for; ok is false without any.
func (r Report) OpenHours() (first, last int, ok bool) {
	for hour, p := range r.Hours {
		if p.Now.Number == 0 && p.Before.Number == 0 && r.Returned.Hours[hour].Number == 0 {
			continue
		}
		if !ok {
			first, ok = hour, true
		}
		last = hour
	}
	return first, last, ok
}

// Difference is Now less Before in minor units; ok is false when 64 bits do
// not hold it.
func (p Pair) Difference() (minor int64, ok bool) {
	d := new(big.Int).Sub(big.NewInt(p.Now.Minor), big.NewInt(p.Before.Minor))
	return d.Int64(), d.IsInt64()
}

// Change is the difference in tenths of a per cent of Before, halves away from
// zero: 91 is +9.1 %. ok is false when Before is not above zero, or the change
// is beyond what 64 bits hold.
func (p Pair) Change() (tenths int64, ok bool) {
	if p.Before.Minor <= 0 {
		return 0, false
	}
	d := new(big.Int).Sub(big.NewInt(p.Now.Minor), big.NewInt(p.Before.Minor))
	d.Mul(d, big.NewInt(2000))
	by := big.NewInt(p.Before.Minor)
	if d.Sign() < 0 {
		d.Sub(d, by)
	} else {
		d.Add(d, by)
	}
	d.Quo(d, by.Mul(by, big.NewInt(2)))
	return d.Int64(), d.IsInt64()
}

// Filter returns the filter of the receipts behind a report's taken figures,
// which OfHour and the others narrow to a bar.
func (r Report) Filter(q Query) Filter {
	f := q.Filter
	f.Class, f.Status, f.Currency = ClassTaken, "", r.Currency
	return f
}
