package till

import (
	"context"
	"sanduq/core"
	"sanduq/core/journal"
)

// Charge opens a new sale by the draft's route. It returns as soon as the
// intent is durable; the calls to the gateway follow in the background and
// their results arrive as notices. A draft that replaces an open sale sets that
// one aside. Errors: CodeAmount, CodeRoute, CodeFrozen, CodeShift, CodeNoSale,
// CodeManager, CodeStore, CodeDiskFull, CodeUnavailable; after each of them
// nothing was sent.
func (t *Till) Charge(ctx context.Context, asked journal.Draft) (journal.View, error) {
	return t.payments.Charge(ctx, asked)
}

// OfferQR asks for the QR of an open payment: after it was refused the first
// time, or after a restart. Errors: CodeNoSale, CodeBusy, CodeStep.
func (t *Till) OfferQR(ctx context.Context, id journal.SaleID) error {
	return t.payments.OfferQR(ctx, id)
}

// PickRoute changes the route of an open payment before anything of the new
// route was sent: from the offered routes to a form, and back. For the QR it is
// OfferQR. Errors: CodeNoSale, CodeBusy, CodeRoute, CodeStep, CodeStore.
func (t *Till) PickRoute(ctx context.Context, id journal.SaleID, route core.Route) error {
	return t.payments.PickRoute(ctx, id, route)
}

// Institutions returns the banks or wallet providers of a route that is confirmed
// with a code; one whose rail the gateway does not name is among both. The
// list is kept for the business day: an older one is returned at once and
// renewed behind the cashier's back, one of yesterday or without anything for
// the route is asked for again with the sale's token, and waited for. Errors: CodeNoSale, CodeStep, CodeNoAnswer,
// CodeDenied.
func (t *Till) Institutions(ctx context.Context, id journal.SaleID, route core.Route) ([]core.Institution, error) {
	return t.payments.Institutions(ctx, id, route)
}

// Validate names the account and lets the gateway send a code. The result
// arrives as notices: StatusCode, or the sale as it was with a Refusal. A sale
// whose QR turns out to be paid becomes paid instead, and nothing is sent.
// While a submitted code has no known outcome it is refused with CodeStep.
// Errors: CodeNoSale, CodeBusy, CodeRoute, CodeStep.
func (t *Till) Validate(ctx context.Context, id journal.SaleID, e journal.AccountEntry) error {
	return t.payments.Validate(ctx, id, e)
}

// SendCodeAgain asks for another code for the account that was named before.
func (t *Till) SendCodeAgain(ctx context.Context, id journal.SaleID) error {
	return t.payments.SendCodeAgain(ctx, id)
}

// SubmitOTP hands over the customer's code. The intent, which holds no code, is
// durable first; if the machine stops then, the code counts as submitted with
// an unknown outcome. Results arrive as notices. again repeats the same code
// after polling ended without an answer; any other repetition is refused. Where
// people sign in a repetition is a manager's, by RepeatOTP. Errors: CodeNoSale,
// CodeBusy, CodeStep, CodeManager.
func (t *Till) SubmitOTP(ctx context.Context, id journal.SaleID, otp core.Secret, again bool) error {
	return t.payments.SubmitOTP(ctx, id, otp, again)
}

// RepeatOTP is SubmitOTP with again, and with the manager who wishes it: the
// name is in the book of decisions before anything is sent. A code other than
// the one that was submitted is refused and not sent: RefusalOtherCode. It needs
// RightDecide, and a name. Errors: as SubmitOTP, and CodeManager.
func (t *Till) RepeatOTP(ctx context.Context, id journal.SaleID, otp core.Secret, by string) error {
	return t.payments.RepeatOTP(ctx, id, otp, by)
}

// TakeCash records that a person took cash for a sale: given, in minor units, is
// what the customer handed over. It is on disk before it returns; nothing is sent
// anywhere, and it is never paid. A draft that replaces an open sale sets that one
// aside; money that comes for it afterwards is owed back. Where the commit is in
// doubt it waits until the disk was read back and then says what became of it.
//
// Errors: CodeRoute where the shop takes no cash, CodeAmount, CodeTooLittle,
// CodeFrozen, CodeShift, CodeShiftCurrency, CodeSum, CodeNoSale, CodeStep where the
// order was paid or taken already, CodeManager, CodeDiskFull, CodeStore,
// CodeUnavailable; after each of them nothing is recorded.
func (t *Till) TakeCash(ctx context.Context, asked journal.Draft, given int64) (journal.View, error) {
	return t.payments.TakeCash(ctx, asked, given)
}

// Check asks the gateway about a sale at once, by the cashier's wish, and
// waits for the answer to be on disk. A question already under way is joined.
// An answer in words, such as that the order is not known, is an answer.
// Errors: CodeNoSale, CodeStep, CodeNoAnswer, CodeDenied.
func (t *Till) Check(ctx context.Context, id journal.SaleID) error { return t.payments.Check(ctx, id) }

// SetAside hides a payment that cannot be cancelled. The customer may still
// pay; the till keeps polling and watching. Where the commit is in doubt it waits
// until the disk was read back and then says what became of it, as every decision
// here does. Errors: CodeNoSale, CodeStep, CodeStore, by which nothing was recorded,
// CodeUnavailable.
//
// With AsidePaidCash somebody says that the customer paid in cash, which no record
// of the till's holds: bank money that comes for the order is owed back, and so is
// what came for it before.
func (t *Till) SetAside(ctx context.Context, id journal.SaleID, reason string) error {
	return t.payments.SetAside(ctx, id, reason)
}

// ToManager hands a sale whose outcome is unknown to the manager.
func (t *Till) ToManager(ctx context.Context, id journal.SaleID, reason string) error {
	return t.payments.ToManager(ctx, id, reason)
}

// ResolveOutside records somebody's word, in whose right it is, that a sale of
// unknown outcome was settled outside the till. It never makes the sale paid and writes no
// receipt; watching ends. While a code is on its way it is refused with
// CodeStep: the money would move after the last look. Errors: CodeManager, CodeNoSale, CodeStep, CodeStore.
func (t *Till) ResolveOutside(ctx context.Context, id journal.SaleID, reason, by string) error {
	return t.payments.ResolveOutside(ctx, id, reason, by)
}

// Acknowledge records that the cashier took note of a sale's end; the sale
// leaves the sidebar. A disk in doubt is waited out. Errors: CodeNoSale, CodeNotEnded,
// CodeStore, by which nothing was recorded, CodeUnavailable.
//
// A sale that has left the sidebar by then, since its alert was read on another
// screen, is taken from the store: what was taken note of before is well.
func (t *Till) Acknowledge(ctx context.Context, id journal.SaleID) error {
	return t.payments.Acknowledge(ctx, id)
}

// ReadLateAlert records that someone took note of money that came late. What was
// read before is well, and where there is no such alert nothing is recorded: a
// tap must not silence one that is yet to come. Money that is owed back stays
// owed. Errors: CodeNoSale, CodeStore.
func (t *Till) ReadLateAlert(ctx context.Context, id journal.SaleID) error {
	return t.payments.ReadLateAlert(ctx, id)
}

// ReadLate is ReadLateAlert of money that came late, in the name of somebody who has
// journal.RightDecide; by is blank where nobody signs in. Errors: those of it, and
// CodeManager.
func (t *Till) ReadLate(ctx context.Context, id journal.SaleID, by string) error {
	return t.payments.ReadLate(ctx, id, by)
}

// Copy records that a copy of a sale's receipt, or cash receipt, is made, and returns its
// number: 1 for the first copy. The paper must carry it, with who and when.
// Errors: CodeRight where by is not who is at the till, CodeNoSale, CodeStep, CodeStore,
// by which none was recorded, CodeUnavailable.
func (t *Till) Copy(ctx context.Context, id journal.SaleID, by string) (int, error) {
	return t.payments.Copy(ctx, id, by)
}

// TakeOver puts the name of who signed in on the open sales of others, and
// returns how many there were. Errors: CodeNoUser, CodeStore; sales before the
// one that could not be written down stay taken over.
func (t *Till) TakeOver(ctx context.Context) (int, error) { return t.payments.TakeOver(ctx) }

// Attempts returns every sale of the order of a sale, oldest first: what it
// replaces, what was opened instead of any of them, and the other that was paid.
// Their OwedEnd is what the ledger says at this moment, also where no record
// tells yet. A link to a sale that is not there is no error. Errors: those of
// Store.Sale and Store.Debts.
func (t *Till) Attempts(ctx context.Context, id journal.SaleID) ([]journal.Sale, error) {
	return t.payments.Attempts(ctx, id)
}

// Recovery returns how far the till has come with a journal that was put back;
// nil while it charges as usual.
func (t *Till) Recovery() *journal.Recovery { return t.payments.Recovery() }

// ConfirmRecovery ends the freeze after a journal was put back: by is who knows
// what may be missing, and may RightRecover. Errors: CodeStep when nothing is
// frozen, CodeManager without such a name, CodeFrozen while the gateway has not
// answered for every open sale, CodeStore.
func (t *Till) ConfirmRecovery(ctx context.Context, by string) error {
	return t.payments.ConfirmRecovery(ctx, by)
}

// Sale returns a sale that the till has in hand: in flight or watched.
func (t *Till) Sale(id journal.SaleID) (journal.View, bool) { return t.payments.Sale(id) }

// InFlight returns the sales that belong in the sidebar, newest first.
func (t *Till) InFlight() []journal.View { return t.payments.InFlight() }

// Link returns the connection to the gateway over all sales.
func (t *Till) Link() journal.Link { return t.payments.Link() }

// Quiet reports whether no sale is on its way at this moment: nothing is polled
// and no call is under way.
func (t *Till) Quiet() bool { return t.payments.Quiet() }

// WatchNow asks about every watched sale as soon as the pace allows: when the
// network returns and at the close of the day.
func (t *Till) WatchNow() { t.payments.WatchNow() }
