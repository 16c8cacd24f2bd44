//go:build linux

package reading

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/office"
)

// page is a question of the list: a query, and which sales it means.
type page struct {
	name string
	make func(c chain, s journal.Sale) (journal.SaleQuery, func(journal.Sale) bool)
}

func tillOf(s journal.Sale) int64 {
	l, _ := office.ParseID(s.ID)
	return l.Till
}

func (c chain) shopOf(s journal.Sale) int64 { return 1 + tillOf(s)%int64(c.shops) }

func (c chain) within(s journal.Sale) (place string, here func(journal.Sale) bool) {
	shop := c.shopOf(s)
	return fmt.Sprint("shop:", shop), func(x journal.Sale) bool { return c.shopOf(x) == shop }
}

// searched is a page of what a text finds.
func searched(name string, text func(s journal.Sale) string, found func(s, x journal.Sale) bool) page {
	return page{name, func(_ chain, s journal.Sale) (journal.SaleQuery, func(journal.Sale) bool) {
		return journal.SaleQuery{Search: text(s)}, func(x journal.Sale) bool { return found(s, x) }
	}}
}

// pages are those whose filters weigh most. Each is made from a sale that is there.
var pages = []page{
	{"the newest", func(chain, journal.Sale) (journal.SaleQuery, func(journal.Sale) bool) {
		return journal.SaleQuery{}, func(journal.Sale) bool { return true }
	}},
	{"further back", func(_ chain, s journal.Sale) (journal.SaleQuery, func(journal.Sale) bool) {
		return journal.SaleQuery{Before: s.ID}, func(x journal.Sale) bool { return x.ID < s.ID }
	}},
	{"a day", func(_ chain, s journal.Sale) (journal.SaleQuery, func(journal.Sale) bool) {
		return journal.SaleQuery{From: s.ID.Day(), To: s.ID.Day()}, func(x journal.Sale) bool { return x.ID.Day() == s.ID.Day() }
	}},
	{"a shop", func(c chain, s journal.Sale) (journal.SaleQuery, func(journal.Sale) bool) {
		place, here := c.within(s)
		return journal.SaleQuery{Place: place}, here
	}},
	{"a till", func(_ chain, s journal.Sale) (journal.SaleQuery, func(journal.Sale) bool) {
		return journal.SaleQuery{Place: fmt.Sprint("till:", tillOf(s))}, func(x journal.Sale) bool { return tillOf(x) == tillOf(s) }
	}},
	{"not paid", func(chain, journal.Sale) (journal.SaleQuery, func(journal.Sale) bool) {
		return journal.SaleQuery{Status: journal.StatusFailed}, func(x journal.Sale) bool { return x.Status() == journal.StatusFailed }
	}},
	{"unknown", func(chain, journal.Sale) (journal.SaleQuery, func(journal.Sale) bool) {
		return journal.SaleQuery{Status: journal.StatusUnknown}, func(x journal.Sale) bool { return x.Status() == journal.StatusUnknown }
	}},
	{"set aside, of a shop", func(c chain, s journal.Sale) (journal.SaleQuery, func(journal.Sale) bool) {
		place, here := c.within(s)
		return journal.SaleQuery{Place: place, Status: journal.StatusSetAside}, func(x journal.Sale) bool { return here(x) && x.Status() == journal.StatusSetAside }
	}},
	{"by wallet", func(chain, journal.Sale) (journal.SaleQuery, func(journal.Sale) bool) {
		return journal.SaleQuery{Route: core.RouteWallet}, func(x journal.Sale) bool { return x.Route == core.RouteWallet }
	}},
	{"by wallet, of a shop", func(c chain, s journal.Sale) (journal.SaleQuery, func(journal.Sale) bool) {
		place, here := c.within(s)
		return journal.SaleQuery{Place: place, Route: core.RouteWallet}, func(x journal.Sale) bool { return here(x) && x.Route == core.RouteWallet }
	}},
	{"by wallet, not paid", func(chain, journal.Sale) (journal.SaleQuery, func(journal.Sale) bool) {
		return journal.SaleQuery{Route: core.RouteWallet, Status: journal.StatusFailed}, func(x journal.Sale) bool { return x.Route == core.RouteWallet && x.Status() == journal.StatusFailed }
	}},
	{"cash", func(chain, journal.Sale) (journal.SaleQuery, func(journal.Sale) bool) {
		return journal.SaleQuery{Status: journal.StatusCash}, func(x journal.Sale) bool { return x.Status() == journal.StatusCash }
	}},
	{"owed", func(chain, journal.Sale) (journal.SaleQuery, func(journal.Sale) bool) {
		return journal.SaleQuery{Owed: true}, func(x journal.Sale) bool { return !x.OwedSince.IsZero() }
	}},
	{"owed, of a shop", func(c chain, s journal.Sale) (journal.SaleQuery, func(journal.Sale) bool) {
		place, here := c.within(s)
		return journal.SaleQuery{Place: place, Owed: true}, func(x journal.Sale) bool { return here(x) && !x.OwedSince.IsZero() }
	}},
	{"a cashier", func(_ chain, s journal.Sale) (journal.SaleQuery, func(journal.Sale) bool) {
		return journal.SaleQuery{Cashier: s.Cashier}, func(x journal.Sale) bool { return x.Cashier == s.Cashier }
	}},
	{"a cashier, not paid", func(_ chain, s journal.Sale) (journal.SaleQuery, func(journal.Sale) bool) {
		return journal.SaleQuery{Cashier: s.Cashier, Status: journal.StatusFailed}, func(x journal.Sale) bool { return x.Cashier == s.Cashier && x.Status() == journal.StatusFailed }
	}},
	{"nobody's", func(chain, journal.Sale) (journal.SaleQuery, func(journal.Sale) bool) {
		return journal.SaleQuery{Cashier: journal.Nobody}, func(x journal.Sale) bool { return x.Cashier == "" }
	}},
	{"a cashier who is none", func(chain, journal.Sale) (journal.SaleQuery, func(journal.Sale) bool) {
		return journal.SaleQuery{Cashier: "Jamila"}, func(journal.Sale) bool { return false }
	}},
	{"an amount", func(_ chain, s journal.Sale) (journal.SaleQuery, func(journal.Sale) bool) {
		m := s.Amount.Minor
		return journal.SaleQuery{Amounts: journal.Amounts{Currency: "LYD", Min: m, Max: m}}, func(x journal.Sale) bool { return x.Amount.Minor == m }
	}},
	{"amounts from to", func(_ chain, s journal.Sale) (journal.SaleQuery, func(journal.Sale) bool) {
		m := s.Amount.Minor
		return journal.SaleQuery{Amounts: journal.Amounts{Currency: "LYD", Min: m, Max: m + 5_000}}, func(x journal.Sale) bool { return x.Amount.Minor >= m && x.Amount.Minor <= m+5_000 }
	}},
	{"amounts that no sale has", func(chain, journal.Sale) (journal.SaleQuery, func(journal.Sale) bool) {
		return journal.SaleQuery{Amounts: journal.Amounts{Currency: "LYD", Min: 200_000}}, func(journal.Sale) bool { return false }
	}},
	searched("searched: a transaction", func(s journal.Sale) string { return s.Session.TransactionID }, func(s, x journal.Sale) bool {
		return x.Session.TransactionID == s.Session.TransactionID
	}),
	searched("searched: a transaction's beginning", func(journal.Sale) string { return "txn4a1" }, func(_, x journal.Sale) bool { return strings.HasPrefix(x.Session.TransactionID, "TXN4A1") }),
	searched("searched: a sale's name", func(s journal.Sale) string { return s.OrderID[:15] }, func(s, x journal.Sale) bool { return strings.HasPrefix(x.OrderID, s.OrderID[:15]) }),
	searched("searched: an order", func(s journal.Sale) string { return strings.ToLower(s.OrderID) }, func(s, x journal.Sale) bool { return x.OrderID == s.OrderID }),
	searched("searched: what all have", func(journal.Sale) string { return "till-2" }, func(_, x journal.Sale) bool { return strings.HasPrefix(x.OrderID, "TILL-2") }),
	searched("searched: a reference", func(journal.Sale) string { return "table 12" }, func(_, x journal.Sale) bool { return strings.HasPrefix(x.Reference, "Table 12") }),
	searched("searched: the end of an account", func(journal.Sale) string { return "44170" }, func(_, x journal.Sale) bool { return strings.HasSuffix(x.Session.MaskedAccount, "44170") }),
	searched("searched: four digits", func(s journal.Sale) string { return ending(s) }, func(s, x journal.Sale) bool {
		return strings.HasSuffix(x.Session.MaskedAccount, ending(s)) || fmt.Sprint(x.ReceiptSeq) == strings.TrimLeft(ending(s), "0") || x.Amount.Major() == strings.TrimLeft(ending(s), "0")+".000"
	}),
	searched("searched: a receipt", func(s journal.Sale) string { return fmt.Sprintf("T-%06d", s.ReceiptSeq) }, func(s, x journal.Sale) bool { return x.ReceiptSeq == s.ReceiptSeq }),
	searched("searched: an amount", func(s journal.Sale) string { return s.Amount.Major() }, func(s, x journal.Sale) bool { return x.Amount == s.Amount }),
	searched("searched: a number", func(s journal.Sale) string { return fmt.Sprint("#", s.ID.Number()) }, func(s, x journal.Sale) bool { return x.ID.Number() == s.ID.Number() }),
	searched("searched: a number that no sale has", func(journal.Sale) string { return "#99999" }, func(_, x journal.Sale) bool { return false }),
	searched("searched: what is not there", func(journal.Sale) string { return "zz-nothing" }, func(_, x journal.Sale) bool { return false }),
}

// ending is the end of a sale's account, or another where it has none.
func ending(s journal.Sale) string {
	if n := len(s.Session.MaskedAccount); n > 4 {
		return s.Session.MaskedAccount[n-4:]
	}
	return "4417"
}

// anywhere is the name of a sale that may be there, to begin a page at.
func (c chain) anywhere(r *rand.Rand) journal.SaleID {
	day := c.day(r.IntN(c.days))
	l := office.Listing{Till: 1 + r.Int64N(int64(c.tills)), Epoch: 1}
	l.Sale.ID, l.Sale.CreatedAt = journal.NewSaleID(journal.DayOf(day), 1+r.IntN(c.perDay)), day.Add(8*time.Hour+time.Duration(r.Int64N(int64(12*time.Hour)))).Truncate(time.Microsecond)
	return l.ID()
}
