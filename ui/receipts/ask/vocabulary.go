package ask

import (
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/wire"
)

// Words gives the words of one language. Each sentence whose key begins with
// "ask.word." lists ways to say one thing, a bar between two.
type Words interface {
	T(key string, args ...any) string
	Weekday(time.Weekday) string
	Month(time.Time) string // "November 2026"
	Date(time.Time) string  // "20 Nov 2026"
}

// Vocabulary is what can be understood, in several languages at once. It is made
// once; it may be read from any goroutine.
type Vocabulary struct {
	phrases map[string]phrase
	months  map[string]time.Month
	over    map[string]bool // what stands before the least of a range, or its most
	under   map[string]bool
	between map[string]bool
	and     map[string]bool
	money   map[string]bool // what stands behind a sum
	last    map[string]bool // what stands before a count of days
	days    map[string]bool // and behind it
	joins   map[string]bool // means nothing by itself
}

// phrase is the meaning of words; one field is set.
type phrase struct {
	route   core.Route
	status  journal.Status
	owed    bool
	period  string // key of its name
	weekday int    // 1 is Sunday
}

// longest is of how many words a phrase is at most.
const longest = 4

// meanings are the phrases by the keys of their words. What the list itself calls
// a state or a way to pay is understood too.
var meanings = map[string]phrase{
	"ask.word.cash": {status: journal.StatusCash}, "state.cash": {status: journal.StatusCash},
	"ask.word.paid": {status: journal.StatusPaid}, "state.paid": {status: journal.StatusPaid},
	"ask.word.failed": {status: journal.StatusFailed}, "state.failed": {status: journal.StatusFailed},
	"ask.word.expired": {status: journal.StatusExpired}, "state.expired": {status: journal.StatusExpired},
	"ask.word.unknown": {status: journal.StatusUnknown}, "state.unknown": {status: journal.StatusUnknown},
	"ask.word.aside": {status: journal.StatusSetAside}, "state.aside": {status: journal.StatusSetAside},
	"ask.word.waiting": {status: journal.StatusWaiting}, "state.waiting": {status: journal.StatusWaiting},
	"ask.word.notOpened": {status: journal.StatusNotOpened}, "state.notOpened": {status: journal.StatusNotOpened},
	"ask.word.resolved": {status: journal.StatusResolved}, "state.resolved": {status: journal.StatusResolved},
	"ask.word.owed": {owed: true}, "state.owed": {owed: true},
	"ask.word.today": {period: today}, "ask.word.yesterday": {period: yesterday},
	"ask.word.week": {period: week}, "ask.word.lastWeek": {period: lastWeek},
	"ask.word.month": {period: month}, "ask.word.lastMonth": {period: lastMonth},
}

// The keys of the names of periods.
const (
	today     = "receipts.today"
	yesterday = "receipts.yesterday"
	week      = "ask.week"
	lastWeek  = "ask.lastWeek"
	month     = "ask.month"
	lastMonth = "ask.lastMonth"
)

// NewVocabulary understands all the languages given. Where two mean different
// things by one word, the first has it.
func NewVocabulary(languages ...Words) *Vocabulary {
	v := &Vocabulary{phrases: map[string]phrase{}, months: map[string]time.Month{}}
	for i, key := range []string{"ask.word.over", "ask.word.under", "ask.word.between", "ask.word.and", "ask.word.money", "ask.word.last", "ask.word.days", "ask.word.joins"} {
		set := map[string]bool{}
		for _, l := range languages {
			for _, s := range ways(l.T(key)) {
				set[s] = true
			}
		}
		*[]*map[string]bool{&v.over, &v.under, &v.between, &v.and, &v.money, &v.last, &v.days, &v.joins}[i] = set
	}
	for _, l := range languages {
		v.learn(l)
	}
	return v
}

func (v *Vocabulary) learn(l Words) {
	put := func(key string, p phrase) {
		if _, known := v.phrases[key]; !known && key != "" {
			v.phrases[key] = p
		}
	}
	for key, p := range meanings {
		for _, s := range ways(l.T(key)) {
			put(s, p)
		}
	}
	for _, route := range wire.Routes() {
		for _, key := range []string{"ask.word.", "receipts.route."} {
			for _, s := range ways(l.T(key + string(route))) {
				put(s, phrase{route: route})
			}
		}
	}
	for d := range 7 {
		for _, s := range ways(l.Weekday(time.Weekday(d))) {
			put(s, phrase{weekday: d + 1})
		}
	}
	for m := time.January; m <= time.December; m++ {
		at := time.Date(2026, m, 1, 0, 0, 0, 0, time.UTC)
		for _, s := range []string{strings.Fields(l.Month(at))[0], strings.Fields(l.Date(at))[1]} {
			if key := strings.TrimSuffix(fold(s), "."); v.months[key] == 0 {
				v.months[key] = m
			}
		}
	}
}

// ways are the ways to say one thing, as they are compared.
func ways(list string) (all []string) {
	for s := range strings.SplitSeq(list, "|") {
		w := split(s)
		all = append(all, (&reader{words: w}).key(0, len(w)))
	}
	return all
}
