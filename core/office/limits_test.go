package office

import (
	"reflect"
	"testing"
)

// limit is what one field may hold, in plain numbers: those of the layout of the
// office's tables and of what tills have sent, whatever the program's own constants say.
type limit struct {
	of, field string
	kind      Kind
	min, max  int64
	pattern   string
}

// wireLimits is every field that a batch can hold.
var wireLimits = []limit{
	{"Head", "Version", Number, 1, 4, ""},
	{"Head", "Till", Number, 1, 2147483647, ""},
	{"Head", "Epoch", Number, 1, 2147483647, ""},
	{"Head", "Environment", Text, 1, 20, "^(live|sandbox)$"},
	{"Head", "At", Instant, 0, 0, ""},
	{"Head", "BackupFailing", Instant, 0, 0, ""},
	{"Head", "Chains", Record, 0, 0, ""},
	{"Head", "Rows", Number, 0, 2000, ""},

	{"Position", "Seq", Number, 0, 9223372036854775807, ""},
	{"Position", "Link", Digest, 0, 0, ""},
	{"Position", "Newest", Number, 0, 9223372036854775807, ""},

	{"Receipt", "Seq", Number, 1, 9223372036854775807, ""},
	{"Receipt", "LeftOut", Flag, 0, 0, ""},
	{"Receipt", "SaleID", SaleName, 1, 0, ""},
	{"Receipt", "OrderID", Text, 0, 400, ""},
	{"Receipt", "PaymentID", Text, 0, 400, ""},
	{"Receipt", "TransactionID", Text, 0, 400, ""},
	{"Receipt", "Reference", Text, 0, 400, ""},
	{"Receipt", "Minor", Number, 0, 9223372036854775807, ""},
	{"Receipt", "Currency", Text, 3, 3, "^[A-Z]{3}$"},
	{"Receipt", "Route", Text, 0, 40, "^[A-Za-z0-9_.-]*$"},
	{"Receipt", "Payer", Account, 0, 400, ""},
	{"Receipt", "Institution", Text, 0, 400, ""},
	{"Receipt", "SettledAt", Instant, 0, 0, ""},
	{"Receipt", "Shop", Text, 0, 400, ""},
	{"Receipt", "Place", Text, 0, 400, ""},
	{"Receipt", "Till", Text, 0, 400, ""},
	{"Receipt", "Cashier", Text, 0, 400, ""},
	{"Receipt", "Late", Flag, 0, 0, ""},
	{"Receipt", "Shift", Number, 0, 9223372036854775807, ""},
	{"Receipt", "Opened", Number, 0, 9223372036854775807, ""},

	{"AuditRow", "Seq", Number, 1, 9223372036854775807, ""},
	{"AuditRow", "At", Instant, 0, 0, ""},
	{"AuditRow", "By", Text, 0, 400, ""},
	{"AuditRow", "Action", Text, 0, 40, "^[A-Za-z0-9_.-]*$"},
	{"AuditRow", "SaleID", SaleName, 0, 0, ""},
	{"AuditRow", "Detail", Text, 0, 2000, ""},
	{"AuditRow", "DelegatedBy", Text, 0, 400, ""},

	{"Sale", "ID", SaleName, 1, 0, ""},
	{"Sale", "Version", Number, 1, 2147483647, ""},
	{"Sale", "OrderID", Text, 1, 400, ""},
	{"Sale", "Minor", Number, 0, 9223372036854775807, ""},
	{"Sale", "Currency", Text, 3, 3, "^[A-Z]{3}$"},
	{"Sale", "CreatedAt", Instant, 0, 0, ""},
	{"Sale", "UpdatedAt", Instant, 0, 0, ""},
	{"Sale", "Status", Text, 1, 40, "^[A-Za-z0-9_.-]*$"},
	{"Sale", "Open", Flag, 0, 0, ""},
	{"Sale", "Route", Text, 0, 40, "^[A-Za-z0-9_.-]*$"},
	{"Sale", "Cashier", Text, 0, 400, ""},
	{"Sale", "Reference", Text, 0, 400, ""},
	{"Sale", "Payer", Account, 0, 400, ""},
	{"Sale", "Institution", Text, 0, 400, ""},
	{"Sale", "PaymentID", Text, 0, 400, ""},
	{"Sale", "TransactionID", Text, 0, 400, ""},
	{"Sale", "ReceiptSeq", Number, 0, 9223372036854775807, ""},
	{"Sale", "SettledAt", Instant, 0, 0, ""},
	{"Sale", "OwedSince", Instant, 0, 0, ""},
	{"Sale", "Rare", Record, 0, 0, ""},
	{"Sale", "Booked", Date, 0, 0, ""},

	{"Rare", "Word", Text, 0, 400, ""},
	{"Rare", "Refusal", Text, 0, 400, ""},
	{"Rare", "Conflict", Text, 0, 400, ""},
	{"Rare", "Late", Flag, 0, 0, ""},
	{"Rare", "Stale", Flag, 0, 0, ""},
	{"Rare", "Unread", Flag, 0, 0, ""},
	{"Rare", "SetAside", Record, 0, 0, ""},
	{"Rare", "WithManager", Record, 0, 0, ""},
	{"Rare", "Resolved", Record, 0, 0, ""},
	{"Rare", "PaidTwiceWith", SaleName, 0, 0, ""},
	{"Rare", "AlsoPaid", SaleName, 0, 0, ""},
	{"Rare", "Replaces", SaleName, 0, 0, ""},
	{"Rare", "ReplacedBy", SaleName, 0, 0, ""},
	{"Rare", "Copies", Number, 0, 2147483647, ""},

	{"Decision", "At", Instant, 0, 0, ""},
	{"Decision", "By", Text, 0, 400, ""},
	{"Decision", "Reason", Text, 0, 400, ""},

	{"Z", "Seq", Number, 1, 9223372036854775807, ""},
	{"Z", "LeftOut", Flag, 0, 0, ""},
	{"Z", "Before", Number, 0, 9223372036854775807, ""},
	{"Z", "Shift", Number, 0, 9223372036854775807, ""},
	{"Z", "Shop", Text, 0, 400, ""},
	{"Z", "Place", Text, 0, 400, ""},
	{"Z", "Till", Text, 0, 400, ""},
	{"Z", "Begun", Instant, 0, 0, ""},
	{"Z", "OpenedAt", Instant, 0, 0, ""},
	{"Z", "OpenedBy", Text, 0, 400, ""},
	{"Z", "At", Instant, 0, 0, ""},
	{"Z", "By", Text, 0, 400, ""},
	{"Z", "SetBack", Flag, 0, 0, ""},
	{"Z", "Currency", Text, 0, 3, "^[A-Z]{3}$"},
	{"Z", "Float", Number, -9223372036854775807, 9223372036854775807, ""},
	{"Z", "Expected", Number, -9223372036854775807, 9223372036854775807, ""},
	{"Z", "WasCounted", Flag, 0, 0, ""},
	{"Z", "Counted", Number, -9223372036854775807, 9223372036854775807, ""},
	{"Z", "Difference", Number, -9223372036854775807, 9223372036854775807, ""},
	{"Z", "Reason", Text, 0, 400, ""},
	{"Z", "Sums", JSON, 2, 262144, ""},
	{"Z", "Booked", Date, 0, 0, ""},

	{"Cash", "Seq", Number, 1, 9223372036854775807, ""},
	{"Cash", "LeftOut", Flag, 0, 0, ""},
	{"Cash", "SaleID", SaleName, 1, 0, ""},
	{"Cash", "Reference", Text, 0, 400, ""},
	{"Cash", "Minor", Number, 1, 9223372036854775807, ""},
	{"Cash", "Currency", Text, 3, 3, "^[A-Z]{3}$"},
	{"Cash", "Rounding", Number, -9223372036854775807, 9223372036854775807, ""},
	{"Cash", "Given", Number, 0, 9223372036854775807, ""},
	{"Cash", "TakenAt", Instant, 0, 0, ""},
	{"Cash", "Shift", Number, 0, 9223372036854775807, ""},
	{"Cash", "Shop", Text, 0, 400, ""},
	{"Cash", "Place", Text, 0, 400, ""},
	{"Cash", "Till", Text, 0, 400, ""},
	{"Cash", "Cashier", Text, 0, 400, ""},

	{"OwedRow", "Seq", Number, 1, 9223372036854775807, ""},
	{"OwedRow", "Debt", Number, 1, 9223372036854775807, ""},
	{"OwedRow", "Kind", Text, 1, 40, "^[A-Za-z0-9_.-]*$"},
	{"OwedRow", "At", Instant, 0, 0, ""},
	{"OwedRow", "By", Text, 0, 400, ""},
	{"OwedRow", "DelegatedBy", Text, 0, 400, ""},
	{"OwedRow", "Shift", Number, 0, 9223372036854775807, ""},
	{"OwedRow", "Cause", Text, 0, 40, "^[A-Za-z0-9_.-]*$"},
	{"OwedRow", "SaleID", SaleName, 0, 0, ""},
	{"OwedRow", "With", SaleName, 0, 0, ""},
	{"OwedRow", "Owed", Number, 0, 9223372036854775807, ""},
	{"OwedRow", "Currency", Text, 0, 3, "^[A-Z]{3}$"},
	{"OwedRow", "Minor", Number, 0, 9223372036854775807, ""},
	{"OwedRow", "Open", Number, 0, 9223372036854775807, ""},
	{"OwedRow", "Reference", Text, 0, 400, ""},
	{"OwedRow", "Reason", Text, 0, 400, ""},
	{"OwedRow", "Booked", Date, 0, 0, ""},
}

// TestEveryFieldHasABound of its own kind, and it is the one that is written here.
func TestEveryFieldHasABound(t *testing.T) {
	want := map[string]limit{}
	for _, l := range wireLimits {
		want[l.of+"."+l.field] = l
	}
	if len(want) != len(wireLimits) {
		t.Errorf("%d limits of %d fields", len(wireLimits), len(want))
	}
	for of := range records {
		for i := range of.NumField() {
			if name := of.Name() + "." + of.Field(i).Name; want[name] == (limit{}) {
				t.Errorf("%s has no limit", name)
			}
		}
		for _, f := range Fields(of) {
			got := limit{of: f.Of, field: f.Name, kind: f.Kind, min: f.Min, max: f.Max}
			if f.Pattern != nil {
				got.pattern = f.Pattern.String()
			}
			name := f.Of + "." + f.Name
			if is, ok := want[name]; ok && got != is {
				t.Errorf("%s holds %+v, want %+v", name, got, is)
			}
			if is := reflect.Zero(of).Field(f.at).Type(); of.Field(f.at).Name != f.Name || is != of.Field(f.at).Type {
				t.Errorf("%s describes another field", name)
			}
			delete(want, name)
		}
	}
	for name := range want {
		t.Errorf("%s is no field", name)
	}
}
