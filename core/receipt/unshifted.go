package receipt

import (
	"strconv"
	"strings"

	"sanduq/core/till"
)

// keyUnshifted is said on screens, on paper and in files alike: {sum}, {numbers}.
const keyUnshifted = "day.unshifted"

// BeforeShift is what was taken before the shift of an X or a Z while shifts were off, or
// that nobody could read it.
type BeforeShift struct {
	till.Unshifted
	Unread bool
}

// Say says by currency what stands in no Z, and under which numbers it is found, one
// sentence each; nothing where there is nothing.
func (b BeforeShift) Say(w Words) []string {
	if b.Unread {
		return []string{w.Say(keyUnshifted + ".unknown")}
	}
	if len(b.Sums) == 0 {
		return nil
	}
	var sums []string
	for _, l := range b.Sums {
		sums = append(sums, grouped(l.Minor, l.Currency)+"\u00a0"+clean(w.Currency(l.Currency))+" ("+strconv.FormatInt(l.Number, 10)+")")
	}
	said := []string{w.Say(keyUnshifted, "sum", strings.Join(sums, " + "), "numbers", b.Numbers(partBreak))}
	if b.More {
		said = append(said, w.Say(keyUnshifted+".more"))
	}
	return said
}

// Numbers are the receipts and the cash receipts under which it is found.
func (b BeforeShift) Numbers(between string) string {
	var numbers []string
	for _, one := range []struct {
		run  till.SeqRange
		name func(uint64) string
	}{{b.Receipts, Number}, {b.Cash, CashNumber}} {
		switch {
		case one.run.First == 0:
		case one.run.First == one.run.Last:
			numbers = append(numbers, one.name(one.run.First))
		default:
			numbers = append(numbers, one.name(one.run.First)+"–"+one.name(one.run.Last))
		}
	}
	return strings.Join(numbers, between)
}
