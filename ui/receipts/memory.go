package receipts

import (
	"time"

	"sanduq/core/journal"
	"sanduq/ui/receipts/filter"
	"sanduq/ui/words"
)

// Memory is what the screen remembers while it is away, or is built again for another language: the filter, and the
// sale that is selected. The zero value is today, everything.
type Memory struct {
	Filter   filter.Filter
	Selected journal.SaleID
	base     filter.Filter // what the list was opened with: Esc goes back to it, and from it leaves

	fill filling
}

// filling is how far invented sales have come. It outlives the screen, which is built again for another language or
// look meanwhile.
type filling struct {
	asked                    time.Time // since when it is asked whether to fill; zero while it is not
	running, failed, stopped bool
	done, total              int
	stop                     func() // nil unless running
	told                     func() // the newest screen
}

// sentence is how far it is.
func (f *filling) sentence(w *words.Catalogue) string {
	return w.T("receipts.filling", "done", f.done, "total", f.total)
}
