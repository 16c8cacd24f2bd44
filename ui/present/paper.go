package present

import (
	"time"

	"sanduq/core/receipt"
	"sanduq/ui/words"
)

// OnPaper is the language of what is put on paper now. It is fixed at the call:
// a file keeps its language when the screen's changes while it is drawn. A nil
// zone is the machine's.
func OnPaper(w *words.Catalogue, zone *time.Location) receipt.Words {
	if zone == nil {
		zone = time.Local
	}
	return paper{words: w.In(w.Lang()), zone: zone}
}

// paper speaks the language of the screen on a receipt.
type paper struct {
	words *words.Catalogue
	zone  *time.Location
}

func (p paper) Say(key string, args ...any) string { return p.words.T(key, args...) }
func (p paper) DateTime(t time.Time) string        { return p.words.DateTime(t.In(p.zone)) }
func (p paper) Currency(code string) string        { return Currency(p.words, code) }
func (p paper) RTL() bool                          { return p.words.RTL() }
