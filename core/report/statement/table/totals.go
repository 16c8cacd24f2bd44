package table

import (
	"sanduq/core/money"
	"sanduq/core/report/statement/record"
	"sanduq/core/report/statement/values"
)

// totals gathers what a table states of its own sums.
type totals struct {
	opening, closing *money.Amount
	sums             []statedSum
	currency         string
	mixed            bool // movements in several currencies are never added
	in, out          int64
	chain            []link
}

// link is a movement and the balance beside it.
type link struct {
	row     int
	amount  int64
	balance *int64
}

// statedSum is one number of a row of totals; side is which column it stands in.
type statedSum struct {
	row    int
	side   values.Side
	amount money.Amount
}

func (t *totals) line(l record.Line, balance *int64) {
	if t.currency == "" {
		t.currency = l.Amount.Currency
	}
	t.mixed = t.mixed || t.currency != l.Amount.Currency
	if l.Amount.Minor > 0 {
		t.in += l.Amount.Minor
	} else {
		t.out += l.Amount.Minor
	}
	t.chain = append(t.chain, link{row: l.Row, amount: l.Amount.Minor, balance: balance})
}

// stated takes a row that is a sum of others.
func (o *reader) stated(r row) {
	phrase := o.phrase(r)
	type cell struct {
		at     int
		amount money.Amount
	}
	var found []cell
	for i := range r.cells {
		if i == o.at[roleID] || o.isDay(r, i) {
			continue
		}
		if a, ok := o.balanceCell(r, i); ok {
			found = append(found, cell{i, a})
		}
	}
	switch phrase {
	case values.Opening, values.Closing:
		pick := -1
		for i, c := range found {
			if len(found) == 1 || c.at == o.at[roleBalance] {
				pick = i
			}
		}
		if pick < 0 {
			return
		}
		if phrase == values.Opening && o.totals.opening == nil {
			o.totals.opening = &found[pick].amount
		} else if phrase == values.Closing {
			o.totals.closing = &found[pick].amount
		}
	case values.Total:
		for _, c := range found {
			side := map[int]values.Side{o.at[roleCredit]: values.In, o.at[roleDebit]: values.Out}[c.at]
			if side != values.Unknown || c.at == o.at[roleAmount] {
				o.totals.sums = append(o.totals.sums, statedSum{row: r.number, side: side, amount: c.amount})
			}
		}
	}
}

// isDay reports whether a cell of such a row is a day: by its column, or by how it is written.
// Most balances are among the numbers that a workbook has for days: without a format of a
// date such a number is none.
func (o *reader) isDay(r row, at int) bool {
	if at != o.at[roleDate] && at != o.at[roleValue] && o.numeric(r, at) {
		return r.day[at]
	}
	return o.f.dateLike(r, at) || at == o.at[roleDate] && o.f.dated(r, at)
}

// balanceCell reads a balance or a total, whose sign is its own, in the currency
// of its row or else that of the movements.
func (o *reader) balanceCell(r row, at int) (money.Amount, bool) {
	if at < 0 || at >= len(r.cells) {
		return money.Amount{}, false
	}
	n, ok := values.ParseNumber(r.cells[at])
	if !ok || n.Blank() || n.Clash {
		return money.Amount{}, false
	}
	currency, code := o.currency(r, n, roleAmount)
	if code != "" {
		currency = o.totals.currency
	}
	a, ok := o.plainAmount(r, at, n, currency)
	side := n.Side
	if side == values.Unknown && o.at[roleSign] >= 0 && at == o.at[roleAmount] {
		side, _ = values.SideOf(o.cell(r, roleSign))
	}
	if side == values.Out {
		a.Minor = -a.Minor
	}
	return a, ok
}

func (o *reader) plainAmount(r row, at int, n values.Number, currency string) (money.Amount, bool) {
	if o.numeric(r, at) {
		a, code := fromSheet(n.Text, currency)
		return a, code == ""
	}
	literal, ok := values.Literal(n.Text, o.m.Decimal)
	if !ok || o.badSums {
		return money.Amount{}, false
	}
	a, code := record.Wire(literal, currency)
	return a, code == ""
}

// balance is what stands in the column of balances beside a movement.
func (o *reader) balance(r row, currency string) *int64 {
	a, ok := o.balanceCell(r, o.at[roleBalance])
	if !ok || a.Currency != currency {
		return nil
	}
	return &a.Minor
}

// compare holds what was stated against the movements.
func (t *totals) compare(b *record.Builder) {
	if t.mixed || t.currency == "" {
		return
	}
	amount := func(minor int64) money.Amount { return money.Amount{Minor: minor, Currency: t.currency} }
	if t.opening != nil && t.closing != nil {
		b.Gap(record.Closing, 0, *t.closing, amount(t.opening.Minor+t.in+t.out))
	}
	t.running(b, amount)
	for _, s := range t.sums {
		switch {
		case s.side == values.In:
			b.Gap(record.Sum, s.row, s.amount, amount(t.in))
		case s.side == values.Out:
			if s.amount.Minor < 0 {
				s.amount.Minor = -s.amount.Minor
			}
			b.Gap(record.Sum, s.row, s.amount, amount(-t.out))
		case s.amount.Minor == t.in || s.amount.Minor == -t.out || s.amount.Minor == t.out:
		default:
			b.Gap(record.Sum, s.row, s.amount, amount(t.in+t.out))
		}
	}
}

// running compares the first and the last balance of the column with the movements
// between them, from old to new or from new to old, whichever more rows agree
// with.
func (t *totals) running(b *record.Builder, amount func(int64) money.Amount) {
	var stated [][2]int // of the chain: a row with a balance, and the one before that has one
	last := -1
	for i, l := range t.chain {
		if l.balance != nil {
			if last >= 0 {
				stated = append(stated, [2]int{last, i})
			}
			last = i
		}
	}
	if len(t.chain) == 1 && last == 0 {
		b.Balance(0, amount(*t.chain[0].balance))
	}
	if len(stated) == 0 {
		return
	}
	var agree [2]int
	for _, s := range stated {
		older, newer := t.chain[s[0]:s[1]], t.chain[s[0]+1:s[1]+1]
		moved := *t.chain[s[1]].balance - *t.chain[s[0]].balance
		if moved == sumOf(newer) { // the older row stands first
			agree[0]++
		}
		if -moved == sumOf(older) {
			agree[1]++
		}
	}
	first := stated[0][0]
	moved, found := *t.chain[last].balance-*t.chain[first].balance, sumOf(t.chain[first+1:last+1])
	if agree[1] > agree[0] {
		moved, found = -moved, sumOf(t.chain[first:last])
	}
	if max(agree[0], agree[1]) == len(t.chain)-1 && b.Count() == len(t.chain) { // each of them agrees
		for i, l := range t.chain {
			b.Balance(i, amount(*l.balance))
		}
	}
	b.Gap(record.Running, t.chain[last].row, amount(moved), amount(found))
}

func sumOf(all []link) (sum int64) {
	for _, l := range all {
		sum += l.amount
	}
	return sum
}
