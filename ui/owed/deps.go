// Package owed shows the ledger of money that reached the shop twice or wrongly.
// Its entries come by themselves; a manager records with the bank's reference what
// was returned, or what was kept and why. Nothing here moves money.
//
// Everything belongs on the UI goroutine. Calls to the till go through Env.Go and
// come back through Env.Post.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package owed

import (
	"context"
	"slices"
	"time"

	"sanduq/core/journal"
	"sanduq/ui/exporting"
	"sanduq/ui/permission"
	"sanduq/ui/present"
	"sanduq/ui/screen"
)

// Till is what the screen asks of it. All may be slow.
type Till interface {
	Debts(ctx context.Context, q journal.DebtQuery) ([]journal.Debt, error)
	DebtRows(ctx context.Context, number uint64) ([]journal.DebtRow, error)
	// Attempts are all sales of the order of a sale.
	Attempts(ctx context.Context, id journal.SaleID) ([]journal.Sale, error)
	NoteDebt(ctx context.Context, number uint64, by string) error
	ReturnDebt(ctx context.Context, number uint64, by string, minor, open int64, reference string) error
	// ReturnDebtToo is ReturnDebt, once more, after journal.CodeReferenceUsed.
	ReturnDebtToo(ctx context.Context, number uint64, by string, minor, open int64, reference string) error
	KeepDebt(ctx context.Context, number uint64, by string, minor, open int64, reason string) error
}

// Deps is what the screen is built from.
type Deps struct {
	Till     Till
	Currency string // the shop's own, whose sum stands first
	Person   permission.Person
	// PutBack is when the journal was put back to an older state; zero for never, and nil
	// where nobody knows.
	PutBack func(ctx context.Context) (time.Time, error)
	// Export lets a person take the ledger along; nil where nothing is exported.
	Export func(exporting.Request)
	// Titled: the screen stands alone, without tabs above it. Back leads away then.
	Titled bool
	Back   func()
	Failed func(err error)
}

// Memory is what the screen remembers while it is away, or is built again.
type Memory struct {
	sale   journal.SaleID // whose entry is to be read first; blank once it is
	chosen uint64         // the entry that is read
	text   string         // reference or reason, as it was typed
	part   string         // how much, as it was typed; blank is the whole
	parted bool
	kept   bool
	used   string // the reference that closed another entry, as it was typed: said once more it is recorded here too
}

// Select lets the screen begin with the entry of a sale, of either of the two where
// both were paid.
func (m *Memory) Select(sale journal.SaleID) { *m = Memory{sale: sale} }

// cause is what an entry is called.
func cause(env screen.Env, e journal.Debt) string {
	return env.Words.T("owed.cause."+string(e.Cause), "first", present.Number(e.Sale), "second", present.Number(e.With))
}

// wordAlone reports whether an entry is of cash that somebody said was taken, and
// no sale of the till records.
func wordAlone(e journal.Debt) bool { return e.Cause == journal.DebtAfterCash && e.With == e.Sale }

// with is the cash beside the money that is owed back; blank where it is not cash.
func with(env screen.Env, e journal.Debt) string {
	switch {
	case wordAlone(e):
		return env.Words.T("owed.with.saidCash")
	case e.Cause == journal.DebtAfterCash:
		return env.Words.T("owed.with.afterCash", "second", present.Number(e.With))
	}
	return ""
}

// todo is what to do about an open entry, by all sales of its order. One that is older than the state to which the
// journal was put back may have been returned since: nobody here knows.
func todo(env screen.Env, e journal.Debt, putBack time.Time, order []journal.Sale) string {
	key := "owed.todo." + string(e.Cause)
	if wordAlone(e) {
		key = "owed.todo.saidCash"
	} else if slices.ContainsFunc(order, func(s journal.Sale) bool { return s.ID == e.With && s.ID != e.Sale && s.Reversed != nil }) {
		key = "owed.todo.cashReversed" // the other payment is none any more
	}
	said := env.Words.T(key, "second", present.Number(e.With))
	if e.Since.After(putBack) {
		return said
	}
	return env.Words.T("owed.putBack", "when", env.Words.Moment(putBack.In(env.Zone))) + "\n" + said
}

// age is how long it has been owed: hours on the first day, whole days after.
func age(env screen.Env, e journal.Debt) string {
	age := e.Age(env.Now())
	if age < 24*time.Hour {
		return env.Words.N("owed.age.hours", int(age/time.Hour))
	}
	return env.Words.N("owed.age.days", int(age/(24*time.Hour)))
}
