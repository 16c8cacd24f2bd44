package exporting

import (
	"context"
	"errors"
	"iter"
	"time"

	"sanduq/core/journal"
	"sanduq/core/receipt"
	"sanduq/core/report"
	"sanduq/core/report/export"
	"sanduq/ui/present"
	"sanduq/ui/words"
)

// errNothing is an export of a book without a row; errNoRow tells it from one
// without a sale.
var (
	errNoRow   = errors.New("no row in this book")
	errNothing = report.Refuse(report.CodeEmpty, errNoRow)
)

// titles are the titles of the books.
var titles = map[Book]string{OfZs: export.KeyZs, OfZLines: export.KeyZLines, OfOwed: export.KeyOwed, OfAudit: export.KeyAudit}

// book is the export of a request that is of no sales. Errors: CodeEmpty when it
// selects nothing, CodeSource, CodeFormat.
func (s Source) book(ctx context.Context, r Request, f Form, job export.Job, w *words.Catalogue) (export.Job, error) {
	if !f.Fits(r.Of) || s.Books == nil {
		return job, report.Refuse(report.CodeFormat, errors.New(string(f)+" of "+string(r.Of)))
	}
	job.About.Title = job.Words.Say(titles[r.Of])
	if r.Query.From == "" && r.Query.To == "" {
		job.About.Asked = words.Plain(joined(w.T("receipts.allDays"), r.Asked))
	}
	said := job.Words
	if f == Plain {
		said = nil
	}
	before := export.BeforeZs{}
	tables, n, err := s.tables(ctx, r, f, job.Zone, before, said, w)
	switch {
	case err != nil:
		return job, unread(ctx, err)
	case n == 0:
		return job, errNothing
	}
	job.Tables, job.About.Notes = tables, before.Facts(job.Words)
	return job, nil
}

// tables are those of a book, and how many rows were found for them. What came before
// the shifts of its Zs goes into before.
func (s Source) tables(ctx context.Context, r Request, f Form, zone *time.Location, before export.BeforeZs, said export.Words, w *words.Catalogue) ([]export.Table, int, error) {
	switch r.Of {
	case OfZs, OfZLines:
		return s.zTables(ctx, r, f, zone, before, said)
	case OfOwed:
		n, err := s.owedLines(ctx, r, zone)
		if err != nil {
			return nil, 0, err
		}
		return []export.Table{export.Owed(s.owed(ctx, r, zone), n, said)}, n, nil
	}
	b := s.audit(r, zone)
	found, err := b.locate(ctx)
	if err != nil {
		return nil, 0, err
	}
	return []export.Table{export.Audit(b.each(ctx, found), found.rows, said, func(r journal.AuditRow) (what, detail string) { return present.Decision(w, r) })}, found.rows, nil
}

func (s Source) zTables(ctx context.Context, r Request, f Form, zone *time.Location, before export.BeforeZs, said export.Words) ([]export.Table, int, error) {
	b := s.zs(r, zone)
	rows, lines := 0, 0
	b.seen = func(z journal.Z) {
		s.outsideShift(ctx, z, before)
		rows, lines = rows+export.ZRows(z, before), lines+len(z.Taken)
	}
	found, err := b.locate(ctx)
	if err != nil {
		return nil, 0, err
	}
	all := b.each(ctx, found)
	fine := export.ZLines(all, lines, said)
	if r.Of == OfZLines {
		return []export.Table{fine}, lines, nil
	}
	tables := []export.Table{export.Zs(all, rows, before, said)}
	if f == PDF {
		tables = append(tables, export.ZDrawers(all, said))
	}
	if f.tables() {
		tables = append(tables, fine)
	}
	return tables, found.rows, nil
}

// outsideShift reads what came before the shift of a Z, the numbers left out in it, and
// what was entered from paper.
// That it could not be read is said in the file, which has all else.
func (s Source) outsideShift(ctx context.Context, z journal.Z, into export.BeforeZs) {
	if s.OutsideShift == nil {
		return
	}
	u, err := s.OutsideShift(ctx, z)
	if err != nil || len(u.Sums)+len(u.LeftOut)+len(u.Entered) > 0 {
		into[z.Seq] = receipt.BeforeShift{OutsideShift: u, Unread: err != nil}
	}
}

// Count is how many records a request selects: sales, Zs, lines or entries.
func (s Source) Count(ctx context.Context, r Request, zone *time.Location) (int, error) {
	switch r.Of {
	case OfZs, OfZLines:
		found, err := s.zs(r, zone).locate(ctx)
		return found.rows, err
	case OfOwed:
		return s.owedLines(ctx, r, zone)
	case OfAudit:
		found, err := s.audit(r, zone).locate(ctx)
		return found.rows, err
	case OfAccounts:
		found, err := s.zs(r, zone).locate(ctx)
		if err != nil {
			return 0, err
		}
		settled, err := s.settlements(ctx, r)
		return found.rows + len(settled), err
	}
	return Count(ctx, s.History, r.sales())
}

func (s Source) zs(r Request, zone *time.Location) walk[journal.Z] {
	return walk[journal.Z]{of: r.Query, read: s.Books.Zs, seq: func(z journal.Z) uint64 { return z.Seq }, day: func(z journal.Z) journal.Day { return z.BookingDay(zone) }}
}

func (s Source) audit(r Request, zone *time.Location) walk[journal.AuditRow] {
	return walk[journal.AuditRow]{of: r.Query, read: s.Books.Audit, keep: r.Keep,
		seq: func(a journal.AuditRow) uint64 { return a.Seq }, day: func(a journal.AuditRow) journal.Day { return journal.DayOf(a.At.In(zone)) }}
}

// debts walks every entry of the ledger: an old one may have a new line.
func (s Source) debts() walk[journal.Debt] {
	return walk[journal.Debt]{seq: func(d journal.Debt) uint64 { return d.Number }, read: func(ctx context.Context, before uint64, limit int) ([]journal.Debt, error) {
		return s.Books.Debts(ctx, journal.DebtQuery{Before: before, Limit: limit})
	}}
}

// owed are the lines of the ledger that count on the days of a request, as reports have
// them, entry after entry.
func (s Source) owed(ctx context.Context, r Request, zone *time.Location) iter.Seq2[export.OwedLine, error] {
	return func(yield func(export.OwedLine, error) bool) {
		b := s.debts()
		found, err := b.locate(ctx)
		if err != nil {
			yield(export.OwedLine{}, err)
			return
		}
		for d, err := range b.each(ctx, found) {
			var lines []export.OwedLine
			if err == nil {
				lines, err = s.linesOf(ctx, d)
			}
			if err != nil {
				yield(export.OwedLine{}, err)
				return
			}
			for _, l := range lines {
				if r.Query.Within(journal.DayOf(l.Row.CountsAt().In(zone))) && !yield(l, nil) {
					return
				}
			}
		}
	}
}

func (s Source) linesOf(ctx context.Context, d journal.Debt) ([]export.OwedLine, error) {
	rows, err := s.Books.DebtRows(ctx, d.Number)
	if err != nil {
		return nil, err
	}
	return export.OwedLines(rows)
}

func (s Source) owedLines(ctx context.Context, r Request, zone *time.Location) (n int, _ error) {
	for _, err := range s.owed(ctx, r, zone) {
		if err != nil {
			return 0, err
		}
		n++
	}
	return n, nil
}

// unread is why records could not be read: somebody stopped it, or they could not be.
func unread(ctx context.Context, err error) error {
	if cause := ctx.Err(); cause != nil {
		return report.Refuse(report.CodeCancelled, cause)
	}
	return report.Refuse(report.CodeSource, err)
}
