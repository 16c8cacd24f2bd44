package export

import (
	"bytes"
	"io"
	"strconv"
	"strings"
	"time"

	"sanduq/core/money"
	"sanduq/core/receipt"
	"sanduq/core/report"
)

const (
	byteOrderMark = "\xef\xbb\xbf" // without it Excel takes Arabic for something else
	csvBlock      = 64 << 10
	localMoment   = "2006-01-02 15:04:05"
	isoDate       = "2006-01-02"
)

// Dialect is how CSV for people parts its fields and its decimals. The zero value is a
// comma, and a point.
type Dialect struct {
	Separator byte // ',', ';' or a tab
	Decimal   byte // '.' or ','
}

// csvFile writes RFC 4180 in UTF-8: lines end with CR LF, and every record has the same
// number of fields. For people text is guarded against formulas, and kept from being
// taken for a number; for programs it is what was typed.
type csvFile struct {
	w       io.Writer
	job     Job
	dialect Dialect
	buf     []byte
	t       Table
	extra   int // blank fields at the end of each row
}

func newCSV(w io.Writer, j Job) *csvFile {
	c := &csvFile{w: w, job: j, dialect: Dialect{',', '.'}, buf: make([]byte, 0, csvBlock+4096)}
	if j.Format == CSV {
		if j.Dialect.Separator != 0 {
			c.dialect.Separator = j.Dialect.Separator
		}
		if j.Dialect.Decimal != 0 {
			c.dialect.Decimal = j.Dialect.Decimal
		}
	}
	return c
}

// table writes the head. For people, what was asked stands above it; for
// programs the name of a last column without values says so, since their head
// must be the first row.
func (c *csvFile) table(t Table) error {
	c.t = t
	c.buf = append(c.buf, byteOrderMark...)
	if c.job.Format == Plain {
		c.extra = 1
		c.record(append(append([]string{}, t.Heads...), c.job.About.line())...)
		return c.flush(csvBlock)
	}
	c.record(c.job.About.Title)
	if c.job.About.Practice {
		c.record(c.job.Words.Say(receipt.KeyTest), c.job.Words.Say(receipt.KeyTestNote))
	}
	for _, f := range c.job.About.facts(c.job.Words, c.job.Zone) {
		c.record(f[0], f[1])
	}
	c.record()
	c.record(t.Heads...)
	return c.flush(csvBlock)
}

// record writes texts, and blank fields up to the width of the table.
func (c *csvFile) record(fields ...string) {
	for len(fields) < len(c.t.Columns) {
		fields = append(fields, "")
	}
	for i, f := range fields[:len(c.t.Columns)+c.extra] {
		if i > 0 {
			c.buf = append(c.buf, c.dialect.Separator)
		}
		c.field(f)
	}
	c.buf = append(c.buf, '\r', '\n')
}

func (c *csvFile) row(r Row) error {
	digits, err := digitsOf(r)
	if err != nil {
		return err
	}
	for i, cell := range r.Cells {
		if i > 0 {
			c.buf = append(c.buf, c.dialect.Separator)
		}
		if !cell.Set {
			continue
		}
		switch c.t.Columns[i].Kind {
		case Text:
			c.field(cell.Text)
		case Count:
			c.buf = strconv.AppendInt(c.buf, cell.Number, 10)
		case Money:
			c.number(appendMinor(nil, cell.Number, digits))
		case Percent:
			c.number(appendMinor(nil, cell.Number, 1))
		case Moment:
			c.buf = c.appendMoment(cell.At)
		case Date:
			c.buf = cell.At.AppendFormat(c.buf, isoDate)
		}
	}
	for range c.extra {
		c.buf = append(c.buf, c.dialect.Separator)
	}
	c.buf = append(c.buf, '\r', '\n')
	return c.flush(csvBlock)
}

// digitsOf returns the decimals of a row's money; 0 for a row without any.
func digitsOf(r Row) (int, error) {
	if r.Currency == "" {
		return 0, nil
	}
	digits, err := money.FractionDigits(r.Currency)
	if err != nil {
		return 0, report.Refuse(report.CodeCurrency, err)
	}
	return digits, nil
}

// appendMoment writes the shop's clock; for programs with the offset, since an
// hour of it may come twice.
func (c *csvFile) appendMoment(t time.Time) []byte {
	if c.job.Format == Plain {
		return t.In(c.job.Zone).AppendFormat(c.buf, time.RFC3339)
	}
	return t.In(c.job.Zone).AppendFormat(c.buf, localMoment)
}

func (c *csvFile) sums(all []Sum) error {
	if c.job.Format == Plain || len(all) == 0 {
		return c.flush(0)
	}
	c.record()
	for at := 0; at < len(all); {
		currency := all[at].Currency
		fields := make([]string, len(c.t.Columns))
		fields[0] = c.job.Words.Say(KeySum)
		for i, column := range c.t.Columns {
			if column.Name == "currency" {
				fields[i] = currency
			}
		}
		for ; at < len(all) && all[at].Currency == currency; at++ {
			fields[all[at].Column] = sumText(c.t.Columns[all[at].Column], all[at])
		}
		for i, f := range fields {
			if i > 0 {
				c.buf = append(c.buf, c.dialect.Separator)
			}
			if c.t.Columns[i].Kind == Text {
				c.field(f)
			} else {
				c.number([]byte(f))
			}
		}
		c.buf = append(c.buf, '\r', '\n')
	}
	return c.flush(0)
}

func sumText(c Column, s Sum) string {
	if c.Kind == Count {
		return number(s.Minor)
	}
	return money.Amount{Minor: s.Minor, Currency: s.Currency}.Major()
}

func (c *csvFile) finish() error { return c.flush(0) }

// flush writes what is waiting once it is more than a size.
func (c *csvFile) flush(above int) error {
	if len(c.buf) <= above {
		return nil
	}
	_, err := c.w.Write(c.buf)
	c.buf = c.buf[:0]
	return err
}

// number writes a decimal with the file's own point, in quotation marks where that is
// what parts the fields too.
func (c *csvFile) number(text []byte) {
	at := bytes.IndexByte(text, '.')
	if at < 0 || c.dialect.Decimal == '.' {
		c.buf = append(c.buf, text...)
		return
	}
	text[at] = c.dialect.Decimal
	if c.dialect.Decimal == c.dialect.Separator {
		text = append(append([]byte{'"'}, text...), '"')
	}
	c.buf = append(c.buf, text...)
}

// field writes a text, in quotation marks when it needs them: also for
// separators that are not ours, since some programs split at those.
func (c *csvFile) field(s string) {
	if c.job.Format == Plain {
		s = strings.ToValidUTF8(s, "")
	} else if s = clean(s); numeric(s) {
		s = `="` + s + `"` // which spreadsheets show as the text that it is
	} else {
		s = guard(s)
	}
	if !strings.ContainsAny(s, ",\";\t|\r\n'") && !strings.HasPrefix(s, " ") && !strings.HasSuffix(s, " ") {
		c.buf = append(c.buf, s...)
		return
	}
	c.buf = append(c.buf, '"')
	for {
		before, after, more := strings.Cut(s, `"`)
		c.buf = append(c.buf, before...)
		if !more {
			break
		}
		c.buf = append(c.buf, `""`...)
		s = after
	}
	c.buf = append(c.buf, '"')
}

// appendMinor writes minor units as a decimal with a point, as money.Major
// does.
func appendMinor(b []byte, minor int64, digits int) []byte {
	magnitude := uint64(minor)
	if minor < 0 {
		b = append(b, '-')
		magnitude = -magnitude
	}
	if digits == 0 {
		return strconv.AppendUint(b, magnitude, 10)
	}
	unit := uint64(1)
	for range digits {
		unit *= 10
	}
	b = strconv.AppendUint(b, magnitude/unit, 10)
	b = append(b, '.')
	rest := magnitude % unit
	for unit /= 10; unit > 0; unit /= 10 {
		b = append(b, byte('0'+rest/unit%10))
	}
	return b
}
