package camt

import (
	"strconv"
	"strings"

	"sanduq/core/money"
	"sanduq/core/report/statement/record"
)

// totals are what one statement states of itself, and what its entries give.
type totals struct {
	opening, closing *money.Amount
	doubt            bool // it has two of one kind
	began            int  // its first line
	summary          *summaryXML
	currency         string
	mixed            bool
	in, out          int64
	count            int
	// Entries that are not booked: some banks count them in the summary.
	laterIn, laterOut int64
	later             int
}

func (r *reader) balance(b balanceXML) {
	a, code := b.Amount.read(b.Side)
	if code != "" {
		return
	}
	set := func(to **money.Amount) {
		r.totals.doubt = r.totals.doubt || *to != nil && **to != a
		*to = &a
	}
	switch strings.TrimSpace(b.Code) {
	case "OPBD", "PRCD":
		set(&r.totals.opening)
	case "CLBD":
		set(&r.totals.closing)
	}
}

func (t *totals) entry(a money.Amount) {
	if t.currency == "" {
		t.currency = a.Currency
	}
	t.mixed = t.mixed || t.currency != a.Currency
	if a.Minor > 0 {
		t.in += a.Minor
	} else {
		t.out += a.Minor
	}
}

func (t *totals) pending(a money.Amount) {
	t.later++
	if a.Minor > 0 {
		t.laterIn += a.Minor
	} else {
		t.laterOut += a.Minor
	}
}

// compare holds what a statement stated against its booked entries. An entry that
// could not be read lacks in the sum.
func (r *reader) compare() {
	t := r.totals
	r.totals = totals{began: r.Count()}
	if t.mixed || t.currency == "" && (t.opening == nil || t.closing == nil) {
		return
	}
	if t.opening != nil && t.closing != nil && !t.doubt && (t.currency == "" || t.currency == t.opening.Currency) {
		r.Balances(t.began, *t.opening, *t.closing)
		r.Gap(record.Closing, 0, *t.closing, money.Amount{Minor: t.opening.Minor + t.in + t.out, Currency: t.opening.Currency})
	}
	if t.summary == nil || t.currency == "" {
		return
	}
	for _, s := range []struct {
		text         string
		found, later int64
	}{{t.summary.All.Sum, t.in - t.out, t.laterIn - t.laterOut}, {t.summary.Credit.Sum, t.in, t.laterIn}, {t.summary.Debit.Sum, -t.out, -t.laterOut}} {
		stated, code := record.Wire(strings.TrimSpace(s.text), t.currency)
		if code == "" && stated.Minor != s.found+s.later {
			r.Gap(record.Sum, 0, stated, money.Amount{Minor: s.found, Currency: t.currency})
		}
	}
	if n, err := strconv.Atoi(strings.TrimSpace(t.summary.All.Count)); err == nil && n != t.count+t.later {
		r.Gap(record.Number, 0, money.Amount{Minor: int64(n)}, money.Amount{Minor: int64(t.count)})
	}
}
