package storetest

import (
	"fmt"
	"slices"
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
)

func search(t *testing.T, open opener) {
	s := open(t).Store
	add := func(number int, f func(*journal.Sale)) {
		sale := fresh(today, number)
		sale.Amount = money.Amount{Minor: 777_000 + int64(number), Currency: "LYD"}
		f(&sale)
		mustCommit(t, s, journal.Change{Sale: &sale})
	}
	add(1, func(s *journal.Sale) { s.Session.TransactionID = "TxN-889001" })
	add(2, func(s *journal.Sale) { s.Amount.Minor = 12_500 })
	add(3, func(s *journal.Sale) { s.Amount = money.Amount{Minor: 1250, Currency: "USD"} })
	add(4, func(s *journal.Sale) { s.Session.MaskedAccount = "•••• 4417" })
	add(5, func(s *journal.Sale) { s.Reference = "Tisch 9" })
	add(6, func(s *journal.Sale) { s.OrderID = "WEB/ÉTÉ-1" })
	add(7, func(s *journal.Sale) { s.Amount.Minor = 500 })
	add(8, func(s *journal.Sale) { s.Session.MaskedAccount, s.Reference = "****9917", "فاتورة ١٢" })
	add(12, func(s *journal.Sale) { s.Amount = money.Amount{Minor: 12, Currency: "JPY"} })
	add(120, func(s *journal.Sale) { s.Amount = money.Amount{Minor: 0, Currency: "LYD"} })
	everyone := []int{120, 12, 8, 7, 6, 5, 4, 3, 2, 1}
	for typed, want := range map[string][]int{
		"":                      everyone,
		"   ":                   everyone,
		"till-":                 everyone,
		"TIL":                   everyone,
		"txn-88":                {1},
		"TXN-889001":            {1},
		" txn-889001 ":          {1},
		"TXN-٨٨٩":               {1},
		"89001":                 nil,
		"txn-8890012":           nil,
		"12.5":                  {3, 2},
		"12.500":                {3, 2},
		"012.50":                {3, 2},
		"12,5":                  {3, 2},
		"١٢٫٥":                  {3, 2},
		"۱۲.۵":                  {3, 2},
		"12.5001":               nil,
		"0.5":                   {7},
		".5":                    {7},
		"0":                     {120},
		"12":                    {12},
		"-12":                   nil,
		"#12":                   {12},
		"#١٢":                   {12},
		"#012":                  {12},
		"#1":                    {1},
		"#":                     nil,
		"#0":                    nil,
		"#99999999999999999999": nil,
		"4417":                  {4},
		"٤٤١٧":                  {4},
		"17":                    {8, 4},
		"•••• 4417":             {4},
		"••••4417":              {4},
		"04417":                 nil,
		"tisch":                 {5},
		"TISCH 9":               {5},
		"9":                     nil,
		"7":                     {8, 7, 4},
		"007":                   {7},
		"٧":                     {8, 7, 4},
		"120":                   {120},
		"web/été":               {6},
		"فاتورة 12":             {8},
		"till-261120-012":       {12},
		"TILL-261120-12":        {120},
		"till-261120-12-":       nil,
		"till-261120-00":        {8, 7, 6, 5, 4, 3, 2, 1},
		"till-261120-003-x3Q":   {3},
		"till-261120-003-x4":    nil,
		"till-2611":             everyone,
		"till-261121":           nil,
		"till-9":                nil,
		"till-x":                nil,
		"\x00":                  nil,
		"\xff":                  nil,
	} {
		var got []int
		for _, sale := range readPages(t, s, journal.SaleQuery{Search: typed, Limit: 3}) {
			got = append(got, sale.ID.Number())
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", typed, got, want)
		}
	}
	gone := next(mustSale(t, s, journal.NewSaleID(today, 1)), func(s *journal.Sale) { s.Session.TransactionID = "OTHER" })
	mustCommit(t, s, journal.Change{Sale: &gone})
	if found := readPages(t, s, journal.SaleQuery{Search: "txn-88"}); len(found) != 0 {
		t.Errorf("found by a transaction that the sale no longer has: %v", found)
	}
	if found := readPages(t, s, journal.SaleQuery{Search: "other"}); len(found) != 1 {
		t.Errorf("not found by the transaction that came: %v", found)
	}
}

// searchReceipts finds sales by the numbers of their receipts.
func searchReceipts(t *testing.T, open opener) {
	s := open(t).Store
	for n := 1; n <= 20; n++ {
		day := today
		if n <= 5 {
			day = "20261118"
		}
		sale := fresh(day, 100+n)
		sale.Amount.Minor = 777_000 + int64(n)
		mustCommit(t, s, journal.Change{Sale: &sale})
		paid, receipt := settled(sale, uint64(n))
		mustCommit(t, s, journal.Change{Sale: &paid, Receipt: &receipt})
	}
	for _, c := range []struct {
		q    journal.SaleQuery
		want []int
	}{
		{journal.SaleQuery{Search: "T-0018"}, []int{118}},
		{journal.SaleQuery{Search: "t-18"}, []int{118}},
		{journal.SaleQuery{Search: "18"}, []int{118}},
		{journal.SaleQuery{Search: "000018"}, []int{118}},
		{journal.SaleQuery{Search: "T-١٨"}, []int{118}},
		{journal.SaleQuery{Search: " t-0018 "}, []int{118}},
		{journal.SaleQuery{Search: "118"}, []int{118}},
		{journal.SaleQuery{Search: "T-118"}, nil},
		{journal.SaleQuery{Search: "T-0021"}, nil},
		{journal.SaleQuery{Search: "T-0000"}, nil},
		{journal.SaleQuery{Search: "T-18x"}, nil},
		{journal.SaleQuery{Search: "T-99999999999999999999"}, nil},
		{journal.SaleQuery{Search: "T-0003"}, []int{103}},
		{journal.SaleQuery{Search: "T-0003", From: today}, nil},
		{journal.SaleQuery{Search: "T-0018", To: "20261118"}, nil},
		{journal.SaleQuery{Search: "T-0018", Status: journal.StatusFailed}, nil},
		{journal.SaleQuery{Search: "T-0018", Status: journal.StatusPaid}, []int{118}},
	} {
		var got []int
		for _, sale := range readPages(t, s, c.q) {
			got = append(got, sale.ID.Number())
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%+v finds %v, want %v", c.q, got, c.want)
		}
		totals, err := s.Totals(t.Context(), c.q)
		if err != nil || len(c.want) == 0 != (len(totals) == 0) {
			t.Errorf("%+v: totals %v, %v", c.q, totals, err)
		}
	}
}

// owedBack finds the sales of which money is owed back, under every filter.
func owedBack(t *testing.T, open opener) {
	s := open(t).Store
	for n := 1; n <= 30; n++ {
		day := today
		if n <= 12 {
			day = "20261118"
		}
		sale := fresh(day, n)
		sale.Reference = []string{"milk", "eggs"}[n%2]
		mustCommit(t, s, journal.Change{Sale: &sale})
		paid, receipt := settled(sale, uint64(n))
		if n%7 == 0 {
			paid.AlsoPaid, paid.OwedSince = "20261120-000099", noon
		}
		mustCommit(t, s, journal.Change{Sale: &paid, Receipt: &receipt})
	}
	later := next(mustSale(t, s, journal.NewSaleID(today, 20)), func(s *journal.Sale) { s.PaidTwiceWith, s.OwedSince = s.ID, noon })
	mustCommit(t, s, journal.Change{Sale: &later})
	later = next(mustSale(t, s, journal.NewSaleID("20261118", 7)), func(s *journal.Sale) {
		s.AlsoPaid, s.PaidTwiceWith, s.OwedEnd = "", "20261120-000099", journal.DebtReturned
	})
	mustCommit(t, s, journal.Change{Sale: &later})
	for number, end := range map[int]journal.DebtKind{14: journal.DebtReturned, 21: journal.DebtKept, 28: journal.DebtReturned} { // nothing is owed back of them any more
		ended := next(mustSale(t, s, journal.NewSaleID(today, number)), func(s *journal.Sale) {
			if s.OwedEnd = end; number == 28 { // the other one of its order stays paid
				s.PaidTwiceWith, s.AlsoPaid = s.AlsoPaid, ""
			}
		})
		mustCommit(t, s, journal.Change{Sale: &ended})
		if got := mustSale(t, s, ended.ID); got.OwedEnd != end || got.Owed() {
			t.Errorf("%s: ended %q, owed back %v", ended.ID, got.OwedEnd, got.Owed())
		}
	}
	all, found := readPages(t, s, journal.SaleQuery{}), 0
	for _, q := range []journal.SaleQuery{
		{}, {From: today}, {To: "20261118"}, {Before: "20261120-000021"}, {Search: "milk"}, {Status: journal.StatusPaid},
		{Status: journal.StatusFailed}, {Route: core.RouteQR, Search: "T-0014"},
	} {
		q.Owed, q.Limit = true, 2
		owedBackIs(t, s, q, all)
		q.Owed, q.Returned = false, true
		found += owedBackIs(t, s, q, all)
	}
	if found < 5 {
		t.Errorf("%d lines of what was returned", found)
	}
}

// owedBackIs holds a list by what is owed back, or was returned, against all sales, and
// returns how long it is.
func owedBackIs(t *testing.T, s journal.Store, q journal.SaleQuery, all []journal.Sale) int {
	t.Helper()
	want := slices.DeleteFunc(slices.Clone(all), func(sale journal.Sale) bool {
		return !selects(q, sale) || q.Before != "" && sale.ID >= q.Before
	})
	same(t, fmt.Sprintf("%+v", q), readPages(t, s, q), want)
	count := 0
	for _, total := range must[[]journal.Total](t)(s.Totals(t.Context(), q)) {
		count += total.Count
	}
	if q.Before == "" && count != len(want) {
		t.Errorf("%+v: totals of %d sales, want %d", q, count, len(want))
	}
	return len(want)
}

// searchPages turns the pages of searches that match in several ways, under
// filters.
func searchPages(t *testing.T, open opener) {
	s := open(t).Store
	for _, day := range []journal.Day{"20261118", today} {
		for n := 1; n <= 12; n++ {
			sale := fresh(day, n)
			sale.Reference = []string{"12 eggs", "milk", "12"}[n%3]
			sale.Session.MaskedAccount = []string{"", "••12"}[n%2]
			sale.Amount.Minor = []int64{12_000, 5}[n%2]
			mustCommit(t, s, journal.Change{Sale: &sale})
		}
	}
	all := readPages(t, s, journal.SaleQuery{})
	for _, q := range []journal.SaleQuery{
		{Search: "12"}, {Search: "#12"}, {Search: "12", From: today}, {Search: "12", To: "20261118"},
		{Search: "12", Status: journal.StatusChoosing}, {Search: "12", Status: journal.StatusPaid}, {Search: "till-26111"},
		{Search: "TILL-261118-0", To: "20261118"}, {Search: "milk", Before: "20261118-000009"},
		{To: "20261118", Before: "20261120-000005"}, {Search: "12", To: "20261118", Before: "20261120-000005"},
		{Before: "20261120-000007", From: today},
	} {
		q.Limit = 5
		want := slices.DeleteFunc(slices.Clone(all), func(sale journal.Sale) bool {
			return !selects(q, sale) || q.Before != "" && sale.ID >= q.Before
		})
		same(t, fmt.Sprintf("%+v", q), readPages(t, s, q), want)
	}
}
