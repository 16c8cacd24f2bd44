// Package ask reads a sentence about sales, such as "samira wallet this week
// 12.5", and says which words of it are filters: a cashier, a way to pay, a
// state, days, an amount. It reads every language of the program at once, in any
// order, with or without accents and articles, digits of any script. What it
// does not understand it leaves alone. It draws nothing and asks nobody.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package ask

import (
	"slices"
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
)

// Kind is what a chip filters by.
type Kind int

// The kinds. A sentence has one chip of each at most: the first that it names.
const (
	Cashier Kind = iota + 1
	Route
	Status
	Owed
	Period
	Amount
)

// Chip is a part of a sentence that is understood.
type Chip struct {
	Kind     Kind
	Name     string // of a cashier, as the shop writes it
	Route    core.Route
	Status   journal.Status
	From, To journal.Day // of a period, inclusive; never blank
	Said     string      // key of the words for a period that has a name; blank for days
	Days     int         // of a period that is a count of days up to today
	Month    bool        // a period is a month that was named, as far as it has gone
	Min, Max int64       // of an amount in minor units; 0 is no limit

	words []int // which words of the sentence it is made of
}

// Exact reports whether an amount is one sum, not a range.
func (c Chip) Exact() bool { return c.Kind == Amount && c.Min == c.Max }

// Question is a sentence that was read.
type Question struct {
	Chips []Chip
	Rest  string // what is searched for as it stands; blank when all was understood

	words []word
}

// Known is what a sentence is read against.
type Known struct {
	Words    *Vocabulary
	Today    journal.Day
	FirstDay time.Weekday // where weeks begin
	Cashiers []string
	Currency string // of amounts
}

// Read reads a sentence. A sum alone, without its currency, is no question: it is searched for as it
// stands, since it may be the number of a receipt as well.
func Read(text string, k Known) Question {
	r := reader{Known: k, words: split(text)}
	q := Question{words: r.words, Chips: r.chips()}
	if len(q.Chips) == 1 && q.Chips[0].Exact() && len(q.Chips[0].words) == 1 {
		q.Chips = nil
	}
	q.Rest = q.rest()
	return q
}

// rest is what no chip has, without the words that only join others.
func (q Question) rest() string {
	var out []string
	for i, w := range q.words {
		taken := slices.ContainsFunc(q.Chips, func(c Chip) bool { return slices.Contains(c.words, i) })
		if !taken && (!w.joins || len(q.Chips) == 0) {
			out = append(out, w.text)
		}
	}
	return strings.Join(out, " ")
}

// Without is the sentence without the words of a chip.
func (q Question) Without(chip int) string {
	var out []string
	for i, w := range q.words {
		if !slices.Contains(q.Chips[chip].words, i) {
			out = append(out, w.text)
		}
	}
	return strings.Join(out, " ")
}

// word is one word of a sentence: as it was typed, and as it is compared.
type word struct {
	text, key string
	joins     bool
}

func split(text string) (all []word) {
	for _, w := range strings.Fields(money.Copied(text)) {
		all = append(all, word{text: w, key: fold(w)})
	}
	return all
}

// reader goes through the words of a sentence.
type reader struct {
	Known
	words []word
	taken map[Kind]bool
}

// chips takes at each word the longest phrase that begins there.
func (r *reader) chips() (all []Chip) {
	r.taken = map[Kind]bool{}
	names := r.names()
	for i := 0; i < len(r.words); {
		c, n := r.at(i, names)
		if n == 0 || r.taken[c.Kind] {
			r.words[i].joins = r.Words.joins[r.words[i].key]
			i++
			continue
		}
		r.taken[c.Kind] = true
		for k := range n {
			c.words = append(c.words, i+k)
		}
		all = append(all, c)
		i += n
	}
	return all
}

// at is the chip that begins at a word, and of how many words; 0 for none.
func (r *reader) at(i int, names map[string]string) (Chip, int) {
	for n := min(longest, len(r.words)-i); n > 0; n-- {
		key := r.key(i, n)
		if name, ok := names[key]; ok {
			return Chip{Kind: Cashier, Name: name}, n
		}
		if p, ok := r.Words.phrases[key]; ok {
			if c, ok := r.meaning(p); ok {
				return c, n
			}
		}
	}
	if c, n := r.days(i); n > 0 {
		return c, n
	}
	return r.amount(i)
}

// key is how n words from i are compared.
func (r *reader) key(i, n int) string {
	parts := make([]string, n)
	for k := range parts {
		parts[k] = r.words[i+k].key
	}
	return strings.Join(parts, " ")
}

// names are the cashiers by their whole name and, where only one has it, by
// their first.
func (r *reader) names() map[string]string {
	all, firsts := map[string]string{}, map[string]int{}
	for _, name := range r.Cashiers {
		if w := split(name); len(w) > 0 && len([]rune(w[0].key)) > 1 {
			firsts[w[0].key]++
		}
	}
	for _, name := range r.Cashiers {
		w := split(name)
		if len(w) == 0 || len([]rune(w[0].key)) < 2 {
			continue
		}
		whole := reader{words: w}
		if firsts[w[0].key] == 1 {
			all[w[0].key] = name
		}
		all[whole.key(0, len(w))] = name
	}
	return all
}

func (r *reader) meaning(p phrase) (Chip, bool) {
	switch {
	case p.route != "":
		return Chip{Kind: Route, Route: p.route}, true
	case p.status != "":
		return Chip{Kind: Status, Status: p.status}, true
	case p.owed:
		return Chip{Kind: Owed}, true
	case p.period != "":
		return r.named(p.period)
	case p.weekday > 0:
		return r.weekday(time.Weekday(p.weekday - 1))
	}
	return Chip{}, false
}
