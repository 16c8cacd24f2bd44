package feed

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"sanduq/core/journal"
	"sanduq/ui/alarm"
	"sanduq/ui/present"
	"sanduq/ui/toolkit/graphic"
)

// BackTime is how long the line about a bank that answers again stays, counted
// from the last sale that was checked.
const BackTime = 10 * time.Second

// reconnected is what was found when the bank answered again after a silence.
type reconnected struct {
	since   time.Time
	waiting map[journal.SaleID]bool   // shown as waiting or not known when it answered, and not checked yet
	checked map[journal.SaleID]string // the word that stands on its tile, by its key
	told    int                       // of the newest news: only that ends the line
}

// linked takes over what is known of the connection.
func (f *Feed) linked(l journal.Link) {
	was := f.link
	f.link = l
	switch {
	case l.Down:
		f.back = nil
	case was.Down:
		b := &reconnected{since: f.env.Now(), waiting: map[journal.SaleID]bool{}, checked: map[journal.SaleID]string{}}
		for id, v := range f.sales {
			if state := Look(v).State; v.Watchable() && (state == graphic.StateWaiting || state == graphic.StateUnknown) {
				b.waiting[id] = true
			}
		}
		f.back = b
		f.fadeBack()
	}
}

// checked takes note of a sale about which the bank has answered since.
func (f *Feed) checked(v journal.View) {
	b := f.back
	if b == nil {
		return
	}
	_, counted := b.checked[v.ID]
	answered := v.Status().Ended() || !v.Live.Unanswered && v.Live.LastAnswer.After(b.since)
	if !counted && (!b.waiting[v.ID] || !answered) {
		return
	}
	delete(b.waiting, v.ID)
	if word := Look(v).Key; b.checked[v.ID] != word {
		b.checked[v.ID] = word
		f.fadeBack()
	}
}

// fadeBack takes the line away when there was no news for a while.
func (f *Feed) fadeBack() {
	b := f.back
	b.told++
	told := b.told
	f.env.After(BackTime, func() {
		if f.back == b && b.told == told {
			f.back = nil
			f.window.PaintAlarms()
		}
	})
}

// Look is how a sale looks where sales are listed.
func Look(v journal.View) present.Look {
	look := present.Sale(v.Sale)
	if v.WithManager != nil && !v.Status().Ended() {
		look.Key = "state.manager"
	}
	return look
}

// found is what the line says; nil while there is none.
func (b *reconnected) found() *alarm.Back {
	if b == nil {
		return nil
	}
	n := map[string]int{}
	for _, word := range b.checked {
		n[word]++
	}
	f := &alarm.Back{}
	for _, word := range slices.SortedFunc(maps.Keys(n), byEnd) {
		f.Found = append(f.Found, alarm.Found{Key: word, N: n[word]})
	}
	return f
}

// ends are the words of ends, in the order in which they are told; what still goes on
// comes behind them.
var ends = []string{present.Status(journal.StatusPaid).Key, present.Late.Key, present.Owed.Key, present.Returned.Key, present.Status(journal.StatusFailed).Key, present.Status(journal.StatusExpired).Key}

func byEnd(a, b string) int {
	place := func(word string) int {
		if at := slices.Index(ends, word); at >= 0 {
			return at
		}
		return len(ends)
	}
	return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(a, b))
}
