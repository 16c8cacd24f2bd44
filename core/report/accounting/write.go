package accounting

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"time"

	"golang.org/x/text/encoding/charmap"

	"sanduq/core/money"
	"sanduq/core/report"
)

// Format is a program that reads the file.
type Format string

// The formats.
const (
	Hledger    Format = "hledger"
	Odoo       Format = "odoo"
	QuickBooks Format = "quickbooks"
	Xero       Format = "xero"
	DATEV      Format = "datev"
)

// Formats lists them.
func Formats() []Format { return []Format{Hledger, Odoo, QuickBooks, Xero, DATEV} }

// digits is how many digits behind the point a format holds.
var digits = map[Format]int{Hledger: 18, Odoo: 6, QuickBooks: 2, Xero: 4, DATEV: 2}

// Options are what a format asks for beside the entries.
type Options struct {
	Accounts Accounts
	Zone     *time.Location
	Now      time.Time
	// Of DATEV: whose books they are, and when their year begins; zero is January.
	Adviser, Client int
	YearBegins      time.Time
}

// Write writes entries. Errors: CodeFormat, CodeRange for an entry out of balance,
// CodeDecimals for an amount that the format cannot hold to the last digit, CodeAccounts
// for accounts that it does not take, CodeYear for entries of two years of DATEV's, or the writer's own.
// Nothing is written of what is refused.
func Write(w io.Writer, f Format, entries []Entry, o Options) error {
	most, known := digits[f]
	if !known || o.Zone == nil {
		return report.Refuse(report.CodeFormat, fmt.Errorf("%q", f))
	}
	for _, e := range entries {
		if err := e.Check(); err != nil {
			return err
		}
		for _, l := range e.Lines {
			if _, _, ok := amount(l.Minor, e.Currency, most); !ok {
				return report.Refuse(report.CodeDecimals, fmt.Errorf("%s: %s holds %d digits of %s", e.Number, f, most, e.Currency))
			}
		}
	}
	switch f {
	case Hledger:
		return hledger(w, entries, o)
	case DATEV:
		return datev(w, entries, o)
	}
	return table(w, f, entries, o)
}

// amount is a sum without its sign, in at most so many digits behind the point; ok is
// false where it has more that are not 0.
func amount(minor int64, currency string, most int) (text string, negative, ok bool) {
	a := money.Amount{Minor: minor, Currency: currency}
	if a.Valid() != nil {
		return "", false, false
	}
	text, negative = strings.CutPrefix(a.Major(), "-")
	whole, fraction, _ := strings.Cut(text, ".")
	for len(fraction) > most {
		if fraction[len(fraction)-1] != '0' {
			return "", negative, false
		}
		fraction = fraction[:len(fraction)-1]
	}
	if fraction != "" {
		whole += "." + fraction
	}
	return whole, negative, true
}

// hledger writes a journal that `hledger -f` reads.
func hledger(w io.Writer, entries []Entry, o Options) error {
	for _, e := range entries {
		if _, err := fmt.Fprintf(w, "%s (%s) %s\n", e.Date.In(o.Zone).Format("2006-01-02"), plain(e.Number), plain(e.Text)); err != nil {
			return err
		}
		for _, l := range e.Lines {
			text, negative, _ := amount(l.Minor, e.Currency, digits[Hledger])
			if negative {
				text = "-" + text
			}
			if _, err := fmt.Fprintf(w, "    %s  %s %s\n", strings.Join(strings.Fields(plain(l.Account)), " "), text, e.Currency); err != nil {
				return err
			}
		}
		if _, err := io.WriteString(w, "\n"); err != nil {
			return err
		}
	}
	return nil
}

// plain is text in one line that no program reads as something else: hledger as a
// comment, a spreadsheet as a formula.
func plain(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r < ' ' || r == 0x7f, strings.ContainsRune("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069", r):
			return ' '
		case strings.ContainsRune(";()|", r):
			return '/'
		}
		return r
	}, s)
	return strings.TrimLeft(strings.TrimSpace(s), "=+-@*!'\t ")
}

var heads = map[Format][]string{
	Odoo:       {"ref", "date", "journal_id", "currency_id", "line_ids/account_id", "line_ids/name", "line_ids/debit", "line_ids/credit"},
	QuickBooks: {"*JournalNo", "*JournalDate", "*AccountName", "*Debits", "*Credits", "Description", "Currency"},
	Xero:       {"*Narration", "*Date", "Description", "*AccountCode", "*TaxRate", "*Amount"},
}

// table writes one row for each line. Odoo takes the head of an entry from its first row.
func table(w io.Writer, f Format, entries []Entry, o Options) error {
	out := csv.NewWriter(w)
	if err := out.Write(heads[f]); err != nil {
		return err
	}
	for _, e := range entries {
		day := e.Date.In(o.Zone)
		for i, l := range e.Lines {
			text, negative, _ := amount(l.Minor, e.Currency, digits[f])
			debit, credit := text, ""
			if negative {
				debit, credit = "", text
			}
			account, number, words := plain(l.Account), plain(e.Number), plain(e.Text)
			var row []string
			switch f {
			case Odoo:
				row = []string{"", "", "", "", account, words, zero(debit), zero(credit)}
				if i == 0 {
					copy(row, []string{number, day.Format("2006-01-02"), "Miscellaneous Operations", e.Currency})
				}
			case QuickBooks:
				row = []string{number, day.Format("01/02/2006"), account, debit, credit, words, e.Currency}
			case Xero:
				if negative {
					text = "-" + text
				}
				row = []string{number + " " + words, day.Format("02/01/2006"), e.Currency, account, "Tax Exempt (0%)", text}
			}
			if err := out.Write(row); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

func zero(s string) string {
	if s == "" {
		return "0"
	}
	return s
}

// datev writes an EXTF batch of postings (category 21, version 13), in Windows-1252.
// DATEV's rows have an account and a contra account: each line is posted against the
// account of transfers, which each entry leaves at nothing.
func datev(w io.Writer, entries []Entry, o Options) error {
	length, err := datevAccounts(o)
	if err != nil {
		return err
	}
	out := charmap.Windows1252.NewEncoder().Writer(w)
	from, to := o.Now, o.Now
	for i, e := range entries {
		if i == 0 || e.Date.Before(from) {
			from = e.Date
		}
		if i == 0 || e.Date.After(to) {
			to = e.Date
		}
	}
	year := o.YearBegins
	if year.IsZero() {
		year = time.Date(from.In(o.Zone).Year(), 1, 1, 0, 0, 0, 0, o.Zone)
	}
	if from.Before(year) || !to.Before(year.AddDate(1, 0, 0)) {
		return report.Refuse(report.CodeYear, nil) // its rows have a day and a month
	}
	const day = "20060102"
	head := []string{`"EXTF"`, "700", "21", `"Buchungsstapel"`, "13", o.Now.In(o.Zone).Format("20060102150405") + "000", "", `"RE"`, `""`, `""`,
		fmt.Sprint(o.Adviser), fmt.Sprint(o.Client), year.In(o.Zone).Format(day), fmt.Sprint(length), from.In(o.Zone).Format(day), to.In(o.Zone).Format(day),
		`"Sanduq"`, `""`, "1", "0", "0", `""`, "", `""`, "", "", `""`, "", "", `""`, `""`}
	names := []string{"Umsatz (ohne Soll/Haben-Kz)", "Soll/Haben-Kennzeichen", "WKZ Umsatz", "Kurs", "Basis-Umsatz", "WKZ Basis-Umsatz",
		"Konto", "Gegenkonto (ohne BU-Schlüssel)", "BU-Schlüssel", "Belegdatum", "Belegfeld 1", "Belegfeld 2", "Skonto", "Buchungstext"}
	rows := [][]string{head, names}
	for _, e := range entries {
		for _, l := range e.Lines {
			text, negative, _ := amount(l.Minor, e.Currency, digits[DATEV])
			if whole, _, _ := strings.Cut(text, "."); len(whole) > 10 {
				return report.Refuse(report.CodeRange, fmt.Errorf("%s: DATEV holds ten digits", e.Number))
			}
			side := "S"
			if negative {
				side = "H"
			}
			rows = append(rows, []string{strings.Replace(text, ".", ",", 1), quoted(side), quoted(e.Currency), "", "", "",
				plain(l.Account), plain(o.Accounts.Transfer), "", e.Date.In(o.Zone).Format("0201"), quoted(cut(e.Number, 36)), "", "", quoted(cut(e.Text, 60))})
		}
	}
	for _, row := range rows {
		if _, err := io.WriteString(out, strings.Map(western, strings.Join(row, ";"))+"\r\n"); err != nil {
			return err
		}
	}
	return nil
}

// western puts a question mark in the place of what Windows-1252 has no sign for. The
// encoder's own is 1A, at which old programs end a file.
func western(r rune) rune {
	if _, ok := charmap.Windows1252.EncodeRune(r); !ok {
		return '?'
	}
	return r
}

func quoted(s string) string { return `"` + strings.ReplaceAll(plain(s), `"`, `""`) + `"` }

func cut(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most])
	}
	return s
}
