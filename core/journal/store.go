package journal

import (
	"context"
	"iter"
)

// Store is what the till asks of the place where it keeps its journal. This
// contract is frozen: one conformance suite runs on every implementation.
//
// Rules that an implementation keeps:
//   - Commit applies a whole Change or nothing. Nil means that it is durable:
//     it survives kill -9 and a power cut. Any error but ErrVersion and
//     ErrRefused leaves the outcome indeterminate: the store is then poisoned, and
//     every call returns ErrPoisoned until Reopen succeeded.
//   - Reading never serves a record that was damaged or exchanged: it returns
//     ErrCorrupt instead.
//   - What Commit stored is what reading returns, field by field; times keep
//     their instant, not their zone.
//   - Secrets are sealed on disk and never part of a Sale or of Settings.
//   - All methods may be called from any goroutine. A read sees all of a
//     commit or none of it.
type Store interface {
	// Commit applies c durably. ErrVersion when Sale.Version is not one more
	// than the stored version; ErrRefused when c breaks a rule stated at
	// Change. Both leave the store usable and unchanged.
	Commit(ctx context.Context, c Change) error

	// Sale returns one sale; ErrNotFound when there is none.
	Sale(ctx context.Context, id SaleID) (Sale, error)
	// SaleSecrets returns the sealed secrets of a sale; empty when none are
	// kept.
	SaleSecrets(ctx context.Context, id SaleID) (Secrets, error)
	// OpenSales returns every sale whose Open is true, oldest first.
	OpenSales(ctx context.Context) ([]Sale, error)
	// Sales returns one page of the history, newest first.
	Sales(ctx context.Context, q SaleQuery) (SalePage, error)
	// Bearers returns the sales whose newest record bears a name that the gateway
	// gave, letter by letter, newest first, limit at most (0: all); nil for none, or
	// for a blank name. It costs a look into an index and a record for each that it
	// returns, however many sales there are.
	Bearers(ctx context.Context, kind NameKind, name string, limit int) ([]SaleID, error)
	// Totals returns count and sum per currency and group of all sales that q
	// matches; Before and Limit do not matter.
	Totals(ctx context.Context, q SaleQuery) ([]Total, error)
	// Figures yields what the sales of the business days from one to the other,
	// both in it, add up to; blank is open. Each key comes once, in the order of
	// FigureKey.Compare, and none comes without sales. What it yields of one day
	// is of one state of the store, later days may be of a newer one. The walk
	// ends with the first error. The caller may use the store between two
	// figures.
	Figures(ctx context.Context, from, to Day) iter.Seq2[Figure, error]
	// Receipt returns the receipt with the number seq; ErrNotFound when there
	// is none.
	Receipt(ctx context.Context, seq uint64) (Receipt, error)
	// Audit returns up to limit rows before the row number before (0: from the
	// newest), newest first.
	Audit(ctx context.Context, before uint64, limit int) ([]AuditRow, error)
	// Head returns the newest numbers given out.
	Head(ctx context.Context, day Day) (Head, error)
	// Shift returns a shift with the figures that its commits add up to; number 0
	// asks for the present one. ErrNotFound when there is none.
	Shift(ctx context.Context, number uint64) (ShiftState, error)
	// Z returns the Z with the number seq; ErrNotFound when there is none.
	Z(ctx context.Context, seq uint64) (Z, error)
	// Zs returns up to limit of them before the number before (0: from the
	// newest), newest first.
	Zs(ctx context.Context, before uint64, limit int) ([]Z, error)
	// CashReceipt returns the cash receipt with the number seq; ErrNotFound when
	// there is none.
	CashReceipt(ctx context.Context, seq uint64) (CashReceipt, error)
	// Movements returns up to limit movements of a shift's drawer before the
	// number before (0: from the newest), newest first.
	Movements(ctx context.Context, shift, before uint64, limit int) ([]Movement, error)
	// Debts returns what q asks for of the money that is owed back, newest first.
	Debts(ctx context.Context, q DebtQuery) ([]Debt, error)
	// DebtRows returns all rows of one debt, oldest first; ErrNotFound when there
	// is no such debt.
	DebtRows(ctx context.Context, debt uint64) ([]DebtRow, error)
	// Reconciled returns what statements of banks have of the sales from one to the
	// other, both in it, in their order. It says nothing of the sales themselves.
	Reconciled(ctx context.Context, from, to SaleID) ([]Reconciled, error)
	// Statements returns up to limit statements of banks, the one read last first.
	Statements(ctx context.Context, limit int) ([]BankStatement, error)
	// Settings returns what was last committed; ErrNotFound before the first.
	Settings(ctx context.Context) (Settings, error)
	// Staff returns the sealed list of who may sit at the till, as it was last
	// committed; empty while there is none.
	Staff(ctx context.Context) (Secrets, error)
	// Freeze returns whether the journal was put back to an older state, and
	// what came of it; ErrNotFound while it never was. The store itself sets an
	// unconfirmed one before such a journal can be read.
	Freeze(ctx context.Context) (Freeze, error)

	// Reopen closes the file and opens it again, after a commit whose outcome
	// is indeterminate. What it then reads is the truth.
	Reopen(ctx context.Context) error
	// Close ends the store's use. Calls in flight finish first.
	Close() error
}

// Change is what one transaction does. Each part is optional.
//
// Rules: a Receipt needs, in the same Change, its sale with that number as
// ReceiptSeq and the session in success; its number is one more than the
// newest; a sale has one receipt at most, and its receipt number never changes
// again. A sale's Booked is blank or another day than its own, and changes only with
// its Receipt or Cash. Audit rows are numbered one after the other from the newest on. A
// Freeze never takes back a number that an earlier one left out.
//
// What belongs to a shift is decided by the order of commits: a new sale's Shift
// is the present shift's number, 0 while there is none, and never changes. A
// Receipt's Shift is the present one's too, its Opened that of its sale.
//
// Cash comes with its sale, which is new, stands at StepCash with the number as
// CashSeq, by RouteCash, with a session and secrets that are empty; both are of
// one amount, cashier and environment. Its number is one more than the newest,
// its sums hold (CashReceipt.Check), and while there is a shift, that one is
// opened and of the currency. A later version of that sale never gets a receipt,
// a session or secrets, and its CashSeq never changes; nor does that of another.
//
// A Shift begins with version 1, unopened and without counts. The first one comes
// with the Settings that switch shifts on and has the number of the newest Z plus
// one; each other comes with the Z of the one before it and has that Z's number
// plus one. Each later version keeps Number, After and Begun, keeps Opened once
// set, and only adds counts, to an opened shift, or says from which day on is booked;
// without a Z it is of the present
// shift. One that opens it comes with the movement that its float differs by, if any
// (Shift.Opens).
//
// A Z is of the present shift, numbered one more than the newest Z or the newest
// left out, Before is the newest that there is, and it is what the present
// shift and its figures sum up to (Z.Check). With it comes the next Shift; or none,
// where the Settings in the same Change switch shifts off, which nothing else may
// do. Nothing but the closing of a shift comes with a Z: no sale, no movement and no
// row of a debt.
//
// Movements and Debts are numbered one after the other from the newest on, and
// say the present shift; a movement needs one that is opened, or is by the same Change. A row that opens a
// debt gives it the number after the newest debt; each other is one that the
// debt takes (Debt.Append). Whatever the present shift's figures cannot hold, or
// could not be summed up with any more, is refused.
//
// Reconciled and Statement replace what was kept of the same sale, or of the same
// statement. A Reconciled without lines takes away what was kept. The sale must be
// there, with a receipt; one is named once. Nothing else of the sale changes.
type Change struct {
	Sale      *Sale
	Secrets   *Secrets // with Sale only: nil keeps what is there, an empty value removes it
	Receipt   *Receipt
	Cash      *CashReceipt
	Shift     *Shift
	Z         *Z
	Movements []Movement
	Debts     []DebtRow
	Audit     []AuditRow
	Settings  *Settings
	Staff     *Secrets // with Settings only: nil keeps what is there, an empty value removes it
	Freeze    *Freeze
	// Of statements of banks.
	Reconciled []Reconciled
	Statement  *BankStatement
}

// Bulk is a Store that can apply many changes as one transaction, by the rules
// of Commit. It is asked for by Import alone.
type Bulk interface {
	CommitAll(ctx context.Context, all []Change) error
}
