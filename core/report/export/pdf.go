package export

import (
	"io"
	"slices"
	"strings"

	"sanduq/core/receipt"
	"sanduq/core/report"
)

// pdfFile draws tables with the pen of receipts. Columns that paper has no
// room for are left out; the other formats have them.
type pdfFile struct {
	w     io.Writer
	job   Job
	pages *receipt.Pages
	t     Table
	on    []int // the columns that are drawn
	texts []string
}

func newPDF(w io.Writer, j Job) *pdfFile {
	a := j.About
	l := receipt.Listing{Title: clean(a.Title), Facts: a.facts(j.Words, j.Zone), RTL: j.Words.RTL(), Made: a.At, By: clean(a.By),
		Page: func(n int) string { return j.Words.Say(KeyPage, "page", number(int64(n))) }}
	l.Footer = a.footer(j.Words)
	if a.Practice {
		l.Mark = j.Words.Say(receipt.KeyTest) + " · " + j.Words.Say(receipt.KeyTestNote)
	}
	return &pdfFile{w: w, job: j, pages: j.Pen.Listing(l)}
}

func (p *pdfFile) table(t Table) error {
	p.t, p.on = t, nil
	var columns []receipt.ListingColumn
	for i, c := range t.Columns {
		if c.Aside {
			continue
		}
		p.on = append(p.on, i)
		end := c.Kind == Count || c.Kind == Money || c.Kind == Percent
		whole := c.Kind == Moment || c.Kind == Date
		columns = append(columns, receipt.ListingColumn{Head: clean(t.Heads[i]), Width: float64(max(c.Width, 5)), End: end, Whole: whole})
	}
	p.texts = make([]string, len(p.on))
	p.pages.Table(clean(t.Name), columns)
	return nil
}

func (p *pdfFile) row(r Row) error {
	digits, err := digitsOf(r)
	if err != nil {
		return err
	}
	for at, i := range p.on {
		p.texts[at] = ""
		cell := r.Cells[i]
		if !cell.Set {
			continue
		}
		switch p.t.Columns[i].Kind {
		case Text:
			p.texts[at] = clean(cell.Text)
		case Count:
			p.texts[at] = grouped(number(cell.Number))
		case Money:
			p.texts[at] = grouped(string(appendMinor(nil, cell.Number, digits)))
		case Percent:
			p.texts[at] = percent(cell.Number)
		case Moment:
			p.texts[at] = cell.At.In(p.job.Zone).Format(localMoment)
		case Date:
			p.texts[at] = cell.At.Format(isoDate)
		}
	}
	return p.add(false)
}

func (p *pdfFile) add(sum bool) error {
	if p.pages.Row(p.texts, sum) > receipt.ListingPages {
		return report.Refuse(report.CodeTooMany, nil)
	}
	return nil
}

func (p *pdfFile) sums(all []Sum) error {
	for at := 0; at < len(all); {
		currency := all[at].Currency
		clear(p.texts)
		p.texts[0] = p.job.Words.Say(KeySum)
		for i, column := range p.on {
			if p.t.Columns[column].Name == "currency" {
				p.texts[i] = currency
			}
		}
		for ; at < len(all) && all[at].Currency == currency; at++ {
			if i := slices.Index(p.on, all[at].Column); i >= 0 {
				p.texts[i] = grouped(sumText(p.t.Columns[all[at].Column], all[at]))
			}
		}
		if err := p.add(true); err != nil {
			return err
		}
	}
	return nil
}

func (p *pdfFile) finish() error { return p.pages.Finish(p.w) }

// grouped parts the thousands of a decimal by narrow blanks that do not break.
func grouped(s string) string {
	whole, fraction, pointed := strings.Cut(s, ".")
	digits := strings.TrimLeft(whole, "-")
	out := whole[:len(whole)-len(digits)]
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			out += "\u00a0"
		}
		out += string(d)
	}
	if pointed {
		out += "." + fraction
	}
	return out
}

// percent is a share in tenths, with its sign.
func percent(tenths int64) string {
	sign := ""
	if tenths > 0 {
		sign = "+"
	}
	return "\u200e" + sign + string(appendMinor(nil, tenths, 1)) + "%"
}
