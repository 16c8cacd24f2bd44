package oracle

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"sanduq/core/journal"
	"sanduq/core/money"
)

// Evidence is what the laws at rest are held against.
type Evidence struct {
	Books
	Ledger
	// Excused reports whether money that was taken need not be known: it is not
	// due yet, or nobody here can know of it. Nil excuses none.
	Excused func(Debit, journal.Sale) bool
	// Untold reports whether nobody could tell the till of a second debit of a
	// payment, whose debits are given. Nil says that the gateway always could.
	Untold func(journal.Sale, []Debit) bool
}

// Books are what is on a till's disk.
type Books struct {
	Sales    []journal.Sale    // oldest first
	Receipts []journal.Receipt // by their numbers
	Audit    []journal.AuditRow
	// PutBack: the journal was once put back to an older state. Numbers were left
	// out, and the gateway knows more than the till.
	PutBack bool
}

// Ledger is the gateway's truth.
type Ledger struct {
	Orders []Order
	Debits []Debit // oldest first
}

// Order is what arrived at the gateway under one name.
type Order struct {
	ID string
	// Arrived counts the initiates, Opened the payments that they opened.
	Arrived, Opened int
}

// Debit is money that was taken. Nothing undoes it.
type Debit struct {
	Order, Payment string
	// Transaction is the bank's name for it; blank where the proof does not know.
	Transaction string
	Amount      money.Amount
	At          time.Time
	// ByAccount: on the leg that a status question by account is about.
	ByAccount bool
}

// Read reads a store's books.
func Read(ctx context.Context, s journal.Store) (b Books, err error) {
	page, err := s.Sales(ctx, journal.SaleQuery{Limit: 1 << 20})
	if err != nil {
		return b, fmt.Errorf("the sales: %w", err)
	}
	b.Sales = page.Sales
	slices.Reverse(b.Sales)
	switch _, err = s.Freeze(ctx); {
	case err == nil:
		b.PutBack = true
	case !errors.Is(err, journal.ErrNotFound):
		return b, fmt.Errorf("the freeze: %w", err)
	}
	day := journal.Day("20000101") // receipts are not counted by days
	if n := len(b.Sales); n > 0 {
		day = b.Sales[n-1].ID.Day()
	}
	head, err := s.Head(ctx, day)
	if err != nil {
		return b, fmt.Errorf("the numbers: %w", err)
	}
	for seq := uint64(1); seq <= head.Receipt; seq++ {
		r, err := s.Receipt(ctx, seq)
		if errors.Is(err, journal.ErrNotFound) {
			continue // a gap, which a law is about
		}
		if err != nil {
			return b, fmt.Errorf("receipt %d: %w", seq, err)
		}
		b.Receipts = append(b.Receipts, r)
	}
	if b.Audit, err = s.Audit(ctx, 0, 1<<20); err != nil {
		return b, fmt.Errorf("the audit: %w", err)
	}
	slices.Reverse(b.Audit)
	return b, nil
}

// Sale returns the record of an order; false when it is not on the disk.
func (b Books) Sale(order string) (journal.Sale, bool) {
	at := slices.IndexFunc(b.Sales, func(s journal.Sale) bool { return s.OrderID == order })
	if at < 0 {
		return journal.Sale{}, false
	}
	return b.Sales[at], true
}

// byID are the sales by their names, byOrder by their orders'.
func (b Books) byID() map[journal.SaleID]journal.Sale {
	all := make(map[journal.SaleID]journal.Sale, len(b.Sales))
	for _, s := range b.Sales {
		all[s.ID] = s
	}
	return all
}

func (b Books) byOrder() map[string]journal.Sale {
	all := make(map[string]journal.Sale, len(b.Sales))
	for _, s := range b.Sales {
		all[s.OrderID] = s
	}
	return all
}

// arrived are the initiates of each order.
func (l Ledger) arrived() map[string]int {
	all := make(map[string]int, len(l.Orders))
	for _, o := range l.Orders {
		all[o.ID] = o.Arrived
	}
	return all
}

// debited are the debits of each order.
func (l Ledger) debited() map[string][]Debit {
	all := map[string][]Debit{}
	for _, d := range l.Debits {
		all[d.Order] = append(all[d.Order], d)
	}
	for _, list := range all {
		slices.SortFunc(list, func(x, y Debit) int { return cmp.Or(x.At.Compare(y.At), cmp.Compare(x.Transaction, y.Transaction)) })
	}
	return all
}

// Family is the sale that an order began with: sales that replace each other
// have the same.
func Family(id journal.SaleID, sale func(journal.SaleID) (journal.Sale, bool)) journal.SaleID {
	for range 1000 {
		s, ok := sale(id)
		if !ok || s.Replaces == "" {
			break
		}
		id = s.Replaces
	}
	return id
}
