package reports

import (
	"strings"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/report"
	"sanduq/ui/popover"
	"sanduq/ui/present"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
)

func (p *page) routeRows(r report.Report) (all []entry) {
	for _, row := range r.Rows[report.ByRoute] {
		icon, key := present.Route(core.Route(row.Name))
		name := p.env.Words.T(key)
		if row.Name == "" {
			icon, name = "list", p.env.Words.T("reports.route.none")
		}
		if row.Now.Number > 0 {
			all = append(all, entry{name: name, icon: graphic.NewIcon(icon, 24, theme.Muted), figure: row.Now, filter: r.Filter(p.result.Query).Of(report.ByRoute, row.Name)})
		}
	}
	if r.Cash.Taken.Now.Number > 0 { // said by a person: a row of its own
		f := r.Filter(p.result.Query)
		f.Class = report.ClassCash
		icon, key := present.Route(journal.RouteCash)
		all = append(all, entry{name: p.env.Words.T(key), icon: graphic.NewIcon(icon, 24, theme.Muted), figure: r.Cash.Taken.Now, filter: f})
	}
	if back := r.Returned.Figure; back != (report.Figure{}) { // whichever way it had come
		all = append(all, entry{name: p.env.Words.T("report.column.returned"), icon: graphic.NewIcon("return", 24, theme.Muted), figure: report.Figure{Number: back.Number, Minor: -back.Minor}, sales: p.givenBack(r)})
	}
	return all
}

// givenBack selects the sales behind what was returned: it was on these days that their
// money was given back, whenever they were; nil where no query says it.
func (p *page) givenBack(r report.Report) *journal.SaleQuery {
	q, ok := r.Filter(p.result.Query).SaleQuery(p.env.Zone)
	if !ok {
		return nil
	}
	q.Returned, q.Status, q.Hour = true, "", journal.ClockHour{}
	q.Back = journal.BackDays{Zone: p.env.Zone, From: q.From, To: q.To}
	q.From, q.To = "", ""
	return &q
}

// rowsBy are the rows of a dimension, of a report with cash: what stays of each.
func (p *page) rowsBy(d report.Dimension, r report.Report) (all []entry) {
	cash := map[string]report.Figure{}
	for _, row := range r.Cash.Rows[d] {
		cash[row.Name] = row.Now
	}
	for _, row := range r.Rows[d] {
		name := row.Name
		if name == "" {
			name = p.env.Words.T("report.nobody")
		}
		if stays := row.Now; stays.Number > 0 || row.Back.Number > 0 {
			stays.Minor = report.Stays(row.Now, row.Back)
			all = append(all, entry{name: name, figure: stays, filter: r.Filter(p.result.Query).Of(d, row.Name).OfTaken(row.Now, cash[row.Name])})
		}
	}
	return all
}

// unknown is what nobody knows yet, which stands in no sum; blank where all is known.
func (p *page) unknown(r report.Report) string {
	var all report.Figure
	for _, row := range r.Unsure { // no more than all that there is: it fits
		all.Number, all.Minor = all.Number+row.Now.Number, all.Minor+row.Now.Minor
	}
	if all.Number == 0 {
		return ""
	}
	return p.env.Words.T("reports.unknown", "n", int(all.Number), "sum", present.Sum(p.env.Words, all.Minor, r.Currency))
}

// openUnsure shows the sales of which nobody knows: all of a status, which a person picks
// where there are several.
func (p *page) openUnsure() {
	r, _ := p.report()
	var list []popover.Choice
	for _, row := range r.Unsure {
		if row.Now.Number == 0 {
			continue
		}
		w := p.env.Words
		list = append(list, popover.Choice{
			Label: w.T("reports.unknown.one", "what", w.T(present.Status(row.Status).Key), "n", int(row.Now.Number)),
			Pick: func() {
				p.popover.Close()
				p.drillDown(r.Filter(p.result.Query).OfStatus(row.Status))
			},
		})
	}
	switch len(list) {
	case 0:
	case 1:
		list[0].Pick()
	default:
		p.popover.Toggle(p.lost.table, popover.NewChoices(list, 0, 1))
	}
}

// ledger is what became of liabilities, which is in no sum of the page: what was released to
// income, and what one person alone recorded; blank for neither.
func (p *page) ledger(r report.Report) string {
	w := p.env.Words
	var all []string
	for _, l := range []struct {
		key string
		report.Figure
	}{{"reports.kept", r.Ledger.Kept}, {"reports.alone", r.Ledger.Alone}} {
		if l.Number > 0 {
			all = append(all, w.T(l.key, "sum", present.Sum(w, l.Minor, r.Currency)))
		}
	}
	return strings.Join(all, " · ")
}

// usual is how many reasons are shown even where there are none.
const usual = 3

func (p *page) lostRows(r report.Report) (all []entry) {
	for _, row := range r.Lost {
		if len(all) >= usual && row.Now.Number == 0 {
			continue
		}
		look := present.Status(row.Status)
		all = append(all, entry{name: p.env.Words.T(look.Key), icon: graphic.NewStateIcon(look.State, 24, p.env.Practice), figure: row.Now, filter: r.Filter(p.result.Query).OfStatus(row.Status)})
	}
	said := p.unknown(r)
	if said == "" {
		return all
	}
	unsure := entry{name: said, apart: p.openUnsure}
	if theme.Now().Small { // where rows scroll: what nobody knows is never out of view
		return append([]entry{unsure}, all...)
	}
	return append(all, unsure)
}
