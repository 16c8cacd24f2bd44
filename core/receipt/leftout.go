package receipt

import (
	"slices"
	"strings"
	"time"

	"sanduq/core/journal"
	"sanduq/core/journal/queries"
)

// SayLeftOut says which numbers were left out, and why, one sentence for each time that the
// journal was put back; nothing where there are none. say has the sentences, and moment
// writes a time. Screens, paper and files say the same.
func SayLeftOut(all []journal.LeftOut, say func(key string, args ...any) string, moment func(time.Time) string) (said []string) {
	for _, l := range all {
		numbers := leftOutNumbers(l)
		if len(numbers) == 0 {
			continue
		}
		key, since := "day.leftOut."+string(l.Cause), ""
		if l.Since.IsZero() {
			key += ".unknown"
		} else {
			since = moment(l.Since)
		}
		said = append(said, say(key, "since", since, "numbers", strings.Join(numbers, partBreak)))
	}
	return said
}

// SayEntered says what was typed in from paper, and what was withdrawn, a sentence each:
// whose word it is, and that no sum has it. amount writes a sum with its currency.
// Screens, paper and files say the same.
func SayEntered(all []queries.Entered, say func(key string, args ...any) string, amount func(minor int64, currency string) string) (said []string) {
	for _, e := range all {
		by := clean(e.By)
		if by == "" {
			by = say(keySomebody)
		}
		if e.Withdrawn {
			said = append(said, say(keyWithdrawn, "name", by, "number", e.Name(), "reason", clean(e.Reason)))
			continue
		}
		key := keyEntered
		if e.Reference != "" {
			key = keyEnteredReference
		}
		said = append(said, say(key, "name", by, "number", e.Name(), "sum", amount(e.Amount.Minor, e.Amount.Currency),
			"route", say("receipts.route."+string(e.Route)), "day", e.Day.Time(time.UTC).Format(time.DateOnly), "reference", clean(e.Reference)))
	}
	if slices.ContainsFunc(all, func(e queries.Entered) bool { return !e.Withdrawn && !e.Cash() }) {
		said = append(said, say(keyEnteredNote))
	}
	return said
}

// What is said of documents that were typed in.
const (
	keyEntered          = "day.entered"           // {name}, {number}, {sum}, {route}, {day}
	keyEnteredReference = "day.entered.reference" // the same and {reference}
	keyWithdrawn        = "day.entered.withdrawn" // {name}, {number}, {reason}
	keyEnteredNote      = "day.entered.note"
	keySomebody         = "audit.nobody"
)

// ReceiptsLeftOut names the receipts that were left out, "T-0002–T-0101"; blank for none.
func ReceiptsLeftOut(l journal.LeftOut) string { return runText(l.Receipts, Number) }

// leftOutNumbers are the runs by the names that they have on paper.
func leftOutNumbers(l journal.LeftOut) (numbers []string) {
	for _, one := range []struct {
		run  journal.SeqRange
		name func(uint64) string
	}{
		{l.Sales, func(n uint64) string { return journal.NewSaleID(l.Day, int(n)).Paper() }},
		{l.Receipts, Number}, {l.Cash, CashNumber}, {l.Zs, journal.ZNumber},
	} {
		if text := runText(one.run, one.name); text != "" {
			numbers = append(numbers, text)
		}
	}
	return numbers
}

// runText names the first and the last number of a run; blank for none.
func runText(run journal.SeqRange, name func(uint64) string) string {
	switch {
	case run.First == 0:
		return ""
	case run.First == run.Last:
		return name(run.First)
	}
	return name(run.First) + "–" + name(run.Last)
}
