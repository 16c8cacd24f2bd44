package receipts

import (
	"slices"
	"time"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/present"
	"sanduq/ui/receipts/ask"
	"sanduq/ui/receipts/filter"
	"sanduq/ui/screen"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/words"
)

// newVocabulary is what the search understands: every language at once, the
// screen's own first.
func newVocabulary(c *words.Catalogue) *ask.Vocabulary {
	all := []ask.Words{c.In(c.Lang())}
	for _, lang := range words.Languages() {
		if lang != c.Lang() {
			all = append(all, c.In(lang))
		}
	}
	return ask.NewVocabulary(all...)
}

// question reads what stands in the search field. What is understood of it narrows the
// list beside the chips that are set, and takes the place of a chip of its own kind.
func (f *filters) question() ask.Question {
	env, d := f.env, f.deps
	k := ask.Known{Words: f.vocabulary, Today: d.History.Today(), FirstDay: env.Words.FirstWeekday(), Currency: d.Currency, Cashiers: d.cashiers()}
	return ask.Read(f.now.Search, k)
}

// cashiers are those whose names are understood.
func (d Deps) cashiers() (names []string) {
	for _, u := range d.History.Users() {
		names = append(names, u.Name)
	}
	if d.Cashier != nil {
		if name := d.Cashier(); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// query asks for what the filters mean today: the chips that are set, and what is
// searched for.
func (f *filters) query() journal.SaleQuery {
	q, out := f.question(), f.now.Query(f.deps.History.Today())
	if len(q.Chips) == 0 {
		return out
	}
	out.Search = q.Rest
	if names(q, ask.Status, ask.Owed) {
		out.Status, out.Owed, out.Returned, out.Back = "", false, false, journal.BackDays{}
	}
	for _, c := range q.Chips {
		switch c.Kind {
		case ask.Route:
			out.Route = c.Route
		case ask.Status:
			out.Status = c.Status
		case ask.Owed:
			out.Owed = true
		case ask.Period:
			out.From, out.To = c.From, c.To
		case ask.Cashier:
			out.Cashier = c.Name
		case ask.Amount:
			out.Amounts = journal.Amounts{Currency: f.deps.Currency, Min: c.Min, Max: c.Max}
		}
	}
	return out
}

// asksDays reports whether the search names days: then the chips of days wait.
func (f *filters) asksDays() bool { return names(f.question(), ask.Period) }

// names reports whether a question has a chip of one of some kinds.
func names(q ask.Question, kinds ...ask.Kind) bool {
	return slices.ContainsFunc(q.Chips, func(c ask.Chip) bool { return slices.Contains(kinds, c.Kind) })
}

// besideOf is what a report narrowed by and a question does not.
func besideOf(b filter.Figure, q ask.Question) filter.Figure {
	if names(q, ask.Cashier) {
		b.Cashier = ""
	}
	if names(q, ask.Amount) {
		b.Amounts = journal.Amounts{}
	}
	if names(q, ask.Status, ask.Owed) {
		b.Back = journal.BackDays{}
	}
	return b
}

// paintQuestion puts the words that are understood behind the chips that are set. Those
// that are not make room, and so does a chip whose kind the words name: it comes back
// with what it said once they are gone.
func (f *filters) paintQuestion() {
	q := f.question()
	asking := len(q.Chips) > 0
	for len(f.asked) < len(q.Chips) {
		i := len(f.asked)
		chip := control.NewTag("", func() { f.takeOff(i) })
		f.asked = append(f.asked, chip)
		f.row.Add(chip)
	}
	for i, chip := range f.asked {
		chip.Hidden = i >= len(q.Chips)
		if !chip.Hidden {
			chip.SetLabel(f.deps.chipLabel(f.env, q.Chips[i]))
		}
	}
	for _, c := range f.usual() {
		c.Hidden = asking && !c.Selected()
	}
	days := names(q, ask.Period)
	for _, c := range append(f.ranges[:], f.dayLabel) {
		c.Hidden = days || c.Hidden && c != f.dayLabel // the way to other days stays
	}
	f.dayNarrow.Hidden = true
	f.status.Hidden = f.status.Hidden || names(q, ask.Status, ask.Owed)
	f.route.Hidden = f.route.Hidden || names(q, ask.Route)
	narrowed := besideOf(f.now.Figure, q)
	f.figure.SetLabel(ofFigure(f.env, narrowed))
	f.figure.SetSelected(true)
	f.figure.Hidden = narrowed == filter.Figure{}
}

// usual are the chips that people set by hand, and what a report narrowed by.
func (f *filters) usual() []*control.Chip {
	return slices.Concat(f.ranges[:], []*control.Chip{f.dayLabel}, f.places.Row(), []*control.Chip{f.status, f.route, f.figure})
}

// takeOff takes a chip away, with its words.
func (f *filters) takeOff(i int) {
	q := f.question()
	if i >= 0 && i < len(q.Chips) {
		f.setSearch(q.Without(i))
	}
}

// chipLabel is what a chip is called.
func (d Deps) chipLabel(env screen.Env, c ask.Chip) string {
	w := env.Words
	sum := func(minor int64) string { return present.Major(w, money.Amount{Minor: minor, Currency: d.Currency}) }
	switch c.Kind {
	case ask.Cashier:
		return w.T("ask.cashier", "name", c.Name)
	case ask.Route:
		_, key := present.Route(c.Route)
		return w.T(key)
	case ask.Status:
		return w.T(present.Status(c.Status).Key)
	case ask.Owed:
		return w.T("receipts.owed")
	case ask.Period:
		switch {
		case c.Said != "":
			return w.T(c.Said)
		case c.Days > 1:
			return w.N("ask.lastDays", c.Days)
		case c.Month:
			return w.Month(c.From.Time(time.UTC))
		case c.From == c.To:
			return date(env, c.From)
		}
		return w.T("ask.days", "first", date(env, c.From), "last", date(env, c.To))
	}
	switch {
	case c.Exact():
		return sum(c.Min)
	case c.Max == 0:
		return w.T("ask.over", "amount", sum(c.Min-1))
	case c.Min == 0:
		return w.T("ask.under", "amount", sum(c.Max+1))
	}
	return w.T("ask.between", "least", sum(c.Min), "most", sum(c.Max))
}
