package ofx

import (
	"cmp"
	"context"
	"html"
	"regexp"
	"strconv"
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/money"
	"sanduq/core/report"
	"sanduq/core/report/statement/record"
	"sanduq/core/report/statement/values"
)

// Looks reports whether a text is one of them.
func Looks(text string) bool {
	head := strings.ToUpper(text[:min(len(text), 4096)])
	return strings.Contains(head, "<OFX>") || strings.Contains(head, "OFXHEADER:")
}

// Encoding is what the header of OFX 1 names; blank for UTF-8 or nothing.
func Encoding(head string) string {
	m := encodingForm.FindStringSubmatch(head[:min(len(head), 1024)])
	c := charsetForm.FindStringSubmatch(head[:min(len(head), 1024)])
	switch {
	case m == nil || strings.EqualFold(m[1], "UTF-8") || strings.EqualFold(m[1], "UNICODE"):
		return ""
	case c == nil || strings.EqualFold(c[1], "NONE"):
		return ""
	case strings.EqualFold(c[1], "1252") || strings.HasPrefix(strings.ToUpper(c[1]), "ISO-8859-1"):
		return "windows-1252"
	}
	if _, err := strconv.Atoi(c[1]); err == nil {
		return "windows-" + c[1]
	}
	return strings.ToLower(c[1])
}

var (
	encodingForm = regexp.MustCompile(`(?i)ENCODING:\s*([A-Z0-9-]+)`)
	charsetForm  = regexp.MustCompile(`(?i)CHARSET:\s*([A-Z0-9-]+)`)
	tagForm      = regexp.MustCompile(`<(/?)([A-Za-z0-9.]+)(?:\s[^<>]*?)?\s*(/?)>([^<]*)`)
	momentForm   = regexp.MustCompile(`^(\d{8})(?:(\d{2})(\d{2})(\d{2})?(?:\.\d+)?)?\s*(?:\[([^\]]*)\])?$`)
	offsetForm   = regexp.MustCompile(`^([+-]?)(\d{1,2})(?:[.:](\d{1,2}))?\s*(?::.*)?$`)
)

// Read reads all movements of a text in UTF-8. Errors: CodeFormat, CodeEmpty,
// CodeTooLarge, CodeCancelled.
func Read(ctx context.Context, text string, o record.Options) (record.Statement, error) {
	r := &reader{Builder: record.New(o.Account), o: o}
	at := strings.Index(strings.ToUpper(text[:min(len(text), 8192)]), "<OFX>")
	if at < 0 {
		return record.Statement{}, report.Refuse(report.CodeFormat, nil)
	}
	r.separator(text[at:])
	rest := text[at:]
	for n := 0; ; n++ {
		if n%4096 == 0 && ctx.Err() != nil {
			return record.Statement{}, report.Refuse(report.CodeCancelled, ctx.Err())
		}
		m := tagForm.FindStringSubmatchIndex(rest)
		if m == nil {
			break
		}
		name := strings.ToUpper(rest[m[4]:m[5]])
		value := strings.TrimSpace(html.UnescapeString(rest[m[8]:m[9]]))
		r.tag(name, m[3] > m[2], value)
		rest = rest[m[1]:]
		if r.Full() {
			return record.Statement{}, report.Refuse(report.CodeTooLarge, nil)
		}
	}
	r.close()
	return r.Done()
}

type reader struct {
	*record.Builder
	o       record.Options
	decimal string // of all amounts; blank where they contradict each other
	entries int

	currency string            // of the statement
	now      map[string]string // the movement that is read; nil for none
	pending  bool
	orig     bool // within the currency that a sum was changed from
}

// separator is decided from all amounts together.
func (r *reader) separator(text string) {
	var d values.Decimals
	for _, m := range regexp.MustCompile(`(?i)<TRNAMT>\s*([^<\r\n]+)`).FindAllStringSubmatch(text, -1) {
		if n, ok := values.ParseNumber(m[1]); ok {
			d.See(n.Text)
		}
	}
	r.decimal, _ = d.Separator() // the format knows no thousands: what could be either has decimals
}

func (r *reader) tag(name string, end bool, value string) {
	switch {
	case name == "CURDEF" && !end:
		r.currency = strings.ToUpper(value)
	case name == "STMTTRN" || name == "STMTTRNP":
		r.close()
		if !end {
			r.now, r.pending = map[string]string{}, name == "STMTTRNP"
		}
	case name == "BANKTRANLIST" || name == "CCSTMTRS" || name == "STMTRS" || name == "LEDGERBAL":
		r.close()
		if name == "STMTRS" || name == "CCSTMTRS" {
			r.Of("")
			if end {
				r.currency = ""
			}
		}
	case name == "ACCTID" && !end && r.now == nil: // else the other side's
		r.Of(value)
	case name == "ORIGCURRENCY":
		r.orig = !end
	case name == "CURSYM" && r.orig:
	case r.now != nil && !end && value != "" && r.now[name] == "":
		r.now[name] = value
	}
}

// outs and ins are types that say a side themselves; all others take the sign.
var (
	outs = map[string]bool{"DEBIT": true, "FEE": true, "SRVCHG": true, "CHECK": true, "PAYMENT": true, "DIRECTDEBIT": true, "REPEATPMT": true, "ATM": true}
	ins  = map[string]bool{"CREDIT": true, "DEP": true, "DIRECTDEP": true}
)

// close reads the movement that is complete.
func (r *reader) close() {
	t := r.now
	if t == nil {
		return
	}
	r.now = nil
	r.entries++
	currency := strings.ToUpper(cmp.Or(t["CURSYM"], r.currency, r.o.Currency))
	if t["CURSYM"] != "" && r.currency != "" && t["CURSYM"] != r.currency {
		currency = "" // another currency than the account's: which one the sum is in is not sure
	}
	sum, code := r.sum(t["TRNAMT"], currency)
	kind := strings.ToUpper(t["TRNTYPE"])
	if code == "" && (sum.Minor > 0 && outs[kind] || sum.Minor < 0 && ins[kind]) {
		code = report.CodeRowSign
	}
	if r.pending || kind == "HOLD" {
		r.Skip(r.entries, record.Pending, sum)
		return
	}
	at, dated, ok := moment(cmp.Or(t["DTPOSTED"], t["DTUSER"]), r.o.Zone)
	if code == "" && !ok {
		code = report.CodeRowDate
	}
	if code != "" {
		r.Broken(r.entries, code)
		return
	}
	l := record.Line{Row: r.entries, Amount: sum, At: at, Dated: dated}
	for _, id := range []string{t["FITID"], t["REFNUM"], t["CHECKNUM"], t["SRVRTID"]} {
		l.IDs = record.Name(l.IDs, id)
	}
	if value, _, ok := moment(t["DTAVAIL"], r.o.Zone); ok {
		l.Value = value
	}
	if t["CORRECTFITID"] != "" { // it corrects another movement
		l.Reversal = true
	}
	words := strings.Join(strings.Fields(t["NAME"]+" "+t["MEMO"]), " ")
	l.Text = core.NewSecret(record.Short(words))
	raw := ""
	if t["FITID"] != "" {
		raw = t["FITID"] + "\x00" + words
	}
	r.Add(l, raw)
}

func (r *reader) sum(text, currency string) (money.Amount, report.Code) {
	n, ok := values.ParseNumber(text)
	if !ok || n.Blank() || n.Worded || n.Clash || n.Currencies != nil {
		return money.Amount{}, report.CodeRowAmount
	}
	if r.decimal == "" {
		return money.Amount{}, report.CodeRowFormat
	}
	literal, ok := values.Literal(n.Text, r.decimal)
	if !ok {
		return money.Amount{}, report.CodeRowAmount
	}
	a, code := record.Wire(literal, currency)
	if n.Minus {
		a.Minor = -a.Minor
	}
	return a, code
}

// moment reads a date. A time without an offset is of any zone, or none at all:
// the day alone is taken from it.
func moment(text string, zone *time.Location) (at time.Time, dated, ok bool) {
	m := momentForm.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return time.Time{}, false, false
	}
	offset, zoned := offsetOf(m[5])
	if m[2] == "" || !zoned || m[2]+m[3] == "0000" {
		at, err := time.ParseInLocation("20060102", m[1], zone)
		return at, true, err == nil && at.Year() >= 1950
	}
	at, err := time.ParseInLocation("20060102150405", m[1]+m[2]+m[3]+(m[4] + "00")[:2], time.FixedZone("", offset))
	return at, false, err == nil && at.Year() >= 1950
}

// parts are what stands behind the hours of an offset, in minutes: banks write a fraction of an
// hour, as the format says, or minutes. Zones have quarters, so that no text is both.
var parts = map[string]int{"": 0, "0": 0, "00": 0, "15": 15, "25": 15, "3": 30, "30": 30, "5": 30, "50": 30, "45": 45, "75": 45}

// mostAhead is by how many hours a clock is ahead of UTC at most.
const mostAhead = 14

// offsetOf reads how many seconds a clock is ahead of UTC; false for what no clock is.
func offsetOf(text string) (seconds int, ok bool) {
	m := offsetForm.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return 0, false
	}
	hours, _ := strconv.Atoi(m[2])
	minutes, known := parts[m[3]]
	seconds = hours*3600 + minutes*60
	if m[1] == "-" {
		seconds = -seconds
	}
	return seconds, known && hours <= mostAhead
}
