package exporting

import (
	"time"

	"sanduq/core/journal"
	"sanduq/core/receipt"
	"sanduq/core/report/export"
	"sanduq/ui/present"
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
