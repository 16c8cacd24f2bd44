package receipts

import (
	"sanduq/core/journal"
	"sanduq/ui/widgets"
)

// explain says why the list is empty, and offers the one thing that helps.
func (x *index) explain() {
	w, f := x.deps.Words, &x.memory.Filter
	switch {
	case x.memory.fill.running:
		x.empty.set(emptySpec{icon: "receipt", title: x.memory.fill.sentence(w), hint: w.T("receipts.fill.goesOn"),
			also: w.T("receipts.fill.stop"), alsoDo: x.memory.fill.stop})
	case !x.memory.fill.asked.IsZero():
		x.empty.set(x.fillAsk())
	case x.source.broken():
		x.empty.set(emptySpec{icon: "network-off", title: w.T("receipts.unreadable.list"), hint: w.T("receipts.unreadable.hint"),
			action: widgets.ButtonSpec{Kind: widgets.Filled, Label: w.T("receipts.readAgain"), Icon: "refresh", Key: "Enter"},
			do:     x.source.restart})
	case f.Search != "" && f.Range != AllDays && !x.filters.asksDays():
		x.empty.set(emptySpec{icon: "search", title: w.T("receipts.empty.match"), hint: w.T("receipts.empty.allDays"),
			action: widgets.ButtonSpec{Kind: widgets.Filled, Label: w.T("receipts.searchAll"), Icon: "search", Key: "Enter"},
			do:     func() { x.filters.pickRange(AllDays) }})
	case f.Narrow():
		x.empty.set(emptySpec{icon: "search", title: w.T("receipts.empty.match"), hint: w.T("receipts.empty.filter"),
			action: widgets.ButtonSpec{Kind: widgets.Filled, Label: w.T("receipts.showAll"), Icon: "close", Key: "Enter"},
			do:     x.showAll})
	case f.Range == Today:
		x.emptyToday()
	default:
		x.empty.set(x.noSales(w.T("receipts.empty"), ""))
	}
}

// showAll takes away everything that narrows the list but its days.
func (x *index) showAll() {
	f := &x.memory.Filter
	*f = Filter{Range: f.Range, Day: f.Day, Last: f.Last}
	x.filters.setSearch("")
}

func (x *index) noSales(title, hint string) emptySpec {
	s := emptySpec{icon: "receipt", title: title, hint: hint}
	if x.deps.NewSale != nil {
		s.action = widgets.ButtonSpec{Kind: widgets.Filled, Label: x.deps.Words.T("nav.sale"), Icon: "plus", Key: "F2"}
		s.do = x.deps.NewSale
	}
	if x.deps.Fill != nil {
		s.also, s.alsoDo = x.deps.Words.T("receipts.fill"), x.askFill
	}
	switch f := &x.memory.fill; {
	case f.failed:
		s.hint = x.deps.Words.T("receipts.fill.failed")
	case f.stopped:
		s.hint = x.deps.Words.T("receipts.fill.stopped", "done", f.done)
	}
	return s
}

// emptyToday says where yesterday's sales are, once they are counted.
func (x *index) emptyToday() {
	w, hint := x.deps.Words, ""
	day := daysBefore(x.deps.History.Today(), 1)
	if x.beforeDone && x.beforeDay == day && x.before > 0 {
		hint = w.N("receipts.empty.yesterday", x.before)
	}
	x.empty.set(x.noSales(w.T("receipts.empty.today"), hint))
	if x.beforeDone && x.beforeDay == day {
		return
	}
	x.beforeDone, x.beforeDay, x.before = true, day, 0
	generation := x.source.generation
	x.deps.Go(func() {
		got, err := x.deps.History.Totals(x.deps.Life, journal.SaleQuery{From: day, To: day})
		x.deps.Post(func() {
			if err != nil || generation != x.source.generation {
				return
			}
			for _, t := range got {
				x.before += t.Count
			}
			x.changed()
		})
	})
}
