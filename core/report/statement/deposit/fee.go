package deposit

// Fee is what a bank keeps of a deposit, in minor units.
type Fee struct {
	Whole int64 `json:"whole,omitempty"` // of each deposit
	Each  int64 `json:"each,omitempty"`  // of each sale in it
	Rate  int64 `json:"rate,omitempty"`  // of the sum, in hundredths of a per cent, halves upwards
}

// Of is the fee of a deposit of so many sales that add up to a sum.
func (f Fee) Of(sum int64, sales int) int64 {
	return f.Whole + f.Each*int64(sales) + (sum*f.Rate+5000)/10000
}

// Sample is a deposit whose sales are known.
type Sample struct {
	Sum   int64 // of the sales
	Sales int
	Fee   int64 // what the deposit lacks of it
}

// mostRate is five per cent: what is missing beyond it is no fee.
const mostRate = 500

// Plausible reports whether what a deposit lacks may be a fee at all.
func Plausible(sum, lacks int64) bool { return lacks > 0 && lacks*10000 <= sum*mostRate+10000 }

// Learn is the only rule of fewest parts by which all samples have their fee: a part of
// each deposit or of each sale, a rate, or a rate and one of both. ok is false where
// there is none, or more than one; two samples of the same numbers prove nothing.
func Learn(samples []Sample) (fee Fee, ok bool) {
	different := map[Sample]bool{}
	for _, s := range samples {
		different[s] = true
	}
	if len(different) < 2 {
		return Fee{}, false
	}
	first := samples[0]
	for _, parts := range []int{1, 2} {
		var found []Fee
		add := func(f Fee) {
			for _, s := range samples {
				if f.Of(s.Sum, s.Sales) != s.Fee {
					return
				}
			}
			found = append(found, f)
		}
		from, to := int64(0), int64(0)
		if parts == 2 {
			if len(different) < 3 {
				return Fee{}, false
			}
			from, to = 1, mostRate
		}
		for rate := from; rate <= to; rate++ {
			rest := first.Fee - Fee{Rate: rate}.Of(first.Sum, first.Sales)
			if rest > 0 {
				add(Fee{Rate: rate, Whole: rest})
			}
			if rest > 0 && rest%int64(first.Sales) == 0 {
				add(Fee{Rate: rate, Each: rest / int64(first.Sales)})
			}
		}
		if parts == 1 {
			for rate := int64(1); rate <= mostRate; rate++ {
				add(Fee{Rate: rate})
			}
		}
		if len(found) > 0 {
			return found[0], len(found) == 1
		}
	}
	return Fee{}, false
}
