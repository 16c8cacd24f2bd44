package app

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/user"
	"path/filepath"
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/queries"
	"sanduq/core/report"
	"sanduq/core/report/accounting"
	"sanduq/core/report/export"
	"sanduq/storage"
	"sanduq/storage/config"
	"sanduq/ui/exporting"
	"sanduq/ui/receipts"
	"sanduq/ui/startup"
	"sanduq/ui/words"
)

// ExportOptions are what the command line was told about an export.
type ExportOptions struct {
	From      string `help:"First day: 2026-11-14, today or yesterday." default:"yesterday"`
	To        string `help:"Last day; the first one when absent."`
	What      string `help:"sales, zs (the Zs of shifts that were closed on these days), z-lines (of these, by route and cashier), owed (lines of what is owed back), audit (who did what) or accounting (a journal of double entry)." enum:"sales,zs,z-lines,owed,audit,accounting" default:"sales"`
	Format    string `help:"csv, plain (CSV for programs), odoo, oca, xlsx or pdf; by the name of the file when absent. Of accounting: hledger, odoo, quickbooks, xero or datev."`
	Separator string `help:"Of csv: comma, semicolon or tab." enum:"comma,semicolon,tab," default:"" placeholder:"comma"`
	Decimal   string `help:"Of csv: point or comma." enum:"point,comma," default:"" placeholder:"point"`
	File      string `arg:"" help:"The file to write; one of that name is replaced once the new one is whole." type:"path"`
}

// The exit statuses of an export, for anyone who runs it at night.
const (
	exportDone   = 0
	exportFailed = 1 // said on stderr
	exportWrong  = 2 // the command line makes no sense
	exportEmpty  = 3 // no sales, or nothing of what else was asked for, on these days: no file
	exportInUse  = 4 // another process holds the data, and does not answer
)

// ExportFile writes the sales of some days, or other records of them, into a file,
// without a window and without a word to the bank. A till that runs is asked to write
// it; else its data are opened. A live till without a keyring asks for its passphrase on
// in, one line. What went wrong is said on stderr. It returns the exit status.
func ExportFile(ctx context.Context, o Options, e ExportOptions, w *words.Catalogue, in io.Reader, out, stderr io.Writer) int {
	s := console{w, out, stderr}
	now := time.Now()
	asked, status := e.parse(now, s)
	if status != exportDone {
		return status
	}
	a, err := Locate(o, w, stderr)
	defer func() { a.Close() }() // there is one even beside an error
	if err == nil {
		if status, answered := a.askRunning(ctx, e, in, s); answered {
			return status
		}
		a.start.alone, a.start.asker = true, phraseFrom(in)
		err = a.openExisting(ctx)
	}
	if err != nil {
		p, known := errors.AsType[*startup.Problem](err)
		if !known {
			p = &startup.Problem{Code: "other", Cause: err}
		}
		if p.Code == "STORE_LOCKED" {
			return s.printLine(exportInUse, w.T("export.inUse"), nil)
		}
		return s.printLine(exportFailed, p.Sentence(w), p.Cause)
	}
	return a.write(ctx, e, asked, now, s)
}

// console says how an export ended.
type console struct {
	words       *words.Catalogue
	out, stderr io.Writer
}

func (s console) printLine(status int, sentence string, cause error) int {
	fmt.Fprintf(s.stderr, "Sanduq: %s\n", words.Plain(sentence))
	if cause != nil {
		fmt.Fprintf(s.stderr, "  (%v)\n", cause)
	}
	return status
}

// exportAsked is what a command line asks for.
type exportAsked struct {
	period report.Period
	form   exporting.Form
	book   exporting.Book
}

// parse is what was asked for; a status other than exportDone says that it makes no
// sense.
func (e ExportOptions) parse(now time.Time, s console) (asked exportAsked, status int) {
	w := s.words
	var err error
	if asked.period, err = e.period(report.Today(now, time.Local, 0)); err != nil {
		return asked, s.printLine(exportWrong, w.T("report.error.period"), err)
	}
	if asked.form, err = e.form(); err != nil {
		return asked, s.printLine(exportWrong, w.T(map[bool]string{true: "export.form.accounting", false: "export.form"}[e.What == string(exporting.OfAccounts)]), err)
	}
	asked.book, err = e.book()
	if err == nil && !asked.form.Fits(asked.book) {
		err = fmt.Errorf("%s of %s", asked.form, asked.book)
	}
	if err != nil {
		return asked, s.printLine(exportWrong, w.T("export.what"), err)
	}
	return asked, exportDone
}

// write writes the file from the open data, and says how that ended.
func (a *App) write(ctx context.Context, e ExportOptions, asked exportAsked, now time.Time, s console) int {
	result, err := a.export(ctx, asked, e.dialect(), e.File, now, s.words)
	switch {
	case report.CodeOf(err) == report.CodeEmpty:
		return s.printLine(exportEmpty, exporting.Sentence(s.words, err), nil)
	case err != nil:
		return s.printLine(exportFailed, exporting.Sentence(s.words, err), err)
	}
	fmt.Fprintln(s.out, words.Plain(s.words.T("export.written", "file", e.File, "rows", result.Rows)))
	return exportDone
}

func (a *App) export(ctx context.Context, asked exportAsked, d export.Dialect, file string, now time.Time, w *words.Catalogue) (export.Result, error) {
	p := asked.period
	set, err := a.store.Settings(ctx)
	if err != nil && !errors.Is(err, journal.ErrNotFound) {
		return export.Result{}, report.Refuse(report.CodeSource, err)
	}
	shop := exporting.Shop{Shop: set.Shop, Till: set.Till, Seller: set.Seller, By: account(), Practice: a.Practice(), Zone: time.Local,
		Today: report.Today(now, time.Local, 0), Now: now}
	unshifted := func(ctx context.Context, z journal.Z) (queries.OutsideShift, error) {
		return queries.OutsideShiftOf(ctx, a.store, z)
	}
	source := exporting.Source{History: a.store, Books: a.store, OutsideShift: unshifted, Figures: report.Kept(a.store, time.Local), Pen: receipts.NewDrawer(), Accounts: a.accounts, Statements: a.store.Statements}
	q := report.Query{Filter: report.Filter{Period: p}}
	job, err := source.Job(ctx, exporting.Request{Query: journal.SaleQuery{From: p.From, To: p.To}, Of: asked.book, Report: &q, Dialect: d}, asked.form, shop, w)
	if err != nil {
		return export.Result{}, err
	}
	return export.Save(ctx, file, job)
}

// openExisting opens the store, but makes none where there is none.
func (a *App) openExisting(ctx context.Context) error {
	there, err := storage.Exists(a.dir)
	if err == nil && !there {
		return &startup.Problem{Code: "STORE_ABSENT", Detail: a.dir, Cause: fmt.Errorf("no till in %s", a.dir)}
	}
	if err != nil {
		return &startup.Problem{Code: "STORE_UNWRITABLE", Detail: a.dir, Cause: err}
	}
	return a.openStore(ctx)
}

// period is the days that were asked for.
func (e ExportOptions) period(today journal.Day) (report.Period, error) {
	from, err := namedDay(e.From, today)
	if err != nil {
		return report.Period{}, err
	}
	to, err := namedDay(cmp.Or(e.To, e.From), today)
	if err != nil {
		return report.Period{}, err
	}
	p := report.Period{From: from, To: to}
	return p, p.Check()
}

func namedDay(text string, today journal.Day) (journal.Day, error) {
	switch text {
	case "today":
		return today, nil
	case "yesterday":
		return report.Yesterday(today).From, nil
	}
	at, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return "", fmt.Errorf("%q is no day: write 2026-11-14, today or yesterday", text)
	}
	return journal.DayOf(at), nil
}

// form is the one that was named, or the one that the file is named after.
func (e ExportOptions) form() (exporting.Form, error) {
	if exporting.Book(e.What) == exporting.OfAccounts {
		switch f := exporting.Form(e.Format); f {
		case exporting.Odoo:
			return exporting.OdooJournal, nil
		case exporting.Hledger, exporting.QuickBooks, exporting.Xero, exporting.DATEV:
			return f, nil
		}
		return "", fmt.Errorf("%q is no program", e.Format)
	}
	name := cmp.Or(e.Format, strings.TrimPrefix(strings.ToLower(filepath.Ext(e.File)), "."))
	for _, f := range exporting.Forms() {
		if name == string(f) {
			return f, nil
		}
	}
	return "", fmt.Errorf("%q is no format", name)
}

// dialect is how CSV for people is written; the usual way where nothing was said.
func (e ExportOptions) dialect() (d export.Dialect) {
	d.Separator = map[string]byte{"semicolon": ';', "tab": '\t'}[e.Separator]
	d.Decimal = map[string]byte{"comma": ','}[e.Decimal]
	return d
}

// book is what was asked for; sales where nothing was.
func (e ExportOptions) book() (exporting.Book, error) {
	switch b := exporting.Book(e.What); b {
	case "sales", exporting.OfSales:
		return exporting.OfSales, nil
	case exporting.OfZs, exporting.OfZLines, exporting.OfOwed, exporting.OfAudit, exporting.OfAccounts:
		return b, nil
	default:
		return "", fmt.Errorf("%q is nothing that is exported", e.What)
	}
}

// account is who runs this process, as the system knows them.
func account() string {
	if who, err := user.Current(); err == nil {
		return cmp.Or(who.Name, who.Username)
	}
	return os.Getenv("USER")
}

// phraseFrom reads a passphrase from the first line of in, once. It never
// chooses one: a store that has none yet is not for a command without a person.
func phraseFrom(in io.Reader) startup.Asker {
	return func(_ context.Context, q startup.Question) (core.Secret, error) {
		line, _ := bufio.NewReader(in).ReadString('\n') // none is a blank phrase
		phrase := core.NewSecret(strings.TrimRight(line, "\r\n"))
		if phrase.Empty() || q.Choose || q.Fits != nil && !q.Fits(phrase) {
			return core.Secret{}, &startup.Problem{Code: startup.Unasked, Cause: errors.New("no passphrase that fits on the standard input")}
		}
		return phrase, nil
	}
}

// accounts is how the shop's accounts are called: a bookkeeper writes it into a file
// beside the till's data, which begins with the usual names.
func (a *App) accounts() (accounting.Setup, error) {
	usual := accounting.Setup{Accounts: accounting.Usual()}
	text, err := config.Accounts(a.dir, usual.Text())
	if err != nil {
		return accounting.Setup{}, report.Refuse(report.CodeAccounts, err)
	}
	return accounting.ParseSetup(text)
}
