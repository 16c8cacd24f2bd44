package statement

import (
	"sanduq/core/journal"
	"sanduq/core/report/reconcile"
	bank "sanduq/core/report/statement"
	"sanduq/ui/popover"
	"sanduq/ui/present"
)

// mostSales is how many sales are offered for money that is only at the bank: those of
// the nearest sums.
const mostSales = 10

// assign lets a person choose the sale that money at the bank belongs to.
func (p *resultPage) assign(r reconcile.Row) {
	w, over := p.opened.env.Words, p.opened.popover
	all := p.opened.found.result.Assignable(r)
	if len(all) == 0 {
		p.said, p.wrong = w.T("statement.assign.none"), false
		p.paint()
		return
	}
	var list []popover.Choice
	at := -1
	for i, e := range all[:min(len(all), mostSales)] {
		if r.Items[0].Entry == e {
			at = i
		}
		list = append(list, popover.Choice{Label: p.offered(e), Pick: func() {
			over.Close()
			p.record(journal.BankAnswer{Row: r.Key, Answer: reconcile.Belongs, Sale: e.Sale})
		}})
	}
	over.Toggle(p.panel.button(reconcile.Belongs), popover.NewChoices(list, at, 1))
}

// offered is what a sale is called among others.
func (p *resultPage) offered(e *bank.Entry) string {
	w := p.opened.env.Words
	return w.T("statement.assign.sale", "sale", name(e), "amount", present.Major(w, e.Amount), "time", moment(p.opened.env, e.At, false))
}
