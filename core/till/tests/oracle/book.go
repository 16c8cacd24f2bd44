package oracle

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"sanduq/core/journal"
)

// Book is what a store holds of shifts, cash and what is owed back, as rows. What
// they add up to is counted here, in arithmetic of its own.
type Book struct {
	Sales     []journal.Sale
	Receipts  []journal.Receipt
	Cash      []journal.CashReceipt
	Movements []journal.Movement
	Zs        []journal.Z // oldest first
	Rows      []journal.DebtRow
	Debts     []journal.Debt
	Shifts    []journal.ShiftState // those that ended with a Z, and the present one last
	Present   uint64
	PutBack   bool // numbers may be left out
}

// ReadBook reads a store whole.
func ReadBook(ctx context.Context, s journal.Store, day journal.Day) (b Book, err error) {
	head, err := s.Head(ctx, day)
	if err != nil {
		return b, err
	}
	b.Present = head.Shift
	if _, err := s.Freeze(ctx); err == nil {
		b.PutBack = true
	}
	for before, more := journal.SaleID(""), true; more; before = b.Sales[len(b.Sales)-1].ID {
		page, err := s.Sales(ctx, journal.SaleQuery{Limit: 500, Before: before})
		if err != nil {
			return b, err
		}
		b.Sales, more = append(b.Sales, page.Sales...), page.More
		if len(page.Sales) == 0 {
			break
		}
	}
	for _, sale := range b.Sales {
		if sale.ReceiptSeq != 0 {
			r, err := s.Receipt(ctx, sale.ReceiptSeq)
			if err != nil {
				return b, err
			}
			b.Receipts = append(b.Receipts, r)
		}
		if sale.CashSeq != 0 {
			r, err := s.CashReceipt(ctx, sale.CashSeq)
			if err != nil {
				return b, err
			}
			b.Cash = append(b.Cash, r)
		}
	}
	return b, errors.Join(b.readZs(ctx, s), b.readDebts(ctx, s))
}

func (b *Book) readZs(ctx context.Context, s journal.Store) error {
	for before := uint64(0); ; {
		page, err := s.Zs(ctx, before, 100)
		if err != nil {
			return err
		}
		b.Zs = append(b.Zs, page...)
		if len(page) < 100 {
			break
		}
		before = page[len(page)-1].Seq
	}
	slices.Reverse(b.Zs)
	numbers := []uint64{}
	for _, z := range b.Zs {
		numbers = append(numbers, z.Shift)
	}
	if b.Present != 0 {
		numbers = append(numbers, b.Present)
	}
	for _, n := range numbers {
		shift, err := s.Shift(ctx, n)
		if err != nil {
			return fmt.Errorf("shift %d: %w", n, err)
		}
		moves, err := s.Movements(ctx, n, 0, 1<<20)
		if err != nil {
			return err
		}
		b.Shifts, b.Movements = append(b.Shifts, shift), append(b.Movements, moves...)
	}
	return nil
}

func (b *Book) readDebts(ctx context.Context, s journal.Store) (err error) {
	if b.Debts, err = s.Debts(ctx, journal.DebtQuery{Limit: 1 << 20}); err != nil {
		return err
	}
	for _, d := range b.Debts {
		rows, err := s.DebtRows(ctx, d.Number)
		if err != nil {
			return err
		}
		b.Rows = append(b.Rows, rows...)
	}
	return nil
}
