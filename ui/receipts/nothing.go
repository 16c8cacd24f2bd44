package receipts

import (
	"sanduq/core/journal"
	"sanduq/ui/receipts/emptystate"
	"sanduq/ui/receipts/filter"
	"sanduq/ui/toolkit/control"
)

// explain says why the list is empty, and offers the one thing that helps.
func (x *index) explain() {
	w, f := x.env.Words, &x.memory.Filter
	switch {
	case x.memory.fill.running:
		x.empty.Set(emptystate.Spec{Icon: "receipt", Title: x.memory.fill.sentence(w), Hint: w.T("receipts.fill.goesOn"),
			Also: w.T("receipts.fill.stop"), AlsoDo: x.memory.fill.stop})
	case !x.memory.fill.asked.IsZero():
		x.empty.Set(x.fillAsk())
	case x.source.Broken():
		x.empty.Set(emptystate.Spec{Icon: "network-off", Title: w.T("receipts.unreadable.list"), Hint: w.T("receipts.unreadable.hint"),
			Action: control.ButtonSpec{Kind: control.Filled, Label: w.T("receipts.readAgain"), Icon: "refresh", Key: "Enter"},
			Do:     x.source.Restart})
	case f.Search != "" && f.Range != filter.AllDays && !x.filters.asksDays():
		x.empty.Set(emptystate.Spec{Icon: "search", Title: w.T("receipts.empty.match"), Hint: w.T("receipts.empty.allDays"),
			Action: control.ButtonSpec{Kind: control.Filled, Label: w.T("receipts.searchAll"), Icon: "search", Key: "Enter"},
			Do:     func() { x.filters.pickRange(filter.AllDays) }})
	case f.Narrow():
		x.empty.Set(emptystate.Spec{Icon: "search", Title: w.T("receipts.empty.match"), Hint: w.T("receipts.empty.filter"),
			Action: control.ButtonSpec{Kind: control.Filled, Label: w.T("receipts.showAll"), Icon: "close", Key: "Enter"},
			Do:     x.showAll})
	case f.Range == filter.Today:
		x.emptyToday()
	default:
		x.empty.Set(x.noSales(w.T("receipts.empty"), ""))
	}
}

// showAll takes away everything that narrows the list but its days.
func (x *index) showAll() {
	f := &x.memory.Filter
	*f = filter.Filter{Range: f.Range, Day: f.Day, Last: f.Last, Booked: f.Booked}
	x.filters.setSearch("")
}

func (x *index) noSales(title, hint string) emptystate.Spec {
	s := emptystate.Spec{Icon: "receipt", Title: title, Hint: hint}
	if x.deps.Shell != nil {
		s.Action = control.ButtonSpec{Kind: control.Filled, Label: x.env.Words.T("nav.sale"), Icon: "plus", Key: "F2"}
		s.Do = x.deps.Shell.NewSale
	}
	if x.deps.Fill != nil {
		s.Also, s.AlsoDo = x.env.Words.T("receipts.fill"), x.askFill
	}
	switch f := &x.memory.fill; {
	case f.failed:
		s.Hint = x.env.Words.T("receipts.fill.failed")
	case f.stopped:
		s.Hint = x.env.Words.T("receipts.fill.stopped", "done", f.done)
	}
	return s
}

// emptyToday says where yesterday's sales are, once they are counted.
func (x *index) emptyToday() {
	w, hint := x.env.Words, ""
	day := filter.DaysBefore(x.deps.History.Today(), 1)
	if x.beforeDone && x.beforeDay == day && x.before > 0 {
		hint = w.N("receipts.empty.yesterday", x.before)
	}
	x.empty.Set(x.noSales(w.T("receipts.empty.today"), hint))
	if x.beforeDone && x.beforeDay == day {
		return
	}
	x.beforeDone, x.beforeDay, x.before = true, day, 0
	still := x.source.Still()
	x.env.Go(func() {
		got, err := x.deps.History.Totals(x.env.Life, journal.SaleQuery{From: day, To: day})
		x.env.Post(func() {
			if err != nil || !still() {
				return
			}
			for _, t := range got {
				x.before += t.Count
			}
			x.changed()
		})
	})
}
