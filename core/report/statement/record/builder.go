package record

import (
	"slices"
	"strconv"
	"strings"

	"sanduq/core/money"
	"sanduq/core/report"
)

// MaxRows is how many rows of a file are read.
const MaxRows = 1 << 20

// Builder gathers what a reader finds. Use New. It is for one goroutine.
type Builder struct {
	s       Statement
	seen    map[string]bool
	chosen  string // the account of which lines are added, of a file that has several; blank for all
	account string // of what comes next
	mine    bool   // it is the one that was chosen
	noted   bool   // it is among the accounts
}

// New returns an empty Builder. It takes the lines of an account alone, and of all where
// that is blank.
func New(account string) *Builder {
	return &Builder{seen: map[string]bool{}, chosen: account, mine: account == ""}
}

// Of says of which account that what follows is; blank where the file names none.
func (b *Builder) Of(account string) {
	b.account = strings.TrimSpace(account)
	b.mine = b.chosen == "" || SameNumber(b.account, b.chosen)
	b.noted = b.account == "" || slices.ContainsFunc(b.s.Accounts, func(a string) bool { return SameNumber(a, b.account) })
}

// other reports whether a row is not of the account that was chosen, and says so of it.
func (b *Builder) other(row int, amount money.Amount) bool {
	if b.account != "" && !b.noted {
		b.s.Accounts, b.noted = append(b.s.Accounts, b.account), true
	}
	switch {
	case b.mine:
		return false
	case b.account == "":
		b.s.Broken = append(b.s.Broken, &report.Error{Code: report.CodeRowAccount, Row: row})
	default:
		b.s.Skipped = append(b.s.Skipped, Skip{Row: row, Why: OtherAccount, Amount: amount})
	}
	return true
}

// Add takes a line, and reports whether it counts. raw is all that the file says of it: a line that has a name
// of the bank's and is there once more in the very same words is one movement.
// Money of nothing is none.
func (b *Builder) Add(l Line, raw string) bool {
	switch {
	case b.other(l.Row, l.Amount):
		return false
	case l.Amount.Minor == 0:
		b.Skip(l.Row, Zero, l.Amount)
		return false
	case slices.ContainsFunc(l.IDs, Distinct) && raw != "":
		key := l.Amount.String() + "\x00" + strconv.FormatInt(l.At.UnixNano(), 36) + "\x00" + strings.Join(l.IDs, "\x00") + "\x00" + raw
		if b.seen[key] {
			b.Skip(l.Row, Repeated, l.Amount)
			return false
		}
		b.seen[key] = true
	}
	b.s.Lines = append(b.s.Lines, l)
	return true
}

// Count is how many lines were added.
func (b *Builder) Count() int { return len(b.s.Lines) }

// Balance states the balance after a line, by its place from 0.
func (b *Builder) Balance(at int, balance money.Amount) { b.s.Lines[at].Balance = balance }

// Balances gives the lines from a place on their balances, from the opening one. It does
// nothing where the lines do not give the closing one.
func (b *Builder) Balances(from int, opening, closing money.Amount) {
	now := opening
	for _, l := range b.s.Lines[from:] {
		if now.Minor += l.Amount.Minor; l.Amount.Currency != opening.Currency {
			return
		}
	}
	if now != closing {
		return
	}
	for i := from; i < len(b.s.Lines); i++ {
		opening.Minor += b.s.Lines[i].Amount.Minor
		b.Balance(i, opening)
	}
}

// Last is the line that was added last; nil before the first.
func (b *Builder) Last() *Line {
	if len(b.s.Lines) == 0 {
		return nil
	}
	return &b.s.Lines[len(b.s.Lines)-1]
}

// Broken names a row that could not be read.
func (b *Builder) Broken(row int, code report.Code) {
	if !b.other(row, money.Amount{}) {
		b.s.Broken = append(b.s.Broken, &report.Error{Code: code, Row: row})
	}
}

// Skip names a row that is no movement.
func (b *Builder) Skip(row int, why Why, amount money.Amount) {
	if !b.other(row, amount) {
		b.s.Skipped = append(b.s.Skipped, Skip{Row: row, Why: why, Amount: amount})
	}
}

// Gap names a total that does not add up. Totals in two currencies are not
// compared.
func (b *Builder) Gap(total Total, row int, stated, found money.Amount) {
	if b.mine && stated != found && stated.Currency == found.Currency {
		b.s.Gaps = append(b.s.Gaps, Gap{Total: total, Row: row, Stated: stated, Found: found})
	}
}

// Full reports whether no more rows are read.
func (b *Builder) Full() bool { return len(b.s.Lines)+len(b.s.Broken) > MaxRows }

// Done returns what was gathered; CodeEmpty where there is not one row.
func (b *Builder) Done() (Statement, error) {
	if len(b.s.Lines)+len(b.s.Broken)+len(b.s.Skipped) == 0 {
		return Statement{}, report.Refuse(report.CodeEmpty, nil)
	}
	return b.s, nil
}
