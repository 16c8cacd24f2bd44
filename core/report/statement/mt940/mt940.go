package mt940

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

var (
	fieldForm = regexp.MustCompile(`^:(\d\d[A-Z]?|NS):`)
	// Dates, mark, the third letter of the currency, amount, type, names.
	lineForm = regexp.MustCompile(`^(\d{6})(\d{4})?((?:R|E)?[CD])([A-Z])?\s*(\d[\d.]*(?:,\d*)?)(?:([NSF])?([A-Z0-9]{3}))?(.*)$`)
	// What stands behind a sum without a type where the sum goes on: "1,234.56", "1 234,56".
	brokenForm  = regexp.MustCompile(`^[^\pL\d/]+\d`)
	balanceForm = regexp.MustCompile(`^([CD])(\d{6})([A-Z]{3})\s*([\d.]+(?:,\d*)?)\s*$`)
	sumForm     = regexp.MustCompile(`^(\d{1,5})([A-Z]{3})\s*([\d.]+(?:,\d*)?)\s*$`)
	floorForm   = regexp.MustCompile(`^([A-Z]{3})[CD]?[\d.,]+\s*$`)
	erefForm    = regexp.MustCompile(`(?:EREF[+:]\s*|/EREF/|/TRTP/[^/]*/EREF/)([^/?]{4,35}?)(?:\?|/|  |[A-Z]{4}\+|$)`)
)

// Looks reports whether a text is one of them: it has the fields at the beginnings
// of lines.
func Looks(text string) bool {
	head := text[:min(len(text), 16<<10)]
	begins, moves, line := false, false, false
	for l := range strings.Lines(head) {
		switch m := fieldForm.FindStringSubmatch(strings.TrimLeft(strings.TrimSpace(l), "\x01")); {
		case m == nil:
		case m[1] == "20", m[1] == "25", m[1] == "28", m[1] == "28C":
			begins = true
		case m[1] == "61":
			line = true
		case strings.HasPrefix(m[1], "60"), strings.HasPrefix(m[1], "62"), m[1] == "34F", m[1] == "13D":
			moves = true
		}
	}
	return begins && moves || line
}

// field is one field: its tag, and its lines.
type field struct {
	tag   string
	lines []string
}

// Read reads all statements of a text in UTF-8. Errors: CodeEmpty, CodeTooLarge,
// CodeCancelled.
func Read(ctx context.Context, text string, o record.Options) (record.Statement, error) {
	r := &reader{Builder: record.New(o.Account), o: o}
	n := 0
	var now field
	for l := range strings.Lines(text) {
		if n++; n%4096 == 0 && ctx.Err() != nil {
			return record.Statement{}, report.Refuse(report.CodeCancelled, ctx.Err())
		}
		l = strings.TrimRight(strings.TrimPrefix(l, "\x01"), "\r\n")
		if i := strings.Index(l, "{4:"); i >= 0 {
			l = strings.TrimSpace(l[i+3:])
			if l == "" {
				continue
			}
		}
		if m := fieldForm.FindStringSubmatch(l); m != nil && m[1] != "NS" {
			r.field(now)
			now = field{tag: m[1], lines: []string{l[len(m[0]):]}}
			continue
		}
		if l == "-" || strings.HasPrefix(l, "-}") {
			r.field(now)
			now = field{}
			continue
		}
		now.lines = append(now.lines, l)
		if r.Full() {
			return record.Statement{}, report.Refuse(report.CodeTooLarge, nil)
		}
	}
	r.field(now)
	r.flush()
	r.end()
	return r.Done()
}

type reader struct {
	*record.Builder
	o       record.Options
	entries int

	// Of the statement that is read.
	currency          string
	opening, closing  *money.Amount
	in, out           int64
	countIn, countOut int
	began             int        // its first line
	stated            [2]*stated // of MT942: money in, money out
	waiting           *entry     // the line whose text is not read yet
}

type stated struct {
	count  int
	amount money.Amount
}

type entry struct {
	line field
	text string
}

func (r *reader) field(f field) {
	switch {
	case f.tag == "":
	case f.tag == "20":
		r.flush()
		r.end()
	case f.tag == "25" || f.tag == "25P":
		r.flush()
		r.Of(f.lines[0])
		if currency := record.Suffix(f.lines[0]); currency != "" {
			r.currency = currency
		}
	case f.tag == "34F":
		if m := floorForm.FindStringSubmatch(strings.TrimSpace(f.lines[0])); m != nil {
			r.currency = m[1]
		}
	case f.tag == "60F" || f.tag == "60M":
		r.flush()
		if a, ok := r.balance(f.lines[0]); ok && r.opening == nil {
			r.opening = &a
		}
	case f.tag == "62F" || f.tag == "62M":
		r.flush()
		if a, ok := r.balance(f.lines[0]); ok {
			r.closing = &a
		}
	case f.tag == "90C" || f.tag == "90D":
		r.flush()
		r.state(f)
	case f.tag == "61":
		r.flush()
		r.waiting = &entry{line: f}
	case f.tag == "86" && r.waiting != nil:
		r.waiting.text += " " + strings.Join(f.lines, "\n")
	}
}

func (r *reader) balance(text string) (money.Amount, bool) {
	m := balanceForm.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return money.Amount{}, false
	}
	r.currency = m[3]
	a, code := amount(m[4], m[3])
	if m[1] == "D" {
		a.Minor = -a.Minor
	}
	return a, code == ""
}

// amount reads digits with a comma. A point would be another way of writing: such
// a sum is not read.
func amount(text, currency string) (money.Amount, report.Code) {
	if strings.Contains(text, ".") {
		return money.Amount{}, report.CodeRowAmount
	}
	whole, fraction, _ := strings.Cut(text, ",")
	if whole = strings.TrimLeft(whole, "0"); whole == "" {
		whole = "0"
	}
	if fraction != "" {
		whole += "." + fraction
	}
	return record.Wire(whole, currency)
}

func (r *reader) state(f field) {
	if m := sumForm.FindStringSubmatch(strings.TrimSpace(f.lines[0])); m != nil {
		n, _ := strconv.Atoi(m[1])
		if a, code := amount(m[3], m[2]); code == "" {
			r.stated[map[string]int{"90C": 0, "90D": 1}[f.tag]] = &stated{count: n, amount: a}
		}
	}
}

// flush reads the movement that waits for its text.
func (r *reader) flush() {
	if r.waiting == nil {
		return
	}
	e := *r.waiting
	r.waiting = nil
	r.entries++
	first, further := e.line.lines[0], e.line.lines[1:]
	m := lineForm.FindStringSubmatch(first)
	if m == nil && len(further) > 0 { // broken within the line
		first, further = first+further[0], further[1:]
		m = lineForm.FindStringSubmatch(first)
	}
	if m == nil || m[7] == "" && brokenForm.MatchString(m[8]) { // the digits before a mark are not the sum
		r.Broken(r.entries, report.CodeRowElement)
		return
	}
	currency := r.currency
	if currency == "" {
		currency = r.o.Currency
	}
	sum, code := amount(m[5], currency)
	side := m[3]
	if out := side == "D" || side == "RC" || side == "ED"; out {
		sum.Minor = -sum.Minor
	}
	if side[0] == 'E' { // expected, not booked
		r.Skip(r.entries, record.Pending, sum)
		return
	}
	value, entered, ok := days(m[1], m[2], r.o.Zone)
	switch {
	case code != "":
	case !ok:
		code = report.CodeRowDate
	}
	if code != "" {
		r.Broken(r.entries, code)
		return
	}
	l := record.Line{Row: r.entries, Amount: sum, At: entered, Dated: true, Value: value, Reversal: side[0] == 'R'}
	reference, bank, _ := strings.Cut(m[8], "//")
	l.IDs = record.Name(record.Name(nil, reference), bank)
	words := strings.Join(append(further, e.text), " ")
	for _, found := range erefForm.FindAllStringSubmatch(strings.ReplaceAll(e.text, "\n", ""), 4) {
		l.IDs = record.Name(l.IDs, found[1])
	}
	words = record.Short(strings.Join(strings.Fields(words), " "))
	l.Text = core.NewSecret(words)
	raw := ""
	if record.Normal(bank) != "" { // the bank's own name for it, not the customer's
		raw = first + words
	}
	if r.Add(l, raw) {
		r.count(sum)
	}
}

func (r *reader) count(sum money.Amount) {
	if sum.Minor >= 0 {
		r.in += sum.Minor
		r.countIn++
	} else {
		r.out += sum.Minor
		r.countOut++
	}
}

// days are the day from which money counts, and the one on which it was booked,
// which has no year and may be in the next or the last one.
func days(value, booked string, zone *time.Location) (from, at time.Time, ok bool) {
	from, err := time.ParseInLocation("060102", value, zone)
	if year, bad := strconv.Atoi(value[:2]); err != nil && bad == nil { // "160230": some banks have thirty days in each month
		from = time.Date(2000+year, 1, 1, 0, 0, 0, 0, zone)
		if month, _ := strconv.Atoi(value[2:4]); month >= 1 && month <= 12 {
			from = time.Date(2000+year, time.Month(month)+1, 0, 0, 0, 0, 0, zone)
		}
		if booked == "" {
			return time.Time{}, time.Time{}, false
		}
	}
	if booked == "" {
		return from, from, err == nil
	}
	best := time.Time{}
	for _, year := range []int{from.Year(), from.Year() - 1, from.Year() + 1} {
		t, bad := time.ParseInLocation("20060102", strconv.Itoa(year)+booked, zone)
		if bad == nil && (best.IsZero() || t.Sub(from).Abs() < best.Sub(from).Abs()) {
			best = t
		}
	}
	if best.IsZero() {
		return from, from, err == nil
	}
	return from, best, true
}

// end holds what the statement stated against its movements.
func (r *reader) end() {
	if r.opening != nil && r.closing != nil {
		r.Balances(r.began, *r.opening, *r.closing)
		r.Gap(record.Closing, 0, *r.closing, money.Amount{Minor: r.opening.Minor + r.in + r.out, Currency: r.opening.Currency})
	}
	for i, s := range r.stated {
		if s != nil {
			r.Gap(record.Sum, 0, s.amount, money.Amount{Minor: []int64{r.in, -r.out}[i], Currency: r.currency})
			r.Gap(record.Number, 0, money.Amount{Minor: int64(s.count)}, money.Amount{Minor: int64([]int{r.countIn, r.countOut}[i])})
		}
	}
	r.began = r.Count()
	r.Of("")
	r.currency, r.opening, r.closing, r.in, r.out, r.countIn, r.countOut, r.stated = "", nil, nil, 0, 0, 0, 0, [2]*stated{}
}
