package intake

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"time"

	"sanduq/core/journal"
	"sanduq/core/office"
)

// checkHead reports what no office could read.
func checkHead(b *office.Batch) error {
	if err := within(&b.Head); err != nil {
		return fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	for _, chain := range office.Chains() {
		at, named := b.Chains[chain]
		if !named || len(b.Chains) != len(office.Chains()) {
			return fmt.Errorf("%w: chains other than those of this version", ErrMalformed)
		}
		if err := within(&at); err != nil {
			return fmt.Errorf("%w: %w", ErrMalformed, err)
		}
	}
	return nil
}

// sift takes rows out of the batch that no office could keep, and with each row of a
// chain those that follow it.
func sift(b *office.Batch) {
	b.Receipts = sound(b, office.ChainReceipts, b.Receipts, func(r *office.Receipt) error { return numbered(r, r.LeftOut, office.LeftOut(r.Seq)) })
	b.Audit = sound(b, office.ChainAudit, b.Audit, func(r *office.AuditRow) error { return within(r) })
	b.Zs = sound(b, office.ChainZs, b.Zs, func(z *office.Z) error { return numbered(z, z.LeftOut, office.Z{Seq: z.Seq, LeftOut: true}) })
	b.Cash = sound(b, office.ChainCash, b.Cash, func(r *office.Cash) error { return numbered(r, r.LeftOut, office.Cash{Seq: r.Seq, LeftOut: true}) })
	b.Owed = sound(b, office.ChainOwed, b.Owed, owedRow)
	seen := make(map[journal.SaleID]bool, len(b.Sales))
	b.Sales = slices.DeleteFunc(b.Sales, func(s office.Sale) bool {
		err := later(reflect.ValueOf(&s).Elem(), b.Version)
		if err == nil {
			err = sale(&s)
		}
		if err == nil && seen[s.ID] {
			err = errTwice
		}
		seen[s.ID] = true
		if err != nil {
			b.Rejected = append(b.Rejected, office.Rejected{Sale: journal.SaleID(office.Clean(string(s.ID), shownID)), Why: err.Error()})
		}
		return err != nil
	})
}

// sound returns the rows of a chain before the first that is not.
func sound[T any, R interface {
	*T
	Number() uint64
}](b *office.Batch, chain office.Chain, rows []T, check func(R) error) []T {
	for i := range rows {
		r := R(&rows[i])
		err := later(reflect.ValueOf(r).Elem(), b.Version)
		if err == nil {
			err = check(r)
		}
		if err != nil {
			b.Rejected = append(b.Rejected, office.Rejected{Chain: chain, Seq: r.Number(), Why: err.Error()})
			return rows[:i]
		}
	}
	return rows
}

var (
	errTwice   = errors.New("it comes twice in a batch")
	errLeftOut = errors.New("a number that was left out has nothing else")
	errPaid    = errors.New("a paid sale has no receipt")
	errBooked  = errors.New("OwedRow.Booked is not the day of its moment anywhere")
	errOpens   = errors.New("OwedRow: the line that opens has an amount and a currency, no other has")
)

func sale(s *office.Sale) error {
	err := within(s)
	if err == nil && s.Status == journal.StatusPaid && s.ReceiptSeq == 0 {
		err = errPaid
	}
	return err
}

func owedRow(r *office.OwedRow) error {
	err := within(r)
	if off := r.Booked.Time(time.UTC).Sub(journal.DayOf(r.At.UTC()).Time(time.UTC)); err == nil && r.Booked != "" && (r.At.IsZero() || off.Abs() > 24*time.Hour) {
		err = errBooked
	}
	if opens := r.Kind == journal.DebtOpened; err == nil && (opens != (r.Owed > 0) || opens != (r.Currency != "")) {
		err = errOpens
	}
	return err
}

// numbered checks a row whose number the till may have left out; blank is such a row.
func numbered[T comparable, R interface {
	*T
	Number() uint64
}](r R, leftOut bool, blank T) error {
	switch {
	case !leftOut:
		return within(r)
	case *r != blank:
		return errLeftOut
	case r.Number() < 1 || r.Number() > math.MaxInt64:
		return errOutside
	}
	return nil
}

// later returns an error that names a field which a version of the wire does not know.
func later(row reflect.Value, version int) error {
	all := office.Fields(row.Type())
	for i := range all {
		if f := &all[i]; f.Since > version && !f.Value(row).IsZero() {
			return fmt.Errorf("%s.%s is of version %d", f.Of, f.Name, f.Since)
		}
	}
	return nil
}
