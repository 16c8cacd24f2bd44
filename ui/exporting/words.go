package exporting

import (
	"time"

	"sanduq/core/journal"
	"sanduq/core/receipt"
	"sanduq/core/report/export"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/words"
)

// InWords is the language of a file that is written now. It is fixed at the
// call: a file keeps its language when the screen's changes meanwhile. A nil
// zone is the machine's.
func InWords(w *words.Catalogue, zone *time.Location) export.Words {
	return inWords{present.OnPaper(w, zone), w.In(w.Lang())}
}

type inWords struct {
	receipt.Words
	speech *words.Catalogue
}

// Day implements export.Words.
func (w inWords) Day(day journal.Day) string { return Date(w.speech, day) }

// Date is a day in short, "20 Nov 2026"; what is no day stands as it is.
func Date(w *words.Catalogue, day journal.Day) string {
	at := day.Time(time.UTC)
	if at.IsZero() {
		return string(day)
	}
	return w.Date(at)
}

// Spoken is a span of days in words, for what is asked: one day, or from one
// to another; blank ends are every day.
func Spoken(env screen.Env, from, to journal.Day) string {
	w := env.Words
	switch {
	case from == "" && to == "":
		return w.T("receipts.allDays")
	case from == to:
		return Date(w, from)
	}
	return w.T("report.span", "from", Date(w, from), "to", Date(w, to))
}

// said is what is asked for: the days, and the filter. A report's filter is its
// days; of what was found in a statement the file is named.
func (r Request) said(env screen.Env) string {
	if r.Match != nil || r.Report != nil {
		return r.Asked
	}
	return joined(Spoken(env, r.Query.From, r.Query.To), r.Asked)
}
