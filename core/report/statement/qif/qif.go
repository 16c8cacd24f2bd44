package qif

import (
	"context"
	"strings"

	"sanduq/core"
	"sanduq/core/money"
	"sanduq/core/report"
	"sanduq/core/report/statement/record"
	"sanduq/core/report/statement/values"
)

// Looks reports whether a text is one.
func Looks(text string) bool {
	for l := range strings.Lines(text[:min(len(text), 8192)]) {
		l = strings.ToLower(strings.TrimSpace(l))
		switch {
		case l == "" || strings.HasPrefix(l, "#") || strings.HasPrefix(l, "!option") || strings.HasPrefix(l, "!clear"):
		case strings.HasPrefix(l, "!type:") || strings.HasPrefix(l, "!account"):
			return true
		default:
			return false
		}
	}
	return false
}

// accounts are the lists of movements of an account; all others are skipped.
var accounts = map[string]bool{"bank": true, "cash": true, "ccard": true, "oth a": true, "oth l": true}

// item is one movement, as its lines.
type item struct {
	row     int // the line on which it begins
	account string
	date    string
	amount  string
	number  string
	words   []string
	splits  []string
}

// Ask says what the movements leave open.
type Ask struct {
	Layout  string // the order of day and month, as far as they show it
	Decimal string
	Sure    bool // of the order
	Point   bool // the separator is sure, too
}

// Asks goes through all movements once.
func Asks(text string) Ask {
	dates, sums := survey(items(text))
	var a Ask
	a.Layout, a.Sure = dates.Order()
	a.Decimal, a.Point = sums.Separator()
	return a
}

// Against reports whether the movements contradict what was chosen before.
func Against(text string, o record.Options) (layout, decimal bool) {
	dates, sums := survey(items(text))
	return dates.Against(o.Layout), sums.Against(o.Decimal)
}

func survey(all []item) (dates values.Dates, sums values.Decimals) {
	for _, i := range all {
		if d, ok := values.ParseDate(i.date); ok {
			dates.See(d.YearLast())
		}
		if s, ok := values.ParseNumber(i.amount); ok && !s.Blank() {
			sums.See(s.Text)
		}
	}
	return dates, sums
}

func items(text string) (all []item) {
	row, reading, listing, account := 0, false, false, ""
	var now item
	for l := range strings.Lines(text) {
		row++
		l = strings.TrimRight(l, "\r\n")
		if l == "" {
			continue
		}
		if l[0] == '!' {
			kind, is := strings.CutPrefix(strings.ToLower(strings.TrimSpace(l)), "!type:")
			switch {
			case is:
				reading, listing = accounts[kind], false
			case strings.HasPrefix(kind, "!account"):
				reading, listing = false, true
			}
			now = item{}
			continue
		}
		if !reading {
			if listing && l[0] == 'N' { // of a list of accounts: the last one is that of the movements below
				account = strings.TrimSpace(l[1:])
			}
			continue
		}
		if now.row == 0 {
			now.row, now.account = row, account
		}
		value := strings.TrimSpace(l[1:])
		switch l[0] {
		case '^':
			all = append(all, now)
			now = item{}
		case 'D':
			now.date = strings.ReplaceAll(strings.ReplaceAll(value, "'", "/"), "/ ", "/") // 8/ 1'26
		case 'T':
			now.amount = value
		case 'U':
			if now.amount == "" {
				now.amount = value
			}
		case 'N':
			now.number = value
		case 'P', 'M', 'L':
			now.words = append(now.words, value)
		case '$':
			now.splits = append(now.splits, value)
		}
	}
	if now.row > 0 && (now.date != "" || now.amount != "") { // the last one has no end
		all = append(all, now)
	}
	return all
}

// Read reads all movements of a text in UTF-8. Errors: CodeEmpty, CodeTooLarge,
// CodeCancelled.
func Read(ctx context.Context, text string, o record.Options) (record.Statement, error) {
	all := items(text)
	if len(all) > record.MaxRows {
		return record.Statement{}, report.Refuse(report.CodeTooLarge, nil)
	}
	dates, sums := survey(all)
	b := record.New(o.Account)
	badDates, badSums := dates.Against(o.Layout), sums.Against(o.Decimal)
	for n, i := range all {
		if n%1024 == 0 && ctx.Err() != nil {
			return record.Statement{}, report.Refuse(report.CodeCancelled, ctx.Err())
		}
		b.Of(i.account)
		if l, code := read(i, o, badDates, badSums); code != "" {
			b.Broken(i.row, code)
		} else {
			b.Add(l, "") // it has no names of the bank's
			splits(b, i, l.Amount, o)
		}
	}
	return b.Done()
}

func read(i item, o record.Options, badDates, badSums bool) (record.Line, report.Code) {
	d, ok := values.ParseDate(i.date)
	switch {
	case !ok:
		return record.Line{}, report.CodeRowDate
	case badDates || badSums:
		return record.Line{}, report.CodeRowFormat
	}
	at, dated, ok := d.YearLast().At(o.Layout, values.Date{}, o.Zone)
	if !ok {
		return record.Line{}, report.CodeRowDate
	}
	a, code := amount(i.amount, o)
	if code != "" {
		return record.Line{}, code
	}
	return record.Line{Row: i.row, IDs: record.Name(nil, i.number), Amount: a, At: at, Dated: dated,
		Text: core.NewSecret(record.Short(strings.Join(i.words, " ")))}, ""
}

// amount has a minus where money went: the format says so.
func amount(text string, o record.Options) (money.Amount, report.Code) {
	n, ok := values.ParseNumber(text)
	if !ok || n.Blank() || n.Worded || n.Clash {
		return money.Amount{}, report.CodeRowAmount
	}
	currencies := n.Currencies
	if o.Currency != "" {
		currencies = values.Both(currencies, []string{o.Currency})
	}
	if len(currencies) != 1 {
		return money.Amount{}, report.CodeRowCurrency
	}
	literal, ok := values.Literal(n.Text, o.Decimal)
	if !ok {
		return money.Amount{}, report.CodeRowAmount
	}
	a, code := record.Wire(literal, currencies[0])
	if n.Side == values.Out {
		a.Minor = -a.Minor
	}
	return a, code
}

// splits are parts of a movement: they must be it.
func splits(b *record.Builder, i item, whole money.Amount, o record.Options) {
	if len(i.splits) == 0 {
		return
	}
	sum := money.Amount{Currency: whole.Currency}
	for _, s := range i.splits {
		a, code := amount(s, o)
		if code != "" {
			return
		}
		sum.Minor += a.Minor
	}
	b.Gap(record.Details, i.row, whole, sum)
}
