package office

import (
	"bytes"
	"compress/gzip"
	"io"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 123456000, time.UTC)

// sample is a batch with every kind of row, each with every field.
func sample() *Batch {
	return &Batch{
		Head: Head{Till: 7, Epoch: 2, Environment: core.Live, At: noon, BackupFailing: noon, Chains: map[Chain]Position{
			ChainReceipts: {Seq: 4, Link: Link{1, 2}, Newest: 6}, ChainAudit: {Seq: 9, Newest: 10},
			ChainZs: {Seq: 2, Newest: 4}, ChainCash: {Newest: 2}, ChainOwed: {Seq: 6, Link: Link{9}, Newest: 8},
		}},
		Receipts: []Receipt{
			{Seq: 5, SaleID: "20261120-000012", OrderID: "TILL-261120-012-x", PaymentID: "P1", TransactionID: "T<1>", Reference: "طلب", Minor: 12500,
				Currency: "LYD", Route: core.RouteAccount, Payer: Mask("•••• 4417"), Institution: "First Practice Bank", SettledAt: noon,
				Shop: "Al Noor Market", Place: "Harbour", Till: "Till 2", Cashier: "Samira", Late: true, Shift: 3, Opened: 2},
			LeftOut(6),
		},
		Audit: []AuditRow{{Seq: 10, At: noon, By: "Huda", Action: journal.AuditSettled, SaleID: "20261120-000012", Detail: "a\nb", DelegatedBy: "Samira"}},
		Zs: []Z{{Seq: 3, Before: 2, Shift: 3, Shop: "Al Noor Market", Place: "Harbour", Till: "Till 2", Begun: noon, OpenedAt: noon, OpenedBy: "Amal", At: noon, By: "Huda",
			SetBack: true, Currency: "LYD", Float: 50000, Expected: 62500, WasCounted: true, Counted: 62000, Difference: -500, Reason: "عدّ", Sums: `{"open":[]}`, Booked: "20261121"}, {Seq: 4, LeftOut: true}},
		Cash: []Cash{{Seq: 1, SaleID: "20261120-000014", Reference: "desk", Minor: 12500, Currency: "LYD", Rounding: 5, Given: 20000, TakenAt: noon, Shift: 3,
			Shop: "Al Noor Market", Place: "Harbour", Till: "Till 2", Cashier: "Samira"}, {Seq: 2, LeftOut: true}},
		Owed: []OwedRow{{Seq: 7, Debt: 2, Kind: journal.DebtOpened, At: noon, By: "Huda", DelegatedBy: "Amal", Shift: 3, Cause: journal.DebtAfterCash, SaleID: "20261120-000012",
			With: "20261120-000014", Owed: 12500, Currency: "LYD"}, {Seq: 8, Debt: 2, Kind: journal.DebtReturned, At: noon, Minor: 500, Open: 12500, Reference: "R1", Reason: "r", Booked: "20261121"}},
		Sales: []Sale{{ID: "20261120-000012", Version: 8, OrderID: "TILL-261120-012-x", Minor: 12500, Currency: "LYD", CreatedAt: noon,
			UpdatedAt: noon, Status: journal.StatusPaid, Open: true, Route: core.RouteAccount, Cashier: "Samira", Reference: "طلب", Payer: Mask("•••• 4417"),
			Institution: "First Practice Bank", PaymentID: "P1", TransactionID: "T<1>", ReceiptSeq: 5, SettledAt: noon, OwedSince: noon,
			Rare: Rare{Word: "W", Refusal: "R", Conflict: "amount", Late: true, Stale: true, Unread: true, SetAside: Decision{At: noon, By: "Amal", Reason: "left"},
				WithManager: Decision{At: noon}, Resolved: Decision{At: noon, By: "Huda"}, PaidTwiceWith: "20261120-000013", AlsoPaid: "20261120-000014",
				Replaces: "20261119-000001", ReplacedBy: "20261120-000013", Copies: 2}, Booked: "20261202"}},
	}
}

func pack(t *testing.T, plain string) []byte {
	t.Helper()
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	if _, err := zip.Write([]byte(plain)); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func unpack(t *testing.T, packed []byte) string {
	t.Helper()
	if packed[0] == '{' { // a small one
		return string(packed)
	}
	zip, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(zip)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
