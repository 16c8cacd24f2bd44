package exporting

import (
	"context"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sanduq/core/journal"
	"sanduq/core/receipt"
	"sanduq/core/report"
	"sanduq/core/report/export"
	"sanduq/ui/words"
)

// Form is a kind of file that people choose: a format, and of CSV for whom.
type Form string

// The forms.
const (
	CSV   Form = "csv"   // for people
	Plain Form = "plain" // CSV for programs
	Odoo  Form = "odoo"  // CSV that Odoo's import of statements takes
	OCA   Form = "oca"   // CSV that OCA's import of statements takes
	XLSX  Form = "xlsx"
	PDF   Form = "pdf"
)

// Forms lists all forms.
func Forms() []Form { return []Form{CSV, Plain, Odoo, OCA, XLSX, PDF} }

// format is how a form is written.
func (f Form) format() export.Format {
	switch f {
	case XLSX, PDF, CSV:
		return export.Format(f)
	}
	return export.Plain
}

// Extension ends the name of a file of the form.
func (f Form) Extension() string {
	switch f {
	case XLSX, PDF:
		return "." + string(f)
	}
	return ".csv"
}

// Request is what is to be written.
type Request struct {
	Query journal.SaleQuery
	Asked string // the filter in words
	// Report is what the figures before the sales are asked by, in files that
	// have more than one table; nil for sales alone.
	Report *report.Query
	// Match is the result of a statement held against the till, in place of
	// sales; nil without.
	Match func(export.Words) export.Table
	// Of is what else is written in place of sales; of Query the days count alone
	// then.
	Of Book
	// Keep narrows the book of decisions by more than its days; nil keeps all of
	// them. It is called off the UI goroutine.
	Keep func(journal.AuditRow) bool
	// Choose lets a person choose the days on the card.
	Choose bool
}

// Shop is what a file says of where it comes from.
type Shop struct {
	Shop, Till string
	By         string // who asked for it
	Practice   bool
	Zone       *time.Location
	Today      journal.Day
	Now        time.Time
}

// Source is where the rows come from. Figures may be nil: then no file has any.
type Source struct {
	History History
	Books   Books // may be nil where only sales are asked for
	// Unshifted is what was taken before the shift of a Z while shifts were off; nil
	// where nobody tells.
	Unshifted func(ctx context.Context, z journal.Z) (journal.Unshifted, error)
	Figures   report.Source
	Pen       *receipt.Drawer // for PDF
}

// errEmpty is an export without a row.
var errEmpty = report.Refuse(report.CodeEmpty, nil)

// Job is the export of a request. Errors: CodeEmpty when it selects nothing,
// CodePeriod, CodeSource, CodeCancelled.
func (s Source) Job(ctx context.Context, r Request, f Form, shop Shop, w *words.Catalogue) (export.Job, error) {
	said := InWords(w, shop.Zone)
	job := export.Job{Format: f.format(), Words: said, Zone: shop.Zone, Pen: s.Pen, About: export.About{
		Title: said.Say(export.KeySales), Shop: shop.Shop, Till: shop.Till, Asked: words.Plain(r.Asked), By: shop.By, At: shop.Now.In(shop.Zone), Practice: shop.Practice,
		Period: report.Period{From: r.Query.From, To: r.Query.To}}}
	if r.Match != nil {
		job.About.Title = said.Say(export.KeyMatch)
		job.Tables = []export.Table{r.Match(said)}
		return job, nil
	}
	if r.Of != OfSales {
		return s.book(ctx, r, f, job, w)
	}
	total, err := Count(ctx, s.History, r.Query)
	if err != nil {
		return job, unread(ctx, err)
	}
	if total == 0 {
		return job, errEmpty
	}
	sales := Sales(ctx, s.History, r.Query, shop.Today)
	if r.Report != nil && s.Figures != nil && (f == XLSX || f == PDF) {
		result, err := report.Build(ctx, s.Figures, *r.Report)
		if err != nil {
			return job, err
		}
		job.About.Compared, job.About.Returns = result.Compared, result.Returns
		job.Tables = export.Reports(result, said)
	}
	back, err := s.returned(ctx, r.Query)
	if err != nil {
		return job, unread(ctx, err)
	}
	job.Tables = append(job.Tables, s.table(sales, f, total, back, shop.Zone, said))
	return job, nil
}

// returned is what was given back of the sales of a query; nil where there is no
// ledger to ask.
func (s Source) returned(ctx context.Context, q journal.SaleQuery) (export.Returned, error) {
	if s.Books == nil {
		return nil, nil
	}
	all := export.Returned{}
	for r, err := range journal.Returned(ctx, struct {
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

func (s Source) table(sales iter.Seq2[journal.Sale, error], f Form, total int, back export.Returned, zone *time.Location, w export.Words) export.Table {
	switch f {
	case Plain:
		return export.PlainSales(sales, total, back)
	case Odoo:
		return export.OdooSales(sales, total, zone)
	case OCA:
		return export.OCASales(sales, total, zone)
	}
	return export.Sales(sales, total, back, w)
}

// Name is what a file is called: "sanduq-20261114-20261120", with the form's
// extension. The same request has the same name in every language.
func (r Request) Name(f Form) string {
	name := "sanduq"
	if r.Match != nil {
		name += "-statement"
	}
	if r.Of != OfSales {
		name += "-" + string(r.Of)
	}
	if f == Plain || f == Odoo || f == OCA {
		name += "-" + string(f)
	}
	for _, d := range []journal.Day{r.Query.From, r.Query.To} {
		if d != "" && name[len(name)-min(len(name), 9):] != "-"+string(d) {
			name += "-" + string(d)
		}
	}
	return name + f.Extension()
}

// unread is why records could not be read: somebody stopped it, or they could not be.
func unread(ctx context.Context, err error) error {
	if cause := ctx.Err(); cause != nil {
		return report.Refuse(report.CodeCancelled, cause)
	}
	return report.Refuse(report.CodeSource, err)
}

// joined puts what there is of some texts into one line.
func joined(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), " · ")
}

// free is a path in a folder that no file has yet: a second one gets a number.
func free(dir, name string, taken func(path string) bool) string {
	ext := filepath.Ext(name)
	path := filepath.Join(dir, name)
	for n := 2; taken(path) && n < 1000; n++ {
		path = filepath.Join(dir, fmt.Sprintf("%s (%d)%s", name[:len(name)-len(ext)], n, ext))
	}
	return path
}
