package statement

import (
	"fmt"
	"strconv"
	"strings"

	"sanduq/core/money"
	bank "sanduq/core/report/statement"
	"sanduq/ui/present"
)

// skipped says how many rows are no movement, and why.
func (p *resultPage) skipped() (text string) {
	w := p.opened.env.Words
	count := map[string]int{}
	for _, s := range p.opened.found.skipped {
		count[string(s.Why)]++
	}
	for _, why := range []string{string(bank.Pending), string(bank.Reversed), string(bank.Repeated), string(bank.OtherAccount)} {
		if n := count[why]; n > 0 {
			text += " " + w.N("statement.skipped."+why, n)
		}
	}
	if f := p.opened.file; f != nil {
		if sheets, rows := f.Unread(); sheets > 0 {
			text += " " + w.N("statement.sheets", sheets, "rows", rows)
		}
	}
	return text
}

// gap says what does not add up, with its amount.
func (p *resultPage) gap(g bank.Gap) string {
	w := p.opened.env.Words
	say := func(a money.Amount) string {
		if a.Currency == "" {
			return strconv.FormatInt(a.Minor, 10)
		}
		return present.Major(w, a) + "\u00a0" + present.Currency(w, a.Currency)
	}
	return w.T("statement.gap."+string(g.Total), "row", g.Row, "stated", say(g.Stated), "found", say(g.Found), "missing", say(g.Missing()))
}

// fee says what the bank keeps of a deposit; blank where that is not known.
func (p *resultPage) fee() string {
	w, f := p.opened.env.Words, p.opened.found.fee
	var parts []string
	say := func(minor int64) string {
		return present.Major(w, money.Amount{Minor: minor, Currency: p.opened.deps.Currency})
	}
	if f.Rate != 0 {
		rate := strings.TrimRight(strings.TrimRight(fmt.Sprintf("%d.%02d", f.Rate/100, f.Rate%100), "0"), ".")
		parts = append(parts, w.T("statement.fee.rate", "rate", strings.Replace(rate, ".", present.Point(w), 1)))
	}
	if f.Each != 0 {
		parts = append(parts, w.T("statement.fee.each", "sum", say(f.Each)))
	}
	if f.Whole != 0 {
		parts = append(parts, w.T("statement.fee.whole", "sum", say(f.Whole)))
	}
	if len(parts) == 0 {
		return ""
	}
	return " " + w.T("statement.fee.rule", "fee", strings.Join(parts, " + "))
}
