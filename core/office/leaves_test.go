package office

import (
	"reflect"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/tests/fields"
)

// stays are the fields of the till's records that do not leave it, and why. A name
// stands for all that is within it.
var stays = map[string]map[string]string{
	"Receipt":     {"Environment": ofTheBatch},
	"AuditRow":    {},
	"CashReceipt": {"Environment": ofTheBatch},
	"DebtRow":     {"At": "a row is of the moment that it counts at"},
	"Z": {"Environment": ofTheBatch, "Opened.Currency": "the drawer's", "Opened.Float": "the drawer's",
		"Opened.Counted": "the drawer's", "Opened.Between": "its movement's audit row says it", "Opened.Reason": "its movement's audit row says it", "Drawer.Counted.Currency": "the drawer's",
		"Drawer.Counted.Pieces": "how many of each note is the shop's own business", "Open.Sales": "the sales themselves say that they are open"},
	"Sale": {"Environment": ofTheBatch, "BaseURL": "the till's own", "History": "not what it came to, but how", "Step": "Status says it", "Capped": "Status says it",
		"CodeSubmitted": "Open says it", "Watch": "Open says it", "AcknowledgedAt": "who took note of an end is no news", "LateAlertRead": "Rare.Unread says it",
		"Print": "paper is the till's own", "OwedEnd": "OwedSince says it", "Instead": "ReplacedBy says it of each", "Shift": "its receipt and its cash record say it",
		"Reversed.At": "the ledger's row says it", "Reversed.By": "the ledger's row says it", "Reversed.Reason": "the audit says it",
		"CashSeq": "Status says that there is one; the cash record has it", "Refusal.Operation": "of no use without the history", "Refusal.HTTPStatus": "of no use without the history",
		"Refusal.At": "of no use without the history", "Session.OrderID": "the sale's", "Session.Amount": "the sale's", "Session.State": "Status says it", "Session.Route": "the sale's",
		"OwedDoubt":    "the cause of the entry says it",
		"Session.Rail": "Route says it", "Session.QRPayload": "must not leave", "Session.QRLost": "the till's own", "Session.SecondPending": "the till's own", "Session.QRUnasked": "the till's own",
		"Session.ByAccountNumber": "Route says it",
		"Session.OTPTries":        "of no use once the payment has an outcome",
		"TriesLeft":               "of no use once the payment has an outcome",
		"Session.MaskedCustomer":  "must not leave", "Session.InstitutionCode": "Institution says it", "Session.DPHReference": "must not leave",
		"Session.OTPUnresolved": "Status says it", "Session.OTPIndeterminate": "Status says it", "Session.OTPRefusal": "the till's own", "Session.UpdatedAt": "the sale's"},
}

const ofTheBatch = "the batch's"

// TestEveryFieldLeavesTheTill or is in the list above: a field that is added to a
// record of the till, and forgotten here, is named.
func TestEveryFieldLeavesTheTill(t *testing.T) {
	leaves(t, ReceiptOf)
	leaves(t, AuditRowOf)
	leaves(t, CashOf)
	leaves(t, func(r journal.DebtRow) OwedRow { return OwedRowOf(r, time.UTC) })
	leaves(t, ZOf)
	leaves(t, func(s journal.Sale) []Sale {
		account := s // of which more leaves
		account.Route, account.OwedEnd = core.RouteAccount, ""
		return []Sale{SaleOf(s), SaleOf(account)}
	})
}

func leaves[From, To any](t *testing.T, of func(From) To) {
	t.Helper()
	for _, problem := range fields.Lost(of, stays[reflect.TypeFor[From]().Name()]) {
		t.Errorf("%s: what leaves the till needs a field with a description, or the list of what stays a reason", problem)
	}
}

// TestARecordComesBack: what the owner's window reads is the till's record, as far as
// it left the till.
func TestARecordComesBack(t *testing.T) {
	fields.Each(func(path string, r journal.Receipt) {
		r.Payer = Mask(r.Payer).String()
		left := ReceiptOf(r)
		if back := left.Journal(r.Environment); back != r {
			t.Errorf("Receipt.%s: %+v comes back as %+v", path, r, back)
		}
	})
	fields.Each(func(path string, r journal.AuditRow) {
		left := AuditRowOf(r)
		if back := left.Journal(); back != r {
			t.Errorf("AuditRow.%s: %+v comes back as %+v", path, r, back)
		}
	})
}
