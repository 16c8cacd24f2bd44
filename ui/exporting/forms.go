package exporting

import (
	"iter"
	"time"

	"sanduq/core/journal"
	"sanduq/core/report/accounting"
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

	// Of the accounting journal, each for a program.
	Hledger     Form = "hledger"
	OdooJournal Form = "odoo-journal"
	QuickBooks  Form = "quickbooks"
	Xero        Form = "xero"
	DATEV       Form = "datev"
)

// sales are those of a table, how many, and in which zone.
type sales struct {
	all   iter.Seq2[journal.Sale, error]
	total int
	back  export.Returned
	zone  *time.Location
	words export.Words
}

// kind is what differs between forms.
type kind struct {
	form      Form
	format    export.Format // how it is written
	extension string        // of its files
	label     string        // of its button; blank for the others, each of which has a word of its own
	marked    bool          // the names of its files say which it is
	salesOnly bool          // it holds no other book
	table     func(sales) export.Table
	program   accounting.Format // for which it is an accounting journal, and of no sales; blank for others
}

func people(s sales) export.Table { return export.Sales(s.all, s.total, s.back, s.words) }

// forms are in the order in which they are offered.
var forms = []kind{
	{form: CSV, format: export.CSV, extension: ".csv", label: "CSV", table: people},
	{form: Plain, format: export.Plain, extension: ".csv", marked: true,
		table: func(s sales) export.Table { return export.PlainSales(s.all, s.total, s.back) }},
	{form: Odoo, format: export.Plain, extension: ".csv", marked: true, salesOnly: true,
		table: func(s sales) export.Table { return export.OdooSales(s.all, s.total, s.zone) }},
	{form: OCA, format: export.Plain, extension: ".csv", marked: true, salesOnly: true,
		table: func(s sales) export.Table { return export.OCASales(s.all, s.total, s.zone) }},
	{form: XLSX, format: export.XLSX, extension: ".xlsx", label: "Excel", table: people},
	{form: PDF, format: export.PDF, extension: ".pdf", label: "PDF", table: people},
	{form: Hledger, format: export.Plain, extension: ".journal", marked: true, program: accounting.Hledger},
	{form: OdooJournal, format: export.Plain, extension: ".csv", marked: true, program: accounting.Odoo},
	{form: QuickBooks, format: export.Plain, extension: ".csv", marked: true, program: accounting.QuickBooks},
	{form: Xero, format: export.Plain, extension: ".csv", marked: true, program: accounting.Xero},
	{form: DATEV, format: export.Plain, extension: ".csv", marked: true, program: accounting.DATEV},
}

// Forms lists all forms.
func Forms() []Form { return chosen(func(kind) bool { return true }) }

// Journals lists those of the accounting journal.
func Journals() []Form { return chosen(func(k kind) bool { return k.program != "" }) }

func chosen(by func(kind) bool) (all []Form) {
	for _, k := range forms {
		if by(k) {
			all = append(all, k.form)
		}
	}
	return all
}

// kind is what differs; that of CSV for programs for a form that is not known.
func (f Form) kind() kind {
	for _, k := range forms {
		if k.form == f {
			return k
		}
	}
	return Plain.kind()
}

// Extension ends the name of a file of the form.
func (f Form) Extension() string { return f.kind().extension }

// Fits reports whether a form can hold a book: those that programs import as bank
// statements hold sales alone, and those of an accounting journal nothing else.
func (f Form) Fits(b Book) bool {
	if f.journal() || b == OfAccounts {
		return f.journal() && b == OfAccounts
	}
	return b == OfSales || !f.kind().salesOnly
}

// journal reports whether a form is one of the accounting journal.
func (f Form) journal() bool { return f.kind().program != "" }

// tables reports whether a form has more than one table.
func (f Form) tables() bool { return f == XLSX || f == PDF }

// csv reports whether it is a kind of CSV.
func (k kind) csv() bool { return k.extension == ".csv" && k.program == "" }

// Label is what a form is called where all stand side by side.
func Label(w *words.Catalogue, f Form) string {
	if label := f.kind().label; label != "" {
		return label
	}
	label := w.T("export.kind." + string(f))
	if f == Plain {
		label = "CSV · " + label
	}
	return label
}
