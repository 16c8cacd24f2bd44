package exporting

import (
	"context"
	"slices"
	"time"

	"sanduq/core/journal"
	"sanduq/core/journal/queries"
	"sanduq/core/report"
	"sanduq/core/report/export"
	"sanduq/ui/words"
)

// errEmpty is an export without a row.
var errEmpty = report.Refuse(report.CodeEmpty, nil)

// Job is the export of a request. Errors: CodeEmpty when it selects nothing,
// CodePeriod, CodeSource, CodeCancelled.
func (s Source) Job(ctx context.Context, r Request, f Form, shop Shop, w *words.Catalogue) (export.Job, error) {
	said := InWords(w, shop.Zone)
	job := export.Job{Format: f.kind().format, Dialect: r.Dialect, Words: said, Zone: shop.Zone, Pen: s.Pen, About: export.About{
		Title: said.Say(export.KeySales), Shop: shop.Shop, Till: shop.Till, Seller: shop.Seller, Asked: words.Plain(r.Asked), By: shop.By, At: shop.Now.In(shop.Zone), Practice: shop.Practice,
		Period: report.Period{From: r.Query.From, To: r.Query.To}}}
	if r.Match != nil {
		job.About.Title = said.Say(export.KeyMatch)
		job.Tables = []export.Table{r.Match(said)}
		return job, nil
	}
	if r.Of == OfAccounts {
		return s.accounts(ctx, r, f, shop, job)
	}
	if r.Of != OfSales {
		return s.book(ctx, r, f, job, w)
	}
	r.Query = r.sales()
	back, err := s.returned(ctx, r, shop.Zone)
	if err != nil {
		return job, unread(ctx, err)
	}
	total, err := Count(ctx, s.History, r.Query)
	if err != nil {
		return job, unread(ctx, err)
	}
	if !f.tables() {
		r.Report = nil
	}
	result, some, err := s.figures(ctx, r)
	if err != nil {
		return job, err
	}
	if total == 0 && !some {
		return job, errEmpty
	}
	all := Sales(ctx, s.History, r.Query, shop.Today)
	if r.Report != nil && s.Figures != nil {
		job.About.Compared, job.About.Returns = result.Compared, result.Returns
		job.Tables = export.Reports(result, said)
	}
	job.Tables = append(job.Tables, f.kind().table(sales{all, total, back, shop.Zone, said}))
	return job, nil
}

// figures are those of the report of a request, and whether it has any: on days without a sale something
// may have been returned.
func (s Source) figures(ctx context.Context, r Request) (result report.Result, some bool, err error) {
	if r.Report == nil || s.Figures == nil {
		return result, false, nil
	}
	result, err = report.Build(ctx, s.Figures, *r.Report)
	return result, slices.ContainsFunc(result.Reports, func(one report.Report) bool { return !one.Nothing() }), err
}

// returned is what was given back of the sales of a request. Of a report it is that up to its
// last day: what is given back later is of a later period, and changes nothing of a closed one.
// Of a list it is what the list shows, whenever that was. Nil where there is no ledger to ask.
func (s Source) returned(ctx context.Context, r Request, zone *time.Location) (export.Returned, error) {
	if s.Books == nil {
		return nil, nil
	}
	q := r.Query
	if q.To != "" && r.Report != nil {
		q.Back = journal.BackDays{Zone: zone, To: q.To}
	}
	all := export.Returned{}
	for r, err := range queries.Returned(ctx, struct {
		History
		Books
	}{s.History, s.Books}, q, nil) {
		if err != nil {
			return nil, err
		}
		all[r.Sale.ID] += r.Amount.Minor // parts of the sale's own amount: no overflow
	}
	return all, nil
}
