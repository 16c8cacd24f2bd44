package receipt

import (
	"slices"
	"strconv"
	"strings"

	"sanduq/core/journal"
	"sanduq/core/journal/queries"
)

// What is said on screens, on paper and in files alike.
const (
	keyUnshifted        = "day.unshifted" // {sum}, {numbers}
	keyUnshiftedMore    = "day.unshifted.more"
	keyUnshiftedUnknown = "day.unshifted.unknown"
)

// BeforeShift is what was taken before the shift of an X or a Z while shifts were off, or
// that nobody could read it.
type BeforeShift struct {
	queries.OutsideShift
	Unread bool
}

// Sentences says it on paper and in files, as SayWith, SayLeftOut and SayEntered do.
func (b BeforeShift) Sentences(w Words) []string {
	amount := func(minor int64, currency string) string {
		return grouped(minor, currency, w) + "\u00a0" + clean(w.Currency(currency))
	}
	return slices.Concat(b.SayWith(w.Say, amount), SayLeftOut(b.LeftOut, w.Say, w.DateTime), SayEntered(b.Entered, w.Say, amount))
}

// SayWith says by currency what stands in no Z, and under which numbers it is found, one
// sentence each; nothing where there is nothing. say has the sentences, and amount writes
// a sum with its currency.
func (b BeforeShift) SayWith(say func(key string, args ...any) string, amount func(minor int64, currency string) string) []string {
	if b.Unread {
		return []string{say(keyUnshiftedUnknown)}
	}
	if len(b.Sums) == 0 {
		return nil
	}
	var sums []string
	for _, l := range b.Sums {
		sums = append(sums, amount(l.Minor, l.Currency)+" ("+strconv.FormatInt(l.Number, 10)+")")
	}
	said := []string{say(keyUnshifted, "sum", strings.Join(sums, " + "), "numbers", b.Numbers(partBreak))}
	if b.More {
		said = append(said, say(keyUnshiftedMore))
	}
	return said
}

// Numbers are the receipts and the cash receipts under which it is found.
func (b BeforeShift) Numbers(between string) string {
	var numbers []string
	for _, one := range []struct {
		run  journal.SeqRange
		name func(uint64) string
	}{{b.Receipts, Number}, {b.Cash, CashNumber}} {
		if text := runText(one.run, one.name); text != "" {
			numbers = append(numbers, text)
		}
	}
	return strings.Join(numbers, between)
}
