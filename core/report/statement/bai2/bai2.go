package bai2

import (
	"context"
	"regexp"
	"strconv"
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/money"
	"sanduq/core/report"
	"sanduq/core/report/statement/record"
)

// Looks reports whether a text is one: it begins with a file's header.
func Looks(text string) bool {
	text = strings.TrimLeft(text[:min(len(text), 2048)], "\ufeff \r\n\t")
	first, _, _ := strings.Cut(text, "\n")
	return strings.HasPrefix(first, "01,") && group.MatchString(text) && strings.Count(first, ",") >= 6
}

var (
	group = regexp.MustCompile(`(\n|/[ \t]*)02,`)
	// joined are records that share a line: the trailers count them, so that one too
	// many or too few is seen.
	joined = regexp.MustCompile(`/[ \t]+(02|03|16|49|88|98|99),`)
)

// line is one record with what continues it.
type line struct {
	row    int
	kind   string
	fields []string
	number int // among the records
}

// Read reads all details of a text in UTF-8. Errors: CodeEmpty, CodeTooLarge,
// CodeCancelled.
func Read(ctx context.Context, text string, o record.Options) (record.Statement, error) {
	r := &reader{Builder: record.New(o.Account), o: o}
	var now line
	row := 0
	for l := range strings.Lines(joined.ReplaceAllString(text, "/\n$1,")) {
		if row++; row%4096 == 0 && ctx.Err() != nil {
			return record.Statement{}, report.Refuse(report.CodeCancelled, ctx.Err())
		}
		l = strings.TrimRight(l, " \r\n")
		if l == "" {
			continue
		}
		kind, rest, _ := strings.Cut(strings.TrimLeft(l, " \t\ufeff"), ",")
		r.records++
		if kind == "88" {
			now.fields = append(now.fields, strings.Split(strings.TrimSuffix(rest, "/"), ",")...)
			continue
		}
		r.record(now)
		now = line{row: row, number: r.records, kind: kind, fields: strings.Split(strings.TrimSuffix(rest, "/"), ",")}
		if r.Full() {
			return record.Statement{}, report.Refuse(report.CodeTooLarge, nil)
		}
	}
	r.record(now)
	return r.Done()
}

type reader struct {
	*record.Builder
	o record.Options

	groupCurrency string
	day           time.Time
	dayOK         bool
	deleted       bool // the group takes back or tests: it is no money

	currency         string
	opening, closing *money.Amount
	moved            int64 // of the account's details
	control          int64 // all amounts of the account, as its trailer counts them
	unread           bool  // the control cannot be counted
	records          int   // of the file
	began            int   // which one the account's first is
	first            int   // the account's first line
}

func (l line) field(i int) string {
	if i < len(l.fields) {
		return strings.TrimSpace(l.fields[i])
	}
	return ""
}

func (r *reader) record(l line) {
	switch l.kind {
	case "02":
		r.group(l)
	case "03":
		r.account(l)
	case "16":
		r.detail(l)
	case "49":
		r.end(l)
	}
}

// group has a status: 1 is a report, all others take one back or test.
func (r *reader) group(l line) {
	r.deleted = l.field(2) != "" && l.field(2) != "1" && l.field(2) != "3"
	r.groupCurrency = strings.ToUpper(l.field(5))
	day, err := time.ParseInLocation("060102", l.field(3), r.o.Zone)
	r.day, r.dayOK = day, err == nil
}

// account has balances and sums: a code, an amount, a count and a kind of funds each.
func (r *reader) account(l line) {
	r.Of(l.field(0))
	r.currency = strings.ToUpper(l.field(1))
	for _, other := range []string{r.groupCurrency, r.o.Currency} {
		if r.currency == "" {
			r.currency = other
		}
	}
	r.opening, r.closing, r.moved, r.control, r.unread = nil, nil, 0, 0, false
	r.began, r.first = l.number, r.Count()
	for at := 2; at < len(l.fields); {
		code := l.field(at)
		a, ok := r.amount(l.field(at + 1))
		if ok {
			r.control += a.Minor
			switch code {
			case "010":
				r.opening = &a
			case "015":
				r.closing = &a
			}
		} else if l.field(at+1) != "" {
			r.unread = true
		}
		at += 4 + funds(l, at+3)
	}
}

// funds is how many fields follow a kind of funds.
func funds(l line, at int) int {
	switch strings.ToUpper(l.field(at)) {
	case "V":
		return 2
	case "S":
		return 3
	case "D":
		n, err := strconv.Atoi(l.field(at + 1))
		if err != nil || n < 0 || n > 64 {
			return 1
		}
		return 1 + 2*n
	}
	return 0
}

// amount has no separator: its last digits are those of the currency.
func (r *reader) amount(text string) (money.Amount, bool) {
	minor, err := strconv.ParseInt(strings.TrimPrefix(text, "+"), 10, 64)
	if _, unknown := money.FractionDigits(r.currency); unknown != nil && r.currency != "" {
		return money.Amount{Minor: minor}, false
	}
	return money.Amount{Minor: minor, Currency: r.currency}, err == nil
}

// detail is one movement. Its code says which way it went: 100 to 399 are credits,
// 400 to 699 debits.
func (r *reader) detail(l line) {
	a, ok := r.amount(l.field(1))
	r.control += a.Minor
	code, err := strconv.Atoi(l.field(0))
	switch {
	case r.deleted:
		r.Skip(l.row, record.Reversed, a)
		return
	case r.currency == "":
		r.unread = true
		r.Broken(l.row, report.CodeRowCurrency)
		return
	case !ok || a.Minor < 0:
		r.unread = r.unread || !ok
		r.Broken(l.row, report.CodeRowAmount)
		return
	case err != nil || code < 100 || code >= 700:
		r.Broken(l.row, report.CodeRowSign)
		return
	case !r.dayOK:
		r.Broken(l.row, report.CodeRowDate)
		return
	case code >= 400:
		a.Minor = -a.Minor
	}
	r.moved += a.Minor
	m := record.Line{Row: l.row, Amount: a, At: r.day, Dated: true}
	at := 3 + funds(l, 2)
	if strings.EqualFold(l.field(2), "V") {
		if value, err := time.ParseInLocation("060102", l.field(3), r.o.Zone); err == nil {
			m.Value = value
		}
	}
	m.IDs = record.Name(record.Name(nil, l.field(at)), l.field(at+1))
	var words []string
	for i := at + 2; i < len(l.fields); i++ {
		words = append(words, l.fields[i])
	}
	text := strings.Join(strings.Fields(strings.Join(words, ",")), " ")
	m.Text = core.NewSecret(record.Short(text))
	m.Reversal = reversals[code]
	raw := ""
	if record.Normal(l.field(at)) != "" {
		raw = strings.Join(l.fields, ",")
	}
	r.Add(m, raw)
}

// reversals are the codes by which something is taken back.
var reversals = map[int]bool{252: true, 257: true, 258: true, 552: true, 555: true, 557: true, 558: true}

// end holds what the account stated against its details.
func (r *reader) end(l line) {
	if stated, ok := r.amount(l.field(0)); ok && !r.unread && r.currency != "" && !r.deleted {
		r.Gap(record.Sum, l.row, stated, money.Amount{Minor: r.control, Currency: r.currency})
	}
	if r.opening != nil && r.closing != nil && !r.deleted {
		r.Balances(r.first, *r.opening, *r.closing)
		r.Gap(record.Closing, l.row, *r.closing, money.Amount{Minor: r.opening.Minor + r.moved, Currency: r.currency})
	}
	if n, err := strconv.Atoi(strings.TrimSpace(l.field(1))); err == nil {
		r.Gap(record.Number, l.row, money.Amount{Minor: int64(n)}, money.Amount{Minor: int64(l.number - r.began + 1)})
	}
	r.currency = ""
}
