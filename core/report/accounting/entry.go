package accounting

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"time"

	"sanduq/core/journal"
	"sanduq/core/report"
)

// Accounts are what a shop calls its accounts: names, or numbers where its program asks
// for those.
type Accounts struct {
	Sales      string `json:"sales"`
	Cash       string `json:"cash"`     // the drawer
	Safe       string `json:"safe"`     // where cash goes to and comes from
	Clearing   string `json:"clearing"` // paid, and not yet on the bank's account
	Bank       string `json:"bank"`
	Fees       string `json:"fees"`       // what the bank keeps
	Rounding   string `json:"rounding"`   // of sales in cash
	Difference string `json:"difference"` // of a count
	Owed       string `json:"owed"`       // owed back to customers
	Second     string `json:"second"`     // second debits of one payment, until they are owed back
	Kept       string `json:"kept"`       // of what was owed, and the customer left
	Suspense   string `json:"suspense"`   // money at the bank that is no sale's, or not known
	Transfer   string `json:"transfer"`   // that formats with two accounts a row go through
}

// Usual are accounts in words.
func Usual() Accounts {
	return Accounts{Sales: "Income:Sales", Cash: "Assets:Cash drawer", Safe: "Assets:Safe", Clearing: "Assets:Bank clearing", Bank: "Assets:Bank", Fees: "Expenses:Bank fees",
		Rounding: "Income:Rounding", Difference: "Expenses:Cash difference", Owed: "Liabilities:Owed back", Second: "Liabilities:Second payments", Kept: "Income:Kept", Suspense: "Liabilities:Suspense", Transfer: "Assets:Transfer"}
}

// Line is one side of an entry: positive is debit.
type Line struct {
	Account string
	Minor   int64
}

// Entry is one balanced entry in one currency.
type Entry struct {
	Date     time.Time
	Number   string // Z-0005, or the statement's
	Text     string
	Currency string
	Lines    []Line
	over     bool // a line did not fit into 64 bits
}

// Check is CodeRange where the entry does not add up to nothing, or a sum does not fit.
func (e Entry) Check() error {
	if e.over {
		return report.Refuse(report.CodeRange, errors.New("64 bits do not hold a line of an entry"))
	}
	sum := int64(0)
	for _, l := range e.Lines {
		if l.Minor == math.MinInt64 || l.Minor > 0 && sum > math.MaxInt64-l.Minor || l.Minor < 0 && sum < math.MinInt64-l.Minor {
			return report.Refuse(report.CodeRange, errors.New("64 bits do not hold an entry"))
		}
		sum += l.Minor
	}
	if sum != 0 {
		return report.Refuse(report.CodeRange, fmt.Errorf("%s in %s is %d away from balance", e.Number, e.Currency, sum))
	}
	return nil
}

// add books debit against credit; nothing for nothing.
func (e *Entry) add(debit, credit string, minor int64) {
	e.side(debit, minor)
	e.side(credit, -minor)
}

func (e *Entry) side(account string, minor int64) {
	if minor == 0 {
		return
	}
	for i := range e.Lines {
		if e.Lines[i].Account == account {
			was := e.Lines[i].Minor
			e.Lines[i].Minor += minor
			e.over = e.over || (was < 0) == (minor < 0) && (was < 0) != (e.Lines[i].Minor < 0)
			return
		}
	}
	e.Lines = append(e.Lines, Line{account, minor})
}

// tidy takes out the lines that came to nothing.
func (e *Entry) tidy() {
	kept := e.Lines[:0]
	for _, l := range e.Lines {
		if l.Minor != 0 {
			kept = append(kept, l)
		}
	}
	e.Lines = kept
}

// Book makes entries of Zs in their order. It remembers what the drawer held when the
// last one closed: what a shift begins with beyond that came from the safe, or went to
// it.
type Book struct {
	Accounts Accounts
	Zone     *time.Location // the shop's; nil is UTC
	drawer   map[string]int64
}

// After lets the book begin behind a Z that is in no entry of it.
func (b *Book) After(z journal.Z) {
	if d := z.Drawer; d != nil {
		b.hold(d.Currency, d.Expected+d.Difference)
	}
}

// noon is a moment of a day: where clocks go forward at midnight, a day has none.
func (b *Book) noon(day journal.Day) time.Time {
	return day.Time(cmp.Or(b.Zone, time.UTC)).Add(12 * time.Hour)
}

// hold remembers what is in the drawer.
func (b *Book) hold(currency string, minor int64) {
	if b.drawer == nil {
		b.drawer = map[string]int64{}
	}
	b.drawer[currency] = minor
}

// Z returns the entries of a Z, one for each currency. What was taken while shifts were
// off belongs to no Z and is in none of them. What is owed back is no turnover: it leaves the
// sales in the shift in which it was found, and is a liability until it was returned or kept.
// Cash that was recorded by mistake leaves the drawer and not a bank; moves are the movements
// of the shift, and tell what of it a count had found missing before, so that the safe has
// seen none of it.
func (b *Book) Z(z journal.Z, moves ...journal.Movement) (all []Entry, err error) {
	a := b.Accounts
	of, at := map[string]*Entry{}, z.At
	if zone := cmp.Or(b.Zone, time.UTC); z.BookingDay(zone) != journal.DayOf(at.In(zone)) {
		at = b.noon(z.BookingDay(zone))
	}
	var order []string
	entry := func(currency string) *Entry {
		if of[currency] == nil {
			order = append(order, currency)
			of[currency] = &Entry{Date: at, Number: journal.ZNumber(z.Seq), Text: z.Shop + " " + z.Till, Currency: currency}
		}
		return of[currency]
	}
	if d := z.Drawer; d != nil {
		e := entry(d.Currency)
		e.add(a.Cash, a.Safe, d.Float-b.drawer[d.Currency])
		e.add(a.Cash, a.Rounding, d.Rounding)
		reversed, again := reversals(z, d.Currency, moves)
		e.add(a.Cash, a.Safe, d.In.Minor-again-d.Out.Minor+reversed)
		e.add(a.Cash, a.Difference, again)
		e.add(a.Owed, a.Cash, reversedAmount(z, d.Currency))
		e.add(a.Rounding, a.Cash, reversed-reversedAmount(z, d.Currency))
		e.add(a.Cash, a.Difference, d.Difference)
		b.hold(d.Currency, d.Expected+d.Difference)
	}
	for _, t := range z.Taken {
		account := a.Clearing
		if t.Route == journal.RouteCash {
			account = a.Cash
		}
		entry(t.Currency).add(account, a.Sales, t.Minor)
	}
	for _, o := range z.Owed {
		e := entry(o.Currency)
		e.add(a.Sales, a.Owed, o.Opened-o.OpenedApart) // it was counted as taken, then or before
		e.add(a.Second, a.Owed, o.OpenedApart)
		back := o.Returned
		if z.Drawer != nil && z.Drawer.Currency == o.Currency {
			back -= o.Reversed
		}
		e.add(a.Owed, a.Clearing, back)
		e.add(a.Owed, a.Kept, o.Kept)
	}
	return checked(of, order)
}

// reversals are what left the drawer since its cash was recorded by mistake, and what of that
// was put into the book again.
func reversals(z journal.Z, currency string, moves []journal.Movement) (out, again int64) {
	for _, m := range moves {
		switch {
		case m.Sale == "":
		case m.Kind == journal.MovementOut:
			out += m.Minor // a part of the drawer's sums: it fits
		case m.Kind == journal.MovementIn:
			again += m.Minor
		}
	}
	if len(moves) == 0 {
		out = reversedAmount(z, currency)
	}
	return out, again
}

// reversedAmount is the amount of the sales whose cash was taken off in a currency.
func reversedAmount(z journal.Z, currency string) int64 {
	for _, o := range z.Owed {
		if o.Currency == currency {
			return o.Reversed
		}
	}
	return 0
}

func checked(of map[string]*Entry, order []string) (all []Entry, err error) {
	for _, currency := range order {
		e := of[currency]
		if e.tidy(); len(e.Lines) == 0 {
			continue
		}
		if err := e.Check(); err != nil {
			return nil, err
		}
		all = append(all, *e)
	}
	return all, nil
}

// Settlement returns the entry of a signed statement: what it has of the till's payments
// leaves the clearing account, less what the bank kept; what is no sale's stands in
// suspense. ok is false where the statement says nothing of it: it is not signed, or an
// older version signed it.
func (b *Book) Settlement(s journal.BankStatement) (e Entry, ok bool, err error) {
	if s.Signed == nil || s.Settled == nil {
		return Entry{}, false, nil
	}
	a, sums := b.Accounts, s.Settled
	e = Entry{Date: b.noon(s.To), Number: "B-" + s.ID[:min(8, len(s.ID))], Text: s.Bank, Currency: sums.Currency}
	e.side(a.Bank, sums.Bank)
	e.side(a.Fees, sums.Fees)
	e.side(a.Clearing, -sums.Clearing)
	e.side(a.Second, -sums.Second)
	e.side(a.Suspense, -sums.Suspense)
	e.tidy()
	return e, len(e.Lines) > 0, e.Check()
}
