package script

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
)

// Book is everything that a store gives out.
type Book struct {
	Sales    []journal.Sale
	Secrets  []string // of each sale
	Open     []journal.Sale
	Receipts []journal.Receipt
	Audit    []journal.AuditRow
	Totals   []journal.Total
	Settings journal.Settings

	Shifts    []journal.ShiftState
	Zs        []journal.Z
	Cash      []journal.CashReceipt
	Movements []journal.Movement
	Debts     []journal.Debt
	DebtRows  []journal.DebtRow
}

// Read reads all of a store.
func Read(ctx context.Context, s journal.Store) (b Book, err error) {
	page, err := s.Sales(ctx, journal.SaleQuery{Limit: 1 << 20})
	if err != nil {
		return b, err
	}
	b.Sales = page.Sales
	for _, sale := range b.Sales {
		secret, err := s.SaleSecrets(ctx, sale.ID)
		if err != nil {
			return b, err
		}
		b.Secrets = append(b.Secrets, string(secret.Reveal()))
	}
	head, err := s.Head(ctx, Day)
	if err != nil {
		return b, err
	}
	for seq := uint64(1); seq <= head.Receipt; seq++ {
		receipt, err := s.Receipt(ctx, seq)
		if err != nil {
			return b, err
		}
		b.Receipts = append(b.Receipts, receipt)
	}
	if b.Audit, err = s.Audit(ctx, 0, 1<<20); err != nil {
		return b, err
	}
	if b.Open, err = s.OpenSales(ctx); err != nil {
		return b, err
	}
	if b.Totals, err = s.Totals(ctx, journal.SaleQuery{}); err != nil {
		return b, err
	}
	if b.Settings, err = s.Settings(ctx); errors.Is(err, journal.ErrNotFound) {
		err = nil
	}
	if err == nil {
		err = b.readDay(ctx, s, head)
	}
	return b.plain(), err
}

// plain makes no list and an empty one the same.
func (b Book) plain() Book {
	v := reflect.ValueOf(&b).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Slice && f.Len() == 0 {
			f.SetZero()
		}
	}
	return b
}

// Books returns what a store must give out after each number of changes.
func Books(changes []journal.Change) ([]Book, error) {
	ctx, m := context.Background(), storetest.NewMemory()
	var all []Book
	for n := 0; ; n++ {
		b, err := Read(ctx, m)
		if err != nil {
			return nil, fmt.Errorf("after %d changes: %w", n, err)
		}
		var copied Book // as the store's own records come back, times and all
		if err := json.Unmarshal([]byte(AsText(b)), &copied); err != nil {
			return nil, err
		}
		all = append(all, copied.plain())
		if n == len(changes) {
			return all, nil
		}
		if err := m.Commit(ctx, changes[n]); err != nil {
			return nil, fmt.Errorf("change %d: %w", n, err)
		}
	}
}

// Position is how many changes of a script the book holds: each is a version of a
// sale, or has a row of the audit that speaks of none.
func (b Book) Position() (n int) {
	for _, sale := range b.Sales {
		n += int(sale.Version)
	}
	for _, row := range b.Audit {
		if row.SaleID == "" {
			n++
		}
	}
	return n
}

// Differs says where two books part; blank when they are the same.
func (b Book) Differs(want Book) string {
	if reflect.DeepEqual(b, want) {
		return ""
	}
	got, should := reflect.ValueOf(b), reflect.ValueOf(want)
	for i := range got.NumField() {
		if name := got.Type().Field(i).Name; !reflect.DeepEqual(got.Field(i).Interface(), should.Field(i).Interface()) {
			if name == "Secrets" {
				return "other secrets"
			}
			return fmt.Sprintf("%s: %.600s; should be %.600s", name, AsText(got.Field(i).Interface()), AsText(should.Field(i).Interface()))
		}
	}
	return "?"
}

func AsText(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(text)
}
