package export

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"sanduq/core/money"
	"sanduq/core/receipt"
	"sanduq/core/report"
)

// Format is how a file is written.
type Format string

// The formats.
const (
	CSV   Format = "csv"   // for people: what was asked above, sums below
	Plain Format = "plain" // CSV for programs: the head is the first row, nothing below
	XLSX  Format = "xlsx"
	PDF   Format = "pdf"
)

// Job is one export. CSV and Plain take one table, the others any number.
type Job struct {
	Format Format
	About  About
	Tables []Table
	Words  Words          // nil only for Plain
	Zone   *time.Location // the shop's
	// Dialect is of CSV for people alone: programs know one way.
	Dialect Dialect
	Pen     *receipt.Drawer // for PDF
	// Own writes the whole file where it is no table of ours: Tables and Words are not
	// asked for then. It returns how many rows it wrote.
	Own func(ctx context.Context, w io.Writer) (rows int, err error)
	// Progress is told on the caller's goroutine how far the export has come,
	// a few times a second and at the end; nil tells nobody.
	Progress func(Progress)
}

// Progress is how far an export has come.
type Progress struct {
	Done, Total int   // rows; Total is 0 when unknown
	Bytes       int64 // written so far
	Took        time.Duration
}

// PerSecond returns the rows written in a second so far.
func (p Progress) PerSecond() int {
	if p.Took <= 0 {
		return 0
	}
	return int(int64(p.Done) * int64(time.Second) / int64(p.Took))
}

// Sum is what a table's summed column came to, in one currency.
type Sum struct {
	Table, Column int
	Currency      string
	Minor         int64
	Rows          int // rows of that currency that have a value there
}

// Result is what was written.
type Result struct {
	Rows  int
	Bytes int64
	Sums  []Sum // in the order in which they came up
}

// format writes one document.
type format interface {
	table(t Table) error
	row(r Row) error
	sums(all []Sum) error // of the table
	finish() error
}

// Write writes an export to w. Errors: CodeFormat, CodeSource, CodeRange,
// CodeCurrency, CodeTooMany, CodeCancelled, or the writer's own.
func Write(ctx context.Context, w io.Writer, j Job) (Result, error) {
	out := &counter{w: w, ctx: ctx}
	if j.Own != nil {
		r := &run{ctx: ctx, job: j, out: out, began: time.Now()}
		rows, err := j.Own(ctx, out)
		if r.rows = rows; err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return Result{}, r.coded(err)
		}
		r.reportProgress()
		return Result{Rows: rows, Bytes: out.n}, nil
	}
	f, err := j.open(ctx, out)
	if err != nil {
		return Result{}, err
	}
	if end, ok := f.(io.Closer); ok {
		defer func() { _ = end.Close() }() // what it kept aside
	}
	r := &run{ctx: ctx, job: j, out: out, began: time.Now()}
	for i, t := range j.Tables {
		if err := r.write(f, i, t); err != nil {
			return Result{}, r.coded(err)
		}
	}
	if err := f.finish(); err != nil {
		return Result{}, r.coded(err)
	}
	r.reportProgress()
	return Result{Rows: r.rows, Bytes: out.n, Sums: r.sums}, nil
}

func (j Job) open(ctx context.Context, w io.Writer) (format, error) {
	if d := j.Dialect; d.Separator != 0 && !strings.ContainsRune(",;\t", rune(d.Separator)) || d.Decimal != 0 && d.Decimal != '.' && d.Decimal != ',' {
		return nil, report.Refuse(report.CodeFormat, fmt.Errorf("parted by %q and %q", d.Separator, d.Decimal))
	}
	if (j.Format == CSV || j.Format == Plain) && len(j.Tables) != 1 || j.Zone == nil || j.Words == nil && j.Format != Plain || j.Pen == nil && j.Format == PDF {
		return nil, report.Refuse(report.CodeFormat, fmt.Errorf("%q of %d tables", j.Format, len(j.Tables)))
	}
	switch j.Format {
	case CSV, Plain:
		return newCSV(w, j), nil
	case XLSX:
		return newXLSX(ctx, w, j)
	case PDF:
		return newPDF(w, j), nil
	}
	return nil, report.Refuse(report.CodeFormat, fmt.Errorf("%q", j.Format))
}

// run is one export under way.
type run struct {
	ctx   context.Context
	job   Job
	out   *counter
	began time.Time
	told  time.Time
	rows  int
	sums  []Sum
}

const (
	lookEvery = 256 // rows between two looks at the clock and the context
	tellEvery = 100 * time.Millisecond
)

func (r *run) write(f format, table int, t Table) error {
	if err := f.table(t); err != nil {
		return err
	}
	add := adder{table: table, columns: t.Columns}
	for row, err := range t.Rows {
		if err != nil {
			return report.Refuse(report.CodeSource, err)
		}
		if err := add.row(row); err != nil {
			return err
		}
		if err := f.row(row); err != nil {
			return err
		}
		if r.rows++; r.rows%lookEvery == 0 {
			if err := r.ctx.Err(); err != nil {
				return err
			}
			if time.Since(r.told) >= tellEvery {
				r.reportProgress()
			}
		}
	}
	if err := r.ctx.Err(); err != nil {
		return err
	}
	r.sums = append(r.sums, add.sums...)
	return f.sums(add.sums)
}

func (r *run) reportProgress() {
	r.told = time.Now()
	if r.job.Progress == nil {
		return
	}
	total := 0
	for _, t := range r.job.Tables {
		total += t.Total
	}
	r.job.Progress(Progress{Done: r.rows, Total: total, Bytes: r.out.n, Took: time.Since(r.began)})
}

func (r *run) coded(err error) error {
	if cause := r.ctx.Err(); cause != nil {
		return report.Refuse(report.CodeCancelled, cause)
	}
	return err
}

// adder adds the summed columns of a table up, by currency.
type adder struct {
	table   int
	columns []Column
	sums    []Sum
	last    string // the currency of the row before, and where its sums begin
	at      int
}

func (a *adder) row(r Row) error {
	if len(r.Cells) != len(a.columns) {
		return report.Refuse(report.CodeSource, errors.New("a row of another table"))
	}
	if r.Currency == "" { // no money in it
		return nil
	}
	if r.Currency != a.last || a.sums == nil {
		if err := a.find(r.Currency); err != nil {
			return err
		}
	}
	at := a.at
	for i, c := range a.columns {
		if !c.Sum {
			continue
		}
		s := &a.sums[at]
		sum, err := report.Figure{Minor: s.Minor}.Plus(report.Figure{Minor: r.Cells[i].Number})
		if err != nil {
			return err
		}
		s.Minor = sum.Minor
		if at++; r.Cells[i].Set {
			s.Rows++
		}
	}
	return nil
}

// find looks up where the sums of a currency begin, or begins them.
func (a *adder) find(currency string) error {
	a.last = currency
	for i, s := range a.sums {
		if s.Currency == currency {
			a.at = i
			return nil
		}
	}
	if _, err := money.FractionDigits(currency); err != nil {
		return report.Refuse(report.CodeCurrency, err)
	}
	a.at = len(a.sums)
	for i, c := range a.columns {
		if c.Sum {
			a.sums = append(a.sums, Sum{Table: a.table, Column: i, Currency: currency})
		}
	}
	if a.sums == nil {
		a.sums = []Sum{}
	}
	return nil
}

// counter counts what is written, and writes nothing once the export is
// cancelled.
type counter struct {
	w   io.Writer
	ctx context.Context
	n   int64
}

func (c *counter) Write(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}
