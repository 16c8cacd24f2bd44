package day

import (
	"strings"
	"time"

	"sanduq/core/journal"
	"sanduq/core/receipt"
	"sanduq/ui/day/figures"
	"sanduq/ui/present"
	"sanduq/ui/screen"
)

// total adds numbers of sales up, whatever their currency.
func total(all []journal.Line) (n int64) {
	for _, l := range all {
		n += l.Number
	}
	return n
}

// counted says that a drawer was counted more than once, and what the first count came
// to; blank where it was counted once.
func counted(env screen.Env, sum journal.DrawerSum, first *journal.ShiftCount) string {
	switch {
	case sum.Counts < 2:
		return ""
	case first == nil:
		return env.Words.T("day.counts", "n", sum.Counts)
	}
	by := env.Words.T("slip.z.by", "time", present.Clock(first.At, env.Zone), "name", present.Somebody(env.Words, first.By))
	return env.Words.T("day.counts.first", "n", sum.Counts, "sum", figures.Amount(env, first.Cash.Minor, first.Cash.Currency), "by", by)
}

// mostEntered is how many documents from paper are named above an X or a Z: the newest.
const mostEntered = 2

// outsideShift says what stands in no Z, which numbers were left out, and what was typed
// in from paper; blank where there is nothing.
func outsideShift(env screen.Env, before receipt.BeforeShift) string {
	sum := func(minor int64, currency string) string { return figures.Amount(env, minor, currency) }
	said := append(before.SayWith(env.Words.T, sum), leftOut(env, before.LeftOut))
	entered := before.Entered
	if n := len(entered) - mostEntered; n > 0 { // the paper below has all of them
		said = append(said, env.Words.T("day.entered.more", "n", n))
		entered = entered[n:]
	}
	return strings.TrimSpace(strings.Join(append(said, receipt.SayEntered(entered, env.Words.T, sum)...), " "))
}

// leftOut says which numbers were left out after the journal was put back; blank for none.
func leftOut(env screen.Env, all []journal.LeftOut) string {
	return strings.Join(receipt.SayLeftOut(all, env.Words.T, func(t time.Time) string { return env.Words.Moment(t.In(env.Zone)) }), " ")
}

// unread is why an X was not shown: it only reads, and of what a disk does not give
// nobody is told that it was not recorded.
func unread(env screen.Env, err error) string {
	switch journal.CodeOf(err) {
	case "", journal.CodeStore:
		return env.Words.T("day.x.unread")
	}
	return present.Refusal(env.Words, err, "error.day")
}
