package owed

import (
	"context"
	"slices"
	"strings"
	"time"

	"sanduq/core/journal"
	"sanduq/ui/screen"
)

// closedShown is how many entries are shown of which nothing is owed any more.
const closedShown = 50

// ledger is what was read of it: the entries, the one that is picked, and what was
// returned this month.
type ledger struct {
	env  screen.Env
	deps Deps

	debts    []journal.Debt // open ones first, each part newest first
	read     bool
	err      error
	rows     []journal.DebtRow // of the picked one
	attempts []journal.Sale
	putBack  time.Time          // when the journal was put back to an older state
	returned []returned         // this month, by currency, the shop's own first; nil while it is not shown
	known    map[uint64]closing // what was read for it, by entry

	entries, entry screen.Newest
}

// closing is what was returned of one entry, as far as it was read.
type closing struct {
	minor int64 // all of it; rows only come to it
	rows  []journal.DebtRow
}

// returned is a number of returns and their sum in one currency.
type returned struct {
	currency string
	number   int
	minor    int64
}

// drop lets no answer count that is under way.
func (l *ledger) drop() {
	l.entries.Drop()
	l.entry.Drop()
}

// load reads what is still owed, and the newest of what no longer is.
func (l *ledger) load(done func()) {
	var open, rest []journal.Debt
	var putBack time.Time
	l.entries.Ask(l.env, func(ctx context.Context) (err error) {
		if open, err = l.all(ctx, journal.DebtQuery{Open: true}); err == nil {
			rest, err = l.deps.Till.Debts(ctx, journal.DebtQuery{Limit: closedShown})
		}
		if err == nil && l.deps.PutBack != nil {
			putBack, err = l.deps.PutBack(ctx)
		}
		return err
	}, func(err error) {
		l.failed(err)
		l.err, l.read = err, true
		if err == nil {
			rest = slices.DeleteFunc(rest, func(d journal.Debt) bool { return d.Open() > 0 })
			l.debts, l.putBack = append(open, rest...), putBack
		}
		done()
	})
}

// all reads every page of what is asked for.
func (l *ledger) all(ctx context.Context, q journal.DebtQuery) (all []journal.Debt, err error) {
	const each, most = 100, 10_000
	for q.Limit = each; len(all) < most; {
		some, err := l.deps.Till.Debts(ctx, q)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
		if len(some) < each {
			break
		}
		q.Before = some[len(some)-1].Number
	}
	return all, nil
}

// index is where an entry is; below 0 for nowhere.
func (l *ledger) index(number uint64) int {
	return slices.IndexFunc(l.debts, func(d journal.Debt) bool { return d.Number == number })
}

// pick reads the rows of an entry, and the sales that it is about. Without an entry
// there is nothing to read.
func (l *ledger) pick(d journal.Debt, ok bool, done func()) {
	l.entry.Drop()
	l.rows, l.attempts = nil, nil
	if !ok {
		return
	}
	var rows []journal.DebtRow
	var attempts []journal.Sale
	var failed error // of the sales
	l.entry.Ask(l.env, func(ctx context.Context) (err error) {
		rows, err = l.deps.Till.DebtRows(ctx, d.Number)
		attempts, failed = l.deps.Till.Attempts(ctx, d.Sale)
		return err
	}, func(err error) {
		l.failed(err)
		l.failed(failed)
		l.rows, l.attempts = rows, attempts
		done()
	})
}

// month adds up what was returned this month, for anyone who may see sums.
func (l *ledger) month(done func()) {
	if !l.deps.Person.May(journal.RightSums) {
		l.returned = nil
		done()
		return
	}
	known := l.known
	var month []returned
	var read map[uint64]closing
	l.entries.Also(l.env, func(ctx context.Context) (err error) {
		month, read, err = l.returnedThisMonth(ctx, known)
		return err
	}, func(err error) {
		l.failed(err)
		if l.returned = month; err == nil {
			l.known = read
		}
		done()
	})
}

// returnedThisMonth adds up the rows of the ledger that say what was returned, in the
// calendar month of the shop's zone: the shop's own currency first. What was read of
// an entry is not read again while nothing more was returned of it. It returns what
// is known now; known is not changed.
func (l *ledger) returnedThisMonth(ctx context.Context, known map[uint64]closing) ([]returned, map[uint64]closing, error) {
	read, month := map[uint64]closing{}, []returned{{currency: l.deps.Currency}}
	for q := (journal.DebtQuery{Limit: 100}); ; {
		some, err := l.deps.Till.Debts(ctx, q)
		if err != nil {
			return nil, nil, err
		}
		for _, d := range some {
			if d.Returned == 0 || d.Cause == journal.DebtReversed { // no bank knows of cash that was recorded by mistake
				continue
			}
			c, ok := known[d.Number]
			if !ok || c.minor != d.Returned {
				if c, err = l.closingOf(ctx, d); err != nil {
					return nil, nil, err
				}
			}
			read[d.Number] = c
			month = l.add(month, d.Amount.Currency, c.rows)
		}
		if len(some) < q.Limit {
			break
		}
		q.Before = some[len(some)-1].Number
	}
	slices.SortFunc(month[1:], func(a, b returned) int { return strings.Compare(a.currency, b.currency) })
	return month, read, nil
}

// add adds what was returned this month.
func (l *ledger) add(month []returned, currency string, rows []journal.DebtRow) []returned {
	y, m, _ := l.env.Now().In(l.env.Zone).Date()
	for _, r := range rows {
		if ry, rm, _ := r.CountsAt().In(l.env.Zone).Date(); ry != y || rm != m {
			continue
		}
		at := slices.IndexFunc(month, func(one returned) bool { return one.currency == currency })
		if at < 0 {
			at, month = len(month), append(month, returned{currency: currency})
		}
		month[at].number, month[at].minor = month[at].number+1, month[at].minor+r.Minor
	}
	return month
}

// closingOf reads what was returned of an entry.
func (l *ledger) closingOf(ctx context.Context, d journal.Debt) (c closing, err error) {
	rows, err := l.deps.Till.DebtRows(ctx, d.Number)
	for _, r := range rows {
		if r.Kind == journal.DebtReturned {
			c.minor, c.rows = c.minor+r.Minor, append(c.rows, r)
		}
	}
	return c, err
}

func (l *ledger) failed(err error) { l.env.Report(l.deps.Failed, err) }
