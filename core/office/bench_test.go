package office

import (
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
)

// BenchmarkRowsOfAChain makes rows of a till's records and computes their links: what
// a till does with each row that it sends, and a collector with each that it takes.
func BenchmarkRowsOfAChain(b *testing.B) {
	r := journal.Receipt{Seq: 1, SaleID: "20261120-000012", OrderID: "TILL-261120-012-KXWQZRTB", PaymentID: "PRACTICE-ABCDEFGHJKLM", TransactionID: "ABCD-EFGH-1234",
		Amount: money.Amount{Minor: 12500, Currency: "LYD"}, Route: core.RouteAccount, Payer: "•••• 4417", Institution: "First Practice Bank", SettledAt: noon,
		Shop: "Al Noor Market", Place: "Harbour", Till: "Till 2", Cashier: "Samira", Environment: core.Live}
	a := journal.AuditRow{Seq: 1, At: noon, By: "Huda", Action: journal.AuditSettled, SaleID: r.SaleID, Detail: "12.500 LYD"}
	b.Run("make", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, _ = ReceiptOf(r), AuditRowOf(a)
		}
	})
	b.Run("link", func(b *testing.B) {
		receipt, row := ReceiptOf(r), AuditRowOf(a)
		b.ReportAllocs()
		for b.Loop() {
			_, _ = End{}.Follow(receipt)
			_, _ = End{}.FollowAudit(row)
		}
	})
}
