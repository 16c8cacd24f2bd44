package index_test

import (
	"testing"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/storage/internal/index"
)

// TestWhatIsCopiedFromTheScreenIsFound: thousands are parted by a space that does not break,
// and Arabic sentences have marks of direction that nobody sees.
func TestWhatIsCopiedFromTheScreenIsFound(t *testing.T) {
	sale := journal.Sale{ID: "20261120-000012", Amount: money.Amount{Minor: 12_500_500, Currency: "LYD"}, ReceiptSeq: 18, OrderID: "TILL-261120-012"}
	for _, typed := range []string{"12500.5", "12\u00a0500.500", "12\u00a0500,5", "١٢\u202f٥٠٠٫٥٠٠", "\u200e12\u00a0500.500\u200e", "\u2066T-0018\u2069",
		"\u200fT-٠٠١٨", "#12\u200f", "till-261120-012\u200e"} {
		if q := index.ReadSearch(typed); !q.Matches(&sale) {
			t.Errorf("%q finds nothing: %+v", typed, q)
		}
	}
	for _, typed := range []string{"12\u00a0500", "500.500", "12 500", "\u200e", "_", "%", "*", "12\u00a050\u00a0500.5"} {
		if q := index.ReadSearch(typed); q.Text != "" && q.Matches(&sale) {
			t.Errorf("%q finds it: %+v", typed, q)
		}
	}
	half := journal.Sale{ID: "20261120-000001", Amount: money.Amount{Minor: 500, Currency: "LYD"}}
	for _, typed := range []string{".5", ".500", "٫٥", "0,5"} {
		if q := index.ReadSearch(typed); !q.Matches(&half) {
			t.Errorf("%q finds nothing: %+v", typed, q)
		}
	}
	if q := index.ReadSearch("."); q.HasAmount {
		t.Errorf("a point alone is %+v", q)
	}
}
