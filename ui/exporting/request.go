package exporting

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sanduq/core/journal"
	"sanduq/core/journal/queries"
	"sanduq/core/receipt"
	"sanduq/core/report"
	"sanduq/core/report/accounting"
	"sanduq/core/report/export"
	"sanduq/core/seller"
)

// Book is what records an export is of.
type Book string

// The books.
const (
	OfSales  Book = ""
	OfZs     Book = "zs"      // the Zs; in files that have more than one table, with their lines
	OfZLines Book = "z-lines" // the lines of the Zs alone
	OfOwed   Book = "owed"    // the ledger of what is owed back, every line
	OfAudit  Book = "audit"   // the book of decisions
	// OfAccounts is the accounting journal: the Zs, and the statements of banks that were
	// signed.
	OfAccounts Book = "accounting"
)

// Books is what an export of the day's records asks of the till, or of its store
// alone. Each lists the newest first, as a journal.Store does.
type Books interface {
	Zs(ctx context.Context, before uint64, limit int) ([]journal.Z, error)
	Movements(ctx context.Context, shift, before uint64, limit int) ([]journal.Movement, error)
	Debts(ctx context.Context, q journal.DebtQuery) ([]journal.Debt, error)
	DebtRows(ctx context.Context, debt uint64) ([]journal.DebtRow, error)
	Audit(ctx context.Context, before uint64, limit int) ([]journal.AuditRow, error)
}

// Request is what is to be written.
type Request struct {
	Query journal.SaleQuery
	Asked string // the filter in words
	// Report is what the figures before the sales are asked by, in files that
	// have more than one table; nil for the sales of a list, as it shows them.
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
	// Dialect is of CSV for people.
	Dialect export.Dialect
}

// Shop is what a file says of where it comes from.
type Shop struct {
	Shop, Till string
	Seller     seller.Seller // who sells, today
	By         string        // who asked for it
	Practice   bool
	Zone       *time.Location
	Today      journal.Day
	Now        time.Time
}

// Source is where the rows come from. Figures may be nil: then no file has any.
type Source struct {
	History History
	Books   Books // may be nil where only sales are asked for
	// OutsideShift is what was taken before the shift of a Z while shifts were off; nil
	// where nobody tells.
	OutsideShift func(ctx context.Context, z journal.Z) (queries.OutsideShift, error)
	Figures      report.Source
	Pen          *receipt.Drawer // for PDF
	// Accounts reads how the shop's accounts are called; nil where no accounting journal
	// is written.
	Accounts func() (accounting.Setup, error)
	// Statements are those of banks that were read, the newest first; nil where none are
	// kept.
	Statements func(ctx context.Context, limit int) ([]journal.BankStatement, error)
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
	if f.kind().marked {
		name += "-" + string(f)
	}
	for _, d := range []journal.Day{r.Query.From, r.Query.To} {
		if d != "" && name[len(name)-min(len(name), 9):] != "-"+string(d) {
			name += "-" + string(d)
		}
	}
	return name + f.Extension()
}

// in is the request of what a form holds: an accounting journal is of the days alone.
func (r Request) in(f Form) Request {
	if !f.journal() {
		return r
	}
	return Request{Query: journal.SaleQuery{From: r.Query.From, To: r.Query.To}, Of: OfAccounts, Choose: r.Choose}
}

// sales are those of a request: of the days of a report by the days on which their money
// counts, as the figures and the Zs have it; of a list the rows that the list shows.
func (r Request) sales() journal.SaleQuery {
	r.Query.Booked = r.Query.Booked || r.Report != nil
	return r.Query
}

// journals reports whether a request can be written as an accounting journal: it is of
// Zs, or of the figures of some days, and not of a few sales.
func (r Request) journals() bool {
	return r.Match == nil && (r.Of == OfZs || r.Of == OfAccounts || r.Of == OfSales && r.Report != nil)
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
